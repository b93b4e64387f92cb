import Foundation
import GRDB
import ListKeeping
import ListModel
import ListPaging
import ListStorage

/// How the cost of commits and reads grows with the number of lists of a store, and of versions,
/// consumers and sections of a list.
struct GrowthBenchmark {
  var listCounts = [1, 1_000, 100_000]
  var versionCounts = [100, 10_000, 100_000]
  var cellCounts = [1_000, 10_000, 100_000]
  var consumerCounts = [1, 100, 1_000]
  var sectionCounts = [1_000, 10_000, 100_000]
  let folder: String
  let report: (StoreBenchmark.Result) -> Void

  func run() throws {
    for count in listCounts { try withStore { try lists(count, $0) } }
    try withStore { try versions($0) }
    for count in cellCounts { try withStore { try spans(count, $0) } }
    for count in versionCounts { try withStore { try retention(count, $0) } }
    try withStore { try consumers($0) }
    for count in sectionCounts { try withStore { try sections(count, $0) } }
  }

  // MARK: Lists

  /// Measures commits to one of many lists of 100 cells.
  private func lists(_ count: Int, _ path: String) throws {
    let list = StoreBenchmark.list(100)
    try fill(path, count) { store, number, database in
      try store.commit(.list(list), to: List.ID("list-\(number)"), in: database)
    }
    let opening = ContinuousClock.now
    let store = try ListStore(path: path, configuration: Self.configuration)
    _ = try store.window(.rows(0..<50, of: "feed"), in: List.ID("list-\(count / 2)"))
    report("opened, with a first window, lists", count, opening.elapsed * 1_000, "ms")
    var generator = SplitMix(state: UInt64(count))
    let times = try measure(1_000) { number in
      let list = List.ID("list-\(generator.next() % UInt64(count))")
      let cell = StoreBenchmark.cell(StoreBenchmark.id(number % 100), "new \(number)")
      return { try store.edit(list) { try $0.updateCell(cell) } }
    }
    report("update, normal, in one of so many lists", count, times, "µs", 1e6)
  }

  // MARK: Versions

  /// Measures commits and reads with a growing number of versions, all of which are kept.
  private func versions(_ path: String) throws {
    try ListStore(path: path, configuration: Self.configuration)
      .commit(StoreBenchmark.list(10_000), to: "home")
    var generator = SplitMix(state: 7)
    for count in versionCounts {
      let head = try ListStore(path: path, configuration: Self.configuration).info(of: "home")
        .version
      try fill(path, max(0, count - head)) { store, number, database in
        let item = Int(generator.next() % 10_000)
        let cell = StoreBenchmark.cell(StoreBenchmark.id(item), "version \(head) \(number)")
        try store.edit("home", in: database) { try $0.updateCell(cell) }
      }
      let store = try ListStore(path: path, configuration: Self.configuration)
      try makeSpans(of: store, count, newVersions: max(1, count - head))
      try readPast(of: store, count)
      let times = try measure(1_000) { number in
        let cell = StoreBenchmark.cell(StoreBenchmark.id(number * 7 % 10_000), "last \(number)")
        return { try store.edit("home") { try $0.updateCell(cell) } }
      }
      report("update, normal, after so many versions", count, times, "µs", 1e6)
    }
  }

  /// Composes versions into spans, because commits in a transaction of the caller leave that to the
  /// caller.
  private func makeSpans(of store: ListStore, _ count: Int, newVersions: Int) throws {
    let start = ContinuousClock.now
    try store.compact()
    report("taken together, each version", count, start.elapsed * 1e6 / Double(newVersions), "µs")
    guard let list = try store.statistics().lists.first else { return }
    let share = Double(list.spanBytes) / Double(max(1, list.feedBytes)) * 100
    report("bytes of spans, beside changes", count, share, "%")
  }

  private func readPast(of store: ListStore, _ count: Int) throws {
    let head = try store.info(of: "home").version
    let start = ContinuousClock.now
    let page = try store.changes(of: "home", after: head - min(64, head), limit: 64)
    report("last \(page.count) changes read", count, start.elapsed * 1e6, "µs")
    for first in Set([max(1, head - 10_000), max(1, head / 2), 1]).sorted(by: >) {
      let composing = ContinuousClock.now
      _ = try store.change(of: "home", from: first, to: head)
      let name = "last \(head - first) versions"
      report("\(name) collapsed", count, composing.elapsed * 1_000, "ms")
      var generator = SplitMix(state: 3)
      let times = try measure(50) { _ in
        let version = first + Int(generator.next() % UInt64(head - first + 1))
        let item = Int(generator.next() % 9_950)
        return {
          _ = try store.window(.rows(item..<item + 50, of: "feed"), in: "home", at: version)
        }
      }
      report("window of 50 in \(name)", count, times, "ms", 1_000)
    }
  }

