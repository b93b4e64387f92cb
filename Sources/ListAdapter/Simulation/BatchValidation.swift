import ListDiff
import ListModel

/// Checks a batch against the counts before and after it, in the order UIKit does.
///
/// Sources: PSTCollectionView's `endItemAnimations`, Texture's `_validateUpdate`, IGListKit's
/// `IGListBatchUpdateData`; the texts are from crash reports (see docs/adapter.md). Rules 11 and 12
/// need identities; ``IdentityReplay`` checks them.
///
/// - Complexity: O(sections + operations) expected.
struct BatchValidation {
  let update: BatchUpdate
  let before: [Int]
  let after: [Int]

  private let deletedSections: Set<Int>
  private let reloadedSections: Set<Int>
  private let insertedSections: Set<Int>
  private let deletedCells: Set<CellPath>
  private let reloadedCells: Set<CellPath>
  private let insertedCells: Set<CellPath>

  init(_ update: BatchUpdate, before: [Int], after: [Int]) {
    self.update = update
    self.before = before
    self.after = after
    deletedSections = Set(update.deletedSections)
    reloadedSections = Set(update.reloadedSections)
    insertedSections = Set(update.insertedSections)
    deletedCells = Set(update.deletedCells)
    reloadedCells = Set(update.reloadedCells)
    insertedCells = Set(update.insertedCells)
  }

  /// Checks rules 1 to 10: counts and places must agree.
  func checkCounts() throws(InvalidBatchUpdate) {
    try checkDepartures()
    try checkMoveSources()
    try checkArrivals()
    try checkMoves()
    try checkSectionCount()
    try checkItemCounts()
    try checkDistinctPlaces()
  }

  /// Checks rules 13 to 16: UIKit does not check them, and does not survive a batch that breaks one.
  func checkHazards() throws(InvalidBatchUpdate) {
    try checkQuietSections()
    try checkRepeatedDeletions()
    try checkReloadedSections()
  }

  private func fail(
    _ rule: InvalidBatchUpdate.Rule,
    _ message: String
  ) throws(InvalidBatchUpdate) -> Never {
    let isInconsistent = rule == .sectionCountAgrees || rule == .itemCountsAgree
    throw InvalidBatchUpdate(
      rule: rule,
      message: message,
      batchMessage: isInconsistent
        ? BatchInconsistency(update: update, before: before, after: after).description : nil,
      itemCountsBefore: before,
      itemCountsAfter: after
    )
  }

  // MARK: Rules 1 and 2

  private func checkDepartures() throws(InvalidBatchUpdate) {
    let sections =
      update.deletedSections + update.reloadedSections + update.reconfiguredSections
    for section in sections where !before.indices.contains(section) {
      try fail(
        .leavingSectionExists,
        "section \(section) leaves, but the view has \(before.count) sections before the update"
      )
    }
    for path in update.deletedCells + update.reloadedCells + update.reconfiguredCells {
      guard before.indices.contains(path.section) else {
        try fail(
          .leavingItemExists,
          "item \(path.item) of section \(path.section) leaves, but the view has "
            + "\(before.count) sections before the update"
        )
      }
      if !(0..<before[path.section]).contains(path.item) {
        try fail(
          .leavingItemExists,
          "attempt to delete item \(path.item) from section \(path.section) which only contains "
            + "\(before[path.section]) items before the update"
        )
      }
    }
  }

  // MARK: Rules 3 and 4

  private func checkMoveSources() throws(InvalidBatchUpdate) {
    for move in update.movedSections
    where deletedSections.contains(move.from) || reloadedSections.contains(move.from) {
      try fail(
        .deletedSectionIsNotMoved,
        "section \(move.from) is deleted or reloaded, and moved too"
      )
    }
    for move in update.movedCells {
      if deletedSections.contains(move.from.section)
        || reloadedSections.contains(move.from.section)
      {
        try fail(
          .deletedSectionIsNotMoved,
          "section \(move.from.section) is deleted or reloaded, and an item moves out of it"
        )
      }
      if deletedCells.contains(move.from) || reloadedCells.contains(move.from) {
        try fail(
          .deletedItemIsNotMoved,
          "attempt to perform a delete and a move from the same index path "
            + "(\(move.from.uikitDescription))"
        )
      }
    }
    try checkRenewals()
  }

  private func checkRenewals() throws(InvalidBatchUpdate) {
    if !deletedCells.isDisjoint(with: reloadedCells)
      || !deletedCells.isDisjoint(with: update.reconfiguredCells)
      || !reloadedCells.isDisjoint(with: update.reconfiguredCells)
    {
      try fail(.deletedItemIsNotMoved, "attempt to delete and reload the same index path")
    }
    if !update.movedCells.isEmpty,
      !Set(update.movedCells.lazy.map(\.from)).isDisjoint(with: update.reconfiguredCells)
    {
      try fail(.deletedItemIsNotMoved, "attempt to move and reconfigure the same index path")
    }
    if !deletedSections.isDisjoint(with: reloadedSections) {
      try fail(.deletedSectionIsNotMoved, "attempt to delete and reload the same section")
    }
  }

