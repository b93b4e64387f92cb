import ArgumentParser
import Foundation
import ListDiff
import ListModel
import ListPostgres
import ListReplication
import ListStorage

/// Measures lists on PostgreSQL; `Tools/cluster/measure.py` runs it beside pgbench.
@main
struct LogBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log-bench",
    abstract: "Measures a log of lists on PostgreSQL. Prints one JSON object.",
    subcommands: [Appends.self, Commits.self, Conflicts.self, Behind.self, NewHost.self]
  )
}

/// What all measurements need.
struct BenchOptions: ParsableArguments {
  @Argument(help: "The log; its lists are named by the measurement and the time.")
  var address: String

  @Option(help: "How many writers.")
  var writers = 8

  @Option(help: "How long to write, in seconds.")
  var seconds = 5.0

  /// A name that no other run uses.
  func name(_ suffix: some CustomStringConvertible) -> List.ID {
    List.ID("bench-\(Int(Date().timeIntervalSince1970 * 1_000))-\(suffix)")
  }
}

/// The processor time that this process has taken, in seconds: a figure that other programs disturb little.
func processorSeconds() -> Double { Double(clock()) / 1_000_000 }

/// Prints a result.
func report(_ result: [String: Double]) throws {
  let bytes = try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys])
  print(String(decoding: bytes, as: UTF8.self))
}

/// The times of many operations.
struct Times {
  private var seconds: [Double] = []

  mutating func add(_ duration: Duration) { seconds.append(duration / .seconds(1)) }
  mutating func add(_ others: Self) { seconds += others.seconds }

  /// The rate and the latencies, in milliseconds.
  func result(over duration: Duration) -> [String: Double] {
    let sorted = seconds.sorted()
    guard !sorted.isEmpty else { return [:] }
    return [
      "count": Double(sorted.count),
      "rate": Double(sorted.count) / (duration / .seconds(1)),
      "p50": sorted[sorted.count / 2] * 1_000,
      "p99": sorted[sorted.count * 99 / 100] * 1_000,
    ]
  }
}

/// Runs writers for a time.
func measure(
  _ options: BenchOptions,
  _ body: @escaping @Sendable (_ writer: Int, _ end: ContinuousClock.Instant) async throws -> Times
) async throws -> [String: Double] {
  let start = ContinuousClock.now
  let end = start + .seconds(options.seconds)
  let times = try await withThrowingTaskGroup(of: Times.self) { group in
    for writer in 0..<options.writers { group.addTask { try await body(writer, end) } }
    return try await group.reduce(into: Times()) { $0.add($1) }
  }
  return times.result(over: start.duration(to: .now))
}

/// A list whose cells are updated, one in each version.
struct SmallChanges {
  /// A hundred bytes, as of a small post.
  static func component(_ number: Int) throws -> AnyComponent {
    AnyComponent(
      StoredComponent(
        type: "Text",
        content: try Content(parsing: Array(#"{"text":"\#(number) \#(filler)"}"#.utf8))
      )
    )
  }
  private static let filler = String(repeating: "x", count: 80)

  let name: List.ID
  let list: List
  private var version = 0
  private var indexed = IndexedList()
  private var cells: [Cell]

  init(_ name: List.ID, cells count: Int) throws {
    self.name = name
    cells = try (0..<count).map { Cell(id: "c\($0)", component: try Self.component($0)) }
    list = List(sections: [Section(id: "s", cells: cells)])
  }

  /// Returns the change that makes the next version: the whole list, then one cell each.
  mutating func next() throws -> Change {
    let changeset = try version == 0 ? Changeset(from: List(), to: list) : update()
    let parent = try indexed.fingerprint()
    indexed = try indexed.applying(changeset)
    version += 1
    return Change(
      list: name,
      version: version,
      parent: version - 1,
      key: "\(name)-\(version)",
      parentFingerprint: parent,
      fingerprint: try indexed.fingerprint(),
      changeset: changeset
    )
  }

  private mutating func update() throws -> Changeset {
    let item = version % cells.count
    let old = cells[item]
    cells[item] = Cell(id: old.id, component: try Self.component(version))
    let path = CellPath(section: 0, item: item)
    return Changeset(
      updatedCells: [
        .init(id: old.id, from: path, at: path, old: old.component, new: cells[item].component)
      ]
    )
  }
}

struct Appends: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "appends",
    abstract: "Appends small changes to a list for each writer: the statement of a commit alone."
  )

  @OptionGroup var options: BenchOptions

  func run() async throws {
    let log = try await PostgresLog(options.address, connections: min(options.writers, 64))
    let options = options
    try report(
      await measure(options) { writer, end in
        var changes = try SmallChanges(options.name(writer), cells: 1)
        var times = Times()
        while ContinuousClock.now < end {
          let change = try changes.next()
          let start = ContinuousClock.now
          guard case .appended = try await log.append(change) else {
            throw ValidationError("a change was not appended")
          }
          times.add(start.duration(to: .now))
        }
        return times
      }
    )
  }
}

