import Foundation
import ListDiffable
import ListTestSupport
import Testing

/// 50 times as many cases with `LISTSTORE_SOAK=1` in the environment.
let diffableSoakFactor: UInt64 =
  ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1" ? 50 : 1

@Suite struct DiffableSnapshotTests {
  @Test func `random sequences of edits agree with plain arrays`() {
    for seed in 1...(800 * diffableSoakFactor)
    where !agrees(RandomDiffableEdits(seed: seed), editCount: 24) {
      return record(seed)
    }
  }

  @Test func `edits of thousands of items agree with plain arrays`() {
    for seed in 1...(6 * diffableSoakFactor) {
      var edits = RandomDiffableEdits(seed: seed)
      edits.itemLimit = 2_000
      edits.batchLimit = 700
      if !agrees(edits, editCount: 120) { return record(seed) }
    }
  }

  private func record(_ seed: UInt64) { Issue.record("seed \(seed)") }

  /// Performs edits on a snapshot and on the model, and compares them after each one.
  private func agrees(_ edits: RandomDiffableEdits, editCount: Int) -> Bool {
    var edits = edits
    var snapshot = NumberSnapshot()
    var model = DiffableSnapshotModel()
    for _ in 0..<editCount {
      let edit = edits.edit()
      let isPossible = model.perform(edit)
      let wasPossible = (try? snapshot.perform(edit)) != nil
      guard isPossible == wasPossible, snapshot.isConsistent, agrees(snapshot, model, &edits) else {
        return false
      }
    }
    return true
  }

  private func agrees(
    _ snapshot: NumberSnapshot,
    _ model: DiffableSnapshotModel,
    _ edits: inout RandomDiffableEdits
  ) -> Bool {
    let item = edits.number(below: edits.itemLimit)
    let section = edits.number(below: edits.sectionLimit)
    return snapshot.sectionIdentifiers == model.sections.map(\.id)
      && (try? snapshot.itemsBySection) == model.sections.map(\.items)
      && snapshot.itemIdentifiers == model.items && snapshot.numberOfItems == model.items.count
      && snapshot.numberOfSections == model.sections.count
      && snapshot.indexOfItem(item) == model.items.firstIndex(of: item)
      && snapshot.indexOfSection(section) == model.sections.firstIndex { $0.id == section }
      && snapshot.sectionIdentifier(containingItem: item)
        == model.sections.first { $0.items.contains(item) }?.id
      && (try? snapshot.numberOfItems(inSection: section))
        == model.sections.first { $0.id == section }?.items.count
  }

  @Test func `an item that is there is moved, with its marks`() throws {
    var snapshot = try NumberSnapshot(items: [[1, 2, 3], [4]])
    try snapshot.reloadItems([2])
    #expect(try snapshot.insertItems([9, 2], beforeItem: 4) == [2])
    #expect(try snapshot.itemsBySection == [[1, 3], [9, 2, 4]])
    #expect(snapshot.reloadedItemIdentifiers == [2])
  }

  @Test func `what is deleted is not reloaded`() throws {
    var snapshot = try NumberSnapshot(items: [[1, 2], [3], [4]])
    try snapshot.reloadItems([1, 4])
    try snapshot.reconfigureItems([2, 3])
    try snapshot.reloadSections([0, 1])
    snapshot.deleteItems([1])
    snapshot.deleteSections([1])
    try snapshot.appendItems([1])
    #expect(snapshot.reloadedItemIdentifiers == [4])
    #expect(snapshot.reconfiguredItemIdentifiers == [2])
    #expect(snapshot.reloadedSectionIdentifiers == [0])
    #expect(snapshot.isConsistent)
  }

  @Test func `an item both reloaded and reconfigured is reloaded`() throws {
    var snapshot = try NumberSnapshot(items: [[1, 2]])
    try snapshot.reconfigureItems([1])
    try snapshot.reloadItems([1, 2])
    try snapshot.reconfigureItems([2])
    #expect(snapshot.reloadedItemIdentifiers == [1, 2])
    #expect(snapshot.reconfiguredItemIdentifiers == [])
  }

  @Test func `deleting all items deletes the sections too, as UIKit does`() throws {
    var snapshot = try NumberSnapshot(items: [[1], [2]])
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
  }

  @Test func `equality ignores how a snapshot came about, and its marks`() throws {
    var long = NumberSnapshot()
    try long.appendSections([0])
    try long.appendItems([499])
    for item in (0..<499).reversed() { try long.insertItems([item], beforeItem: item + 1) }
    let short = try NumberSnapshot(items: [Array(0..<500)])
    #expect(long == short)
    try long.reloadItems([7])
    #expect(long == short)
    try long.moveItem(7, afterItem: 8)
    #expect(long != short)
  }

