import Foundation
import ListModel

/// The error of a command line on which the list and the store are swapped.
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

  /// Refuses to create a store if the name of the list is the path of a store, or looks like one.
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

  /// Returns whether a file begins like an SQLite database.
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
