import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

@Suite struct CommitTests {
  @Test func `commit keys are compared by their bytes`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    try store.edit("home", options: CommitOptions(key: composed)) { try $0.deleteCell("a1") }
    let edit: (inout ListDraft) throws -> Void = { try $0.updateCell(cell("a2")) }
    #expect(
      try store.edit("home", options: CommitOptions(key: decomposed), edit).outcome == .unchanged
    )
    #expect(
      try store.edit("home", options: CommitOptions(key: decomposed), edit).outcome == .duplicate
    )
  }

  @Test(arguments: StoreKind.allCases)
  func `versions are dense and every snapshot stays what it was`(kind: StoreKind) throws {
    try kind.withStore { store in
      var lists = RandomLists(seed: 1)
      var history = [List()]
      for attempt in 1...40 {
        let next = lists.successor(of: history[history.count - 1], editLimit: 8)
        let commit = try store.commit(next, to: "home", options: CommitOptions(key: "\(attempt)"))
        if commit.outcome == .unchanged {
          #expect(next == history.last)
        } else {
          history.append(next)
        }
        #expect(commit.version == history.count - 1)
      }
      for (version, list) in history.enumerated().dropFirst() {
        let snapshot = try store.snapshot(of: "home", at: version)
        #expect(snapshot.version == version)
        #expect(snapshot.list == list)
        #expect(snapshot.fingerprint == (try list.fingerprint()))
      }
      #expect(try store.verify().problems == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `replaying the changes gives every snapshot`(kind: StoreKind) throws {
    try kind.withStore { store in
      var lists = RandomLists(seed: 2)
      lists.cellLimit = 100
      var list = lists.list()
      for _ in 0..<Soak.count(24, soak: 60) {
        try store.commit(list, to: "home")
        list = lists.successor(of: list, editLimit: 30)
      }
      var replica = Replica(of: "home")
      for change in try store.changes(of: "home") {
        try replica.apply(change)
        guard change.version.isMultiple(of: 12) else { continue }
        #expect(replica.list == (try store.snapshot(of: "home", at: change.version).list))
      }
      #expect(replica.version == (try store.info(of: "home").version))
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `a list is written at once as it is written on top of an empty one`() throws {
    let store = try ListStore.inMemory()
    var lists = RandomLists(seed: 5)
    lists.cellLimit = 400
    for number in 0..<Soak.count(6, soak: 60) {
      var list = lists.list()
      // The last cell of some lists has to be encoded, the others are already.
      if number.isMultiple(of: 3) {
        list = try List(document: list.document())
        let last = Cell(id: "last", component: TextComponent("\(number)"))
        if !list.sections.isEmpty { list.sections[list.sections.count - 1].cells.append(last) }
      }
      let (direct, detour): (List.ID, List.ID) = ("direct \(number)", "detour \(number)")
      let commit = try store.commit(list, to: direct, options: CommitOptions(key: "first"))
      try store.commit(List(), to: detour)
      try store.commit(list, to: detour)
      #expect(commit.version == 1)
      #expect(try store.snapshot(of: direct).list == list)
      let (first, second) = (
        try store.changes(of: direct)[0], try store.changes(of: detour).last
      )
      if let second, !list.sections.isEmpty {
        #expect(first.changeset == second.changeset)
        #expect(first.fingerprint == second.fingerprint)
        #expect(commit.operationCount == first.changeset.operationCount)
      }
      #expect(
        try store.commit(list, to: direct, options: CommitOptions(key: "first")).outcome
          == .duplicate
      )
      // What comes next finds the rows where it expects them.
      let next = lists.successor(of: list)
      try store.commit(next, to: direct)
      #expect(try store.snapshot(of: direct).list == next)
    }
    #expect(try store.verify().problems == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a list whose changeset is written in pieces is there whole`(kind: StoreKind) throws {
    let text = String(repeating: "x", count: 300)
    let sections = (0..<3).map { section in
      Section(
        id: Section.ID(section),
        cells: (0..<2_000).map {
          Cell(id: Cell.ID(10_000 * section + $0), component: TextComponent("\(text) \($0)"))
        }
      )
    }
    let list = List(sections: sections)
    #expect(try Changeset(from: List(), to: list).encoded().count > 1 << 20)
    try kind.withStore { store in
      try store.commit(list, to: "home")
      #expect(try store.changes(of: "home")[0].changeset == Changeset(from: List(), to: list))
      try store.edit("home") { try $0.deleteCell("1") }
      #expect(try store.snapshot(of: "home", at: 1).list == list)
      #expect(try store.verify().problems == [])
    }
  }

  /// A view that is another one each time it is encoded.
  private struct Fickle: Component {
    private static let encodings = Atomic(0)
    static var componentType: String { "Fickle" }

    init(viewModel: String = "") {}

    var viewModel: String {
      let number = Self.encodings.add(1, ordering: .relaxed).newValue
      return String(repeating: "x", count: max(0, 1_000 - number))
    }
  }

  @Test func `what is encoded differently each time is stored as it was encoded first`() throws {
    let text = String(repeating: "x", count: 300)
    let cells = (0..<6_000).map { Cell(id: Cell.ID($0), component: TextComponent("\(text) \($0)")) }
    let header = SupplementaryView(component: AnyComponent(Fickle()), alignment: .top)
    var section = Section(id: "s", cells: cells)
    section.header = header
    let list = List(sections: [section])
    let store = try ListStore.inMemory()
    try store.commit(list, to: "home")
    #expect(try store.verify().problems == [])
    #expect(try store.changes(of: "home").count == 1)
    let stored = try store.snapshot(of: "home").list.sections[0].header
    #expect(
      try store.changes(of: "home")[0].changeset.insertedSections[0].attributes.header == stored
    )
  }

  @Test func `a reopened store goes on where it was`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lists.db")
    var lists = RandomLists(seed: 3)
    lists.cellLimit = 300
    var list = lists.list()
    for version in 1...12 {
      let store = try ListStore(path: path)
      let commit = try store.commit(
        list,
        to: "home",
        options: CommitOptions(expecting: .version(version - 1))
      )
      #expect(commit.version == version)
      #expect(try store.snapshot(of: "home").list == list)
      repeat {
        list = lists.successor(of: list, editLimit: 60)
      } while try unchanged(list, in: store)
    }
    #expect(try ListStore(path: path).verify().problems == [])
  }

  private func unchanged(_ list: List, in store: ListStore) throws -> Bool {
    try store.info(of: "home").fingerprint == list.fingerprint()
  }

  @Test(arguments: StoreKind.allCases)
  func `committing what is there makes no version`(kind: StoreKind) throws {
    try kind.withStore { store in
      #expect(try store.commit(sample, to: "home").outcome == .committed)
      let again = try store.commit(sample, to: "home")
      #expect(again.outcome == .unchanged)
      #expect(again.version == 1)
      #expect(try store.changes(of: "home").count == 1)
    }
  }

  @Test func `the first commit makes version 1 even when the list is empty`() throws {
    let store = try ListStore.inMemory()
    #expect(try store.commit(List(), to: "home").version == 1)
    #expect(try store.snapshot(of: "home").list == List())
    #expect(try store.commit(List(), to: "home").outcome == .unchanged)
  }

  @Test func `lists of one store share the sequence and nothing else`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "one")
    try store.commit(List { Section(id: "a") { cell("a1", "other") } }, to: "two")
    try store.commit(List(), to: "one")
    #expect(try store.lists().map(\.id) == ["one", "two"])
    #expect(try store.changes(of: "one").map(\.sequence) == [1, 3])
    #expect(try store.changes(of: "two").map(\.sequence) == [2])
    #expect(try store.snapshot(of: "two").list.ids == [["a1"]])
    #expect(try store.verify().problems == [])
  }

  @Test func `a change carries who made it, when and with which key`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(key: "k\u{0}1", author: "Ada"))
    let change = try #require(try store.changes(of: "home").first)
    #expect(change.author == "Ada")
    #expect(change.key == "k\u{0}1")
    #expect(change.parent == 0)
    #expect(change.parentFingerprint == .empty)
    #expect(change.time != nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `ids are bytes`(kind: StoreKind) throws {
    try kind.withStore { store in
      let ids: [Cell.ID] = ["a\u{0}b", "a", "\u{E9}", "e\u{301}", "👩‍👩‍👧", "'\";--%_\\", " "]
      let list = List(sections: [Section(id: "\u{0}", cells: ids.map { cell($0) })])
      try store.commit(list, to: "h\u{0}me")
      let snapshot = try store.snapshot(of: "h\u{0}me").list
      #expect(
        snapshot.sections[0].cells.map { Array($0.id.rawValue.utf8) }
          == ids.map { Array($0.rawValue.utf8) }
      )
      #expect(throws: ListStoreError.unknownList("h")) { try store.info(of: "h") }
      try store.edit("h\u{0}me") { try $0.deleteCell("\u{E9}") }
      #expect(
        try store.snapshot(of: "h\u{0}me").list.sections[0].cells.map(\.id).contains("e\u{301}")
      )
      #expect(try store.verify().problems == [])
    }
  }
}

