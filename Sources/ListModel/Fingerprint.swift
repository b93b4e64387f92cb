/// A 128-bit fingerprint of a whole list: ids, order, contents, headers, footers and layouts.
///
/// It is a sum modulo 2¹²⁸ of independent terms, so that changing a few cells changes a few terms,
/// for a list of any size:
///
/// - for each section, one term for each pair of neighbours in the ring
///   *section → first cell → … → last cell → section*;
/// - for the list, one term for each pair of neighbours in the ring
///   *root → first section → … → last section → root*;
/// - for each cell a term of its id, component and views; for each section a term of its id, header,
///   footer, layout and views.
///
/// Ids are unique, so the set of neighbour pairs determines the order. The fingerprint depends only
/// on the list: equal lists have equal fingerprints in every store and every language. The exact
/// definition, with test vectors, is in `docs/formats.md`. The fingerprint detects accidents, not
/// adversaries: the key of the hash is public.
public struct Fingerprint: Hashable, Sendable {
  /// The sum of all terms.
  package var value: UInt128

  package init(value: UInt128) {
    self.value = value
  }

  /// The fingerprint of the list without sections, which is version 0 of every list.
  public static let empty = Fingerprint(value: FingerprintTerm.order(of: []))
}

extension Fingerprint: LosslessStringConvertible {
  /// Reads 32 lower-case hexadecimal digits; `nil` if `description` is anything else.
  public init?(_ description: String) {
    guard let value = UInt128(description, radix: 16) else { return nil }
    self.value = value
    // The parser of integers also takes signs, upper case and other lengths.
    guard self.description == description else { return nil }
  }

  /// 32 lower-case hexadecimal digits, most significant first.
  public var description: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

extension List {
  /// Returns the fingerprint of the list.
  ///
  /// - Throws: The errors of encoding a component or layout.
  /// - Complexity: O(cells + bytes of content not encoded before).
  public func fingerprint() throws -> Fingerprint {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for section in sections { sum &+= try section.fingerprintTerms() }
    return Fingerprint(value: sum)
  }

  /// Returns the fingerprint of the list, given the digests of its components; each digest is read
  /// once.
  package func fingerprint(
    _ component: (_ section: Int, _ item: Int) throws -> Digest
  ) throws -> Fingerprint {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for (index, section) in sections.enumerated() {
      sum &+= try section.fingerprintTerms { try component(index, $0) }
    }
    return Fingerprint(value: sum)
  }
}

extension Section {
  /// Returns the sum of the terms of one section: order, attributes and cells.
  package func fingerprintTerms() throws -> UInt128 {
    // Most neighbouring cells have the same type.
    var type = (name: Identifier<StoredComponent>(""), digest: Digest(type: ""))
    return try fingerprintTerms { item in
      if let digest = cells[item].component.heldDigest { return digest }
      let component = try cells[item].component.stored()
      let name = Identifier<StoredComponent>(component.type)
      if name != type.name { type = (name, Digest(type: component.type)) }
      let alone = Digest(typeDigest: type.digest, component.content)
      return component.hasViews ? alone.carrying(component.sortedViews) : alone
    }
  }

