import Foundation
import Testing

/// A store whose list "home" has nine versions, and one restored from its fifth with four of its own.
struct RestoredStores {
  private let directory: TemporaryDirectory
  let database: String
  /// The backup, which is not used otherwise.
  let copy: String
  let restored: String

  init() throws {
    directory = try Self.stores.copied()
    database = directory.path("test.db")
    copy = directory.path("copy.db")
    restored = directory.path("restored.db")
  }

  private static let stores = MadeFiles("test.db", "copy.db", "restored.db") { directory in
    let paths = ["test.db", "copy.db", "restored.db"].map(directory.path)
    try Tool.liststore.succeed("commit", paths[0], "other", input: Documents.list("x"))
    try commit("a", 1...5, to: paths[0])
    try Tool.liststore.succeed("backup", paths[0], paths[1])
    try Tool.liststore.succeed("restore", paths[1], paths[2])
    try commit("b", 6...9, to: paths[0])
    try commit("c", 6...9, to: paths[2])
  }

  func path(_ name: String) -> String { directory.path(name) }

  func commit(_ name: String, _ numbers: ClosedRange<Int>, to store: String) throws {
    try Self.commit(name, numbers, to: store)
  }

  private static func commit(
    _ name: String,
    _ numbers: ClosedRange<Int>,
    to store: String
  ) throws {
    for number in numbers {
      try Tool.liststore.succeed("commit", store, "home", input: Documents.list("\(name)\(number)"))
    }
  }

  /// The token of a version of a list.
  func token(_ version: Int, of list: String = "home", in store: String) throws -> String {
    let log = try Tool.liststore.succeed("log", store, list, "--json").objects()
    return try #require(log.first { $0["version"] as? Int == version }?["token"] as? String)
  }

  /// The newest version of a list.
  func head(of list: String = "home", in store: String) throws -> Int {
    let lists = try Tool.liststore.succeed("lists", store, "--json").objects()
    return try #require(lists.first { $0["list"] as? String == list }?["version"] as? Int)
  }
}