@Suite struct ConcurrencyControlTests {
  @Test(arguments: StoreKind.allCases)
  func `a stale expectation is refused with the head`(kind: StoreKind) throws {
    try kind.withStore { store in
      let first = try store.commit(
        sample,
        to: "home",
        options: CommitOptions(expecting: .version(0))
      )
      #expect(
        throws: ListStoreError.versionMismatch(
          list: "home",
          expected: 0,
          head: 1,
          fingerprint: first.fingerprint
        )
      ) {
        try store.commit(List(), to: "home", options: CommitOptions(expecting: .version(0)))
      }
      #expect(try store.info(of: "home").version == 1)
      #expect(
        try store.commit(List(), to: "home", options: CommitOptions(expecting: .version(1))).version
          == 2
      )
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a repeated key returns the first commit`(kind: StoreKind) throws {
    try kind.withStore { store in
      let first = try store.commit(sample, to: "home", options: CommitOptions(key: "k"))
      try store.commit(List(), to: "home")
      let again = try store.commit(
        sample,
        to: "home",
        options: CommitOptions(expecting: .version(0), key: "k")
      )
      #expect(again.outcome == .duplicate)
      #expect(again.version == 1)
      #expect(again.fingerprint == first.fingerprint)
      #expect(try store.info(of: "home").version == 2)
    }
  }

  @Test func `a key that changed nothing is still spent`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    #expect(
      try store.commit(sample, to: "home", options: CommitOptions(key: "k")).outcome == .unchanged
    )
    try store.commit(List(), to: "home")
    #expect(
      try store.commit(sample, to: "home", options: CommitOptions(key: "k")).outcome == .duplicate
    )
    #expect(try store.snapshot(of: "home").list == List())
  }

  @Test func `a key with other content is refused`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home", options: CommitOptions(key: "k"))
    #expect(throws: ListStoreError.keyReused(key: "k", list: "home", version: 1)) {
      try store.commit(List(), to: "home", options: CommitOptions(key: "k"))
    }
    #expect(try store.commit(List(), to: "other", options: CommitOptions(key: "k")).version == 1)
  }

  @Test func `a repeated edit is proved to be the same edit`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let first = try store.edit("home", options: CommitOptions(key: "k")) { try $0.deleteCell("a1") }
    try store.edit("home") { try $0.deleteCell("a2") }
    let again = try store.edit("home", options: CommitOptions(key: "k")) { try $0.deleteCell("a1") }
    #expect(again.outcome == .duplicate)
    #expect(again.version == first.version)
    #expect(throws: ListStoreError.keyReused(key: "k", list: "home", version: 2)) {
      try store.edit("home", options: CommitOptions(key: "k")) { try $0.deleteCell("a3") }
    }
  }

  @Test func `two stores on one file never lose a commit`() throws {
    let folder = try TemporaryFolder()
    let stores = try (0..<2).map { _ in try ListStore(path: folder.file("lists.db")) }
    try stores[0].commit(List(sections: [Section(id: "s")]), to: "home")
    for number in 0..<50 {
      try stores[number % 2].edit("home") { try $0.appendCell(cell("c\(number)"), to: "s") }
      if number % 7 == 0 {
        try stores[1 - number % 2].edit("home") { try $0.updateCell(cell("c\(number)", "new")) }
      }
    }
    let expected = (0..<50).map { "c\($0)" }
    #expect(try stores[0].snapshot(of: "home").list.ids == [expected])
    #expect(try stores[1].verify().problems == [])
  }
}
