package import ListModel

/// Writes the binary form of a changeset.
struct ChangesetEncoder {
  private var typeIndices: [Identifier<StoredComponent>: Int] = [:]
  /// The type written last, which is mostly the next one too.
  private var lastType: (name: Identifier<StoredComponent>, index: Int)?
  private let format: Int
  private var bytes: [UInt8]

  private init(format: Int) {
    self.format = format
    bytes = [UInt8(format)]
  }

  /// Encodes a changeset in canonical form.
  static func encode(_ changeset: Changeset) throws(UnencodableChangeset) -> [UInt8] {
    var encoder = ChangesetEncoder(format: changeset.encodingFormat)
    try encoder.write(changeset)
    return encoder.finished()
  }

  /// Returns all written bytes, followed by their checksum.
  private mutating func finished() -> [UInt8] {
    let checksum = Checksum(bytes).value
    withUnsafeBytes(of: checksum.littleEndian) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private mutating func write(_ changeset: Changeset) throws(UnencodableChangeset) {
    bytes.append(changeset.kinds)
    try write(sections: changeset.deletedSections)
    try write(sections: changeset.insertedSections)
    try write(sections: changeset.movedSections)
    try write(sections: changeset.updatedSections)
    try write(cells: changeset.deletedCells)
    try write(cells: changeset.insertedCells)
    try write(cells: changeset.movedCells)
    try write(cells: changeset.updatedCells)
  }

  // MARK: Operations of one kind

  // A `Span` lends its elements: an operation in a variable of its own would retain its contents.

  /// Writes operations on sections: of each the step to its place, its origin, its id and its
  /// payload.
  private mutating func write<Operation: BinaryOperation>(
    sections: [Operation]
  ) throws(UnencodableChangeset) where Operation.Place == Int {
    guard !sections.isEmpty else { return }
    bytes.append(number: sections.count)
    let lent = sections[...]
    let sections = lent.span
    var end = 0
    for number in sections.indices {
      let place = sections[number].place
      bytes.append(number: place - end)
      end = place + 1
      if Operation.hasOrigin { bytes.append(signed: sections[number].origin - place) }
      try write(number, of: sections)
    }
  }

  /// Writes operations on cells in runs: of each run the step to its first place, its length and
  /// its first origin, then the id and payload of each operation.
  private mutating func write<Operation: BinaryOperation>(
    cells: [Operation]
  ) throws(UnencodableChangeset) where Operation.Place == CellPath {
    guard !cells.isEmpty else { return }
    bytes.append(number: cells.count)
    let lent = cells[...]
    let cells = lent.span
    var end = CellPath(section: 0, item: 0)
    var start = 0
    while start < cells.count {
      let first = cells[start].place
      let length = Self.runLength(of: cells, from: start)
      bytes.append(number: first.section - end.section)
      bytes.append(number: first.section == end.section ? first.item - end.item : first.item)
      bytes.append(number: length - 1)
      if Operation.hasOrigin {
        bytes.append(signed: cells[start].origin.section - first.section)
        bytes.append(signed: cells[start].origin.item - first.item)
      }
      for number in start..<start + length { try write(number, of: cells) }
      end = CellPath(section: first.section, item: first.item + length)
      start += length
    }
  }

  private mutating func write<Operation: BinaryOperation>(
    _ number: Int,
    of operations: Span<Operation>
  ) throws(UnencodableChangeset) {
    bytes.append(text: operations[number].id.rawValue)
    do { try operations[number].writePayload(to: &self) } catch {
      throw UnencodableChangeset("\(Operation.path)[\(number)]", "cannot be encoded: \(error)")
    }
  }

  /// Counts the operations from `start` on whose places, and whose origins, are consecutive.
  private static func runLength<Operation: BinaryOperation>(
    of cells: Span<Operation>,
    from start: Int
  ) -> Int where Operation.Place == CellPath {
    var index = start + 1
    while index < cells.count, cells[index].place.isNext(after: cells[index - 1].place),
      cells[index].origin.isNext(after: cells[index - 1].origin)
    {
      index += 1
    }
    return index - start
  }

  // MARK: Components and attributes

  /// Writes the component of a cell and, in format 2, the views it carries.
  mutating func write(
    cell component: StoredComponent,
    replacedBy replacement: StoredComponent? = nil
  ) {
    write(component, replacedBy: replacement)
    if format >= 2 { write(component.sortedViews) }
  }

  /// Writes the number of views, then the kind and component of each.
  private mutating func write(
    _ views: [(kind: SupplementaryKind, component: StoredComponent)]
  ) {
    bytes.append(number: views.count)
    for view in views {
      bytes.append(text: view.kind.rawValue)
      write(view.component)
    }
  }

  /// Writes a component: its type's number, the type itself if it is new, and its content.
  private mutating func write(
    _ component: StoredComponent,
    replacedBy replacement: StoredComponent? = nil
  ) {
    let number = index(of: component.type)
    bytes.append(number: (number ?? typeIndices.count) << 1 | (component.content == nil ? 0 : 1))
    if number == nil { add(component.type) }
    if let content = component.content {
      write(content, replacedBy: replacement?.content)
    }
  }

  private mutating func index(of type: String) -> Int? {
    let name = Identifier<StoredComponent>(type)
    if let lastType, lastType.name == name { return lastType.index }
    guard let index = typeIndices[name] else { return nil }
    lastType = (name, index)
    return index
  }

  private mutating func add(_ type: String) {
    typeIndices[Identifier(type)] = typeIndices.count
    bytes.append(text: type)
  }

  /// Writes content; replaced content is written as the part that differs from its replacement.
  private mutating func write(_ content: Content, replacedBy replacement: Content?) {
    guard let replacement else {
      bytes.append(number: content.bytes.count)
      bytes += content.bytes
      return
    }
    content.bytes.withUnsafeBufferPointer { value in
      replacement.bytes.withUnsafeBufferPointer { replacement in
        let (prefix, suffix) = Self.sharedEnds(value, replacement)
        let middle = value[prefix..<(value.count - suffix)]
        bytes.append(number: prefix)
        bytes.append(number: suffix)
        bytes.append(number: middle.count)
        bytes += middle
      }
    }
  }

  private static func sharedEnds(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> (prefix: Int, suffix: Int) {
    let limit = min(left.count, right.count)
    var prefix = 0
    while prefix < limit, left[prefix] == right[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < limit - prefix,
      left[left.count - 1 - suffix] == right[right.count - 1 - suffix]
    { suffix += 1 }
    return (prefix, suffix)
  }

  mutating func write(
    _ attributes: Section.Attributes,
    replacedBy replacement: Section.Attributes? = nil
  ) throws {
    bytes.append(attributes.presence)
    try write(attributes.header, replacedBy: replacement?.header)
    try write(attributes.footer, replacedBy: replacement?.footer)
    if let layout = attributes.layout {
      write(try layout.stored(), replacedBy: try replacement?.layout?.stored())
    }
    if !attributes.views.isEmpty { write(try attributes.sortedViews()) }
  }

  private mutating func write(
    _ view: SupplementaryView?,
    replacedBy replacement: SupplementaryView?
  ) throws {
    guard let view else { return }
    bytes.append(view.alignment.code)
    write(try view.component.stored(), replacedBy: try replacement?.component.stored())
  }
}

// MARK: - A whole list

/// The changeset from the empty list to a list, to be encoded without being made.
package struct ListInsertion {
  /// A cell as it is written; its id must be one that a list accepts.
  package typealias WrittenCell = (id: Cell.ID, component: StoredComponent)

  fileprivate let sections: [Changeset.SectionInsertion]
  fileprivate let cellCounts: [Int]
  /// The format number that it is written with.
  fileprivate let format: Int
  fileprivate let cell: (CellPath) throws -> WrittenCell

  /// Creates the changeset.
  ///
  /// - Parameters:
  ///   - sections: The sections, and how many cells they have.
  ///   - format: 2 if a section or cell carries views, otherwise 1.
  ///   - cell: Returns the cell at a path.
  package init(
    of sections: [(id: Section.ID, attributes: Section.Attributes, cellCount: Int)],
    format: Int,
    cell: @escaping (CellPath) throws -> WrittenCell
  ) {
    self.sections = sections.enumerated().map { index, section in
      Changeset.SectionInsertion(id: section.id, at: index, attributes: section.attributes)
    }
    cellCounts = sections.map(\.cellCount)
    self.format = format
    self.cell = cell
  }

  /// The number of sections and cells.
  package var operationCount: Int { sections.count + cellCounts.reduce(0, +) }

  /// Encodes the changeset as ``Changeset/encoded()`` would.
  ///
  /// - Parameters:
  ///   - capacity: About how many bytes it takes.
  ///   - limit: The most bytes that are kept.
  /// - Returns: The bytes, none if they are too many, and how many they are.
  /// - Throws: The errors of the cells, and those of attributes that cannot be encoded.
  package func encoded(
    reserving capacity: Int,
    limit: Int
  ) throws -> (bytes: [UInt8], byteCount: Int) {
    try ChangesetEncoder.encode(self, reserving: capacity, limit: limit)
  }
}

extension ChangesetEncoder {
  fileprivate static func encode(
    _ list: ListInsertion,
    reserving capacity: Int,
    limit: Int
  ) throws -> (bytes: [UInt8], byteCount: Int) {
    var encoder = ChangesetEncoder(format: list.format)
    encoder.bytes.reserveCapacity(min(capacity, limit))
    let cellCount = list.cellCounts.reduce(0, +)
    encoder.bytes.append((list.sections.isEmpty ? 0 : 0x02) | (cellCount > 0 ? 0x20 : 0))
    try encoder.write(sections: list.sections)
    if cellCount > 0 { encoder.bytes.append(number: cellCount) }
    var last = 0
    var droppedCount = 0
    for (section, count) in list.cellCounts.enumerated() where count > 0 {
      // One run: the step to the section, its first item, its length.
      encoder.bytes.append(number: section - last)
      encoder.bytes.append(number: 0)
      encoder.bytes.append(number: count - 1)
      last = section
      for item in 0..<count {
        let (id, component) = try list.cell(CellPath(section: section, item: item))
        encoder.bytes.append(text: id.rawValue)
        encoder.write(cell: component)
        if droppedCount + encoder.bytes.count > limit {
          droppedCount += encoder.bytes.count
          encoder.bytes = []
        }
      }
    }
    let checksum = Checksum(encoder.bytes)
    withUnsafeBytes(of: checksum.value.littleEndian) { encoder.bytes += $0 }
    let byteCount = droppedCount + encoder.bytes.count
    return (byteCount > limit ? [] : encoder.bytes, byteCount)
  }
}

extension Changeset {
  /// A bit for each kind of operation that the changeset has.
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
  /// A bit for each of header, footer, layout and views.
  fileprivate var presence: UInt8 {
    (header == nil ? 0 : 1) | (footer == nil ? 0 : 2) | (layout == nil ? 0 : 4)
      | (views.isEmpty ? 0 : 8)
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
