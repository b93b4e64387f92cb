import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// Going back, and edits carried over to later versions.
@Suite struct UndoTests {
  private func store() throws -> ListStore {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.deleteCell("a2") }
    try store.edit("home") { try $0.moveCell("b1", .start(of: "a")) }
    try store.edit("home") { try $0.updateCell(cell("a1", "new")) }
    return store
  }

  @Test func `going back is repeated by its key when what it went back to is forgotten`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    for number in 2...6 {
      try store.edit("home") { try $0.updateCell(cell("a1", "\(number)")) }
    }
    let commits: [() throws -> Commit] = [
      { try store.commit(.reverting(to: 1), to: "home", options: CommitOptions(key: "revert")) },
      {
        try store.commit(
          .undoing(version: 2) { _ in .omit },
          to: "home",
          options: CommitOptions(key: "undo")
        )
      },
      {
        try store.commit(
          .edit(rebasing: 1) { try $0.updateCell(cell("b1", "new")) },
          to: "home",
          options: CommitOptions(key: "edit")
        )
      },
    ]
    let made = try commits.map { try $0() }
    #expect(made.map(\.outcome) == [.committed, .unchanged, .committed])
    for number in 2...6 {
      try store.edit("home") { try $0.updateCell(cell("a2", "\(number)")) }
    }
    let head = try store.info(of: "home").version
    try store.compact(.newest(head - 5))
    #expect(try store.oldestVersion(of: "home") == 5)
    for (commit, made) in zip(commits, made) {
      let again = try commit()
      #expect(again.outcome == .duplicate)
      #expect(again.version == made.version)
    }
    #expect(try store.info(of: "home").version == head)
  }

  @Test func `a key of a rebased edit is not that of one made on a later version`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.commit(
      .edit(rebasing: 1) { try $0.deleteCell("a1") },
      to: "home",
      options: CommitOptions(key: "k")
    )
    try store.edit("home") { try $0.insertCell(cell("z"), .start(of: "a")) }
    #expect(throws: ListStoreError.keyReused(key: "k", list: "home", version: 2)) {
      try store.commit(
        .edit(rebasing: 3) { try $0.deleteCell("z") },
        to: "home",
        options: CommitOptions(key: "k")
      )
    }
  }

  @Test func `going back makes a new version with the old content`() throws {
    let store = try store()
    let commit = try store.commit(.reverting(to: 1), to: "home")
    #expect(commit.version == 5)
    #expect(try store.snapshot(of: "home").list == sample)
    #expect(try commit.fingerprint == sample.fingerprint())
    // And forth again.
    try store.commit(.reverting(to: 4), to: "home")
    #expect(try store.snapshot(of: "home").list.ids == [["b1", "a1", "a3"], ["b2"]])
    #expect(try store.verify().problems == [])
  }

  @Test func `the newest changes are undone together, and repeated by their key`() throws {
    let store = try store()
    let commit = try store.commit(
      .undoing(last: 3),
      to: "home",
      options: CommitOptions(key: "undo")
    )
    #expect(commit.version == 5)
    #expect(try store.snapshot(of: "home").list == sample)
    try store.edit("home") { try $0.deleteCell("a3") }
    let again = try store.commit(.undoing(last: 3), to: "home", options: CommitOptions(key: "undo"))
    #expect(again.outcome == .duplicate && again.version == 5)
    #expect(throws: ListStoreError.keyReused(key: "undo", list: "home", version: 5)) {
      try store.commit(.undoing(last: 2), to: "home", options: CommitOptions(key: "undo"))
    }
    #expect(try store.commit(.undoing(last: 0), to: "home").outcome == .unchanged)
    #expect(
      try store.commit(
        .undoing(last: 6),
        to: "home",
        options: CommitOptions(expecting: .version(6))
      ).version == 7
    )
    #expect(try store.snapshot(of: "home").list == List())
    #expect(try store.verify().problems == [])
  }

  @Test(arguments: [-1, 5, .min, .max])
  func `more than there is, or less than nothing, is not undone`(count: Int) throws {
    let store = try store()
    #expect {
      try store.commit(.undoing(last: count), to: "home")
    } throws: {
      guard case .unknownVersion(let version, "home", 0...4) = $0 as? ListStoreError else {
        return false
      }
      return version < 0
    }
    try store.compact(.newest(2))
    #expect(throws: ListStoreError.unknownVersion(1, list: "home", available: 2...4)) {
      try store.commit(.undoing(last: 3), to: "home")
    }
    #expect(try store.info(of: "home").version == 4)
  }

  @Test func `going back to the head changes nothing`() throws {
    let store = try store()
    #expect(try store.commit(.reverting(to: 4), to: "home").outcome == .unchanged)
    #expect(throws: ListStoreError.unknownVersion(9, list: "home", available: 0...4)) {
      try store.commit(.reverting(to: 9), to: "home")
    }
  }

  @Test func `going back takes away an empty section`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    try store.edit("home") { try $0.appendSection(Section(id: "empty")) }
    #expect(try store.commit(.reverting(to: 1), to: "home").fingerprint == sample.fingerprint())
    #expect(try store.verify().problems == [])
    let replica = try ListStore.inMemory()
    for change in try store.changes(of: "home") { try replica.apply(change) }
    #expect(try replica.info(of: "home") == store.info(of: "home"))
  }

  @Test func `an earlier change is undone and later ones are kept`() throws {
    let store = try store()
    try store.commit(.undoing(version: 2), to: "home")
    #expect(try store.snapshot(of: "home").list.ids == [["b1", "a1", "a2", "a3"], ["b2"]])
    #expect(try store.verify().problems == [])
  }

  @Test func `undoing what has changed since is a conflict for the caller to answer`() throws {
    let store = try store()
    try store.edit("home") { try $0.deleteCell("b1") }
    #expect(throws: RebaseError.self) { try store.commit(.undoing(version: 3), to: "home") }
    #expect(try store.commit(.undoing(version: 3) { _ in .omit }, to: "home").outcome == .unchanged)
    #expect(try store.info(of: "home").version == 5)
    #expect(throws: ListStoreError.self) { try store.commit(.undoing(version: 0), to: "home") }
  }

  @Test func `a key that stands for another commit is not taken for an undo of a later one`() throws
  {
    let store = try store()
    try store.commit(.undoing(version: 2), to: "home", options: CommitOptions(key: "undo"))
    try store.edit("home") { try $0.appendSection(Section(id: "new")) }
    #expect(throws: ListStoreError.keyReused(key: "undo", list: "home", version: 5)) {
      try store.commit(.undoing(version: 6), to: "home", options: CommitOptions(key: "undo"))
    }
    #expect(throws: ListStoreError.unknownVersion(7, list: "home", available: 1...6)) {
      try store.commit(.undoing(version: 7), to: "home")
    }
  }

  @Test func `an undo with a key is done once`() throws {
    let store = try store()
    let first = try store.commit(
      .undoing(version: 4),
      to: "home",
      options: CommitOptions(key: "undo")
    )
    let second = try store.commit(
      .undoing(version: 4),
      to: "home",
      options: CommitOptions(key: "undo")
    )
    #expect(second.outcome == .duplicate)
    #expect(second.version == first.version)
    #expect(try store.info(of: "home").version == 5)
  }

  @Test func `edits of an old version are carried over to the head`() throws {
    let store = try store()
    try store.commit(
      .edit(rebasing: 1) { draft in
        try draft.insertCell(cell("x"), .after("b2"))
        try draft.moveCell("a3", .before("a1"))
      },
      to: "home"
    )
    #expect(try store.snapshot(of: "home").list.ids == [["a3", "b1", "a1"], ["b2", "x"]])
    #expect(throws: RebaseError.self) {
      try store.commit(.edit(rebasing: 1) { try $0.updateCell(cell("a2", "gone")) }, to: "home")
    }
    #expect(try store.verify().problems == [])
  }

  @Test(arguments: 1...UInt64(Soak.count(3, soak: 8)))
  func `going back anywhere in a random history gives what was there`(seed: UInt64) throws {
    var lists = RandomLists(seed: seed)
    lists.cellLimit = 60
    let store = try ListStore.inMemory()
    var list = lists.list()
    try store.commit(list, to: "home")
    for _ in 0..<6 {
      list = lists.successor(of: list, editLimit: 15)
      try store.commit(list, to: "home")
    }
    let last = try store.info(of: "home").version
    for version in 1...last {
      let before = try store.snapshot(of: "home", at: version)
      try store.commit(.reverting(to: version), to: "home")
      #expect(try store.snapshot(of: "home").list == before.list, "seed \(seed)")
      #expect(try store.info(of: "home").fingerprint == before.fingerprint, "seed \(seed)")
    }
    #expect(try store.verify().problems == [], "seed \(seed)")
  }
}

