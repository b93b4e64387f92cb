import ListDiff
import ListKeeping
import ListModel
import ListTestSupport
import Synchronization
import Testing

@testable import ListStorage

/// A list that is declared again costs what differs, and is the same to everybody else.
@Suite struct DeclaredListTests {
  /// Counts how often it was encoded.
  private struct CountedComponent: Component {
    static let componentType = "Counted"
    static let encodings = Mutex<[String: Int]>([:])

    struct ViewModel: Codable, Equatable, Sendable {
      var test: String
      var text: String

      init(test: String, text: String) {
        (self.test, self.text) = (test, text)
      }

      func encode(to encoder: any Encoder) throws {
        encodings.withLock { $0[test, default: 0] += 1 }
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }

      init(from decoder: any Decoder) throws {
        self.init(test: "", text: try decoder.singleValueContainer().decode(String.self))
      }
    }

    var viewModel: ViewModel
  }

  /// A view model that calls others equal than its encoded form does.
  private struct LooseComponent: Component {
    static let componentType = "Loose"

    struct ViewModel: Codable, Sendable, Equatable {
      var text: String
      static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.text.lowercased() == rhs.text.lowercased()
      }
    }

    var viewModel: ViewModel
  }

  private static func list(_ test: String, _ texts: [String]) -> List {
    List(sections: [
      Section(
        id: "s",
        cells: texts.enumerated().map { index, text in
          Cell(
            id: Cell.ID(index),
            component: CountedComponent(viewModel: .init(test: test, text: text))
          )
        }
      )
    ])
  }

  @Test func `what is equal to what was declared before is not encoded again`() throws {
    let name = "not encoded again"
    func encodings() -> Int { CountedComponent.encodings.withLock { $0[name] ?? 0 } }
    let store = try ListStore.inMemory()
    var texts = (0..<200).map { "text \($0)" }
    try store.commit(Self.list(name, texts), to: "home")
    let first = encodings()
    #expect(first >= 200)
    #expect(try store.commit(Self.list(name, texts), to: "home").outcome == .unchanged)
    #expect(encodings() == first)
    for round in 1...5 {
      texts[round * 7] = "changed \(round)"
      let before = encodings()
      let commit = try store.commit(Self.list(name, texts), to: "home")
      #expect(commit.operationCount == 1)
      // What it replaces is proved to be there.
      #expect(encodings() - before <= 2)
    }
    #expect(try store.snapshot(of: "home").list == Self.list(name, texts))
    #expect(try store.verify().problems == [])
  }

  @Test func `no row is read for cells that are equal`() throws {
    let log = StatementLog()
    let store = try log.store()
    var texts = (0..<500).map { "text \($0)" }
    try store.commit(Self.list("rows", texts), to: "home")
    texts[250] = "changed"
    let reads = try log.statements {
      try store.commit(Self.list("rows", texts), to: "home")
    }.filter { $0.contains("FROM liststore_cell") }
    #expect(reads.count <= 3, "\(reads)")
  }

  @Test(arguments: [21, 22, 23] as [UInt64])
  func `declared lists make the versions they make when nothing is kept of them`(
    seed: UInt64
  ) throws {
    let folder = try TemporaryFolder()
    let store = try ListStore(path: folder.file("one.db"))
    let other = try ListStore(path: folder.file("one.db"))
    let plain = try ListStore(path: folder.file("two.db"))
    var generator = SeededGenerator(seed: seed)
    var lists = RandomLists(seed: seed)
    var list = List()
    var (steps, failures) = (0, 0)
    for step in 1...120 {
      let next = lists.successor(of: list, editLimit: 6)
      let isDeclared = Bool.random(using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0:
        // A commit that fails leaves nothing behind.
        #expect(throws: ListStoreError.self) {
          try store.commit(next, to: "home", options: CommitOptions(expecting: .version(9_999)))
        }
        failures += 1
      case 1:
        let stored = try next.stored()
        list = next
        try other.commit(stored, to: "home")
        plain.forget()
        try plain.commit(stored, to: "home")
        continue
      default: break
      }
      let declared = isDeclared ? next : try next.stored()
      list = next
      if store.heads.declaredLists["home"]?.change(to: declared) != nil { steps += 1 }
      let commit = try store.commit(declared, to: "home")
      plain.forget()
      let expected = try plain.commit(declared, to: "home")
      #expect(commit == expected, "seed \(seed), step \(step)")
    }
    #expect(steps > 20 && failures > 0)
    let (changes, expected) = (
      try Array(store.changes(of: "home")), try Array(plain.changes(of: "home"))
    )
    #expect(changes.map(\.changeset) == expected.map(\.changeset))
    #expect(try store.snapshot(of: "home").list == list)
    #expect(try store.verify().problems == [])
    withExtendedLifetime(folder) {}
  }

  @Test func `an edit between two declared lists is taken back by the second`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.deleteCell("a1") }
    let commit = try store.commit(sample, to: "home")
    #expect(commit.version == 3)
    #expect(try store.snapshot(of: "home").list == sample)
    #expect(try store.commit(sample, to: "home").outcome == .unchanged)
  }

  @Test func `a list that is not valid is refused as ever, and leaves the one before`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var twice = sample
    twice.sections[1].cells.append(cell("a1"))
    #expect(throws: ListStoreError.self) { try store.commit(twice, to: "home") }
    var nameless = sample
    nameless.sections[0].cells.append(cell(""))
    #expect(throws: ListStoreError.self) { try store.commit(nameless, to: "home") }
    #expect(try store.snapshot(of: "home").version == 1)
    var next = sample
    next.sections[1].cells.append(cell("c1"))
    #expect(try store.commit(next, to: "home").version == 2)
  }

  @Test func `view models that are equal but encoded otherwise do not hinder a later change`()
    throws
  {
    let store = try ListStore.inMemory()
    func list(_ texts: String...) -> List {
      List(sections: [
        Section(
          id: "s",
          cells: texts.enumerated().map { index, text in
            Cell(id: Cell.ID(index), component: LooseComponent(viewModel: .init(text: text)))
          }
        )
      ])
    }
    try store.commit(list("a", "b"), to: "home")
    #expect(try store.commit(list("A", "b"), to: "home").outcome == .unchanged)
    #expect(try store.commit(list("c", "b"), to: "home").version == 2)
    let stored = try #require(
      try store.snapshot(of: "home").list.sections[0].cells[0].component.stored().content
    )
    #expect(stored.text == #"{"text":"c"}"#)
    #expect(try store.verify().problems == [])
  }

  @Test func `of a change that does not fit, nothing is left in the version made instead`() throws {
    let store = try ListStore.inMemory()
    func list(_ texts: String..., header: String) -> List {
      let cells = texts.enumerated().map { index, text in
        Cell(id: Cell.ID(index), component: LooseComponent(viewModel: .init(text: text)))
      }
      return List(sections: [
        Section(id: "s", cells: cells).withHeader(LooseComponent(viewModel: .init(text: header)))
      ])
    }
    try store.commit(list("a", "b", "c", header: "h"), to: "home")
    #expect(try store.commit(list("a", "B", "c", header: "h"), to: "home").outcome == .unchanged)
    // The new header and the first cell fit; the second is stored as "b".
    let next = list("x", "y", "c", "d", header: "i")
    #expect(try store.commit(next, to: "home").operationCount == 4)
    let texts = try store.snapshot(of: "home").list.sections[0].cells.map {
      try $0.component.stored().content?.text
    }
    #expect(texts == ["x", "y", "c", "d"].map { #"{"text":"\#($0)"}"# })
    #expect(try store.verify().problems == [])
  }

  @Test func `handlers of a declared list are not kept`() throws {
    final class Screen: Sendable {}
    let store = try ListStore.inMemory()
    weak var released: Screen?
    do {
      let screen = Screen()
      released = screen
      var list = sample
      list.sections[0].cells[0].handlers.register(String.self) { _ in
        withExtendedLifetime(screen) {}
      }
      try store.commit(list, to: "home")
    }
    #expect(released == nil)
  }

  @Test func `what is kept of declared lists has a bound`() throws {
    let lists = DeclaredLists()
    for number in 0..<100 {
      lists.insert(
        DeclaredList(sample, fingerprint: .empty, byteCount: DeclaredLists.weightLimit / 10),
        for: List.ID(number)
      )
    }
    let kept = (0..<100).filter { lists[List.ID($0)] != nil }
    #expect(kept.count < 10)
    #expect(kept.last == 99)
    lists.insert(
      DeclaredList(sample, fingerprint: .empty, byteCount: DeclaredLists.weightLimit + 1),
      for: "99"
    )
    #expect(lists["99"] == nil)
  }
}

extension ListStore {
  /// Forgets what it knows of declared lists.
  fileprivate func forget() { heads.declaredLists.removeAll() }
}
