import Foundation
import ListModel
import ListStorage

/// Measures commits of whole lists, and a peer that compares and writes the same rows by hand.
struct DeclaredCommits {
  let count: Int
  let folder: String
  let comparison: Comparison

  func run() throws {
    try firstImport()
    for durability in [ListStore.Durability.normal, .full] {
      for changeCount in [0, 1, 10] { try changes(changeCount, durability) }
    }
  }

  private var rounds: Int { count >= 100_000 ? comparison.rounds : comparison.rounds * 3 }

  private func firstImport() throws {
    let models = (0..<count).map { FeedModel($0) }
    let list = List(declaring: models)
    let stored = try list.inStoredForm()
    try StoreBenchmark.withFolder(in: folder) { folder in
      var number = 0
      func path() -> String {
        number += 1
        return folder + "/\(number).db"
      }
      try comparison.measure(
        "first import",
        count,
        clock: .wall,
        rounds: min(comparison.rounds, 7),
        [
          .init(name: "GRDB, by hand") { _ in
            try HandWrittenFeed(path: path(), waitsForDevice: true).commit(models)
          },
          .init(name: "typed cells") { _ in
            try ListStore(path: path()).commit(list, to: "feed")
          },
          .init(name: "stored cells") { _ in
            try ListStore(path: path()).commit(stored, to: "feed")
          },
        ]
      )
    }
  }

  /// Measures commits of a list with `changeCount` changes, declared again in each round.
  private func changes(_ changeCount: Int, _ durability: ListStore.Durability) throws {
    let history = FeedHistory(
      count,
      versions: count >= 100_000 ? 4 : 16,
      changing: changeCount,
      seed: UInt64(count + changeCount)
    )
    try StoreBenchmark.withFolder(in: folder) { folder in
      let feed = try HandWrittenFeed(
        path: folder + "/hand.db",
        waitsForDevice: durability == .full
      )
      let remembered = try HandWrittenFeed(
        path: folder + "/remembered.db",
        waitsForDevice: durability == .full,
        keepsLast: true
      )
      let typed = try DeclaredFeed(folder + "/typed.db", history, durability, asStored: false)
      let stored = try DeclaredFeed(folder + "/stored.db", history, durability, asStored: true)
      let declared = try DeclaredFeed(folder + "/cold.db", history, durability, asStored: false)
      for feed in [feed, remembered] { try feed.commit(history.versions[0]) }
      var next: [FeedModel] = []
      try comparison.measure(
        "\(changeCount) changed, \(durability)",
        count,
        clock: durability == .full ? .wall : .processor,
        rounds: rounds,
        [
          .init(name: "GRDB, by hand") { round in
            try feed.commit(history.models(of: round))
          },
          .init(
            name: "GRDB, by hand, beside its last array",
            prepare: { next = history.models(of: $0).map(\.copy) },
            run: { _ in try remembered.commit(next) }
          ),
          .init(name: "typed cells", prepare: typed.declare) { _ in try typed.commit() },
          .init(name: "stored cells", prepare: stored.declare) { _ in try stored.commit() },
          .init(
            name: "typed cells, store opened",
            prepare: {
              try declared.declare($0)
              try declared.reopen()
            },
            run: { _ in try declared.commit() }
          ),
        ]
      )
    }
  }
}

extension FeedHistory {
  /// Returns the version of a round; rounds go to the newest version and back, so that each differs
  /// from the last.
  func models(of round: Int) -> [FeedModel] {
    let (way, step) = ((round + 1) / (versions.count - 1), (round + 1) % (versions.count - 1))
    return versions[way % 2 == 0 ? step : versions.count - 1 - step]
  }
}

/// A feed in a store, declared whole for each commit.
private final class DeclaredFeed {
  private let path: String
  private let history: FeedHistory
  private let configuration: ListStore.Configuration
  private let isStored: Bool
  private var store: ListStore
  private var next = List()

  init(
    _ path: String,
    _ history: FeedHistory,
    _ durability: ListStore.Durability,
    asStored: Bool
  ) throws {
    self.path = path
    self.history = history
    isStored = asStored
    var configuration = ListStore.Configuration()
    configuration.durability = durability
    self.configuration = configuration
    store = try ListStore(path: path, configuration: configuration)
    try store.commit(Self.list(of: history.versions[0], asStored: asStored), to: "feed")
  }

  /// Declares the list of a round, in memory of its own.
  func declare(_ round: Int) throws {
    next = try Self.list(of: history.models(of: round), asStored: isStored)
  }

  func reopen() throws {
    store = try ListStore(path: path, configuration: configuration)
    _ = try store.info(of: "feed")
  }

  func commit() throws { try store.commit(next, to: "feed") }

  private static func list(of models: [FeedModel], asStored: Bool) throws -> List {
    let list = List(declaring: models.map(\.copy))
    return asStored ? try list.inStoredForm() : list
  }
}
