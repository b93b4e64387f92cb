import ListDiff
import ListModel
import ListStorage

// Consumers and replicas.

extension FaultScenario {
  static let following: [FaultScenario] = [
    FaultScenario(
      name: "consume",
      start: .store,
      isOpen: true,
      finish: { session, store in
        try session.consume(from: store)
        let position = try store.consumers(of: "home").map(\.position.version)
        return position == [5] ? [] : ["consumers are at \(position)"]
      },
      invariant: { store in
        // What the consumer has committed tells how far it is: both move together.
        let position = try store.consumers(of: "home").first?.position.version ?? 0
        let committed = try store.info(of: "other").version
        return committed == min(1 + position / 2, 3)
          ? [] : ["the consumer is at \(position), and has committed \(committed)"]
      },
      run: { session in try session.consume(from: session.opened()) }
    ),
    FaultScenario(
      name: "window",
      start: .store,
      isOpen: true,
      finish: { session, store in
        let problems = try commitAgain(&session, store)
        try session.follow(.rows(2..<9), in: store)
        return problems
      },
      run: { session in
        try session.follow(.rows(0..<4), in: session.opened())
        try session.commitNext(of: session.fixture.home)
        try session.follow(.rows(2..<9), in: session.opened())
      }
    ),
    FaultScenario(
      name: "replica",
      start: .store,
      isOpen: true,
      finish: { session, store in
        try session.replicate(through: session.attempted["home"] ?? 0, in: store)
        return []
      },
      run: { session in try session.replicate(through: 7, in: session.opened()) }
    ),
    FaultScenario(
      name: "adopt",
      start: .nothing,
      isOpen: true,
      finish: { session, store in
        try session.adopt(in: store)
        return []
      },
      floors: [0, 5],
      run: { session in try session.adopt(in: session.opened()) }
    ),
    FaultScenario(
      name: "replace",
      start: .store,
      isOpen: true,
      finish: { session, store in
        try session.replace(in: store)
        return []
      },
      floors: [0, 7],
      run: { session in try session.replace(in: session.opened()) }
    ),
  ]
}

extension FaultSession {
  /// Goes on with a consumer that commits to another list after every second version.
  fileprivate mutating func consume(from store: ListStore) throws {
    var consumer = try store.consumer("index", of: fixture.home.id, lease: .zero)
    consumer.limits = .exact
    consumer.limits.page = 2
    var committed: Int?
    repeat {
      if let committed { acknowledged["other"] = committed }
    } while try consumer.consume { delivery in
      for change in delivery.changes where change.version.isMultiple(of: 2) {
        let version = 1 + change.version / 2
        attempted["other"] = version
        try fixture.other.commit(version, to: store, in: delivery.database)
        committed = version
      }
    }
  }

  /// Follows a window from the oldest version that is kept, and is right.
  fileprivate func follow(_ bounds: WindowBounds, in store: ListStore) throws {
    let oldest = try store.oldestVersion(of: "home")
    var window: ListWindow? = try store.window(bounds, in: "home", at: oldest)
    var token: CursorToken? = try store.token(of: "home", at: oldest)
    following: while true {
      switch try store.catchUp("home", window: bounds, from: token) {
      case .upToDate: break following
      case .contents(let contents, _, let next): (window, token) = (contents, next)
      case .changes(let changes, let next):
        for change in changes { try window?.apply(change) }
        token = next
      }
    }
    let cells = fixture.home.lists[window?.version ?? 0].sections.flatMap(\.cells)
    guard let window, window.cells.map(\.id) == cells[window.extent.rows].map(\.id) else {
      throw WrongAnswer(text: "another window")
    }
  }

  /// Applies changes decided elsewhere, those that are there included.
  fileprivate mutating func replicate(through last: Int, in store: ListStore) throws {
    for change in fixture.homeChanges where change.version > 5 && change.version <= last {
      attempted["home"] = max(attempted["home"] ?? 0, change.version)
      try store.apply(change)
      acknowledged["home"] = max(acknowledged["home"] ?? 0, change.version)
    }
  }

  /// Begins with a version decided elsewhere, and goes on with the next.
  fileprivate mutating func adopt(in store: ListStore) throws {
    attempted["home"] = max(attempted["home"] ?? 0, 5)
    if try fixture.home.head(in: store) <= 5 {
      try store.adopt(fixture.homeSnapshot)
    }
    acknowledged["home"] = max(acknowledged["home"] ?? 0, 5)
    try replicate(through: 6, in: store)
  }

  /// Goes on with a later version decided elsewhere, in place of all before.
  fileprivate mutating func replace(in store: ListStore) throws {
    attempted["home"] = max(attempted["home"] ?? 0, 7)
    if try fixture.home.head(in: store) <= 7 {
      try store.adopt(fixture.laterSnapshot, replacing: .olderVersions)
    }
    acknowledged["home"] = max(acknowledged["home"] ?? 0, 7)
    attempted["home"] = 8
    try store.apply(fixture.homeChanges[7])
    acknowledged["home"] = 8
  }
}
