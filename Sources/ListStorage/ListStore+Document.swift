import GRDB
public import ListModel

extension ListStore {
  /// Writes the list document of a version in pieces.
  ///
  /// The pieces together are the bytes of `snapshot(of:at:).list.document()`. The newest version is read
  /// chunk by chunk in one read transaction, so that a long list is never in memory as a whole; an older
  /// version is made in memory first.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version; the newest if `nil`.
  ///   - write: Called with each piece, in order, of some 64 KiB.
  /// - Throws: ``ListStoreError/unknownList(_:)``, ``ListStoreError/unknownVersion(_:list:available:)``;
  ///   ``ListStoreError/corrupted(reason:)``, also when all cells were read and the whole list does not have
  ///   its fingerprint: the document then lacks its end, and is no JSON; and the errors of `write`.
  /// - Complexity: O(bytes of the document) of time; 8 bytes of memory for each cell.
  public func document(
    of list: List.ID,
    at version: Int? = nil,
    _ write: ([UInt8]) throws -> Void
  ) throws {
    let isHead = try database.read { database in
      let head = try ListRows.require(list, in: database)
      guard version == nil || version == head.version else { return false }
      try writeHead(head, in: database, write)
      return true
    }
    if !isHead { try write(try snapshot(of: list, at: version).list.document()) }
  }

  /// Reads the newest version of a list to its end, and compares it with its fingerprint.
  ///
  /// Sections and places that are read without the cells are proved by this.
  ///
  /// - Throws: ``ListStoreError/unknownList(_:)``, ``ListStoreError/corrupted(reason:)``.
  /// - Complexity: O(bytes of the list) of time; 8 bytes of memory for each cell.
  package func requireHead(of list: List.ID) throws {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      try Self.require(try HeadWalk.walk(of: head.row, in: database) { _ in }, of: head)
    }
  }

  private static func require(_ fingerprint: Fingerprint, of head: ListRows.Head) throws {
    guard fingerprint == head.fingerprint else {
      throw ListStoreError.corrupted(
        reason:
          "list \"\(head.id)\": version \(head.version) does not have its recorded fingerprint"
      )
    }
  }

  private func writeHead(
    _ head: ListRows.Head,
    in database: Database,
    _ write: ([UInt8]) throws -> Void
  ) throws {
    var writer = JSONWriter()
    writer.startListDocument()
    var place: CellPath?
    let fingerprint = try HeadWalk.walk(of: head.row, in: database) { piece in
      switch piece {
      case .section(let section):
        if place != nil { writer.endSection() }
        let index = place.map { $0.section + 1 } ?? 0
        try writer.startSection(section, at: index)
        place = CellPath(section: index, item: 0)
      case .cells(let cells):
        guard var path = place else { return }
        for cell in cells {
          try writer.cell(cell, at: path)
          path.item += 1
        }
        place = path
      }
      if writer.bytes.count >= Self.pieceLength { try write(writer.takeBytes()) }
    }
    try Self.require(fingerprint, of: head)
    if place != nil { writer.endSection() }
    writer.endListDocument()
    try write(writer.takeBytes())
  }

  /// The length of a piece, in bytes.
  private static var pieceLength: Int { 1 << 16 }
}
