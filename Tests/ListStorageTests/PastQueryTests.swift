import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

/// SQL over versions and their changes, compared with what the store's own reads say.
@Suite struct `A query of the past` {
  /// A history and its lists: `lists[v]` is version v.
  private static func history(
    _ seed: UInt64,
    count: Int = 12,
    in store: ListStore
  ) throws -> [List] {
    var random = RandomLists(seed: seed)
    var lists = [List()]
    var list = random.list()
    while lists.count <= count {
      let options = CommitOptions(
        key: lists.count % 3 == 0 ? "key \(lists.count)" : nil,
        author: ["ann", "bob", nil][lists.count % 3],
        message: lists.count % 2 == 0 ? "message \(lists.count)" : nil
      )
      let commit = try store.commit(list, to: "home", options: options)
      if commit.outcome == .committed { lists.append(try list.stored()) }
      let last = list
      while list == last { list = random.successor(of: last) }
    }
    return lists
  }

  private func words(of list: List, _ name: String) throws -> [String] {
    try list.sections.flatMap { section in
      try section.cells.enumerated().map { item, cell in
        let component = try cell.component.stored()
        return "\(name) \(section.id) \(item) \(cell.id) \(component.type) "
          + (component.content?.text ?? "-")
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `sees every version as a snapshot of it`(seed: UInt64) throws {
    let store = try ListStore.inMemory()
    let lists = try Self.history(seed, in: store)
    for (version, list) in lists.enumerated() {
      let rows = try store.query(
        """
        SELECT cells.* FROM sections JOIN cells ON cells.list = sections.list AND section = sections.id
        ORDER BY place, item
        """,
        at: .version(version)
      )
      #expect(
        rows.map(\.words) == (try words(of: list, "home")),
        "seed \(seed), version \(version)"
      )
      let sections = try store.query(
        "SELECT place, id, cells FROM sections WHERE list = 'home'",
        at: .back(lists.count - 1 - version)
      )
      #expect(
        sections.map(\.words)
          == list.sections.enumerated().map { "\($0) \($1.id) \($1.cells.count)" },
        "seed \(seed)"
      )
      #expect(
        try store.query("SELECT max(version) FROM versions", at: .version(version))[0][0]
          == (version == 0 ? nil : version)
      )
    }
  }