  // MARK: Rules 5 and 6

  private func checkArrivals() throws(InvalidBatchUpdate) {
    for section in update.insertedSections where !after.indices.contains(section) {
      try fail(
        .insertedSectionExists,
        "attempt to insert section \(section) but there are only \(after.count) sections after the "
          + "update"
      )
    }
    for move in update.movedSections where insertedSections.contains(move.to) {
      try fail(
        .insertedSectionExists,
        "attempt to perform an insert and a move to the same section (\(move.to))"
      )
    }
    for path in update.insertedCells {
      guard after.indices.contains(path.section) else {
        try fail(
          .insertedItemExists,
          "attempt to insert item \(path.item) into section \(path.section), but there are only "
            + "\(after.count) sections after the update"
        )
      }
      if !(0..<after[path.section]).contains(path.item) {
        try fail(
          .insertedItemExists,
          "attempt to insert item \(path.item) into section \(path.section), but there are only "
            + "\(after[path.section]) items in section \(path.section) after the update"
        )
      }
    }
    for move in update.movedCells where insertedCells.contains(move.to) {
      try fail(
        .insertedItemExists,
        "attempt to perform an insert and a move to the same index path "
          + "(\(move.to.uikitDescription))"
      )
    }
  }

  // MARK: Rule 7

  private func checkMoves() throws(InvalidBatchUpdate) {
    for move in update.movedSections {
      if !before.indices.contains(move.from) {
        try fail(
          .movedPlacesExist,
          "section \(move.from) moves, but the view has \(before.count) sections before the update"
        )
      }
      if !after.indices.contains(move.to) {
        try fail(
          .movedPlacesExist,
          "section \(move.from) moves to \(move.to), but the view has \(after.count) sections "
            + "after the update"
        )
      }
    }
    for move in update.movedCells {
      if !before.contains(move.from) {
        try fail(
          .movedPlacesExist,
          "item \(move.from) moves, but is not there before the update"
        )
      }
      if !after.contains(move.to) {
        try fail(
          .movedPlacesExist,
          "item \(move.from) moves to \(move.to), which is not there after the update"
        )
      }
    }
  }

  // MARK: Rule 8

  private func checkSectionCount() throws(InvalidBatchUpdate) {
    guard after.count != before.count + insertedSections.count - deletedSections.count else {
      return
    }
    try fail(
      .sectionCountAgrees,
      "Invalid update: invalid number of sections.  The number of sections contained in the "
        + "collection view after the update (\(after.count)) must be equal to the number of "
        + "sections contained in the collection view before the update (\(before.count)), plus or "
        + "minus the number of sections inserted or deleted (\(insertedSections.count) inserted, "
        + "\(deletedSections.count) deleted)."
    )
  }

  // MARK: Rule 9

  private func checkItemCounts() throws(InvalidBatchUpdate) {
    var flows = Array(repeating: Flow(), count: before.count)
    var arrivals = Array(repeating: Flow(), count: after.count)
    for path in deletedCells { flows[path.section].deleted += 1 }
    for move in Set(update.movedCells.lazy.map(\.from)) { flows[move.section].movedOut += 1 }
    for path in insertedCells { arrivals[path.section].inserted += 1 }
    for move in Set(update.movedCells.lazy.map(\.to)) { arrivals[move.section].movedIn += 1 }
    for (from, to) in SectionCorrespondence(update, before: before.count, after: after.count).pairs
    where !reloadedSections.contains(from) {
      var flow = flows[from]
      flow.inserted = arrivals[to].inserted
      flow.movedIn = arrivals[to].movedIn
      if after[to] != before[from] + flow.net { try failCount(from, to, flow) }
    }
  }

  private struct Flow {
    var inserted = 0
    var deleted = 0
    var movedIn = 0
    var movedOut = 0
    var net: Int { inserted - deleted + movedIn - movedOut }
  }

  private func failCount(_ from: Int, _ to: Int, _ flow: Flow) throws(InvalidBatchUpdate) -> Never {
    try fail(
      .itemCountsAgree,
      "Invalid update: invalid number of items in section \(from).  The number of items contained "
        + "in an existing section after the update (\(after[to])) must be equal to the number of "
        + "items contained in that section before the update (\(before[from])), plus or minus the "
        + "number of items inserted or deleted from that section (\(flow.inserted) inserted, "
        + "\(flow.deleted) deleted) and plus or minus the number of items moved into or out of "
        + "that section (\(flow.movedIn) moved in, \(flow.movedOut) moved out)."
    )
  }

