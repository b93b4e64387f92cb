import ListModel

/// Writes the binary form of a changeset.
struct ChangesetEncoder {
  private var typeIndices: [Identifier<StoredComponent>: Int] = [:]
  private var bytes = [UInt8(Changeset.encodingFormat)]

  /// Encodes a changeset in canonical form.
  static func encode(_ changeset: Changeset) throws(UnencodableChangeset) -> [UInt8] {
    var encoder = ChangesetEncoder()
    try encoder.write(changeset)
    let checksum = Checksum(encoder.bytes).value
    withUnsafeBytes(of: checksum.littleEndian) { encoder.bytes.append(contentsOf: $0) }
    return encoder.bytes
  }

  private mutating func write(_ changeset: Changeset) throws(UnencodableChangeset) {
    bytes.append(changeset.kinds)
    try writeSections(of: changeset)
    try write(changeset.deletedCells, "cells.deleted", id: \.id, place: \.at) {
      (encoder, deletion) in try encoder.write(deletion.component)
    }
    try write(changeset.insertedCells, "cells.inserted", id: \.id, place: \.at) {
      (encoder, insertion) in try encoder.write(insertion.component)
    }
    try write(changeset.movedCells, "cells.moved", id: \.id, origin: \.from, place: \.to) {
      (_, _) in
    }
    try write(changeset.updatedCells, "cells.updated", id: \.id, origin: \.from, place: \.at) {
      (encoder, update) in
      try encoder.write(update.new)
      try encoder.write(update.old, replacedBy: update.new)
    }
  }

  private mutating func writeSections(of changeset: Changeset) throws(UnencodableChangeset) {
    try write(changeset.deletedSections, "sections.deleted", id: \.id, place: \.at) {
      (encoder, deletion) in try encoder.write(deletion.attributes)
    }
    try write(changeset.insertedSections, "sections.inserted", id: \.id, place: \.at) {
      (encoder, insertion) in try encoder.write(insertion.attributes)
    }
    try write(changeset.movedSections, "sections.moved", id: \.id, origin: \.from, place: \.to) {
      (_, _) in
    }
    try write(
      changeset.updatedSections,
      "sections.updated",
      id: \.id,
      origin: \.from,
      place: \.at
    ) { (encoder, update) in
      try encoder.write(update.new)
      try encoder.write(update.old, replacedBy: update.new)
    }
  }

  // MARK: Operations of one kind

  /// Writes operations on sections: the step to each place, where it comes from, its id and what
  /// `payload` adds.
  private mutating func write<Operation>(
    _ sections: [Operation],
    _ name: String,
    id: (Operation) -> Section.ID,
    origin: ((Operation) -> Int)? = nil,
    place: (Operation) -> Int,
    payload: (inout ChangesetEncoder, Operation) throws -> Void
  ) throws(UnencodableChangeset) {
    guard !sections.isEmpty else { return }
    bytes.append(number: sections.count)
    var end = 0
    for (number, operation) in sections.enumerated() {
      let place = place(operation)
      bytes.append(number: place - end)
      end = place + 1
      if let origin { bytes.append(signed: origin(operation) - place) }
      bytes.append(text: id(operation).rawValue)
      do { try payload(&self, operation) } catch {
        throw UnencodableChangeset("\(name)[\(number)]", "cannot be encoded: \(error)")
      }
    }
  }

  /// Writes operations on cells in runs: the step to the first place, the length and where the
  /// first comes from; then of each its id and what `payload` adds.
  private mutating func write<Operation>(
    _ cells: [Operation],
    _ name: String,
    id: (Operation) -> Cell.ID,
    origin: ((Operation) -> CellPath)? = nil,
    place: (Operation) -> CellPath,
    payload: (inout ChangesetEncoder, Operation) throws -> Void
  ) throws(UnencodableChangeset) {
    guard !cells.isEmpty else { return }
    bytes.append(number: cells.count)
    var end = CellPath(section: 0, item: 0)
    var start = 0
    while start < cells.count {
      let first = place(cells[start])
      let length = runLength(of: cells[start...], origin: origin, place: place)
      bytes.append(number: first.section - end.section)
      bytes.append(number: first.section == end.section ? first.item - end.item : first.item)
      bytes.append(number: length - 1)
      if let origin = origin?(cells[start]) {
        bytes.append(signed: origin.section - first.section)
        bytes.append(signed: origin.item - first.item)
      }
      for number in start..<start + length {
        bytes.append(text: id(cells[number]).rawValue)
        do { try payload(&self, cells[number]) } catch {
          throw UnencodableChangeset("\(name)[\(number)]", "cannot be encoded: \(error)")
        }
      }
      end = CellPath(section: first.section, item: first.item + length)
      start += length
    }
  }

