import Foundation
import ListTestSupport
import Testing

/// What `commit --expect`, `clear --expect`, `revert` and `undo` take for the version somebody means.
@Suite struct `A version that is meant` {
  private let stores: RestoredStores
  private var database: String { stores.database }
  private var restored: String { stores.restored }

  init() throws { stores = try RestoredStores() }

  /// The ways to say which version is meant, each as the arguments after list and place.
  enum Way: String, CaseIterable {
    case commit, clear, revert, undo, revertExpecting

    func arguments(_ store: String, _ list: String, _ place: String) -> [String] {
      switch self {
      case .commit: ["commit", store, list, "--expect", place, "--json"]
      case .clear: ["clear", store, list, "--expect", place, "--json"]
      case .revert: ["revert", store, list, place, "--json"]
      case .undo: ["undo", store, list, place, "--omit", "--json"]
      case .revertExpecting: ["revert", store, list, "0", "--expect", place, "--json"]
      }
    }

    /// Whether the version has to be the newest.
    var meansNewest: Bool { self != .revert && self != .undo }
  }

  private func run(
    _ way: Way,
    _ store: String,
    _ place: String,
    _ more: String...,
    list: String = "home"
  ) throws -> Tool.Result {
    try Tool.liststore.run(
      way.arguments(store, list, place) + more,
      input: Data(Documents.list("new").utf8)
    )
  }