  // MARK: Rule 10

  private func checkDistinctPlaces() throws(InvalidBatchUpdate) {
    let repeats =
      hasRepeats(update.movedSections.map(\.from)) || hasRepeats(update.movedSections.map(\.to))
      || hasRepeats(update.movedCells.map(\.from)) || hasRepeats(update.movedCells.map(\.to))
    if repeats { try fail(.placesAreDistinct, "attempt to move from or to one place twice") }
    let inserts =
      insertedSections.count < update.insertedSections.count
      || insertedCells.count < update.insertedCells.count
    if inserts { try fail(.placesAreDistinct, "attempt to insert at one place twice") }
    let renewals =
      reloadedSections.count < update.reloadedSections.count
      || reloadedCells.count < update.reloadedCells.count || hasRepeats(update.reconfiguredCells)
    if renewals { try fail(.placesAreDistinct, "attempt to reload one place twice") }
  }

  private func hasRepeats(_ places: [some Hashable]) -> Bool {
    Set(places).count < places.count
  }

  // MARK: Rules 13 and 14

  private func checkQuietSections() throws(InvalidBatchUpdate) {
    let leaving =
      update.deletedCells + update.reloadedCells + update.reconfiguredCells
      + update.movedCells.map(\.from)
    let loudBefore = Set(leaving.lazy.map(\.section))
    let loudAfter = Set((update.insertedCells + update.movedCells.map(\.to)).lazy.map(\.section))
    let movedOut = Set(update.movedCells.lazy.map(\.from.section))
    for move in update.movedSections where move.from == move.to && movedOut.contains(move.from) {
      try fail(
        .unmovedMoveIsQuiet,
        "attempt to move section \(move.from) to its own place while items move out of it"
      )
    }
    let goneOrMoved = deletedSections.union(reloadedSections).union(
      update.movedSections.lazy.map(\.from)
    )
    if let section = goneOrMoved.intersection(loudBefore).min() {
      try fail(
        .changedSectionsAreQuiet,
        "item operations in section \(section), which is deleted, reloaded or moved in the same "
          + "update"
      )
    }
    let newOrMoved = insertedSections.union(update.movedSections.lazy.map(\.to))
    if let section = newOrMoved.intersection(loudAfter).min() {
      try fail(
        .changedSectionsAreQuiet,
        "item operations into section \(section), which is inserted or moved in the same update"
      )
    }
  }

  // MARK: Rule 15

  private func checkRepeatedDeletions() throws(InvalidBatchUpdate) {
    if deletedCells.count < update.deletedCells.count
      || deletedSections.count < update.deletedSections.count
    {
      try fail(.deletionsAreDistinct, "attempt to delete one place twice")
    }
  }

  // MARK: Rule 16

  private func checkReloadedSections() throws(InvalidBatchUpdate) {
    guard !reloadedSections.isEmpty else { return }
    for (from, to) in SectionCorrespondence(update, before: before.count, after: after.count).pairs
    where reloadedSections.contains(from) && (before[from] == 0 || after[to] == 0) {
      try fail(
        .reloadedSectionHasItems,
        "attempt to reload section \(from), which has \(before[from]) items before and "
          + "\(after[to]) after the update"
      )
    }
  }
}

extension [Int] {
  /// Returns whether a path is the path of an item, in these item counts.
  fileprivate func contains(_ path: CellPath) -> Bool {
    indices.contains(path.section) && (0..<self[path.section]).contains(path.item)
  }
}

/// Maps the sections before a batch to the sections after it.
///
/// Moved sections go to their targets; sections that no operation names fill the remaining places,
/// in order. Places that are out of range or repeated are left out: other rules report them.
struct SectionCorrespondence {
  /// For each section after, its index before; `nil` for one that is new.
  private(set) var origins: [Int?]

  init(_ update: BatchUpdate, before: Int, after: Int) {
    origins = Array(repeating: nil, count: after)
    var leaves = Array(repeating: false, count: before)
    var taken = Array(repeating: false, count: after)
    for section in update.deletedSections where leaves.indices.contains(section) {
      leaves[section] = true
    }
    for section in update.insertedSections where taken.indices.contains(section) {
      taken[section] = true
    }
    for move in update.movedSections
    where leaves.indices.contains(move.from) && taken.indices.contains(move.to) {
      leaves[move.from] = true
      taken[move.to] = true
      origins[move.to] = move.from
    }
    var staying = leaves.indices.lazy.filter { !leaves[$0] }.makeIterator()
    for index in taken.indices where !taken[index] { origins[index] = staying.next() }
  }

  /// The sections on both sides, ascending by their index after.
  var pairs: [(from: Int, to: Int)] {
    origins.enumerated().compactMap { index, origin in origin.map { ($0, index) } }
  }
}