  /// Measures commits to a list of `count` cells, and those commits after which versions are composed
  /// into spans.
  private func spans(_ count: Int, _ path: String) throws {
    let store = try ListStore(path: path, configuration: Self.configuration)
    try store.commit(StoreBenchmark.list(count), to: "home")
    var generator = SplitMix(state: 5)
    var (times, otherTimes): ([Double], [Double]) = ([], [])
    for number in 0..<Self.longestSpan {
      let item = Int(generator.next() % UInt64(count))
      let cell = StoreBenchmark.cell(StoreBenchmark.id(item), "version \(number)")
      let start = ContinuousClock.now
      let commit = try store.edit("home") { try $0.updateCell(cell) }
      let isLast = commit.version.isMultiple(of: 256)
      if isLast { times.append(start.elapsed) } else { otherTimes.append(start.elapsed) }
    }
    times.sort()
    otherTimes.sort()
    let (median, other) = (times[times.count / 2], otherTimes[otherTimes.count / 2])
    report("update after which versions are taken together", count, times, "ms", 1_000)
    report("the same, longest", count, (times.last ?? 0) * 1_000, "ms")
    report("the same, p50, ratio to other updates", count, median / other, "x")
  }

  /// The number of commits, which is the number of versions in the longest span.
  private static let longestSpan = 65_536

  // MARK: Retention

  /// Measures commits to a list whose changes fill its byte limit: every 512th commit removes as many
  /// versions as are new.
  private func retention(_ count: Int, _ path: String) throws {
    try ListStore(path: path, configuration: Self.configuration)
      .commit(StoreBenchmark.list(1_000), to: "home")
    try fill(path, count) { store, number, database in
      let cell = StoreBenchmark.cell(StoreBenchmark.id(number % 1_000), "version \(number)")
      try store.edit("home", options: CommitOptions(key: "key \(number)"), in: database) {
        try $0.updateCell(cell)
      }
    }
    var configuration = Self.configuration
    // The cost of spans is measured separately.
    configuration.keepsSpans = false
    configuration.retention.byteLimit =
      try ListStore(path: path).statistics().lists.first?.feedBytes ?? 0
    let store = try ListStore(path: path, configuration: configuration)
    var times: [Double] = []
    for number in 0..<20 * 512 {
      let cell = StoreBenchmark.cell(StoreBenchmark.id(number % 1_000), "at its limit \(number)")
      let start = ContinuousClock.now
      let commit = try store.edit("home", options: CommitOptions(key: "more \(number)")) {
        try $0.updateCell(cell)
      }
      if commit.version.isMultiple(of: 512) { times.append(start.elapsed) }
    }
    // The first of these commits has to count everything.
    report("update that removes the first versions", count, (times.first ?? 0) * 1_000, "ms")
    report("update that removes 512 versions", count, times.dropFirst().sorted(), "ms", 1_000)
  }

  // MARK: Consumers

  /// Measures commits to a list that many consumers read, and the cost of one delivery.
  private func consumers(_ path: String) throws {
    let store = try ListStore(path: path, configuration: Self.configuration)
    try store.commit(StoreBenchmark.list(1_000), to: "home")
    for count in consumerCounts {
      let consumers = try (0..<count).map { try store.consumer("\($0) of \(count)", of: "home") }
      for consumer in consumers { while try consumer.consume({ _ in }) {} }
      let times = try measure(1_000) { number in
        let cell = StoreBenchmark.cell(StoreBenchmark.id(number % 1_000), "\(count) \(number)")
        return { try store.edit("home") { try $0.updateCell(cell) } }
      }
      report("update, normal, with so many consumers", count, times, "µs", 1e6)
      let deliveries = try measure(200) { number in
        let cell = StoreBenchmark.cell(StoreBenchmark.id(number), "delivered \(count) \(number)")
        try store.edit("home") { try $0.updateCell(cell) }
        let consumer = consumers[count - 1]
        return { while try consumer.consume({ _ in }) {} }
      }
      report("delivery to one of so many consumers", count, deliveries, "µs", 1e6)
    }
  }

