import GRDB
import GRDBSQLite

/// Overwrites a value of a row, piece by piece, so that it is never in memory as a whole.
struct BlobWriter: ~Copyable {
  private let blob: OpaquePointer
  private let connection: OpaquePointer?
  private var offset: Int32 = 0

  /// Opens a value.
  init(table: String, column: String, row: Int64, in database: Database) throws {
    connection = database.sqliteConnection
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(connection, "main", table, column, row, 1, &blob)
    guard code == SQLITE_OK, let blob else { throw Self.error(of: connection) }
    self.blob = blob
  }

  deinit {
    sqlite3_blob_close(blob)
  }

  /// Writes the next bytes.
  mutating func write(_ piece: UnsafeRawBufferPointer) throws {
    guard let count = Int32(exactly: piece.count),
      sqlite3_blob_write(blob, piece.baseAddress, count, offset) == SQLITE_OK
    else { throw Self.error(of: connection) }
    offset += count
  }

  /// Makes sure that all of the value was written.
  consuming func finish() throws {
    let count = sqlite3_blob_bytes(blob)
    guard offset == count else {
      throw ListStoreError.corrupted(reason: "wrote \(offset) of \(count) bytes of a value")
    }
  }

  private static func error(of connection: OpaquePointer?) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) } ?? "cannot write a value"
    )
  }
}
