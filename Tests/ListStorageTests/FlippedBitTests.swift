import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Testing

@testable import ListStorage

/// One flipped bit is found by whoever reads it, and costs nothing that is not in it.
@Suite struct FlippedBitTests {
  private let folder: TemporaryFolder
  private let path: String
  /// Of all versions, from 0 on.
  private let fingerprints: [Fingerprint]

  /// A list of 200 cells in two sections, "a" with a header and "b", at version 4.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("lists.db")
    let store = try ListStore(path: path)
    var found = [Fingerprint.empty]
    found.append(
      try store.commit(Self.list, to: "home", options: CommitOptions(key: "k1", author: "ann"))
        .fingerprint
    )
    for number in 2...4 {
      found.append(
        try store.edit("home", options: CommitOptions(key: "k\(number)", author: "ann")) {
          try $0.updateCell(cell("a\(number)", "version \(number)"))
        }.fingerprint
      )
    }
    fingerprints = found
  }

  private static let list = List(
    sections: ["a", "b"].map { name in
      var section = Section(id: Section.ID(name))
      section.cells = (1...100).map { cell(Cell.ID("\(name)\($0)"), "text") }
      return section.withHeader(TextComponent("header of \(name)"))
    }
  )

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: sql)
      try #require(database.changesCount > 0)
    }
  }

  /// Another content of the same length: JSON as before.
  private func flipContent(of cell: String) throws {
    try execute(
      """
      UPDATE liststore_cell SET content = CAST(replace(content, 'te', 'ue') AS BLOB)
      WHERE id = CAST('\(cell)' AS BLOB)
      """
    )
  }

  private func isCorrupted(_ error: any Error) -> Bool {
    guard case .corrupted? = error as? ListStoreError else { return false }
    return true
  }

  private func expectDamage(
    _ work: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: sourceLocation) { try work() } throws: { isCorrupted($0) }
  }

  /// Expects a repair to save all versions as they were.
  private func expectRepair(versions: Int) throws {
    let target = folder.file("repaired.db")
    let report = try ListStore.repair(path, to: target)
    #expect(report.lists.map(\.saved) == [0...versions])
    let store = try ListStore(path: target)
    #expect(try store.verify().problems == [])
    for version in 0...versions {
      let snapshot = try store.snapshot(of: "home", at: version)
      #expect(snapshot.fingerprint == fingerprints[version])
      #expect(try snapshot.list.fingerprint() == fingerprints[version])
    }
  }

  // MARK: Commits

  private static let edits: [@Sendable (inout ListDraft) throws -> Void] = [
    { try $0.updateCell(cell("a1", "new")) },
    { try $0.deleteCell("a1") },
    { draft in for number in 1...20 { try draft.updateCell(cell("a\(number)", "new")) } },
    { draft in for number in 1...20 { try draft.deleteCell("a\(number)") } },
    { try $0.deleteSection("a") },
  ]

  @Test(arguments: edits.indices)
  func `a commit does not record what a flipped bit has made of a content`(edit: Int) throws {
    try flipContent(of: "a1")
    do {
      let store = try ListStore(path: path)
      expectDamage { try store.edit("home", Self.edits[edit]) }
      #expect(try store.info(of: "home").version == 4)
    }
    try expectRepair(versions: 4)
  }

  @Test func `a commit of a whole list does not record it either`() throws {
    try flipContent(of: "a1")
    do {
      let store = try ListStore(path: path)
      expectDamage { try store.commit(List(), to: "home") }
      var list = Self.list
      list.sections[0].cells[0] = cell("a1", "new")
      expectDamage { try store.commit(list, to: "home") }
      #expect(try store.info(of: "home").version == 4)
    }
    try expectRepair(versions: 4)
  }

  @Test func `a commit does not record what a flipped bit has made of a header`() throws {
    try execute(
      """
      UPDATE liststore_section SET header = CAST(replace(header, 'header', 'ieader') AS BLOB)
      WHERE id = CAST('a' AS BLOB)
      """
    )
    do {
      let store = try ListStore(path: path)
      expectDamage { try store.edit("home") { try $0.updateSection("a") { $0.header = nil } } }
      expectDamage { try store.edit("home") { try $0.deleteSection("a") } }
    }
    try expectRepair(versions: 4)
  }

  @Test(arguments: [
    "a1", "a2", "a3",
  ])
  func `a commit beside a flipped bit of an id is refused or right`(damaged: String) throws {
    try execute(
      "UPDATE liststore_cell SET id = CAST('\(damaged)~' AS BLOB) WHERE id = CAST('\(damaged)' AS BLOB)"
    )
    do {
      let store = try ListStore(path: path)
      for edit in [
        { try $0.insertCell(cell("new"), .after("a1")) }, { try $0.deleteCell("a3") },
        { try $0.moveCell("a2", .end(of: "b")) }, { try $0.updateCell(cell("a2", "new")) },
      ] as [(inout ListDraft) throws -> Void] {
        do {
          try store.edit("home", edit)
        } catch {
          #expect(isCorrupted(error))
        }
      }
      // What came to be is what the changes say.
      var replica = Replica(of: "home")
      for change in try store.changes(of: "home") { try replica.apply(change) }
      #expect(replica.version == (try store.info(of: "home").version))
    }
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    #expect(report.lists.map(\.isComplete) == [true])
  }

  private static let namedEdits: [@Sendable (inout ListDraft) throws -> Void] = [
    { try $0.insertCell(cell("new-1"), .start(of: "section-1")) },
    { try $0.insertCell(cell("new-2"), .after("cell-12")) },
    { try $0.moveCell("cell-14", .start(of: "section-2")) },
    { try $0.deleteCell("cell-11") },
    { try $0.updateCell(cell("cell-13", "new")) },
    { try $0.moveSection("section-3", .before("section-1")) },
    { try $0.insertSection(Section(id: "new"), .after("section-1")) },
    { try $0.updateSection("section-1") { $0.header = nil } },
    { try $0.deleteSection("section-2") },
  ]

  @Test(arguments: ["section-1", "cell-13"])
  func `wherever a bit of a name flips, commits are refused or right`(name: String) throws {
    let original = folder.file("named.db")
    do {
      let store = try ListStore(path: original)
      let sections = (1...3).map { section in
        var made = Section(id: Section.ID("section-\(section)"))
        made.cells = (1...5).map { cell(Cell.ID("cell-\(section)\($0)")) }
        return made.withHeader(TextComponent("header"))
      }
      try store.commit(List(sections: sections), to: "home")
      try store.checkpoint()
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: original))
    var places: [Int] = []
    var rest = bytes[...]
    while let found = rest.range(of: Data(name.utf8)) {
      places.append(found.lowerBound)
      rest = bytes[found.upperBound...]
    }
    // In a table, in an index, and in the change.
    #expect(places.count >= 3)
    for (number, place) in places.enumerated() {
      let copy = folder.file("named-\(number).db")
      var damaged = bytes
      damaged[place + 1] ^= 1
      try damaged.write(to: URL(fileURLWithPath: copy))
      let store = try ListStore(path: copy)
      for edit in Self.namedEdits {
        do {
          try store.edit("home", edit)
        } catch {
          #expect(error is ListStoreError)
        }
      }
      // What is recorded follows from what was there, unless that is what is damaged.
      guard var replica = try? firstVersion(of: store) else { continue }
      for change in try store.changes(of: "home", after: 1) { try replica.apply(change) }
      #expect(replica.fingerprint == (try store.info(of: "home").fingerprint))
    }
  }

  private func firstVersion(of store: ListStore) throws -> Replica {
    var replica = Replica(of: "home")
    for change in try store.changes(of: "home", through: 1) { try replica.apply(change) }
    return replica
  }

  // MARK: Repairs

  /// Makes versions record that they replaced another content than they did.
  private func falsify(_ versions: [Int]) throws {
    let changes = try ListStore(path: path).changes(of: "home")
    for version in versions {
      var changeset = changes[version - 1].changeset
      changeset.updatedCells[0].old = AnyComponent(TextComponent("of a flipped bit"))
      let body = try changeset.encoded()
      try DatabaseQueue(path: path).write {
        try $0.execute(
          sql: "UPDATE liststore_change SET body = ?, body_checksum = ? WHERE version = ?",
          arguments: [
            Data(body),
            RowChecksum.body(
              body.withUnsafeBytes { Checksum(atEndOf: $0) },
              list: 1,
              from: version - 1,
              to: version
            ), version,
          ]
        )
      }
    }
  }

  @Test(arguments: [[2], [4], [2, 3], [2, 4], [2, 3, 4]])
  func `what commits have recorded of a flipped bit costs no version`(versions: [Int]) throws {
    try falsify(versions)
    #expect(try ListStore(path: path).verify().isSound == false)
    try expectRepair(versions: 4)
  }

  @Test func `what commits have recorded of a flipped bit is not brought back`() throws {
    try falsify([3, 4])
    let store = try ListStore(path: path)
    expectDamage { try store.commit(.undoing(version: 3), to: "home") }
    expectDamage { try store.commit(.undoing(version: 4), to: "home") }
    expectDamage { try store.commit(.undoing(last: 1), to: "home") }
    expectDamage { try store.commit(.reverting(to: 2), to: "home") }
    #expect(try store.commit(.undoing(version: 2), to: "home").version == 5)
  }

  @Test(arguments: [
    "UPDATE liststore_change SET body = x'00' WHERE version = 3",
    "DELETE FROM liststore_change WHERE version = 3",
    "UPDATE liststore_change SET fingerprint = zeroblob(16) WHERE version = 3",
    "UPDATE liststore_change SET parent_fingerprint = zeroblob(16) WHERE version = 3",
    "UPDATE liststore_change SET author = x'' WHERE version = 3",
    "UPDATE liststore_change SET author = x'ff' WHERE version = 3",
  ])
  func `one damaged change is made again from the versions beside it`(damage: String) throws {
    try execute(damage)
    try expectRepair(versions: 4)
  }

  // MARK: Reads

  @Test func `no read answers with a content that has not its digest`() throws {
    try flipContent(of: "a1")
    let store = try ListStore(path: path)
    expectDamage { _ = try store.snapshot(of: "home") }
    // The versions before it are made from the beginning.
    #expect(try store.snapshot(of: "home", at: 3).list.fingerprint() == fingerprints[3])
    expectDamage { _ = try store.window(.rows(0..<5), in: "home") }
    expectDamage { try store.export("home", from: 4) { _ in } }
    expectDamage { try store.edit("home") { _ = try $0.component(of: "a1") } }
    // What is not damaged is read.
    #expect(try store.window(.rows(5..<10), in: "home").cells.count == 5)
  }

  @Test func `no read answers with a header that has not its digest`() throws {
    try execute(
      """
      UPDATE liststore_section SET header = CAST(replace(header, 'header', 'ieader') AS BLOB)
      WHERE id = CAST('a' AS BLOB)
      """
    )
    let store = try ListStore(path: path)
    expectDamage { _ = try store.snapshot(of: "home") }
    expectDamage { try store.export("home", from: 4) { _ in } }
  }

  @Test(arguments: [
    "UPDATE liststore_cell SET id = CAST('a~' AS BLOB) WHERE id = CAST('a1' AS BLOB)",
    "UPDATE liststore_cell SET type = CAST('Uext' AS BLOB) WHERE id = CAST('a1' AS BLOB)",
    "UPDATE liststore_cell SET digest = zeroblob(16) WHERE id = CAST('a1' AS BLOB)",
    // The third step of the first chunk, from 1 to -1.
    "UPDATE liststore_chunk SET cells = CAST(substr(cells, 1, 2) || x'01' || substr(cells, 4) AS BLOB)",
  ])
  func `no read answers with another cell than was written`(damage: String) throws {
    try execute(damage)
    let store = try ListStore(path: path)
    expectDamage { _ = try store.snapshot(of: "home") }
    expectDamage { _ = try store.window(.rows(0..<5), in: "home") }
    if !damage.contains("type") && !damage.contains("digest") {
      expectDamage { _ = try store.cellIDs(.rows(0..<5), in: "home") }
    }
  }

  @Test func `no backup has a content that has not its digest`() throws {
    try flipContent(of: "a1")
    let copy = folder.file("copy.db")
    let store = try ListStore(path: path)
    expectDamage { try store.backup(to: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy))
    expectDamage { try ListStore.restore(path, to: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  // MARK: Versions

  private static let flips = [
    "author = CAST('ano' AS BLOB)", "author = NULL", "key = CAST('k9' AS BLOB)", "key = NULL",
    "time = time + 1024", "sequence = sequence + 64",
  ]

  @Test(arguments: flips)
  func `who made a version, when, and as which is told as it was recorded`(flip: String) throws {
    try execute("UPDATE liststore_change SET \(flip) WHERE version = 3")
    let store = try ListStore(path: path)
    #expect(try store.verify().isSound == false)
    expectDamage { _ = try store.changes(of: "home", after: 2) }
    expectDamage { _ = try store.changes(afterSequence: flip.contains("sequence") ? 4 : 2) }
    expectDamage { try store.export("home", from: 2) { _ in } }
    #expect(try store.changes(of: "home", through: 2).count == 2)
    try expectRepair(versions: 4)
  }

  @Test func `the checksum of a version is the one that is documented`() throws {
    try DatabaseQueue(path: path).read { database in
      let row = try #require(
        try Row.fetchOne(database, sql: "SELECT * FROM liststore_change WHERE version = 3")
      )
      var bytes = Data()
      for column in ["sequence", "list", "version", "time"] {
        withUnsafeBytes(of: (row[column] as Int64).littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes += (row["parent_fingerprint"] as Data) + (row["fingerprint"] as Data)
      bytes += [4, 0, 0, 0] + Data("ann".utf8) + [3, 0, 0, 0] + Data("k3".utf8)
      #expect(row["checksum"] as Int64 == Int64(Checksum(Array(bytes)).value))
    }
  }

  // MARK: Names

  @Test(arguments: ["lineage = zeroblob(16)", "id = CAST('hone' AS BLOB)"])
  func `a name or a lineage that was not recorded is damage, and the list is saved`(
    damage: String
  ) throws {
    try execute("UPDATE liststore_list SET \(damage)")
    let store = try ListStore(path: path)
    #expect { try store.lists() } throws: { isCorrupted($0) }
    // Neither is it said to be unknown.
    #expect { try store.snapshot(of: "home") } throws: { isCorrupted($0) }
    // Nor does who follows all lists hear of another one.
    #expect { try store.catchUp(from: nil) } throws: { isCorrupted($0) }
    #expect { try store.token() } throws: { isCorrupted($0) }
    #expect { try store.edit("hone") { try $0.deleteCell("a1") } } throws: { _ in true }
    #expect(try store.verify().isSound == false)
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    let saved = try #require(report.lists.first)
    #expect(saved.saved == 0...4)
    #expect(!saved.problems.isEmpty)
    #expect(try ListStore(path: folder.file("repaired.db")).verify().problems == [])
  }

  @Test func `a name with a flipped bit is told by the other place it stands in`() throws {
    let name = "a name that stands nowhere else"
    _ = try ListStore(path: path).commit(Self.list, to: List.ID(name))
    // All of it is in the main file now.
    let copy = folder.file("copy.db")
    try ListStore(path: path).backup(to: copy)
    let sound = try Data(contentsOf: URL(fileURLWithPath: copy))
    var places: [Int] = []
    var searched = sound.startIndex
    while let found = sound.range(of: Data(name.utf8), in: searched..<sound.endIndex) {
      places.append(found.lowerBound)
      searched = found.upperBound
    }
    // In the table and in its index.
    #expect(places.count == 2)
    for (number, place) in places.enumerated() {
      var flipped = sound
      flipped[place + 2] ^= 0x04
      let path = folder.file("flipped\(number).db")
      try flipped.write(to: URL(fileURLWithPath: path))
      #expect(try ListStore.verify(path).isSound == false)
      let repaired = folder.file("repaired\(number).db")
      let report = try ListStore.repair(path, to: repaired)
      #expect(report.lists.map(\.id) == [List.ID(name), "home"])
      #expect(report.lists.allSatisfy { $0.saved != nil })
      let store = try ListStore(path: repaired)
      #expect(try store.snapshot(of: List.ID(name)).fingerprint == fingerprints[1])
    }
  }

  @Test func `a list of an older format gets its checksum, as docs/database.md has it`() throws {
    try execute(
      """
      ALTER TABLE liststore DROP COLUMN lists;
      ALTER TABLE liststore DROP COLUMN checked_from;
      ALTER TABLE liststore DROP COLUMN checksum;
      ALTER TABLE liststore_list DROP COLUMN number_checksum;
      ALTER TABLE liststore_section DROP COLUMN checksum;
      ALTER TABLE liststore_chunk DROP COLUMN checksum;
      ALTER TABLE liststore_list DROP COLUMN floor_checksum;
      ALTER TABLE liststore_change DROP COLUMN body_checksum;
      ALTER TABLE liststore_span DROP COLUMN body_checksum;
      ALTER TABLE liststore_list DROP COLUMN checksum;
      ALTER TABLE liststore_change DROP COLUMN message;
      ALTER TABLE liststore_cell DROP COLUMN views;
      ALTER TABLE liststore_section DROP COLUMN views;
      UPDATE liststore SET format = 4, min_writer = 1
      """
    )
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let reader = try ListStore(path: path, configuration: configuration)
    #expect(try reader.lists().map(\.version) == [4])
    #expect(try reader.snapshot(of: "home").fingerprint == fingerprints[4])
    #expect(try reader.changes(of: "home").count == 4)
    #expect(try ListStore(path: path).verify().problems == [])
    try DatabaseQueue(path: path).read { database in
      let row = try #require(try Row.fetchOne(database, sql: "SELECT * FROM liststore_list"))
      let bytes = (row["lineage"] as Data) + Data("home".utf8)
      #expect(row["checksum"] as Int64 == Int64(Checksum(Array(bytes)).value))
    }
  }

  @Test func `versions before the head are read although the head is damaged`() throws {
    try flipContent(of: "b9")
    let store = try ListStore(path: path)
    expectDamage { _ = try store.snapshot(of: "home") }
    for version in 0...3 {
      let snapshot = try store.snapshot(of: "home", at: version)
      #expect(snapshot.fingerprint == fingerprints[version])
      #expect(try snapshot.list.fingerprint() == fingerprints[version])
    }
  }

  // MARK: Places

  /// What readers are told, without any content: of places, versions and what lies between them.
  private static let readings: [@Sendable (ListStore) throws -> String] = [
    { "\(try $0.outline(of: "home"))" }, { "\(try $0.outline(of: "home", at: 2))" },
    { "\(try $0.window(.rows(0..<3), in: "home").cells.map(\.id))" },
    { "\(try $0.cellIDs(.rows(98..<102), in: "home", at: 3))" },
    { "\(try $0.path(of: "b7", in: "home") as Any)" },
    { "\(try $0.snapshot(of: "home").fingerprint)" },
    { "\(try $0.snapshot(of: "home", at: 1).fingerprint)" },
    { "\(try $0.lists())" }, { "\(try $0.changes(of: "home"))" },
    { "\(try $0.change(of: "home", from: 1, to: 4).changeset)" },
  ]

  @Test(arguments: [
    "UPDATE liststore_section SET position = -position",
    "UPDATE liststore_section SET id = CAST('c' AS BLOB) WHERE id = CAST('a' AS BLOB)",
    "UPDATE liststore_section SET section = 3 - section + 10; "
      + "UPDATE liststore_section SET section = section - 10",
    "UPDATE liststore_chunk SET section = 3 - section",
    "UPDATE liststore_chunk SET count = count - 1 WHERE section = 1",
    "UPDATE liststore_chunk SET cells = CAST(x'040104' || substr(cells, 4) AS BLOB) WHERE section = 1",
    "UPDATE liststore_list SET floor = 1",
    "UPDATE liststore_change SET body = (SELECT body FROM liststore_change WHERE version = 3) "
      + "WHERE version = 4",
  ])
  func `a place that is not what was recorded is not handed out`(damage: String) throws {
    let sound = try Self.readings.map { try $0(ListStore(path: path)) }
    try execute(damage)
    let store = try ListStore(path: path)
    var refusals = 0
    for (number, (reading, answer)) in zip(Self.readings, sound).enumerated() {
      do {
        #expect(try reading(store) == answer, "reading \(number)")
      } catch {
        #expect(isCorrupted(error))
        refusals += 1
      }
    }
    #expect(refusals > 0)
    #expect(try store.verify().isSound == false)
    try expectRepair(versions: 4)
  }

  @Test func `the checksums of places are those of docs-formats`() throws {
    func number(_ values: [Int64], _ bytes: Data = Data()) -> Int64 {
      let numbers = values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) }
      }
      return Int64(Checksum(numbers + bytes).value)
    }
    try DatabaseQueue(path: path).read { database in
      func rows(_ table: String) throws -> [Row] {
        let found = try Row.fetchAll(database, sql: "SELECT * FROM liststore_\(table)")
        try #require(!found.isEmpty)
        return found
      }
      for row in try rows("section") {
        let numbers = [row["section"], row["list"], row["position"]] as [Int64]
        #expect(row["checksum"] as Int64 == number(numbers, row["id"]))
      }
      for row in try rows("chunk") {
        let numbers = [row["section"], row["position"], row["count"]] as [Int64]
        #expect(row["checksum"] as Int64 == number(numbers, row["cells"]))
      }
      for row in try rows("list") {
        #expect(row["floor_checksum"] as Int64 == number([row["floor"]], row["lineage"]))
        #expect(row["number_checksum"] as Int64 == number([row["list"]], row["lineage"]))
      }
      let store = try #require(try Row.fetchOne(database, sql: "SELECT * FROM liststore"))
      #expect(store["lists"] as Int64 == 1 && store["checked_from"] as Int64 == 1)
      let about = [store["lists"], store["checked_from"]] as [Int64]
      #expect(store["checksum"] as Int64 == number(about, store["lineage"]))
      for row in try rows("change") {
        let end = [UInt8](row["body"] as Data).suffix(4).reversed().reduce(0) {
          $0 << 8 | Int64($1)
        }
        let version = row["version"] as Int64
        let numbers = [row["list"] as Int64, version - 1, version, end]
        #expect(row["body_checksum"] as Int64 == number(numbers))
      }
    }
  }

  // MARK: Verdicts

  @Test(arguments: [
    "UPDATE liststore SET epoch = 9223372036854775807",
    "UPDATE liststore_list SET epoch = 9223372036854775807",
    "UPDATE liststore_change SET sequence = 9223372036854775807 WHERE version = 4",
    "UPDATE liststore_cell SET cell = 9223372036854775807 WHERE id = CAST('b100' AS BLOB)",
    """
    INSERT INTO liststore_list (id, lineage, epoch, floor) VALUES (x'6f', zeroblob(16), 1, 0)
    """,
  ])
  func `what others fail at, or say is lost, is not sound`(damage: String) throws {
    try execute(damage)
    #expect(try ListStore.verify(path).isSound == false)
    let report = try ListStore.repair(path, to: folder.file("repaired.db"))
    // The rows get other numbers.
    if !damage.contains("cell") {
      #expect(!report.problems.isEmpty || report.lists.contains { !$0.problems.isEmpty })
    }
    #expect(report.lists.first { $0.id == "home" }?.saved == 0...4)
    #expect(try ListStore(path: folder.file("repaired.db")).verify().problems == [])
  }

  // MARK: Newer stores

  @Test func `what only newer software may write is neither repaired nor restored`() throws {
    try execute("UPDATE liststore SET min_writer = 99, format = 99")
    let copy = folder.file("copy.db")
    func isNewer(_ work: () throws -> Void) {
      #expect {
        try work()
      } throws: { error in
        guard case .newerFormat(_, format: 99, _)? = error as? ListStoreError else { return false }
        return true
      }
    }
    isNewer { _ = try ListStore(path: path) }
    isNewer { _ = try ListStore.repair(path, to: copy) }
    isNewer { _ = try ListStore.repair(inPlace: path) }
    isNewer { _ = try ListStore.restore(path, to: copy) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("copy") || $0.contains("damaged") } == [])
    // It may be read.
    var configuration = ListStore.Configuration()
    configuration.access = .readOnly
    let store = try ListStore(path: path, configuration: configuration)
    #expect(try store.snapshot(of: "home").fingerprint == fingerprints[4])
  }

  @Test func `who has a store open asks again when others have written`() throws {
    let store = try ListStore(path: path)
    try execute("UPDATE liststore SET min_writer = 99, format = 99")
    #expect {
      try store.edit("home") { try $0.deleteCell("a1") }
    } throws: { error in
      guard case .newerFormat(_, format: 99, _)? = error as? ListStoreError else { return false }
      return true
    }
    #expect(throws: ListStoreError.self) { try store.compact(.newest(1)) }
    #expect(try store.oldestVersion(of: "home") == 0)
  }
}