/// Stores that take their versions from elsewhere.
@Suite struct ReplicationTests {
  private func history() throws -> (store: ListStore, changes: [Change]) {
    var lists = RandomLists(seed: 7)
    lists.cellLimit = 80
    let store = try ListStore.inMemory()
    var list = lists.list()
    for number in 0..<10 {
      try store.commit(
        list,
        to: "home",
        options: CommitOptions(key: "k\(number)", author: "author")
      )
      list = lists.successor(of: list, editLimit: 20)
    }
    return (store, try store.changes(of: "home"))
  }

  @Test func `a replica that applies the log has the same versions`() throws {
    let (store, changes) = try history()
    let replica = try ListStore.inMemory()
    for change in changes {
      #expect(try replica.apply(change) == .appended(version: change.version))
    }
    #expect(try replica.changes(of: "home") == changes)
    #expect(try replica.snapshot(of: "home") == store.snapshot(of: "home"))
    #expect(try replica.verify().problems == [])
  }

  @Test func `what was applied before is a duplicate`() throws {
    let (_, changes) = try history()
    let replica = try ListStore.inMemory()
    for change in changes { try replica.apply(change) }
    for change in changes {
      #expect(try replica.apply(change) == .duplicate(version: change.version))
    }
    #expect(try replica.info(of: "home").version == changes.count)
  }

