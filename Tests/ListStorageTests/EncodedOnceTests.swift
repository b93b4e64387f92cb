import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Synchronization
import Testing

/// Components a store has to encode: some cannot be, some come out different each time.
@Suite struct EncodedOnceTests {
  private struct NumberComponent: Component {
    static let componentType = "Number"
    var viewModel: Double
  }

  /// Counts how often it was encoded.
  private struct FickleComponent: Component {
    static let componentType = "Fickle"
    private static let count = Atomic<Int>(0)

    struct ViewModel: Codable, Equatable, Sendable {
      init() {}
      init(from decoder: any Decoder) throws {}

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(FickleComponent.count.add(1, ordering: .relaxed).newValue)
      }
    }

    var viewModel = ViewModel()
    init(viewModel: ViewModel) {}
    init() {}
  }

  private static func header(_ component: some Component) -> SupplementaryView {
    SupplementaryView(component: component, alignment: .top)
  }

  private static let commits: [@Sendable (ListStore) throws -> Void] = [
    { store in
      try store.edit("home") { draft in
        try draft.updateSection("a") { $0.header = header(FickleComponent()) }
      }
    },
    { store in
      try store.edit("home") { draft in
        try draft.appendSection(
          Section(id: "n", cells: [Cell(id: "n1", component: FickleComponent())])
            .withHeader(FickleComponent())
        )
      }
    },
    { store in
      let insertion = Changeset.SectionInsertion(
        id: "n",
        at: 0,
        attributes: .init(header: header(FickleComponent()))
      )
      _ = try store.commit(
        .changes(Changeset(insertedSections: [insertion])),
        to: "home",
        options: CommitOptions(expecting: .version(1))
      )
    },
    { store in
      let insertion = Changeset.CellInsertion(
        id: "n",
        at: CellPath(section: 0, item: 0),
        component: AnyComponent(FickleComponent())
      )
      _ = try store.commit(.changes(Changeset(insertedCells: [insertion]), rebasing: 1), to: "home")
    },
    { store in
      try store.commit(
        List(sections: [Section(id: "n", cells: []).withHeader(FickleComponent())]),
        to: "home"
      )
    },
  ]

  @Test(arguments: commits.indices)
  func `what is encoded differently each time is encoded once`(number: Int) throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try Self.commits[number](store)
    #expect(try store.info(of: "home").version == 2)
    #expect(try store.verify().problems == [])
  }

  @Test func `what cannot be encoded is refused by name`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let nothing = AnyComponent(NumberComponent(viewModel: .nan))
    let place = CellPath(section: 0, item: 0)
    let cell = Changeset(insertedCells: [.init(id: "new", at: place, component: nothing)])
    let header = Self.header(NumberComponent(viewModel: .nan))
    let section = Changeset(
      insertedSections: [.init(id: "new", at: 0, attributes: .init(header: header))]
    )
    let deletion = Changeset(deletedCells: [.init(id: "a1", at: place, component: nothing)])
    let fingerprint = try store.info(of: "home").fingerprint
    for (changeset, name) in [
      (cell, "cell \"new\""), (section, "section \"new\""), (deletion, "cell \"a1\""),
    ] {
      let change = Change(
        list: "home",
        version: 2,
        parent: 1,
        parentFingerprint: fingerprint,
        fingerprint: .empty,
        changeset: changeset
      )
      let calls: [() throws -> Void] = [
        {
          _ = try store.commit(
            .changes(changeset),
            to: "home",
            options: CommitOptions(expecting: .version(1))
          )
        },
        { _ = try store.commit(.changes(changeset, rebasing: 1), to: "home") },
        { try store.apply(change) },
      ]
      for call in calls {
        #expect {
          try call()
        } throws: { error in
          guard case ListStoreError.changeRefused(list: "home", let reason) = error else {
            return false
          }
          return reason.contains(name) && reason.contains("cannot be encoded")
        }
      }
    }
    #expect(try store.info(of: "home").version == 1)
  }

  @Test func `a change whose operations are in another order is refused`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var target = try store.snapshot(of: "home").list
    let source = target
    target.sections[0].cells.removeFirst(2)
    var unsorted = try Changeset(from: source, to: target)
    unsorted.deletedCells.reverse()
    let change = Change(
      list: "home",
      version: 2,
      parent: 1,
      parentFingerprint: try source.fingerprint(),
      fingerprint: try target.fingerprint(),
      changeset: unsorted
    )
    #expect {
      try store.apply(change)
    } throws: { error in
      guard case ListStoreError.changeRefused(list: "home", let reason) = error else {
        return false
      }
      return reason.contains("cells.deleted[1]")
    }
    #expect(try store.info(of: "home").version == 1)
    #expect(try store.verify().problems == [])
  }
}
