import CoreMetrics
import Foundation
import ListKeeping
import ListModel
import ListStorage
import ListTelemetry
import Logging
import Synchronization
import Testing

/// What a store does is counted, timed and logged.
@Suite struct StoreTelemetryTests {
  private func withStore(
    _ body: (ListStore, RecordedMetrics, RecordedLog) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("liststore-telemetry-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (metrics, log) = (RecordedMetrics(), RecordedLog())
    var logger = Logger(label: "lists") { _ in log }
    logger.logLevel = .trace
    var configuration = ListStore.Configuration()
    configuration.retention.versions = 1
    configuration.retention.age = .zero
    configuration.onEvent = StoreTelemetry(logger: logger, factory: metrics).record
    let path = folder.appendingPathComponent("lists.db").path
    try body(try ListStore(path: path, configuration: configuration), metrics, log)
  }

  private let list = List(
    sections: [
      Section(
        id: "s",
        cells: ["a", "b"].map {
          Cell(id: $0, component: AnyComponent(StoredComponent(type: "Item")))
        }
      )
    ]
  )

  @Test func `commits are counted by their outcome, and timed`() throws {
    try withStore { store, metrics, log in
      try store.commit(list, to: "home", options: CommitOptions(key: "one"))
      try store.commit(list, to: "home", options: CommitOptions(key: "one"))
      try store.commit(list, to: "home")
      #expect(throws: ListStoreError.self) { try store.edit("home") { try $0.deleteCell("c") } }
      #expect(metrics.value("liststore_commits", "committed") == 1)
      #expect(metrics.value("liststore_commits", "duplicate") == 1)
      #expect(metrics.value("liststore_commits", "unchanged") == 1)
      #expect(metrics.value("liststore_commits", "failed") == 1)
      #expect(metrics.value("liststore_operations") == 3)
      #expect(metrics.times("liststore_commit_duration") == 3)
      #expect(log.levels(of: "commit") == [.debug, .debug, .debug])
      #expect(log.levels(of: "a commit was not made") == [.warning])
    }
  }

  @Test func `checkpoints say how large the log was and whether all of it was moved`() throws {
    try withStore { store, metrics, log in
      try store.commit(list, to: "home")
      #expect(try store.checkpoint())
      #expect(metrics.value("liststore_checkpoints", "true") == 1)
      #expect(metrics.value("liststore_wal_bytes") > 0)
      #expect(metrics.times("liststore_checkpoint_duration") == 1)
      #expect(log.levels(of: "checkpoint") == [.debug])
    }
  }

  @Test func `removed versions are counted`() throws {
    try withStore { store, metrics, log in
      for number in 0..<10 {
        try store.commit(
          List(sections: [Section(id: Section.ID(number), cells: [])]),
          to: "home"
        )
      }
      #expect(try store.compact().removedVersions == 9)
      #expect(metrics.value("liststore_removed_versions") == 9)
      #expect(log.levels(of: "removed old versions") == [.info])
    }
  }
}

/// A log that can be asked what was written.
private final class RecordedLog: LogHandler, Sendable {
  private let entries = Mutex<[(level: Logger.Level, message: String)]>([])

  func levels(of message: String) -> [Logger.Level] {
    entries.withLock { $0.filter { $0.message == message }.map(\.level) }
  }

  func log(event: LogEvent) {
    entries.withLock { $0.append((event.level, "\(event.message)")) }
  }

  // Loggers of the tests have neither.
  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
}

/// Metrics that can be asked what was recorded.
private final class RecordedMetrics: MetricsFactory, Sendable {
  private let handlers = Mutex<[String: RecordedMetric]>([:])

  /// The sum of a counter, or the last value of a gauge.
  func value(_ label: String, _ dimension: String = "") -> Double {
    handler(label, dimension).last
  }

  /// How often a timer was recorded.
  func times(_ label: String) -> Int { handler(label, "").count }

  private func handler(_ label: String, _ dimension: String) -> RecordedMetric {
    handlers.withLock { handlers in
      let key = "\(label) \(dimension)"
      let handler = handlers[key] ?? RecordedMetric()
      handlers[key] = handler
      return handler
    }
  }

  private func handler(_ label: String, _ dimensions: [(String, String)]) -> RecordedMetric {
    handler(label, dimensions.first?.1 ?? "")
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    handler(label, dimensions)
  }
  func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    handler(label, dimensions)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    handler(label, dimensions)
  }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

private final class RecordedMetric: CounterHandler, RecorderHandler, TimerHandler, Sendable {
  private let state = Mutex((last: 0.0, count: 0))

  var last: Double { state.withLock { $0.last } }
  var count: Int { state.withLock { $0.count } }

  func increment(by amount: Int64) {
    state.withLock { $0 = ($0.last + Double(amount), $0.count + 1) }
  }
  func reset() { state.withLock { $0 = (0, 0) } }
  func record(_ value: Int64) { state.withLock { $0 = (Double(value), $0.count + 1) } }
  func record(_ value: Double) { state.withLock { $0 = (value, $0.count + 1) } }
  func recordNanoseconds(_ duration: Int64) { record(duration) }
}