  @Test func `a change that is not the next one, or not right, is refused`() throws {
    let (_, changes) = try history()
    let replica = try ListStore.inMemory()
    try replica.apply(changes[0])
    #expect(throws: ListStoreError.self) { try replica.apply(changes[2]) }
    var wrong = changes[1]
    wrong.fingerprint = .empty
    #expect(throws: ListStoreError.self) { try replica.apply(wrong) }
    wrong = changes[1]
    wrong.parentFingerprint = .empty
    #expect(throws: ListStoreError.forked(list: "home", version: 1)) { try replica.apply(wrong) }
    wrong = changes[1]
    wrong.changeset.deletedCells.append(
      .init(id: "none", at: CellPath(section: 0, item: 0), component: .init(TextComponent("x")))
    )
    #expect(throws: ListStoreError.self) { try replica.apply(wrong) }
    wrong.changeset = changes[1].changeset
    wrong.changeset.insertedCells.append(
      .init(id: "new", at: CellPath(section: 99, item: 0), component: .init(TextComponent("x")))
    )
    #expect(throws: ListStoreError.self) { try replica.apply(wrong) }
    #expect(try replica.apply(changes[1]) == .appended(version: 2))
    #expect(try replica.verify().problems == [])
  }

  @Test func `a replica with another past is told`() throws {
    let (_, changes) = try history()
    let replica = try ListStore.inMemory()
    try replica.commit(sample, to: "home")
    #expect(throws: ListStoreError.forked(list: "home", version: 1)) {
      try replica.apply(changes[0])
    }
    #expect(throws: ListStoreError.forked(list: "home", version: 1)) {
      try replica.apply(changes[1])
    }
  }

  @Test func `a log appends, answers duplicates, and tells conflicts`() async throws {
    let store = try ListStore.inMemory()
    let first = Change(
      list: "home",
      version: 1,
      parent: 0,
      key: "one",
      parentFingerprint: .empty,
      fingerprint: try sample.fingerprint(),
      changeset: try Changeset(from: List(), to: sample.stored())
    )
    #expect(try await store.append(first) == .appended(version: 1))
    #expect(try await store.append(first) == .duplicate(version: 1))
    let head = try store.info(of: "home")
    var other = first
    other.key = "two"
    #expect(try await store.append(other) == .conflict(head: head))
    other.key = nil
    #expect(try await store.append(other) == .duplicate(version: 1))
    other.fingerprint = .empty
    #expect(try await store.append(other) == .conflict(head: head))
    var misfit = first
    (misfit.version, misfit.parent, misfit.key) = (2, 1, "three")
    misfit.parentFingerprint = head.fingerprint
    await #expect(throws: ListStoreError.self) { try await store.append(misfit) }
    #expect(try store.snapshot(of: "home").list == sample)
  }
}

/// Going on after a commit was refused because the list is at another version.
@Suite struct MismatchTests {
  private func refusal(_ commit: () throws -> Void) throws -> ListStoreError {
    try #require(#expect(throws: ListStoreError.self) { try commit() })
  }

  @Test func `a refused commit is told what it missed, and can be carried over by hand`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var mine = sample
    mine.sections[1].cells.removeFirst()
    try store.edit("home") { try $0.deleteCell("a2") }
    try store.edit("home") { try $0.moveCell("b2", .start(of: "a")) }

