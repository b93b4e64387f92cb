import Foundation
import ListModel

/// A command line on which the name of the list stands where the store belongs.
struct SwappedArguments: Error, CustomStringConvertible {
  let database: String
  let list: List.ID

  /// One sentence for people.
  var description: String {
    "\"\(list)\" looks like a store, and there is none at \"\(database)\": DB comes before LIST"
  }

  /// What to do next.
  var advice: String {
    "Write \"\(list) \(database)\"; or create \"\(database)\" with another command first, if that is "
      + "what is meant."
  }

  /// Refuses to create a store when what is said to be the list is one, or is called like one.
  ///
  /// - Throws: ``SwappedArguments``.
  static func check(database: String, list: List.ID) throws(SwappedArguments) {
    let files = FileManager.default
    guard !files.fileExists(atPath: database) else { return }
    let suffixes = [".db", ".sqlite", ".sqlite3"]
    let isNamedLikeStore = suffixes.contains { list.rawValue.hasSuffix($0) }
    let isStore = !list.rawValue.contains("\0") && isDatabase(list.rawValue)
    let looksSwapped = isNamedLikeStore && !suffixes.contains { database.hasSuffix($0) }
    if isStore || looksSwapped { throw SwappedArguments(database: database, list: list) }
  }

  /// Whether a file begins as SQLite's do.
  private static func isDatabase(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      !isDirectory.boolValue, let file = FileHandle(forReadingAtPath: path)
    else { return false }
    defer { try? file.close() }
    let start = try? file.read(upToCount: 16)
    return start == Data("SQLite format 3\0".utf8)
  }
}
