import ListModel

/// An operation in the binary form: its place, id and origin are written alike for all kinds, the
/// rest is its *payload*.
protocol BinaryOperation: PlacedOperation where Place: BinaryPlace {
  /// The kind of payload.
  static var payload: OperationPayload { get }

  /// Reads the payload of an operation whose other parts are known.
  init(
    _ id: Identifier<Element>,
    from origin: Place,
    at place: Place,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding)

  /// Writes the payload.
  func writePayload(to encoder: inout ChangesetEncoder) throws
}

/// The kind of an operation's payload; of two values, the first replaces the second.
enum OperationPayload {
  case nothing
  case component
  case components
  case attributes
  case replacedAttributes

  /// The most contents that it can have.
  var contentCount: Int {
    switch self {
    case .nothing: 0
    case .component: 1
    case .components: 2
    case .attributes: 3
    case .replacedAttributes: 6
    }
  }
}

// MARK: Sections

extension Changeset.SectionDeletion: BinaryOperation {
  static var payload: OperationPayload { .attributes }

  init(
    _ id: Section.ID,
    from origin: Int,
    at place: Int,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    self.init(id: id, at: place, attributes: try payload.readAttributes().attributes)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {
    try encoder.write(attributes)
  }
}

extension Changeset.SectionInsertion: BinaryOperation {
  static var payload: OperationPayload { .attributes }

  init(
    _ id: Section.ID,
    from origin: Int,
    at place: Int,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    self.init(id: id, at: place, attributes: try payload.readAttributes().attributes)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {
    try encoder.write(attributes)
  }
}

extension Changeset.SectionMove: BinaryOperation {
  static var payload: OperationPayload { .nothing }

  init(
    _ id: Section.ID,
    from origin: Int,
    at place: Int,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    self.init(id: id, from: origin, to: place)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {}
}

extension Changeset.SectionUpdate: BinaryOperation {
  static var payload: OperationPayload { .replacedAttributes }

  init(
    _ id: Section.ID,
    from origin: Int,
    at place: Int,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    let new = try payload.readAttributes()
    let old = try payload.readAttributes(replacedBy: new)
    self.init(id: id, from: origin, at: place, old: old.attributes, new: new.attributes)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {
    try encoder.write(new)
    try encoder.write(old, replacedBy: new)
  }
}

// MARK: Cells

extension Changeset.CellDeletion: BinaryOperation {
  static var payload: OperationPayload { .component }

  init(
    _ id: Cell.ID,
    from origin: CellPath,
    at place: CellPath,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    self.init(id: id, at: place, component: try payload.readCellComponent().component)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {
    encoder.write(cell: try component.stored())
  }
}

extension Changeset.CellInsertion: BinaryOperation {
  static var payload: OperationPayload { .component }

  init(
    _ id: Cell.ID,
    from origin: CellPath,
    at place: CellPath,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    self.init(id: id, at: place, component: try payload.readCellComponent().component)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {
    encoder.write(cell: try component.stored())
  }
}

extension Changeset.CellMove: BinaryOperation {
  static var payload: OperationPayload { .nothing }

  init(
    _ id: Cell.ID,
    from origin: CellPath,
    at place: CellPath,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    self.init(id: id, from: origin, to: place)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {}
}

extension Changeset.CellUpdate: BinaryOperation {
  static var payload: OperationPayload { .components }

  init(
    _ id: Cell.ID,
    from origin: CellPath,
    at place: CellPath,
    payload: inout ChangesetDecoder
  ) throws(InvalidEncoding) {
    let new = try payload.readCellComponent()
    let old = try payload.readCellComponent(replacedBy: new.content)
    self.init(id: id, from: origin, at: place, old: old.component, new: new.component)
  }

  func writePayload(to encoder: inout ChangesetEncoder) throws {
    let new = try new.stored()
    encoder.write(cell: new)
    encoder.write(cell: try old.stored(), replacedBy: new)
  }
}