    let refusal = try refusal {
      try store.commit(mine, to: "home", options: CommitOptions(expecting: .version(1)))
    }
    let missed = try store.change(since: refusal)
    #expect(missed.parent == 1)
    #expect(missed.version == 3)
    #expect(missed.fingerprint == (try store.info(of: "home").fingerprint))
    let own = try Changeset(from: sample.stored(), to: mine.stored())
      .rebased(onto: missed.changeset)
    #expect(
      try store.commit(
        .changes(own),
        to: "home",
        options: CommitOptions(expecting: .version(missed.version))
      ).version == 4
    )
    #expect(try store.snapshot(of: "home").list.ids == [["b2", "a1", "a3"], []])
  }

  @Test func `what is known of the error is enough when others have committed again`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 5, seed: 41)
    let refusal = try refusal {
      try store.commit(sample, to: "home", options: CommitOptions(expecting: .version(2)))
    }
    try store.grow("home", to: 3, seed: 42)
    let missed = try store.change(since: refusal)
    #expect([missed.parent, missed.version] == [2, 5])
  }

  @Test func `another error is thrown as it is, and so is a version that is not there`() throws {
    let store = try ListStore.inMemory()
    try store.grow("home", to: 5, seed: 43)
    #expect(throws: ListStoreError.unknownList("none")) {
      try store.change(since: .unknownList("none"))
    }
    let future = try refusal {
      try store.commit(sample, to: "home", options: CommitOptions(expecting: .version(9)))
    }
    #expect(throws: ListStoreError.unknownVersion(9, list: "home", available: 0...5)) {
      try store.change(since: future)
    }
    let past = try refusal {
      try store.commit(sample, to: "home", options: CommitOptions(expecting: .version(1)))
    }
    try store.compact(.newest(2))
    #expect(throws: ListStoreError.self) { try store.change(since: past) }
  }

  @Test func `a whole list, a changeset and an edit are carried over alike`() throws {
    var mine = sample
    mine.sections[0].cells.remove(at: 1)
    mine.sections[1].cells.append(cell("own"))
    let changeset = try Changeset(from: sample.stored(), to: mine.stored())
    let ways: [(ListStore) throws -> Commit] = [
      { try $0.commit(.list(mine, rebasing: 1), to: "home", options: CommitOptions(key: "k")) },
      {
        try $0.commit(
          .changes(changeset, rebasing: 1),
          to: "home",
          options: CommitOptions(key: "k")
        )
      },
      { store in
        try store.commit(
          .edit(rebasing: 1) { draft in
            try draft.deleteCell("a2")
            try draft.appendCell(cell("own"), to: "b")
          },
          to: "home",
          options: CommitOptions(key: "k")
        )
      },
    ]
    for way in ways {
      let store = try ListStore.inMemory()
      try store.commit(sample, to: "home")
      try store.edit("home") { try $0.moveCell("b1", .start(of: "a")) }
      let commit = try way(store)
      #expect(commit.version == 3)
      #expect(commit.outcome == .committed)
      #expect(try store.snapshot(of: "home").list.ids == [["b1", "a1", "a3"], ["b2", "own"]])
      #expect(try way(store).outcome == .duplicate)
      #expect(try store.verify().problems == [])
    }
  }

  @Test func `what contradicts what happened since is for the caller to answer`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    var mine = sample
    mine.sections[0].cells[0] = cell("a1", "mine")
    try store.edit("home") { try $0.updateCell(cell("a1", "theirs")) }
    #expect(throws: RebaseError.self) { try store.commit(.list(mine, rebasing: 1), to: "home") }
    #expect(try store.info(of: "home").version == 2)
    let omitted = try store.commit(.list(mine, rebasing: 1) { _ in .omit }, to: "home")
    #expect(omitted.outcome == .unchanged)
    try store.commit(.list(mine, rebasing: 1) { _ in .replace }, to: "home")
    #expect(try store.snapshot(of: "home").fingerprint == mine.fingerprint())
  }

  @Test func `a changeset that does not start at the version is refused`() throws {
    let store = try ListStore.inMemory()
    try store.commit(sample, to: "home")
    let foreign = try Changeset(from: List(sections: [Section(id: "x") { cell("y") }]), to: List())
    #expect(throws: ListStoreError.self) {
      try store.commit(.changes(foreign, rebasing: 1), to: "home")
    }
    #expect(throws: ListStoreError.unknownVersion(7, list: "home", available: 0...1)) {
      try store.commit(.changes(Changeset(), rebasing: 7), to: "home")
    }
    #expect(throws: ListStoreError.unknownList("none")) {
      try store.commit(.list(sample, rebasing: 0), to: "none")
    }
    try store.edit("home") { try $0.deleteCell("a1") }
    #expect(throws: (any Error).self) {
      try store.commit(.changes(foreign, rebasing: 1), to: "home")
    }
    #expect(try store.info(of: "home").version == 2)
  }
}
