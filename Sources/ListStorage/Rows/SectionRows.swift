import GRDB
import ListModel

/// The rows of sections.
enum SectionRows {
  /// The sections of a list, in order, with their chunks.
  static func heads(of list: Int64, in database: Database) throws -> [SectionHead] {
    var sections = try headsWithoutChunks(of: list, in: database)
    let chunks = try ChunkRows.tables(of: list, in: database)
    for index in sections.indices {
      sections[index].chunks = chunks[sections[index].row] ?? ChunkTable()
    }
    return sections
  }

  /// The sections of a list, in order.
  static func headsWithoutChunks(of list: Int64, in database: Database) throws -> [SectionHead] {
    try SQLStatement(
      """
      SELECT section, id, position, digest FROM liststore_section
      WHERE list = ? ORDER BY position
      """,
      in: database
    ).bind(list).all(head)
  }

  /// A section of a list, without its chunks; `nil` if it has none with this row.
  static func headWithoutChunks(
    _ section: Int64,
    of list: Int64,
    in database: Database
  ) throws -> SectionHead? {
    try SQLStatement(
      "SELECT section, id, position, digest FROM liststore_section WHERE section = ? AND list = ?",
      in: database
    ).bind(section).bind(list).first(head)
  }

  private static func head(_ row: SQLRow) throws -> SectionHead {
    SectionHead(
      id: Section.ID(try row.text(1)),
      row: try row.int64(0),
      position: try row.int64(2),
      attributes: try row.digest(3)
    )
  }

  /// The row and the position of a section.
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

  /// Checks that a section has the id it was given: it stands in the table and in its index.
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

  /// Header, footer, layout and views of a section, which have the digest that stands beside them.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``, also when they have another digest.
  static func attributes(of section: Int64, in database: Database) throws -> Section.Attributes {
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

  /// Checks that every section of a file has the digest of its header, footer, layout and views.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  static func requireDigests(in database: Database) throws {
    try SQLStatement("SELECT section FROM liststore_section", in: database).forEachRow { row in
      _ = try attributes(of: try row.int64(0), in: database)
    }
  }

  /// Header, footer, layout and views of a section as its row has them, and the digest beside them.
  static func unprovenAttributes(
    of section: Int64,
    in database: Database
  ) throws -> (attributes: Section.Attributes, digest: Digest) {
    let found = try SQLStatement(
      "SELECT header, footer, layout, digest, views FROM liststore_section WHERE section = ?",
      inOlderStores:
        "SELECT header, footer, layout, digest, NULL FROM liststore_section WHERE section = ?",
      in: database
    ).bind(section).first { row in
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
    return database.lastInsertedRowID
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

  static func set(position: Int64, of section: Int64, in database: Database) throws {
    try SQLStatement(
      "UPDATE liststore_section SET position = ? WHERE section = ?",
      in: database
    ).bind(position).bind(section).run()
  }

  /// Deletes a section's row; its chunks and cells are for the caller to delete.
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