  /// How many operations from the first on stand in, and come from, consecutive places.
  private func runLength<Operation>(
    of cells: ArraySlice<Operation>,
    origin: ((Operation) -> CellPath)?,
    place: (Operation) -> CellPath
  ) -> Int {
    for index in cells.indices.dropFirst() {
      guard place(cells[index]).isNext(after: place(cells[index - 1])),
        origin.map({ $0(cells[index]).isNext(after: $0(cells[index - 1])) }) ?? true
      else { return index - cells.startIndex }
    }
    return cells.count
  }

  // MARK: Components and attributes

  /// Writes a component: its type's number, the type itself if it is new, and its content.
  private mutating func write(
    _ component: AnyComponent,
    replacedBy replacement: AnyComponent? = nil
  ) throws {
    let component = try component.stored()
    let index = typeIndices[Identifier(component.type)] ?? typeIndices.count
    bytes.append(number: index << 1 | (component.content == nil ? 0 : 1))
    if index == typeIndices.count {
      typeIndices[Identifier(component.type)] = index
      bytes.append(text: component.type)
    }
    if let content = component.content {
      write(content, replacedBy: try replacement?.stored().content)
    }
  }

  /// Writes content; what is replaced as the part that differs from its replacement.
  private mutating func write(_ content: Content, replacedBy replacement: Content?) {
    var value = content.bytes[...]
    if let replacement = replacement?.bytes {
      let limit = min(value.count, replacement.count)
      var prefix = 0
      while prefix < limit, value[prefix] == replacement[prefix] { prefix += 1 }
      var suffix = 0
      while suffix < limit - prefix,
        value[value.count - 1 - suffix] == replacement[replacement.count - 1 - suffix]
      { suffix += 1 }
      bytes.append(number: prefix)
      bytes.append(number: suffix)
      value = value[prefix..<value.count - suffix]
    }
    bytes.append(number: value.count)
    bytes.append(contentsOf: value)
  }

  private mutating func write(
    _ attributes: Section.Attributes,
    replacedBy replacement: Section.Attributes? = nil
  ) throws {
    bytes.append(attributes.presence)
    try write(attributes.header, replacedBy: replacement?.header)
    try write(attributes.footer, replacedBy: replacement?.footer)
    if let layout = attributes.layout {
      write(try layout.stored(), replacedBy: try replacement?.layout?.stored())
    }
  }

  private mutating func write(
    _ view: SupplementaryView?,
    replacedBy replacement: SupplementaryView?
  ) throws {
    guard let view else { return }
    bytes.append(view.alignment.code)
    try write(view.component, replacedBy: replacement?.component)
  }
}

extension Changeset {
  /// A bit for each kind of operation there is.
  fileprivate var kinds: UInt8 {
    let areEmpty = [
      deletedSections.isEmpty, insertedSections.isEmpty, movedSections.isEmpty,
      updatedSections.isEmpty, deletedCells.isEmpty, insertedCells.isEmpty, movedCells.isEmpty,
      updatedCells.isEmpty,
    ]
    return areEmpty.enumerated().reduce(0) { $0 | ($1.element ? 0 : 1 << UInt8($1.offset)) }
  }
}

extension Section.Attributes {
  /// A bit each for header, footer and layout.
  fileprivate var presence: UInt8 {
    (header == nil ? 0 : 1) | (footer == nil ? 0 : 2) | (layout == nil ? 0 : 4)
  }
}

extension SupplementaryView.Alignment {
  /// The number that stands for the alignment.
  var code: UInt8 {
    switch self {
    case .top: 0
    case .leading: 1
    case .bottom: 2
    case .trailing: 3
    case .topLeading: 4
    case .topTrailing: 5
    case .bottomLeading: 6
    case .bottomTrailing: 7
    }
  }

  /// The alignment a number stands for.
  init?(code: UInt8) {
    let all: [Self] = [
      .top, .leading, .bottom, .trailing, .topLeading, .topTrailing, .bottomLeading,
      .bottomTrailing,
    ]
    guard code < all.count else { return nil }
    self = all[Int(code)]
  }
}

extension CellPath {
  fileprivate func isNext(after path: CellPath) -> Bool {
    section == path.section && item == path.item + 1
  }
}

extension [UInt8] {
  /// Appends a non-negative number, seven bits a byte, low ones first.
  fileprivate mutating func append(number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a number of either sign, zigzag-coded: 0, −1, 1, −2 become 0, 1, 2, 3.
  fileprivate mutating func append(signed number: Int) {
    append(number: number << 1 ^ number >> (Int.bitWidth - 1))
  }

  fileprivate mutating func append(text: String) {
    append(number: text.utf8.count)
    append(contentsOf: text.utf8)
  }
}