  @Test(arguments: Way.allCases)
  func `is not taken by its number in a list that was restored`(way: Way) throws {
    for number in ["7", "9", "12"] {
      let result = try run(way, restored, number)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("\(number) may be another one"), "\(result.errors)")
      #expect(result.errors.contains("--epoch 2"), "\(result.errors)")
      #expect(result.errors.contains("token"), "\(result.errors)")
    }
    #expect(try run(way, restored, "9", "--epoch", "1").status == 1)
    #expect(try run(way, restored, "9", "--epoch", "3").status == 1)
    #expect(try stores.head(in: restored) == 9)
    #expect(try run(way, database, "9", "--epoch", "2").status == 1)
    #expect(try stores.head(in: database) == 9)
  }

  @Test(arguments: Way.allCases)
  func `can be a number of the epoch it was noted in, or of a list that was never restored`(
    way: Way
  ) throws {
    // What the list is already makes no version.
    let place = way == .revert ? "8" : "9"
    #expect(try run(way, restored, place, "--epoch", "2").status == 0)
    #expect(try stores.head(in: restored) == 10)
    #expect(try run(way, database, place).status == 0)
    #expect(try stores.head(in: database) == 10)
  }

  @Test(arguments: Soak.some(Way.allCases, every: 2))
  func `is taken by its token`(way: Way) throws {
    for store in [database, restored] {
      let older = try stores.token(8, in: store)
      let result = try run(way, store, older)
      #expect(result.status == (way.meansNewest ? 1 : 0), "\(result.errors)")
      #expect(result.errors.contains("is at version 9, not 8") == way.meansNewest)
      let newest = try stores.token(stores.head(in: store), in: store)
      let second = try run(way, store, newest)
      #expect(second.status == 0, "\(second.errors)")
    }
  }

  @Test(arguments: Soak.some(Way.allCases, every: 2))
  func `is not taken by a token of another past`(way: Way) throws {
    for version in [5, 7, 9] {
      let token = try stores.token(version, in: database)
      let result = try run(way, restored, token)
      #expect(result.status == 1)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("(restored)"), "\(result.errors)")
      #expect(result.errors.contains(token), "\(result.errors)")
      #expect(result.errors.contains(try stores.token(9, in: restored)), "\(result.errors)")
    }
    #expect(try stores.head(in: restored) == 9)
    // Of another list, and of a copy that went on by itself.
    let other = try stores.token(1, of: "other", in: database)
    #expect(try run(way, database, other).errors.contains("(other-list)"))
    try stores.commit("d", 6...8, to: stores.copy)
    let newest = try stores.token(9, in: database)
    #expect(try run(way, stores.copy, newest).errors.contains("(from-the-future)"))
    try stores.commit("d", 9...9, to: stores.copy)
    #expect(try run(way, stores.copy, newest).errors.contains("(forked)"))
    #expect(try stores.head(in: database) == 9)
    #expect(try stores.head(in: stores.copy) == 9)
  }

  @Test(arguments: Soak.some(Way.allCases, every: 2))
  func `is not taken by anything else`(way: Way) throws {
    let all = try #require(
      try Tool.liststore.succeed("stats", restored, "--json").objects()[0]["token"] as? String
    )
    let token = try stores.token(9, in: restored)
    for (place, more) in [
      (all, []), ("1.x", []), ("x", []), ("9", ["--epoch", "0"]), (token + "0", []),
    ] {
      let arguments = way.arguments(restored, "home", place) + more
      let result = try Tool.liststore.run(arguments, input: Data(Documents.list("new").utf8))
      #expect(result.status == 2, "\(result.errors)")
    }
    // There a number is left that the epoch is of.
    let isRefused = way != .revertExpecting
    #expect((try run(way, restored, token, "--epoch", "2").status == 2) == isRefused)
  }

  @Test func `is not taken by its number when the list came again after the restoration`() throws {
    for (store, names) in [(database, ["p", "q"]), (restored, ["r", "s"])] {
      for name in names {
        try Tool.liststore.succeed("commit", store, "late", input: Documents.list(name))
      }
    }
    for way in Way.allCases {
      let result = try run(way, restored, "2", list: "late")
      #expect(result.status == 1)
      #expect(result.errors.contains("2 may be another one"), "\(result.errors)")
    }
    #expect(try Tool.liststore.run(["changes", restored, "late", "--since", "1"]).status == 1)
    #expect(try run(.commit, restored, "2", "--epoch", "2", list: "late").status == 0)
    #expect(try run(.commit, database, "2", list: "late").status == 0)
    // One that is not there has no number that could mean anything.
    #expect(try run(.commit, restored, "2", list: "later").status == 1)
  }

  @Test func `is not taken by its number when a store was repaired twice`() throws {
    let (once, twice) = (stores.path("once.db"), stores.path("twice.db"))
    try Tool.liststore.succeed("repair", restored, once)
    try Tool.liststore.succeed("repair", once, twice)
    for (store, epoch) in [(once, "3"), (twice, "4")] {
      #expect(try run(.revert, store, "9", "--epoch", "2").status == 1)
      #expect(try run(.revert, store, "9", "--epoch", epoch).status == 0)
    }
  }

  @Test func `is none before there was a list, in every epoch`() throws {
    #expect(try run(.commit, restored, "0", list: "brand new").status == 0)
    #expect(try run(.revert, restored, "0").status == 0)
    #expect(try run(.commit, restored, "0").errors.contains("not 0"))
  }

  @Test func `is told with each commit, for the next`() throws {
    var token = try stores.token(9, in: restored)
    for name in ["x", "y", "z"] {
      let commit = try Tool.liststore.succeed(
        "commit",
        restored,
        "home",
        "--expect",
        token,
        "--json",
        input: Documents.list(name)
      )
      token = try #require(commit.objects()[0]["token"] as? String)
    }
    #expect(try token == stores.token(12, in: restored))
    #expect(try run(.clear, restored, token).objects()[0]["version"] as? Int == 13)
  }

  @Test func `is expected again by a commit that is repeated with its key`() throws {
    let token = try stores.token(9, in: restored)
    #expect(try run(.commit, restored, token, "--key", "k").status == 0)
    try stores.commit("e", 10...12, to: restored)
    let again = try run(.commit, restored, token, "--key", "k")
    #expect(try again.objects()[0]["outcome"] as? String == "duplicate")
    #expect(try again.objects()[0]["token"] as? String == stores.token(10, in: restored))
    // Also when that version is not kept any more.
    try Tool.liststore.succeed("compact", restored, "--versions", "4", "--age", "0s")
    #expect(try run(.commit, restored, token).errors.contains("is at version 13, not 9"))
    let late = try run(.commit, restored, token, "--key", "k")
    #expect(late.status == 0, "\(late.errors)")
  }
}
