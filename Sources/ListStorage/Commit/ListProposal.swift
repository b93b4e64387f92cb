import ListDiff
import ListModel

/// A whole list that is to become the next version: encoded and hashed, and validated unless it is
/// the head already.
struct ListProposal: Sendable {
  let list: List
  private(set) var sections: [SectionProposal] = []
  /// The fingerprint the list will have.
  private(set) var fingerprint = Fingerprint.empty
  /// Whether the list was found valid.
  private var isValidated = false
}

/// The proposed state of a section.
///
/// A list may have a million cells, so the list's own cells are used: each gets a digest, and
/// encoded components are kept only if some were not encoded before.
struct SectionProposal: Sendable {
  let id: Section.ID
  /// Header, footer and layout, encoded: encoding twice may give different bytes.
  let attributes: Section.Attributes
  /// The digest of header, footer and layout.
  let digest: Digest
  private let cells: [Cell]
  /// The digests of types and contents.
  private var digests: [Digest] = []
  /// All components, encoded; empty while the cells' own are encoded.
  private var components: [StoredComponent] = []
  /// The bytes of all contents.
  private(set) var byteCount = 0
}

/// The proposed state of a cell.
struct CellProposal: Sendable {
  var id: Cell.ID
  /// Type and content.
  var component: StoredComponent
  /// The digest of type and content.
  var digest: Digest
}

extension ListProposal {
  /// Encodes a whole list, and validates it unless it has the fingerprint of a valid list.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - known: The fingerprint that the head probably has. If it has another, ``validate()`` makes
  ///     up for the omitted check.
  /// - Throws: ``ListStoreError/invalidList(_:)``.
  init(_ list: List, knowing known: Fingerprint? = nil) throws {
    self.list = list
    do {
      for (index, section) in list.sections.enumerated() {
        sections.append(try SectionProposal(section, at: index))
      }
    } catch {
      // Errors of ids come before all others.
      try Self.validate(list)
      throw ListStoreError.invalidList(error)
    }
    fingerprint = computedFingerprint
    if fingerprint != known { try validate() }
  }

  /// Makes sure that the list is valid.
  ///
  /// - Throws: ``ListStoreError/invalidList(_:)``.
  mutating func validate() throws {
    if !isValidated { try Self.validate(list) }
    isValidated = true
  }

  private static func validate(_ list: List) throws {
    do {
      var scratch = DifferenceScratch()
      try list.validate(using: &scratch)
      try list.checkLayouts()
    } catch {
      throw ListStoreError.invalidList(error)
    }
  }

  private var computedFingerprint: Fingerprint {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for section in sections {
      let own = Digest(section: section.id)
      sum &+= FingerprintTerm.attributes(section.digest, of: own)
      sum &+= FingerprintTerm.cells(section.indices, of: own) { item in
        (Digest(cell: section.id(at: item)), section.digest(at: item))
      }
    }
    return Fingerprint(value: sum)
  }

  /// The changeset that makes the list from an empty one.
  var insertion: ListInsertion {
    ListInsertion(
      of: sections.map { ($0.id, $0.attributes, $0.indices.count) },
      format: sections.contains(where: \.holdsViews) ? 2 : 1,
      cell: { [sections] path in
        let section = sections[path.section]
        return (section.id(at: path.item), try section.component(at: path.item))
      }
    )
  }

  /// The bytes of all contents of cells in their stored form.
  var byteCount: Int { sections.reduce(0) { $0 + $1.byteCount } }

  /// About how many bytes the binary form of ``insertion`` has.
  var insertionByteCount: Int {
    byteCount + sections.reduce(64) { $0 + 256 + 48 * $1.indices.count }
  }

  subscript(path: CellPath) -> CellProposal {
    get throws { try sections[path.section][path.item] }
  }
}

extension SectionProposal {
  /// The items of the cells.
  var indices: Range<Int> { cells.indices }

  /// Whether the section or one of its cells carries supplementary views.
  var holdsViews: Bool {
    !attributes.views.isEmpty || cells.contains { $0.component.hasViews }
  }

  func id(at item: Int) -> Cell.ID { cells[item].id }

  /// Returns the digest of the type and content of a cell.
  func digest(at item: Int) -> Digest { digests[item] }

  /// Returns the type and content of a cell.
  func component(at item: Int) throws -> StoredComponent {
    components.isEmpty ? try cells[item].component.stored() : components[item]
  }

  subscript(item: Int) -> CellProposal {
    get throws {
      CellProposal(id: id(at: item), component: try component(at: item), digest: digest(at: item))
    }
  }
}

extension SectionProposal {
  /// Encodes a section; `index` is for error messages.
  init(_ section: Section, at index: Int) throws(InvalidList) {
    let location = ElementLocation.section(index)
    id = section.id
    let attributes = try encoding(location.description) { try section.attributes.encoded() }
    self.attributes = attributes
    digest = try encoding(location.description) { try Digest(attributes) }
    cells = section.cells
    digests.reserveCapacity(cells.count)
    var type = TypeDigest("")
    for (item, cell) in cells.enumerated() {
      let component = try stored(cell.component, at: CellPath(section: index, item: item))
      if !type.isDigest(of: component.type) { type = TypeDigest(component.type) }
      let alone = Digest(typeDigest: type.digest, component.content)
      digests.append(component.hasViews ? alone.carrying(component.sortedViews) : alone)
      byteCount += component.content?.bytes.count ?? 0
    }
  }

  /// Encodes a component; all are kept once one is found that was not encoded before.
  private mutating func stored(
    _ component: AnyComponent,
    at path: CellPath
  ) throws(InvalidList) -> StoredComponent {
    if components.isEmpty {
      if let stored = component.storableForm { return stored }
      components.reserveCapacity(cells.count)
      components = cells[..<path.item].compactMap(\.component.storedForm)
    }
    let stored = try encoding("\(ElementLocation.cell(path)).content") { try component.storable() }
    components.append(stored)
    return stored
  }
}

extension Section.Attributes {
  /// Returns the same attributes, with components and layout encoded.
  func encoded() throws -> Section.Attributes {
    func encoded(_ view: SupplementaryView) throws -> SupplementaryView {
      SupplementaryView(
        component: AnyComponent(try view.component.storable()),
        alignment: view.alignment
      )
    }
    return Section.Attributes(
      header: try header.map(encoded),
      footer: try footer.map(encoded),
      views: SupplementaryViews(try views.stored()),
      layout: try layout.map { AnySectionLayout(try $0.stored()) }
    )
  }
}

extension CellProposal {
  init(_ id: Cell.ID, _ component: StoredComponent) {
    self.id = id
    self.component = component
    digest = Digest(component)
  }
}

private func encoding<Value>(
  _ location: @autoclosure () -> String,
  _ work: () throws -> Value
) throws(InvalidList) -> Value {
  do {
    return try work()
  } catch {
    throw .unencodableContent(at: location(), reason: String(describing: error))
  }
}
