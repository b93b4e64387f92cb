import Foundation
import GRDB
import ListKeeping
import ListModel
import ListStorage
import Synchronization
import Testing

/// A store that is used by what it calls inside of its own transaction would wait for itself.
@Suite struct ReentrancyTests {
  enum Place: CaseIterable {
    case file, memory, queue, pool
  }

  private func withStore(_ place: Place, _ body: (ListStore) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase {
      try $0.execute(sql: "PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = FULL")
    }
    switch place {
    case .file: try body(ListStore(path: path))
    case .memory: try body(ListStore.inMemory())
    case .queue: try body(ListStore(in: DatabaseQueue(path: path, configuration: configuration)))
    case .pool:
      let pool = try DatabasePool(path: path, configuration: configuration)
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try body(ListStore(in: pool))
    }
    withExtendedLifetime(folder) {}
  }

  private func expectRefusal(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ use: () throws -> Void
  ) {
    #expect(
      throws: ListStoreError.invalidEdit(
        reason: "the store is used from inside of its own transaction; use the draft or the "
          + "database that the closure is given"
      ),
      sourceLocation: sourceLocation,
      performing: use
    )
  }

  @Test(arguments: Place.allCases)
  func `whatever would wait for the transaction it is in is refused`(place: Place) throws {
    try withStore(place) { store in
      try store.commit(List { Section(id: "s") {} }, to: "home")
      let consumer = try store.consumer("c", of: "home")
      func useAll() {
        expectRefusal { try store.commit(List(), to: "other") }
        expectRefusal { try store.edit("home") { try $0.deleteSection("s") } }
        expectRefusal { try store.write { _ in } }
        expectRefusal { _ = try consumer.consume { _ in } }
        expectRefusal { try store.commit(.clearing, to: "home") }
        expectRefusal { _ = try store.compact() }
        if place == .memory || place == .queue {
          expectRefusal { _ = try store.info(of: "home") }
        }
        if place != .memory { expectRefusal { _ = try store.checkpoint() } }
      }
      try store.edit("home") { draft in
        useAll()
        try draft.appendCell(cell("a"), to: "s")
      }
      try store.write { _ in useAll() }
      while try consumer.consume({ _ in useAll() }) {}
      // And it has harmed nothing.
      #expect(try store.info(of: "home").version == 2)
      try store.edit("home") { try $0.deleteCell("a") }
      #expect(try store.verify().problems == [])
    }
  }

  /// Who was refused.
  private final class Refusals: Sendable {
    let count = Atomic(0)
  }

  @Test func `also in a closure that another caller's thread runs`() throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("lists.db"))
    try store.commit(List { Section(id: "s") {} }, to: "home")
    let refusals = Refusals()
    DispatchQueue.concurrentPerform(iterations: 8) { caller in
      for number in 0..<20 {
        _ = try? store.edit("home") { draft in
          do {
            try store.commit(List(), to: "other")
          } catch ListStoreError.invalidEdit {
            refusals.count.add(1, ordering: .relaxed)
          }
          try draft.appendCell(cell(Cell.ID("\(caller) \(number)")), to: "s")
        }
      }
    }
    #expect(refusals.count.load(ordering: .relaxed) == 160)
    #expect(try store.info(of: "home").version == 161)
    withExtendedLifetime(folder) {}
  }

  @Test func `another store can be used`() throws {
    let (one, other) = (try ListStore.inMemory(), try ListStore.inMemory())
    try one.commit(List { Section(id: "s") {} }, to: "home")
    try one.edit("home") { draft in
      try other.commit(List { Section(id: "t") {} }, to: "home")
      try draft.deleteSection("s")
    }
    #expect(try other.info(of: "home").version == 1)
  }
}
