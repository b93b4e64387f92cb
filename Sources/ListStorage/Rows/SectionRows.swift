package import GRDB
package import ListModel

/// The rows of sections.
package enum SectionRows {
  /// Reads the sections of a list, in order, with their chunks; does not check checksums if
  /// something else proves them.
  static func heads(
    of list: Int64,
    proving isProven: Bool = true,
    in database: Database
  ) throws -> [SectionHead] {
    var sections = try headsWithoutChunks(of: list, proving: isProven, in: database)
    let chunks = try ChunkRows.tables(of: list, proving: isProven, in: database)
    for index in sections.indices {
      sections[index].chunks = chunks[sections[index].row] ?? ChunkTable()
    }
    return sections
  }

  /// Reads the sections of a list, in order.
  package static func headsWithoutChunks(
    of list: Int64,
    proving isProven: Bool = true,
    in database: Database
  ) throws -> [SectionHead] {
    try SQLStatement(Self.ofList, in: database).bind(list)
      .all { try head($0, proving: isProven) }
  }

  /// Reads a section of a list, without its chunks; `nil` if the list has none with this row.
  package static func headWithoutChunks(
    _ section: Int64,
    of list: Int64,
    in database: Database
  ) throws -> SectionHead? {
    try SQLStatement(Self.byRow, in: database).bind(section).bind(list)
      .first { try head($0, proving: true) }
  }

  private static let byRow = select("WHERE section = ? AND list = ?")
  private static let ofList = select("WHERE list = ? ORDER BY position")

  private static func select(_ rest: String) -> SQLStatement.Text {
    let columns = "section, id, position, digest, list"
    let checksum = RowChecksum.required("checksum", of: "liststore_section")
    return SQLStatement.Text(
      "SELECT \(columns), \(checksum) FROM liststore_section \(rest)",
      inOlderStores: "SELECT \(columns), NULL FROM liststore_section \(rest)"
    )
  }

  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when the row has another checksum.
  private static func head(_ row: SQLRow, proving isProven: Bool) throws -> SectionHead {
    let head = SectionHead(
      id: Section.ID(try row.text(1)),
      row: try row.int64(0),
      position: try row.int64(2),
      attributes: try row.digest(3)
    )
    guard isProven, !row.isNull(5) else { return head }
    let checksum = RowChecksum.section(
      head.row,
      list: try row.int64(4),
      position: head.position,
      id: head.id
    )
    guard try row.int64(5) == checksum else {
      throw ListStoreError.corrupted(
        reason:
          "section row \(head.row) is not what was recorded; `repair` saves what can be proved"
      )
    }
    return head
  }

  /// Returns the row and the position of a section.
  static func find(
    _ id: Section.ID,
    list: Int64,
    in database: Database
  ) throws -> (row: Int64, position: Int64)? {
    try SQLStatement(
      "SELECT section, position FROM liststore_section WHERE list = ? AND id = ?",
      in: database
    ).bind(list).bind(id).first { try ($0.int64(0), $0.int64(1)) }
  }

  /// Checks that a section has the same id in the table and in its index.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func require(_ section: SectionHead, list: Int64, in database: Database) throws {
    // SQLite reads the ids of a list's sections from either.
    let id = try SQLStatement("SELECT id FROM liststore_section WHERE section = ?", in: database)
      .bind(section.row).first { Section.ID(try $0.text(0)) }
    guard id == section.id, try find(section.id, list: list, in: database)?.row == section.row
    else {
      throw ListStoreError.corrupted(
        reason:
          "section row \(section.row) is not that of section \"\(section.id)\"; `repair` saves what "
          + "can be proved"
      )
    }
  }

  static func position(of section: Int64, in database: Database) throws -> Int64? {
    try SQLStatement(
      "SELECT position FROM liststore_section WHERE section = ?",
      in: database
    ).bind(section).first { try $0.int64(0) }
  }

  /// Reads header, footer, layout and views of a section, and checks their digest.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when they have another digest.
  package static func attributes(of section: Int64, in database: Database) throws
    -> Section.Attributes
  {
    let (attributes, digest) = try unprovenAttributes(of: section, in: database)
    guard try Digest(attributes) == digest else {
      throw ListStoreError.corrupted(
        reason:
          "section row \(section) has another digest than its content; `repair` saves what can "
          + "be proved"
      )
    }
    return attributes
  }

  /// Reads header, footer, layout and views of a section as its row has them, and the recorded
  /// digest.
  package static func unprovenAttributes(
    of section: Int64,
    in database: Database
  ) throws -> (attributes: Section.Attributes, digest: Digest) {
    let text = SQLStatement.Text(
      "SELECT header, footer, layout, digest, views FROM liststore_section WHERE section = ?",
      inOlderStores:
        "SELECT header, footer, layout, digest, NULL FROM liststore_section WHERE section = ?"
    )
    let found = try SQLStatement(text, in: database).bind(section).first { row in
      let attributes = Section.Attributes(
        header: try row.optionalBytes(0).map { try StoredView.view($0) },
        footer: try row.optionalBytes(1).map { try StoredView.view($0) },
        views: SupplementaryViews(try StoredViews.views(row.optionalBytes(4))),
        layout: try row.optionalBytes(2).map { AnySectionLayout(try CellRows.content($0)) }
      )
      return (attributes, try row.digest(3))
    }
    guard let found else {
      throw ListStoreError.corrupted(reason: "section row \(section) is missing")
    }
    return found
  }

  static func insert(
    _ id: Section.ID,
    list: Int64,
    position: Int64,
    _ attributes: Section.Attributes,
    digest: Digest,
    in database: Database
  ) throws -> Int64 {
    try SQLStatement(
      """
      INSERT INTO liststore_section (list, id, position, digest, header, footer, layout, views)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      in: database
    ).bind(list).bind(id).bind(position).bind(digest).bind(attributes).run()
    let row = database.lastInsertedRowID
    try set(position: position, of: row, list: list, id, in: database)
    return row
  }

  static func set(
    _ attributes: Section.Attributes,
    digest: Digest,
    of section: Int64,
    in database: Database
  ) throws {
    try SQLStatement(
      """
      UPDATE liststore_section SET digest = ?, header = ?, footer = ?, layout = ?, views = ?
      WHERE section = ?
      """,
      in: database
    ).bind(digest).bind(attributes).bind(section).run()
  }

  static func set(
    position: Int64,
    of section: Int64,
    list: Int64,
    _ id: Section.ID,
    in database: Database
  ) throws {
    let checksum = RowChecksum.section(section, list: list, position: position, id: id)
    try SQLStatement(
      "UPDATE liststore_section SET position = ?, checksum = ? WHERE section = ?",
      in: database
    ).bind(position).bind(checksum).bind(section).run()
  }

  /// Adds checksums to the sections that older software has made.
  static func addChecksums(in database: Database) throws {
    let sections = try SQLStatement(
      "SELECT section, list, position, id FROM liststore_section",
      in: database
    ).all { row in
      try (row.int64(0), row.int64(1), row.int64(2), Section.ID(row.text(3)))
    }
    for (row, list, position, id) in sections {
      try set(position: position, of: row, list: list, id, in: database)
    }
  }

  /// Deletes a section's row; the caller deletes its chunks and cells.
  static func delete(_ section: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_section WHERE section = ?", in: database)
      .bind(section).run()
  }
}

extension SQLStatement {
  /// Binds header, footer, layout and views.
  fileprivate func bind(_ attributes: Section.Attributes) throws -> SQLStatement {
    try bind(attributes.header.map { try StoredView.bytes($0) })
      .bind(attributes.footer.map { try StoredView.bytes($0) })
      .bind(attributes.layout.map { try $0.stored().bytes })
      .bind(StoredViews.bytes(try attributes.sortedViews()))
  }
}
