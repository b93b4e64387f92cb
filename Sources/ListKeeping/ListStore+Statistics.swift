import GRDB
public import ListModel
public import ListStorage

/// How much a store holds, and where its bytes are.
public struct StoreStatistics: Equatable, Sendable {
  /// The size of the database in bytes, free pages included.
  public var fileBytes: Int
  /// The bytes of free pages inside the file.
  public var freeBytes: Int
  /// The size of the write-ahead log in bytes.
  public var walBytes: Int
  /// The number of the last commit, counted over all lists.
  public var sequence: Int
  /// The incomplete copies in the store's folder, ordered by file name: some are being made, others
  /// were left by a process that was killed.
  public var unfinishedCopies: [UnfinishedCopy] = []
  /// Each list, ordered by name.
  public var lists: [ListStatistics]
}

/// How much a list holds.
public struct ListStatistics: Equatable, Sendable {
  /// The name of the list.
  public var id: List.ID
  /// The head version.
  public var version: Int
  /// The token of the head.
  public var token: CursorToken
  /// The oldest version that can be read.
  public var floor: Int
  /// The number of sections of the head.
  public var sections: Int
  /// The number of cells of the head.
  public var cells: Int
  /// The bytes of the contents of the head's cells.
  public var contentBytes: Int
  /// The bytes of the recorded changesets.
  public var feedBytes: Int
  /// The bytes of the spans composed of these changesets.
  public var spanBytes: Int
  /// The consumers of the list, ordered by name.
  ///
  /// Changes that a consumer has yet to read are kept for it; see `ListStore.Retention`.
  public var consumers: [ConsumerInfo]
}

extension StoreStatistics {
  /// The bytes of the contents of all heads.
  public var liveBytes: Int { lists.reduce(0) { $0 + $1.contentBytes } }
  /// The bytes of the recorded changesets of all lists, and of their spans.
  public var historyBytes: Int { lists.reduce(0) { $0 + $1.feedBytes + $1.spanBytes } }
}

extension ListStore {
  /// Counts what the store holds.
  ///
  /// - Throws: `ListStoreError`.
  /// - Complexity: O(cells and versions of all lists).
  public func statistics() throws -> StoreStatistics {
    let walBytes = database.isInMemory ? 0 : database.walByteCount
    let copies = database.isInMemory ? [] : UnfinishedCopy.all(beside: database.path)
    return try database.read { database in
      func number(_ sql: String, _ list: Int64? = nil) throws -> Int {
        let statement = try SQLStatement(sql, in: database)
        return try (list.map(statement.bind) ?? statement).first { try $0.int(0) } ?? 0
      }
      let pageSize = try number("PRAGMA page_size")
      let hasSpans = try database.tableExists("liststore_span")
      return StoreStatistics(
        fileBytes: try number("PRAGMA page_count") * pageSize,
        freeBytes: try number("PRAGMA freelist_count") * pageSize,
        walBytes: walBytes,
        sequence: try number("SELECT max(sequence) FROM liststore_change"),
        unfinishedCopies: copies,
        lists: try ListRows.all(in: database).map { head in
          ListStatistics(
            id: head.id,
            version: head.version,
            token: head.token,
            floor: head.floor,
            sections: try number("SELECT count(*) FROM liststore_section WHERE list = ?", head.row),
            cells: try number("SELECT count(*) FROM liststore_place WHERE list = ?", head.row),
            contentBytes: try number(
              """
              SELECT sum(length(content)) FROM liststore_place JOIN liststore_cell USING (cell)
              WHERE liststore_place.list = ?
              """,
              head.row
            ),
            feedBytes: try number(
              "SELECT sum(length(body)) FROM liststore_change WHERE list = ?",
              head.row
            ),
            // A read-only store may have a format without spans.
            spanBytes: try hasSpans
              ? number("SELECT sum(length(body)) FROM liststore_span WHERE list = ?", head.row) : 0,
            consumers: try consumers(of: head, in: database)
          )
        }
      )
    }
  }
}