  /// Returns the sum of the terms of one section, given the digests of its components; each digest
  /// is read once.
  package func fingerprintTerms(_ component: (_ item: Int) throws -> Digest) throws -> UInt128 {
    let own = Digest(section: id)
    let terms = try FingerprintTerm.cells(cells.indices, of: own) { item in
      (Digest(cell: cells[item].id), try component(item))
    }
    return terms &+ FingerprintTerm.attributes(try Digest(attributes), of: own)
  }
}

/// The terms whose sum is the fingerprint.
package enum FingerprintTerm {
  /// Returns the sum of the terms for the order of the sections in the list.
  package static func order(of sections: [Digest]) -> UInt128 {
    var sum: UInt128 = 0
    var previous = Digest.none
    for section in sections {
      sum &+= self.sections(previous, section)
      previous = section
    }
    return sum &+ self.sections(previous, .none)
  }

  /// Returns the sum of the terms for the order of the cells in one section, and for their
  /// components.
  ///
  /// - Parameters:
  ///   - items: The items of all cells, in order.
  ///   - section: The digest of the section's id.
  ///   - cell: The digests of a cell's id and of its component; called once for each cell.
  /// - Returns: The sum of the terms.
  /// - Throws: The errors of `cell`.
  package static func cells(
    _ items: Range<Int>,
    of section: Digest,
    _ cell: (_ item: Int) throws -> (id: Digest, component: Digest)
  ) rethrows -> UInt128 {
    var sum: UInt128 = 0
    var previous = section
    for item in items {
      let (id, component) = try cell(item)
      sum &+= cells(previous, id) &+ self.component(component, of: id)
      previous = id
    }
    return sum &+ cells(previous, section)
  }

  /// Returns the term of two neighbours in the ring of the sections, which begins and ends with
  /// ``Digest/none``.
  package static func sections(_ left: Digest, _ right: Digest) -> UInt128 {
    Digest(left, right, tag: UInt8(ascii: "S")).value
  }

  /// Returns the term of two neighbours in the ring of a section's cells, which begins and ends
  /// with the section.
  package static func cells(_ left: Digest, _ right: Digest) -> UInt128 {
    Digest(left, right, tag: UInt8(ascii: "C")).value
  }

  /// Returns the term of a cell's component.
  package static func component(_ component: Digest, of cell: Digest) -> UInt128 {
    Digest(cell, component, tag: UInt8(ascii: "V")).value
  }

  /// Returns the term of a section's header, footer, layout and other views.
  package static func attributes(_ attributes: Digest, of section: Digest) -> UInt128 {
    Digest(section, attributes, tag: UInt8(ascii: "A")).value
  }
}

extension Digest {
  /// Creates the digest of a section's id.
  package init(section id: Section.ID) {
    self.init(id.rawValue, tag: UInt8(ascii: "s"))
  }

  /// Creates the digest of a cell's id.
  package init(cell id: Cell.ID) {
    self.init(id.rawValue, tag: UInt8(ascii: "c"))
  }

  /// Creates the digest of a component, from the digests of its type, its content and its views.
  package init(_ component: StoredComponent) {
    let alone = Digest(typeDigest: Digest(type: component.type), component.content)
    self = component.hasViews ? alone.carrying(component.sortedViews) : alone
  }

  /// Creates the digest of a component whose type's digest is known.
  package init(typeDigest: Digest, _ content: Content?) {
    self.init(typeDigest, content?.digest ?? .none, tag: UInt8(ascii: "k"))
  }

  /// Creates the digest of a component's type.
  package init(type: String) {
    self.init(type, tag: UInt8(ascii: "t"))
  }

  /// Creates the digest of a header or footer, from its component and the name of its alignment.
  package init(_ view: SupplementaryView) throws {
    self.init(
      Digest(try view.component.stored()),
      Digest(view.alignment.rawValue, tag: UInt8(ascii: "t")),
      tag: UInt8(ascii: "w")
    )
  }

  /// Returns the digest of a component or section with these views: the digest without views, then
  /// each view in ascending order of kinds.
  package func carrying(
    _ views: [(kind: SupplementaryKind, component: StoredComponent)]
  ) -> Digest {
    views.reduce(self) { digest, view in
      let kind = Digest(view.kind.rawValue, tag: UInt8(ascii: "t"))
      let view = Digest(kind, Digest(view.component.withoutViews), tag: UInt8(ascii: "p"))
      return Digest(digest, view, tag: UInt8(ascii: "v"))
    }
  }

  /// Creates the digest of header, footer, layout and other views together; the digest of an absent
  /// part is 0.
  package init(_ attributes: Section.Attributes) throws {
    let views = Digest(
      try attributes.header.map { try Digest($0) } ?? .none,
      try attributes.footer.map { try Digest($0) } ?? .none,
      tag: UInt8(ascii: "h")
    )
    let layout = try attributes.layout?.stored().digest ?? .none
    let alone = Digest(views, layout, tag: UInt8(ascii: "l"))
    self = attributes.views.isEmpty ? alone : alone.carrying(try attributes.sortedViews())
  }
}
