import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// Changes of few bytes and many operations: what cannot be is refused, and no more than that.
@Suite struct LongChangeTests {
  enum Element: CaseIterable {
    case section, cell
  }

  /// Everything is inserted, put elsewhere, changed, deleted, and inserted again.
  private static func versions(of element: Element) -> [List] {
    let ids = shortestIDs(Soak.count(7_000, soak: 19_000))
    func list(_ order: some Collection<Int>, type: String = "") -> List {
      let component = AnyComponent(StoredComponent(type: type))
      switch element {
      case .section:
        return List(
          sections: order.map { number in
            var section = Section(id: Section.ID(ids[number]))
            if !type.isEmpty {
              section.header = SupplementaryView(component: component, alignment: .top)
            }
            return section
          }
        )
      case .cell:
        let cells = order.map { Cell(id: Cell.ID(ids[$0]), component: component) }
        return List(sections: [Section(id: "s", cells: cells)])
      }
    }
    return [
      list(ids.indices), list(ids.indices.reversed()), list(ids.indices.reversed(), type: "t"),
      list([]), list(ids.indices, type: "t"), list(ids.indices.prefix(10), type: "t"), list([]),
    ]
  }

  @Test(arguments: Element.allCases)
  func `what can be is read, wherever a list begins`(element: Element) throws {
    var configuration = ListStore.Configuration()
    configuration.spanLengths = SpanLengths(shortest: 2)
    configuration.retention = .unlimited
    let store = try ListStore.inMemory(configuration: configuration)
    let versions = Self.versions(of: element)
    let fingerprints = try versions.map { try store.commit($0, to: "home").fingerprint }
    let bodies = try store.changes(of: "home").map { try $0.changeset.encoded() }
    // The test is about those that are looked at.
    #expect(
      try bodies.filter { bytes in
        try bytes.withUnsafeBufferPointer { try OperationTally(encoded: $0) }.memoryByteCount
          > max(128 << 10, 3 * bytes.count)
      }.count >= 5
    )
    for floor in Soak.isOn ? [0, 1, 4] : [4] {
      var retention = ListStore.Retention.unlimited
      retention.versions = versions.count - floor
      retention.age = .zero
      try store.compact(retention)
      let changes = try store.changes(of: "home", after: floor)
      #expect(changes.map(\.fingerprint) == Array(fingerprints[floor...]))
      let outlines = try (max(1, floor)...versions.count).map {
        try store.outline(of: "home", at: $0).cellCount
      }
      #expect(outlines == versions[max(0, floor - 1)...].map(\.cellCount))
      _ = try store.snapshot(of: "home", at: floor + 1)
    }
    #expect(try store.verify().problems == [])
  }

  /// What can be damaged beside a change of all cells.
  enum Damage: CaseIterable {
    case place, manyPlaces, places, laterBody, laterChange
  }

  @Test(arguments: Damage.allCases)
  func `what can be is read, whatever else is damaged`(damage: Damage) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    let all = Self.versions(of: .cell)
    let isInLog = [.laterBody, .laterChange].contains(damage)
    do {
      let store = try ListStore(path: path)
      for list in all[..<2] { try store.commit(list, to: "home") }
      if isInLog { for list in [all[3], all[5]] { try store.commit(list, to: "home") } }
    }
    let database = try DatabaseQueue(path: path)
    switch damage {
    case .place: try database.run("DELETE FROM liststore_place WHERE id = x'00'")
    case .manyPlaces:
      try database.run(
        """
        DELETE FROM liststore_place WHERE id IN (
          SELECT id FROM liststore_place
          ORDER BY id LIMIT (SELECT count(*) * 3 / 7 FROM liststore_place)
        )
        """
      )
    case .places:
      let (page, size) = try database.read { database in
        let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'liststore_place'"
        return (
          try Int.fetchOne(database, sql: sql) ?? 0,
          try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
        )
      }
      try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.seek(toOffset: UInt64((page - 1) * size))
      try file.write(contentsOf: Data(repeating: 0xEE, count: size))
      try file.close()
    case .laterBody: try database.run("UPDATE liststore_change SET body = x'00' WHERE version = 3")
    case .laterChange: try database.run("DELETE FROM liststore_change WHERE version = 3")
    }
    try database.close()
    let store = try ListStore(path: path)
    var readOnly = ListStore.Configuration()
    readOnly.access = .readOnly
    for store in try [store, ListStore(path: path, configuration: readOnly)] {
      #expect(try store.page(of: "home", after: 0, limit: 64).map(\.version) == [1, 2])
    }
    // The damage itself is found.
    let problems = try store.verify().problems
    #expect(!problems.isEmpty)
    if isInLog { #expect(problems.first?.version == 3) }
  }

  @Test func `what is saved of a damaged file is not compared with the rest of it`() throws {
    let folder = try TemporaryFolder()
    let (damaged, repaired) = (folder.file("damaged.db"), folder.file("repaired.db"))
    let versions = Self.versions(of: .cell).prefix(2)
    do {
      let store = try ListStore(path: damaged)
      for list in versions { try store.commit(list, to: "home") }
    }
    try DatabaseQueue(path: damaged).run("DELETE FROM liststore_place")
    _ = try ListStore.repair(damaged, to: repaired)
    let store = try ListStore(path: repaired)
    #expect(try store.verify().problems == [])
    for (index, list) in versions.enumerated() {
      #expect(try store.snapshot(of: "home", at: index + 1).list == list)
    }
  }
}

extension DatabaseQueue {
  fileprivate func run(_ sql: String) throws {
    try write { try $0.execute(sql: sql) }
    let count = try read { $0.totalChangesCount }
    // What damages nothing proves nothing.
    guard count > 0 else { throw CocoaError(.featureUnsupported) }
  }
}
