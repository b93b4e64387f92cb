import Foundation
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

/// A clock that stands still until it is set.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 4_000_000_000))

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) {
    time.withLock { $0 += seconds }
  }
}

extension ListStore.Configuration {
  /// A configuration whose time is that of a clock.
  static func clocked(
    _ clock: TestClock,
    retention: ListStore.Retention = .unlimited
  ) -> ListStore.Configuration {
    var configuration = ListStore.Configuration()
    configuration.now = { clock.now }
    configuration.retention = retention
    return configuration
  }
}

extension ListStore.Retention {
  /// So many versions, whatever their age.
  static func newest(_ versions: Int, bytes: Int = .max) -> ListStore.Retention {
    var retention = ListStore.Retention()
    retention.versions = versions
    retention.age = .zero
    retention.byteLimit = bytes
    return retention
  }
}

extension ListStore {
  /// Commits random successors until the list has so many versions.
  ///
  /// - Returns: Every version, the empty list first.
  @discardableResult
  func grow(_ list: List.ID, to version: Int, seed: UInt64) throws -> [List] {
    var lists = RandomLists(seed: seed)
    var versions = [List()]
    var next = lists.list()
    while versions.count <= version {
      let commit = try commit(next, to: list)
      if commit.outcome == .committed { versions.append(next) }
      next = lists.successor(of: next)
    }
    return versions
  }
}

/// Requires that there is something to do, and does it.
func expectDelivery(
  to consumer: Consumer,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (Consumer.Delivery) throws -> Void
) throws {
  let isDelivered = try consumer.consume(body)
  #expect(isDelivered, sourceLocation: sourceLocation)
}

/// Requires that there is nothing to do.
func expectNothing(
  to consumer: Consumer,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (Consumer.Delivery) throws -> Void
) throws {
  let isDelivered = try consumer.consume(body)
  #expect(!isDelivered, sourceLocation: sourceLocation)
}
