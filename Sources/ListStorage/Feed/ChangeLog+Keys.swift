package import GRDB
import ListModel

extension ChangeLog {
  /// Forgets all commit keys of a list.
  static func removeKeys(of list: Int64, in database: Database) throws {
    try SQLStatement("DELETE FROM liststore_key WHERE list = ?", in: database).bind(list).run()
  }

  /// Records which version a commit key stands for, in place of a version that is not retained any
  /// more.
  package static func record(
    _ key: String,
    for version: Int,
    list: Int64,
    in database: Database
  ) throws {
    try SQLStatement(
      "INSERT OR REPLACE INTO liststore_key (list, key, version) VALUES (?, ?, ?)",
      in: database
    ).bind(list).bind(key).bind(version).run()
  }

  /// Returns the version a commit key stands for.
  package static func version(of key: String, list: Int64, in database: Database) throws -> Int? {
    try SQLStatement(
      "SELECT version FROM liststore_key WHERE list = ? AND key = ?",
      in: database
    ).bind(list).bind(key).first { try $0.int(0) }
  }

  /// Returns the commit keys of a list, and the versions they stand for; `nil` for an invalid key.
  package static func keys(
    of list: Int64,
    in database: Database
  ) throws -> [(key: String?, version: Int)] {
    try SQLStatement(
      "SELECT key, version FROM liststore_key WHERE list = ? ORDER BY key",
      in: database
    ).bind(list).all { row in
      let key = try? row.text(0)
      return (key: CommitRequest.canBeName(key) ? key : nil, version: try row.int(1))
    }
  }

  /// Returns the key of the commit that made a version.
  static func key(of version: Int, list: Int64, in database: Database) throws -> String? {
    try SQLStatement(
      "SELECT key FROM liststore_change WHERE list = ? AND version = ?",
      in: database
    ).bind(list).bind(version).first { try $0.optionalText(0) } ?? nil
  }
}
