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
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
    copy = directory.path("copy.db")
    restored = directory.path("restored.db")
    try Tool.liststore.succeed("commit", database, "other", input: Documents.list("x"))
    try commit("a", 1...5, to: database)
    try Tool.liststore.succeed("backup", database, copy)
    try Tool.liststore.succeed("restore", copy, restored)
    try commit("b", 6...9, to: database)
    try commit("c", 6...9, to: restored)
  }

  func path(_ name: String) -> String { directory.path(name) }

  func commit(_ name: String, _ numbers: ClosedRange<Int>, to store: String) throws {
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
