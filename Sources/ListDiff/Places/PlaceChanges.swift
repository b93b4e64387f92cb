package import ListDescription

/// The places that a changeset changes, and the ids of the sections that go and come.
///
/// It serves to follow places through many changes, in a fraction of the time and memory of the
/// changesets. Operations are in the changeset's order.
package struct PlaceChanges: Rearranging, Equatable, Sendable {
  package var rearrangement = Rearrangement()
  /// The ids of the sections deleted, in their order in the rearrangement.
  package var deletedSectionIDs: [Section.ID] = []
  /// The ids of the sections inserted, in their order in the rearrangement.
  package var insertedSectionIDs: [Section.ID] = []
  /// The paths of the cells updated, sorted by those after.
  package var updatedCells: [Match<CellPath>] = []

  /// The number of operations, without the updates of sections.
  package var operationCount: Int { rearrangement.count + updatedCells.count }

  /// Returns the changes of places from the version after to the one before.
  package func inverted() -> PlaceChanges {
    PlaceChanges(
      rearrangement: rearrangement.inverted(),
      deletedSectionIDs: insertedSectionIDs,
      insertedSectionIDs: deletedSectionIDs,
      updatedCells: updatedCells.inverted()
    )
  }
}

extension PlaceChanges {
  /// The places of a changeset.
  package init(_ change: Changeset) {
    rearrangement = change.rearrangement
    deletedSectionIDs = change.deletedSections.map(\.id)
    insertedSectionIDs = change.insertedSections.map(\.id)
    updatedCells = change.updatedCells.map { Match(from: $0.from, to: $0.at) }
  }

  /// Reads the places from the binary form of a changeset without copying it, in a row of a
  /// database for example.
  ///
  /// Nothing of `bytes` is kept.
  ///
  /// - Parameters:
  ///   - bytes: The binary form.
  ///   - memoryLimit: How many bytes of memory may be taken before all bytes are checked.
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format; contents are not
  ///   checked.
  /// - Complexity: O(bytes).
  package init(
    encoded bytes: UnsafeBufferPointer<UInt8>,
    checkingBeyond memoryLimit: Int? = nil
  ) throws(InvalidEncoding) {
    var reader = try ChangesetDecoder(bytes, for: .placing, checkingBeyond: memoryLimit)
    self = try reader.readPlaces(keeping: true)
  }
}

extension Changeset {
  /// Calls `body` with the id of the cell of each operation, in the order of the binary form.
  ///
  /// - Throws: ``InvalidEncoding`` for bytes that do not follow the format; contents are not
  ///   checked.
  /// - Complexity: O(bytes).
  package static func forEachCellID(
    encoded bytes: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InvalidEncoding) {
    var reader = try ChangesetDecoder(bytes, for: .placing)
    try reader.forEachCellID(body)
  }
}

extension ChangesetDecoder {
  fileprivate mutating func forEachCellID(
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InvalidEncoding) {
    let kinds = try readByte()
    if kinds & 0x01 != 0 { try passOverAll(of: Changeset.SectionDeletion.self) { _ in } }
    if kinds & 0x02 != 0 { try passOverAll(of: Changeset.SectionInsertion.self) { _ in } }
    if kinds & 0x04 != 0 { try passOverAll(of: Changeset.SectionMove.self) { _ in } }
    if kinds & 0x08 != 0 { try passOverAll(of: Changeset.SectionUpdate.self) { _ in } }
    if kinds & 0x10 != 0 { try passOverAll(of: Changeset.CellDeletion.self, body) }
    if kinds & 0x20 != 0 { try passOverAll(of: Changeset.CellInsertion.self, body) }
    if kinds & 0x40 != 0 { try passOverAll(of: Changeset.CellMove.self, body) }
    if kinds & 0x80 != 0 { try passOverAll(of: Changeset.CellUpdate.self, body) }
    try checkEnd()
  }