  // MARK: Sections

  /// Doubles a list of many sections of one cell, edits its cells and sections, opens it again, and
  /// reverts it.
  private func sections(_ count: Int, _ path: String) throws {
    let store = try ListStore(path: path, configuration: Self.configuration)
    try store.commit(StoreBenchmark.list(sections: count / 2), to: "home")
    let doubled = StoreBenchmark.list(sections: count)
    let doubling = ContinuousClock.now
    try store.commit(doubled, to: "home")
    report("doubled to so many sections", count, doubling.elapsed * 1_000, "ms")
    let times = try measure(1_000) { number in
      let cell = StoreBenchmark.cell(StoreBenchmark.id(number * 7 % count), "new \(number)")
      return { try store.edit("home") { try $0.updateCell(cell) } }
    }
    report("update, normal, in so many sections", count, times, "µs", 1e6)
    let place = Section.ID("section-\(count / 2)")
    let inserted = try measure(200) { number in
      let section = Section(id: Section.ID("inserted-\(number)")) {}
      return { try store.edit("home") { try $0.insertSection(section, .before(place)) } }
    }
    report("insert a section, normal, into so many", count, inserted, "µs", 1e6)
    let moved = try measure(200) { number in
      let id = Section.ID("inserted-\(number)")
      return { try store.edit("home") { try $0.moveSection(id, .start) } }
    }
    report("move a section, normal, among so many", count, moved, "µs", 1e6)
    let deleted = try measure(200) { number in
      let id = Section.ID("inserted-\(number)")
      return { try store.edit("home") { try $0.deleteSection(id) } }
    }
    report("delete a section, normal, of so many", count, deleted, "µs", 1e6)
    let opening = ContinuousClock.now
    let opened = try ListStore(path: path, configuration: Self.configuration)
    _ = try opened.window(.rows(count / 2..<count / 2 + 50), in: "home")
    report("opened, with a first window, sections", count, opening.elapsed * 1_000, "ms")
    let first = ContinuousClock.now
    try opened.edit("home") {
      try $0.updateCell(StoreBenchmark.cell(StoreBenchmark.id(0), "first"))
    }
    report("first update after that", count, first.elapsed * 1_000, "ms")
    let reverting = ContinuousClock.now
    try store.commit(.reverting(to: 1), to: "home")
    report("back from so many sections", count, reverting.elapsed * 1_000, "ms")
  }

  // MARK: Measuring

  private static var configuration: ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    configuration.retention = .unlimited
    return configuration
  }

  /// Makes many commits in few transactions.
  private func fill(
    _ path: String,
    _ count: Int,
    _ commit: (ListStore, Int, Database) throws -> Void
  ) throws {
    let store = try ListStore(path: path, configuration: Self.configuration)
    for start in stride(from: 0, to: count, by: 1_000) {
      try store.write { database in
        for number in start..<min(count, start + 1_000) { try commit(store, number, database) }
      }
    }
    _ = try store.checkpoint()
  }

  /// Returns the sorted times of the closures that `prepare` returns, without the first few.
  private func measure(
    _ count: Int,
    _ prepare: (Int) throws -> () throws -> Void
  ) throws -> [Double] {
    var times: [Double] = []
    for number in 0..<count {
      let work = try prepare(number)
      let start = ContinuousClock.now
      try work()
      times.append(start.elapsed)
    }
    return times.dropFirst(count / 10).sorted()
  }

  private func report(
    _ name: String,
    _ count: Int,
    _ times: [Double],
    _ unit: String,
    _ factor: Double
  ) {
    guard !times.isEmpty else { return }
    report("\(name), p50", count, times[times.count / 2] * factor, unit)
    report("\(name), p99", count, times[times.count * 99 / 100] * factor, unit)
  }

  private func report(_ name: String, _ count: Int, _ value: Double, _ unit: String) {
    report(StoreBenchmark.Result(name: name, count: count, value: value, unit: unit))
  }

  private func withStore(_ body: (String) throws -> Void) throws {
    try StoreBenchmark.withFolder(in: folder) { try body($0 + "/lists.db") }
  }
}
