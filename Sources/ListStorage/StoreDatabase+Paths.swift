import Foundation
import GRDB
import GRDBSQLite

/// Paths, as the system and SQLite take them.
package enum FilePath {
  /// Returns the name under which SQLite opens the file of a path.
  ///
  /// SQLite takes a name that begins with "file:" for a URI, and ":memory:" for no file at all.
  package static func forSQLite(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
  }

  /// Returns the name under which SQLite opens a file as immutable: it takes no locks, and makes no
  /// files beside it (sqlite.org, *Uniform Resource Identifiers*, `immutable`).
  package static func immutable(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let isPlain = { (byte: UInt8) in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
    }
    let escaped = forSQLite(path).utf8.flatMap { byte in
      isPlain(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    // SQLite must not read the start of a path with two slashes as the name of a host.
    let host = escaped.first == UInt8(ascii: "/") ? "//" : ""
    return "file:\(host)\(String(decoding: escaped, as: UTF8.self))?immutable=1"
  }

  /// Returns the folder of a file: "." when the path names none.
  package static func folder(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(of: slash) else { return "." }
    return last == path.startIndex ? "/" : String(path[..<last])
  }

  /// Returns the name of a file in its folder.
  static func name(of path: String) -> [UInt8] {
    let bytes = Array(path.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
  }

  /// The most bytes of a file's name: the longest name of a side file ends with "-journal", and file
  /// systems take 255.
  private static let nameLimit = 247

  private static let partialMark = "-partial-"

  /// Returns whether a name has the form that ``partial(of:)`` makes.
  package static func isPartial(_ name: String) -> Bool {
    guard let mark = name.range(of: partialMark, options: .backwards) else { return false }
    let number = name[mark.upperBound...].utf8
    return !number.isEmpty && UInt64(String(name[mark.upperBound...]), radix: 36) != nil
      && number.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0
      }
  }

  /// Returns a name in the same folder for a file that gets its own name when it is complete.
  package static func partial(of path: String) -> String {
    let ending = "\(partialMark)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    // A character that is cut becomes a replacement character of three bytes.
    let excess = max(0, name(of: path).count + ending.utf8.count + 3 - nameLimit)
    return String(decoding: path.utf8.dropLast(excess), as: UTF8.self) + ending
  }

  /// Refuses a path that the system would read as another one or none, and a name that leaves no room
  /// for the names of side files.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)``.
  package static func validate(_ path: String) throws {
    if path.isEmpty { throw ListStoreError.invalidName("the path", reason: "is empty") }
    if path.utf8.contains(0) {
      throw ListStoreError.invalidName("the path", reason: "has a NUL, where the system ends it")
    }
    let byteCount = name(of: path).count
    guard byteCount <= nameLimit else {
      throw ListStoreError.invalidName(
        "the path",
        reason: "ends with a name of \(byteCount) bytes; \(nameLimit) leave room for the names of "
          + "the files beside it"
      )
    }
  }
}

extension StoreDatabase {
  /// Whether there is no file, and so no other process to lock out, to tell, or to follow.
  package var isInMemory: Bool { file == nil }

  /// Returns the file of a database of the caller's; `nil` when it has none.
  static func path(of writer: any DatabaseWriter) -> String? {
    let name = writer.writeWithoutTransaction { path(of: $0) }
    // GRDB has the name that a file was opened with, which may be a URI.
    return name == nil || writer.path.utf8.starts(with: "file:".utf8) ? name : writer.path
  }

  /// Returns the file of a connection; `nil` when it has none.
  static func path(of database: Database) -> String? {
    // The connection is gone when the owner has closed it.
    guard let connection = database.sqliteConnection,
      let name = sqlite3_db_filename(connection, "main"), name.pointee != 0
    else {
      return nil
    }
    return String(cString: name)
  }
}