  private mutating func passOverAll<Operation: BinaryOperation>(
    of kind: Operation.Type,
    _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(InvalidEncoding) {
    var places = try OperationPlaces<Operation>(&self)
    while try places.goOn(&self) {
      let start = position
      let id = try take(try readCount(bytesEach: 1))
      position = start
      try passOver(kind)
      body(id)
    }
  }

  /// Reads everything behind the format number.
  ///
  /// - Parameter isKept: Whether the places are returned; otherwise they are only checked.
  /// - Returns: The places, or none.
  /// - Throws: ``InvalidEncoding``.
  mutating func readPlaces(
    keeping isKept: Bool
  ) throws(InvalidEncoding) -> PlaceChanges {
    let kinds = try readByte()
    var result = PlaceChanges()
    if kinds & 0x01 != 0 {
      let sections = try readAll(of: Changeset.SectionDeletion.self, keeping: isKept)
      result.deletedSections = sections.map(\.at)
      result.deletedSectionIDs = sections.map(\.id)
    }
    if kinds & 0x02 != 0 {
      let sections = try readAll(of: Changeset.SectionInsertion.self, keeping: isKept)
      result.insertedSections = sections.map(\.at)
      result.insertedSectionIDs = sections.map(\.id)
    }
    if kinds & 0x04 != 0 {
      result.movedSections = try readAll(of: Changeset.SectionMove.self, keeping: isKept)
        .map { Match(from: $0.from, to: $0.to) }
    }
    if kinds & 0x08 != 0 { _ = try readAll(of: Changeset.SectionUpdate.self, keeping: false) }
    if kinds & 0x10 != 0 {
      result.deletedCells = try readPaths(of: Changeset.CellDeletion.self, keeping: isKept)
    }
    if kinds & 0x20 != 0 {
      result.insertedCells = try readPaths(of: Changeset.CellInsertion.self, keeping: isKept)
    }
    if kinds & 0x40 != 0 {
      result.movedCells = try readMatches(of: Changeset.CellMove.self, keeping: isKept)
    }
    if kinds & 0x80 != 0 {
      result.updatedCells = try readMatches(of: Changeset.CellUpdate.self, keeping: isKept)
    }
    try checkEnd()
    return result
  }

  private mutating func readAll<Operation: BinaryOperation>(
    of kind: Operation.Type,
    keeping isKept: Bool
  ) throws(InvalidEncoding) -> [Operation] {
    var places = try OperationPlaces<Operation>(&self)
    var operations: [Operation] = []
    if isKept { try spend(places.count * MemoryLayout<Operation>.stride) }
    while try places.goOn(&self) {
      let operation: Operation = try read(at: places)
      if isKept { operations.append(operation) }
    }
    return operations
  }

  private mutating func readPaths<Operation: BinaryOperation>(
    of kind: Operation.Type,
    keeping isKept: Bool
  ) throws(InvalidEncoding) -> [CellPath] where Operation.Place == CellPath {
    var places = try OperationPlaces<Operation>(&self)
    var paths: [CellPath] = []
    if isKept {
      try spend(places.count * MemoryLayout<CellPath>.stride)
      paths.reserveCapacity(places.count)
    }
    while try places.goOn(&self) {
      try passOver(kind)
      if isKept { paths.append(places.place) }
    }
    return paths
  }

  private mutating func readMatches<Operation: BinaryOperation>(
    of kind: Operation.Type,
    keeping isKept: Bool
  ) throws(InvalidEncoding) -> [Match<CellPath>] where Operation.Place == CellPath {
    var places = try OperationPlaces<Operation>(&self)
    var paths: [Match<CellPath>] = []
    if isKept {
      try spend(places.count * MemoryLayout<Match<CellPath>>.stride)
      paths.reserveCapacity(places.count)
    }
    while try places.goOn(&self) {
      try passOver(kind)
      if isKept { paths.append(Match(from: places.origin, to: places.place)) }
    }
    return paths
  }
}