  @Test func `a copy is independent`() throws {
    let original = try NumberSnapshot(items: [[1, 2]])
    var copy = original
    copy.deleteItems([1])
    #expect(original.itemIdentifiers == [1, 2])
    #expect(copy.itemIdentifiers == [2])
  }

  @Test func `what UIKit does not survive is refused, naming the offender and UIKit's reason`()
    throws
  {
    let snapshot = try NumberSnapshot(items: [[1], [2]])
    let cases: [(DiffableDataSourceError, String?, DiffableEdit)] = [
      (
        .unknownItem(DiffableIdentifier(9), as: .insertionAnchor),
        "Invalid parameter not satisfying: section != NSNotFound",
        .insertItems([3], anchor: 9, isAfter: true)
      ),
      (
        .unknownItem(DiffableIdentifier(9), as: .movedItem),
        "Invalid parameter not satisfying: fromSection != NSNotFound",
        .moveItem(9, anchor: 1, isAfter: true)
      ),
      (
        .unknownItem(DiffableIdentifier(9), as: .moveAnchor),
        "Invalid parameter not satisfying: toSection != NSNotFound",
        .moveItem(1, anchor: 9, isAfter: false)
      ),
      (
        .unknownSection(DiffableIdentifier(9), as: .destination),
        "Invalid parameter not satisfying: section != NSNotFound",
        .appendItems([3], section: 9)
      ),
      (
        .unknownSection(DiffableIdentifier(9), as: .insertionAnchor),
        "Invalid parameter not satisfying: insertIndex != NSNotFound",
        .insertSections([3], anchor: 9, isAfter: true)
      ),
      (
        .repeatedItems(.numbers(3, 4)),
        "Fatal: supplied item identifiers are not unique. Duplicate identifiers: "
          + "{(\n    3,\n    4\n)}",
        .appendItems([3, 4, 3, 4, 3], section: nil)
      ),
      (
        .existingSections(.numbers(1)),
        "Diffable data source detected an attempt to insert or append 1 section identifier that "
          + "already exists in the snapshot. Identifiers in a snapshot must be unique. Section "
          + "identifier that already exists: (\n    1\n)",
        .appendSections([1, 2])
      ),
      (
        .sectionAnchoredToItself(DiffableIdentifier(1)),
        "Invalid update: destination for insertion operation [1] is in the insertion identifier "
          + "list for update",
        .moveSection(1, anchor: 1, isAfter: true)
      ),
    ]
    for (error, message, edit) in cases {
      expectRefusal(error, of: snapshot) { snapshot in
        try snapshot.perform(edit)
      }
      #expect(error.uikitMessage == message)
    }
    #expect(
      DiffableDataSourceError.unknownItem(DiffableIdentifier(9), as: .moveAnchor).description
        == "item \"9\" is not in the snapshot, but is named as the anchor of a move; expected an "
        + "item of the snapshot"
    )
  }

  @Test func `items without a section, and of an unknown one, are refused`() {
    let snapshot = NumberSnapshot()
    expectRefusal(.noSections, of: snapshot) { snapshot in
      try snapshot.appendItems([1])
    }
    #expect(
      DiffableDataSourceError.noSections.uikitMessage
        == "There are currently no sections in the data source. Please add a section first."
    )
    let unknown = DiffableDataSourceError.unknownSection(DiffableIdentifier(1), as: .subject)
    #expect(throws: unknown) { try snapshot.itemIdentifiers(inSection: 1) }
    #expect(throws: unknown) { try snapshot.numberOfItems(inSection: 1) }
  }

  @Test func `reloading what is not there is refused`() throws {
    let snapshot = try NumberSnapshot(items: [[1]])
    let reload = DiffableDataSourceError.unknownItem(DiffableIdentifier(2), as: .reloadedItem)
    expectRefusal(reload, of: snapshot) { snapshot in
      try snapshot.reloadItems([1, 2])
    }
    #expect(
      reload.uikitMessage
        == "Attempted to reload item identifier that does not exist in the snapshot: 2"
    )
    let reconfigure =
      DiffableDataSourceError.unknownItem(DiffableIdentifier(2), as: .reconfiguredItem)
    expectRefusal(reconfigure, of: snapshot) { snapshot in
      try snapshot.reconfigureItems([2])
    }
  }
}