struct Commits: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commits",
    abstract:
      "Edits a list for each writer: decided on one host, appended, and applied in its file."
  )

  @OptionGroup var options: BenchOptions

  func run() async throws {
    let options = options
    let path = NSTemporaryDirectory() + "log-bench-\(UUID().uuidString).db"
    defer { for end in ["", "-wal", "-shm", "-lock"] { unlink(path + end) } }
    let log = try await PostgresLog(options.address, connections: min(options.writers, 64))
    let lists = ReplicatedStore(try ListStore(path: path), following: log)
    try report(
      await measure(options) { writer, end in
        let name = options.name(writer)
        try await lists.commit(try SmallChanges(name, cells: 100).list, to: name)
        var times = Times()
        var turn = 0
        while ContinuousClock.now < end {
          turn += 1
          let cell = Cell(id: "c\(turn % 100)", component: try SmallChanges.component(turn))
          let start = ContinuousClock.now
          try await lists.edit(name) { draft in
            try draft.updateCell(cell)
          }
          times.add(start.duration(to: .now))
        }
        return times
      }
    )
  }
}

struct Conflicts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Edits one list from as many hosts as there are writers."
  )

  @OptionGroup var options: BenchOptions

  func run() async throws {
    let options = options
    let log = CountingLog(try await PostgresLog(options.address))
    let name = options.name("hot")
    let first = ReplicatedStore(try ListStore.inMemory(), following: log)
    try await first.commit(try SmallChanges(name, cells: 100).list, to: name)
    var result = try await measure(options) { writer, end in
      let host = ReplicatedStore(try ListStore.inMemory(), following: log)
      var times = Times()
      var turn = 0
      while ContinuousClock.now < end {
        turn += 1
        let cell = Cell(id: "c\(writer)", component: try SmallChanges.component(turn))
        let start = ContinuousClock.now
        try await host.edit(name) { draft in
          try draft.updateCell(cell)
        }
        times.add(start.duration(to: .now))
      }
      return times
    }
    result["conflicts"] = Double(log.conflictCount)
    try report(result)
  }
}

struct Behind: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "behind",
    abstract: "Brings a host that is many versions behind up to date."
  )

  @OptionGroup var options: BenchOptions
  @Option(help: "How many versions.") var versions = 100_000
  @Option(help: "How many cells the list has.") var cells = 1_000

  func run() async throws {
    let name = options.name("behind")
    let fast = options.address + (options.address.contains("?") ? "&" : "?")
    let writer = try await PostgresLog(fast + "options=-csynchronous_commit%3Doff")
    var changes = try SmallChanges(name, cells: cells)
    for _ in 0...versions { _ = try await writer.append(changes.next()) }
    let path = NSTemporaryDirectory() + "log-bench-\(UUID().uuidString).db"
    defer { for end in ["", "-wal", "-shm", "-lock"] { unlink(path + end) } }
    let store = try ListStore(path: path)
    let host = ReplicatedStore(store, following: try await PostgresLog(options.address))
    try await host.catchUp(name, through: 1)
    let (start, processor) = (ContinuousClock.now, processorSeconds())
    let head = try await host.catchUp(name)
    let seconds = start.duration(to: .now) / .seconds(1)
    guard head?.version == versions + 1 else { throw ValidationError("it is not up to date") }
    try report([
      "seconds": seconds, "rate": Double(versions) / seconds,
      "processor": processorSeconds() - processor,
    ])
  }
}

struct NewHost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-host",
    abstract: "Begins a new host with a long list."
  )

  @OptionGroup var options: BenchOptions
  @Option(help: "How many cells the list has.") var cells = 1_000_000

  func run() async throws {
    let name = options.name("long")
    let list = try SmallChanges(name, cells: cells).list
    let log = try await PostgresLog(options.address)
    let snapshot = Snapshot(id: name, version: 1, fingerprint: try list.fingerprint(), list: list)
    let before = ContinuousClock.now
    try await log.begin(with: snapshot)
    let keeping = before.duration(to: .now) / .seconds(1)
    let path = NSTemporaryDirectory() + "log-bench-\(UUID().uuidString).db"
    defer { for end in ["", "-wal", "-shm", "-lock"] { unlink(path + end) } }
    let (start, processor) = (ContinuousClock.now, processorSeconds())
    let store = try ListStore(path: path)
    let host = ReplicatedStore(store, following: try await PostgresLog(options.address))
    let head = try await host.catchUp(name)
    let seconds = start.duration(to: .now) / .seconds(1)
    guard head?.fingerprint == snapshot.fingerprint else {
      throw ValidationError("it is not the list")
    }
    try report([
      "keeping": keeping, "seconds": seconds, "processor": processorSeconds() - processor,
    ])
  }
}