  @Test func `shows each list as it was then, and those that did not exist as empty`() throws {
    let clock = Clock()
    var configuration = ListStore.Configuration()
    configuration.now = { clock.now }
    let store = try ListStore.inMemory(configuration: configuration)
    let start = clock.now
    for (number, list) in ["a", "b", "a", "b"].enumerated() {
      clock.now = start.addingTimeInterval(Double(number) * 60)
      try store.commit(List(sections: [Section(id: .init("s\(number)"))]), to: List.ID(list))
    }
    func sections(_ minutes: Double) throws -> [String] {
      try store.query(
        "SELECT list, id FROM sections ORDER BY list",
        at: .before(start.addingTimeInterval(minutes * 60))
      ).map(\.words)
    }
    #expect(try sections(-1) == [])
    #expect(try sections(0.5) == ["a s0"])
    #expect(try sections(1.5) == ["a s0", "b s1"])
    #expect(try sections(2.5) == ["a s2", "b s1"])
    #expect(try store.query("SELECT list, id FROM sections", at: .latest).count == 2)
    let times = try store.query("SELECT list, time FROM versions ORDER BY sequence")
    #expect(
      times.map(\.words) == [
        "a 2026-01-01 00:00:00.000", "b 2026-01-01 00:01:00.000", "a 2026-01-01 00:02:00.000",
        "b 2026-01-01 00:03:00.000",
      ]
    )
    // The form that SQLite's own functions for dates make, so that texts compare as times do.
    let since = try store.query(
      "SELECT count(*) FROM versions WHERE time >= datetime('2026-01-01 00:03:00', '-1 minutes')"
    )
    #expect(since[0][0] == 2)
    #expect(throws: ListStoreError.unknownVersion(3, list: "a", available: 0...2)) {
      try store.query("SELECT * FROM cells", at: .version(3))
    }
    #expect(try store.query("SELECT * FROM changes WHERE list = 'none'", at: .version(3)).isEmpty)
  }

  @Test func `compares times as moments, in all the forms they are printed in`() throws {
    let clock = Clock()
    var configuration = ListStore.Configuration()
    configuration.now = { clock.now }
    let store = try ListStore.inMemory(configuration: configuration)
    let start = clock.now
    let moments = [0, 0.04, 0.5, 1, 59.999, 60, 3600, 86_400]
    for (number, moment) in moments.enumerated() {
      clock.now = start.addingTimeInterval(moment)
      try store.commit(List(sections: [Section(id: .init("s\(number)"))]), to: "l")
    }
    let printed = try store.query("SELECT time FROM versions ORDER BY version").map { row in
      row.words
    }
    #expect(printed == printed.sorted())
    for (number, time) in printed.enumerated() {
      let stamp = time.replacing(" ", with: "T") + "Z"
      var forms = [time, stamp, stamp.lowercased(), String(stamp.dropLast())]
      if stamp.hasSuffix(".000Z") { forms += [String(time.dropLast(4)), stamp.dropLast(5) + "Z"] }
      if stamp.hasSuffix("00Z") { forms.append(String(time.dropLast(2))) }
      for form in forms {
        for (sign, count) in [("=", 1), ("<", number), (">", moments.count - 1 - number)] {
          let sql = "SELECT count(*) FROM versions WHERE time \(sign) ?"
          let found = try store.query(sql, arguments: [form])[0][0] as Int?
          #expect(found == count, "\(sign) \(form)")
          let reversed = ["=": "=", "<": ">", ">": "<"][sign] ?? ""
          let mirrored = "SELECT count(DISTINCT version) FROM changes WHERE ? \(reversed) time"
          #expect(try store.query(mirrored, arguments: [form])[0][0] as Int? == count)
        }
      }
    }
    // A day comes before its first moment; what is no time is compared by its bytes.
    for (text, count) in [("2026-01-01", 8), ("2026-01-02", 1), ("2026-01-02T", 0), ("", 8)] {
      let found = try store.query("SELECT count(*) FROM versions WHERE time > ?", arguments: [text])
      #expect(found[0][0] as Int? == count, "\(text)")
    }
    #expect(try store.query("SELECT max(time) FROM versions")[0].words == printed.last)
  }

  @Test func `says from which version on the past is kept, if the query asks for more`() throws {
    let store = try ListStore.inMemory()
    for number in 1...9 {
      for list in ["a", "b", "whole"] as [List.ID] where list != "whole" || number == 1 {
        try store.commit(List { Section(id: "s") { cell("c", revision: number) } }, to: list)
      }
    }
    var retention = ListStore.Retention()
    (retention.versions, retention.age) = (3, .zero)
    try store.compact(retention)
    func notes(_ sql: String) throws -> [String] {
      var notes: [String] = []
      _ = try store.query(sql) { notes.append("\($0) \($1)") }
      return notes
    }
    #expect(try notes("SELECT * FROM versions") == ["a 6", "b 6"])
    #expect(try notes("SELECT * FROM changes WHERE list = 'b'") == ["b 6"])
    #expect(try notes("SELECT id FROM changes WHERE list = 'a' AND version = 2") == ["a 6"])
    #expect(try notes("SELECT * FROM versions WHERE list = 'a' AND version >= 6") == [])
    #expect(try notes("SELECT * FROM versions WHERE list = 'whole'") == [])
    #expect(try notes("SELECT * FROM cells") == [])
    #expect(try store.query("SELECT min(version) FROM versions WHERE list = 'a'")[0][0] == 6)
  }

  private final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_767_225_600))

    var now: Date {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }

  private func expectedChanges(of store: ListStore, _ lists: [List], after floor: Int) throws
    -> [String]
  {
    try store.changes(of: "home", after: floor).flatMap { change in
      let before = lists[change.version - 1].sections.map(\.id)
      let after = lists[change.version].sections.map(\.id)
      let head =
        "home \(change.version) \(change.author ?? "-") \(change.message ?? "-")"
      return try change.changeset.operations.map { operation in
        "\(head) \(operation.kind.rawValue) \(try side(operation, before, after))"
      }
    }
  }

  private func side(
    _ operation: Changeset.Operation,
    _ before: [Section.ID],
    _ after: [Section.ID]
  ) throws -> String {
    func words(_ path: CellPath?, _ component: AnyComponent?, in sections: [Section.ID]) throws
      -> String
    {
      guard let path else { return "- - - -" }
      let stored = try component?.stored()
      return "\(sections[path.section]) \(path.item) \(stored?.type ?? "-") "
        + (stored?.content?.text ?? "-")
    }
    func cell(_ id: Cell.ID, _ from: CellPath?, _ to: CellPath?) throws -> String {
      "cell \(id) \(try words(from, operation.before, in: before)) "
        + (try words(to, operation.after, in: after))
    }
    return switch operation {
    case .deletedCell(let it): try cell(it.id, it.at, nil)
    case .insertedCell(let it): try cell(it.id, nil, it.at)
    case .movedCell(let it): try cell(it.id, it.from, it.to)
    case .updatedCell(let it): try cell(it.id, it.from, it.at)
    case .deletedSection(let it): "section \(it.id) \(it.at) -"
    case .insertedSection(let it): "section \(it.id) - \(it.at)"
    case .movedSection(let it): "section \(it.id) \(it.from) \(it.to)"
    case .updatedSection(let it): "section \(it.id) \(it.from) \(it.at)"
    }
  }

  private static let changes = """
    SELECT list, version, author, message, kind, subject, id,
      from_section, from_item, from_type, from_content, to_section, to_item, to_type, to_content
    FROM changes
    """

  /// The rows of ``changes``; of sections, without their contents.
  private func found(_ rows: [QueryRow]) -> [String] {
    rows.map { row in
      guard row["subject"] == "section" else { return row.words }
      let places = [8, 12].map { row.values[$0].isNull ? "-" : "\(row[$0] as Int? ?? -1)" }
      return (row.words.split(separator: " section ")[0] + " section \(row["id"] ?? "") ")
        + places.joined(separator: " ")
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64], [0, 5])
  func `sees every operation of every version that is kept`(seed: UInt64, floor: Int) throws {
    let store = try ListStore.inMemory()
    let lists = try Self.history(seed, in: store)
    let whole = try expectedChanges(of: store, lists, after: 0)
    if floor > 0 {
      var retention = ListStore.Retention()
      (retention.versions, retention.age) = (lists.count - 1 - floor, .zero)
      try store.compact(retention)
    }
    #expect(try store.statistics().lists[0].floor == floor)
    // What made the oldest version is kept, although no older version is.
    let expected = whole.filter { Int($0.split(separator: " ")[1]) ?? 0 >= max(floor, 1) }
    #expect(found(try store.query(Self.changes)) == expected, "seed \(seed)")
    let versions = try store.query(
      "SELECT version, author, message, key, operations, fingerprint FROM versions WHERE list = 'home'"
    )
    #expect(
      versions.map(\.words)
        == (try (max(floor, 1)..<lists.count).map { version in
          let origin = [
            ["ann", "bob", "-"][version % 3], version % 2 == 0 ? "message \(version)" : "-",
            version % 3 == 0 ? "key \(version)" : "-",
          ].joined(separator: " ")
          let count = whole.count { $0.hasPrefix("home \(version) ") }
          return "\(version) \(origin) \(count) \(try lists[version].fingerprint())"
        }),
      "seed \(seed)"
    )
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `finds the same rows by a cell, by versions, and without either`(seed: UInt64) throws {
    let store = try ListStore.inMemory()
    let lists = try Self.history(seed, count: 30, in: store)
    try store.commit(lists[30], to: "other")
    var generator = SeededGenerator(seed: seed)
    let ids = try store.query("SELECT DISTINCT id FROM changes").compactMap { $0[0] as String? }
    let conditions = ["=", ">", ">=", "<", "<="].map { "version \($0)" }
    for _ in 0..<40 {
      let first = conditions.randomElement(using: &generator) ?? ""
      let second = conditions.randomElement(using: &generator) ?? ""
      let (low, high) = (
        Int.random(in: -1...32, using: &generator), Int.random(in: -1...32, using: &generator)
      )
      let id = ids.randomElement(using: &generator) ?? ""
      let order = ["ORDER BY version", "ORDER BY version DESC, list", ""].randomElement(
        using: &generator
      )
      let wish = "\(first) \(low) AND \(second) \(high)"
      let list = Bool.random(using: &generator) ? "AND list = 'home'" : ""
      let byID = Bool.random(using: &generator) ? "AND id = '\(id)'" : ""
      for table in ["changes", "versions"] {
        let rest = table == "changes" ? byID : ""
        let sql = "SELECT * FROM \(table) WHERE \(wish) \(rest) \(list) \(order ?? "")"
        // The plus has SQLite look at all rows.
        let plain = sql.replacing("version ", with: "+version ").replacing(" id =", with: " +id =")
          .replacing(" list =", with: " +list =").replacing("BY +", with: "BY ")
        #expect(try store.query(sql) == store.query(plain), "\(sql), seed \(seed)")
      }
    }
    for id in ids.prefix(8) {
      for section in ["", "AND section = (SELECT section FROM cells WHERE id = '\(id)')"] {
        let sql = "SELECT * FROM cells WHERE list = 'home' AND id = '\(id)' \(section)"
        let plain = sql.replacing(" id =", with: " +id =").replacing(
          " section =",
          with: " +section ="
        )
        .replacing(" list =", with: " +list =")
        #expect(try store.query(sql) == store.query(plain), "\(sql), seed \(seed)")
      }
    }
    // Texts that are equal for SQLite but differ in bytes.
    let upper = "SELECT count(*) FROM cells WHERE list = 'HOME' COLLATE NOCASE"
    #expect(try store.query(upper)[0][0] as Int? == lists[30].ids.joined().count)
    #expect(try store.query("SELECT count(*) FROM versions WHERE version = '3'")[0][0] == 1)
    #expect(try store.query("SELECT count(*) FROM versions WHERE version > 2.5")[0][0] == 28)
  }

  @Test func `reads no more versions than it needs`() throws {
    let log = StatementLog(withValues: true)
    let store = try log.store()
    for number in 1...50 {
      try store.commit(List { Section(id: "s") { cell("c", revision: number) } }, to: "l")
    }
    func bodies(_ sql: String) throws -> Int {
      try log.statements(during: { _ = try store.query(sql) }).count {
        $0.contains(", body, list,")
      }
    }
    let few = "SELECT id FROM changes WHERE list = 'l' AND version"
    #expect(try bodies("\(few) = 40") == 1)
    #expect(try bodies("\(few) BETWEEN 10 AND 13") == 4)
    // They come one by one, in order: what is not asked for is not read.
    #expect(try bodies("SELECT id FROM changes WHERE list = 'l' ORDER BY version LIMIT 3") <= 5)
    #expect(try bodies("SELECT version, author, time FROM versions") == 0)
  }
}
