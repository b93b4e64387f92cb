import ListDiff
import ListModel

/// A section as a strict view knows it: with the ids it derived itself, batch by batch, and the
/// contents it last saw.
struct KnownSection {
  var id: Section.ID
  var attributes: Section.Attributes
  /// The old ids, rearranged by the batches; only the ids of new cells come from the data source.
  var cellIDs: [Cell.ID]
  /// The cells that the data source had at the last check, to notice changed content.
  var seenCells: [Cell]

  init(_ section: Section) {
    id = section.id
    attributes = section.attributes
    cellIDs = section.cells.map(\.id)
    seenCells = section.cells
  }
}

/// All sections as a strict view knows them.
enum KnownSections {
  /// In trees that share their nodes with the data source's.
  case indexed(IndexedList)
  /// Section by section, for data sources of any kind.
  case plain([KnownSection])

  var sectionIDs: [Section.ID] {
    switch self {
    case .indexed(let list): list.sectionIdentifiers
    case .plain(let sections): sections.map(\.id)
    }
  }

  func cellIDs(inSection index: Int) -> [Cell.ID]? {
    switch self {
    case .indexed(let list): list.cellIdentifiers(inSection: index)
    case .plain(let sections): sections.indices.contains(index) ? sections[index].cellIDs : nil
    }
  }

  var sections: [KnownSection] {
    switch self {
    case .indexed(let list): List(list).sections.map(KnownSection.init)
    case .plain(let sections): sections
    }
  }
}

/// The sections that a data source lets a strict view read.
enum ScrutinizedSections {
  case indexed(IndexedList)
  case plain([Section])

  var known: KnownSections {
    switch self {
    case .indexed(let list): .indexed(list)
    case .plain(let sections): .plain(sections.map(KnownSection.init))
    }
  }

  /// Returns what is known after a batch, if every element is where it must be (rules 11 and 12).
  ///
  /// Trees are compared where the batch touched them. If that does not prove the batch right, or if
  /// there are no trees, the batch is replayed item by item to find the error.
  func replaying(
    _ update: BatchUpdate,
    from known: KnownSections
  ) throws(InvalidBatchUpdate) -> KnownSections {
    if case .indexed(let before) = known, case .indexed(let after) = self,
      update.isProvedRight(from: before, to: after)
    {
      return .indexed(after)
    }
    let replayed = try IdentityReplay(update, known: known.sections, after: sections).run()
    if case .indexed(let after) = self { return .indexed(after) }
    return .plain(replayed)
  }

  private var sections: [Section] {
    switch self {
    case .indexed(let list): List(list).sections
    case .plain(let sections): sections
    }
  }
}

/// Carries identities through a batch, and compares the result with the data source (rules 11
/// and 12): a batch may have legal counts and still show one item's view as another's.
///
/// Arriving items get their places, ascending; surviving items fill the rest in order.
///
/// - Complexity: O(sections + cells of the sections that any operation touches, or whose cells the
///   data source replaced).
struct IdentityReplay {
  private let update: BatchUpdate
  private let known: [KnownSection]
  private let after: [Section]
  /// For each section before, the items that leave it, ascending.
  private var departures: [[Int]]
  /// For each section after, the items that arrive in it, ascending.
  private var arrivals: [[Arrival]]
  private let reloadedSections: Set<Int>
  private let renewedItems: Set<CellPath>

  private struct Arrival {
    var item: Int
    /// The path before; `nil` for an item that appears.
    var origin: CellPath?
  }

  /// Creates a replay of a batch whose counts were checked.
  init(_ update: BatchUpdate, known: [KnownSection], after: [Section]) {
    self.update = update
    self.known = known
    self.after = after
    reloadedSections = Set(update.reloadedSections)
    renewedItems = Set(update.reloadedCells).union(update.reconfiguredCells)
    departures = Array(repeating: [], count: known.count)
    arrivals = Array(repeating: [], count: after.count)
    for path in update.deletedCells { departures[path.section].append(path.item) }
    for path in update.insertedCells { arrivals[path.section].append(Arrival(item: path.item)) }
    for move in update.movedCells {
      departures[move.from.section].append(move.from.item)
      arrivals[move.to.section].append(Arrival(item: move.to.item, origin: move.from))
    }
    // Rule 15 reports a place that is deleted twice.
    for index in departures.indices where departures[index].count > 1 {
      departures[index] = Set(departures[index]).sorted()
    }
    for index in arrivals.indices where arrivals[index].count > 1 {
      arrivals[index].sort { $0.item < $1.item }
    }
  }

  /// Replays the batch, and returns what is known after it.
  func run() throws(InvalidBatchUpdate) -> [KnownSection] {
    let origins =
      SectionCorrespondence(update, before: known.count, after: after.count).origins
    var result: [KnownSection] = []
    result.reserveCapacity(after.count)
    for (index, origin) in origins.enumerated() {
      guard let origin else {
        result.append(KnownSection(after[index]))
        continue
      }
      try checkSection(origin, index)
      if reloadedSections.contains(origin) {
        result.append(KnownSection(after[index]))
      } else {
        result.append(try replay(origin, index))
      }
    }
    return result
  }

  private func checkSection(_ origin: Int, _ index: Int) throws(InvalidBatchUpdate) {
    let old = known[origin]
    let new = after[index]
    guard old.id == new.id else {
      try fail(
        .survivorsKeepIdentity,
        "section \(index) is \"\(new.id)\" after the update, but the view shows \"\(old.id)\" there"
      )
    }
    let announced =
      reloadedSections.contains(origin) || update.reconfiguredSections.contains(origin)
    if !announced && old.attributes != new.attributes {
      try fail(
        .contentChangesAreAnnounced,
        "the header, footer or layout of section \"\(new.id)\" changed, but the section is neither "
          + "reloaded nor reconfigured"
      )
    }
  }

  private func replay(_ origin: Int, _ index: Int) throws(InvalidBatchUpdate) -> KnownSection {
    let old = known[origin]
    let new = after[index].cells
    var result = old
    result.attributes = after[index].attributes
    result.seenCells = new
    if departures[origin].isEmpty && arrivals[index].isEmpty {
      if old.seenCells.sharesStorage(with: new) { return result }
      for item in new.indices {
        try check(CellPath(section: origin, item: item), at: item, of: index)
      }
      return result
    }
    var rest = SurvivingItems(count: old.cellIDs.count, departures: departures[origin])
    result.cellIDs = []
    result.cellIDs.reserveCapacity(new.count)
    var pending = arrivals[index].makeIterator()
    var arrival = pending.next()
    for item in new.indices {
      if let next = arrival, next.item == item {
        arrival = pending.next()
        if let source = next.origin { try check(source, at: item, of: index) }
        result.cellIDs.append(next.origin.map(knownID) ?? new[item].id)
      } else if let survivor = rest.next() {
        try check(CellPath(section: origin, item: survivor), at: item, of: index)
        result.cellIDs.append(old.cellIDs[survivor])
      }
    }
    return result
  }

  private func knownID(_ path: CellPath) -> Cell.ID {
    known[path.section].cellIDs[path.item]
  }

  /// Checks that the item that was at `source` is the one the data source has at `item`.
  private func check(
    _ source: CellPath,
    at item: Int,
    of section: Int
  ) throws(InvalidBatchUpdate) {
    let new = after[section].cells[item]
    let id = knownID(source)
    guard id == new.id else {
      try fail(
        .survivorsKeepIdentity,
        "the item at \(CellPath(section: section, item: item)) is \"\(new.id)\" after the update, "
          + "but the view shows \"\(id)\" there"
      )
    }
    if !renewedItems.contains(source),
      known[source.section].seenCells[source.item].component != new.component
    {
      try fail(
        .contentChangesAreAnnounced,
        "the content of \"\(id)\" changed, but it is neither reloaded, reconfigured nor inserted"
      )
    }
  }

  private func fail(
    _ rule: InvalidBatchUpdate.Rule,
    _ message: String
  ) throws(InvalidBatchUpdate) -> Never {
    throw InvalidBatchUpdate(
      rule: rule,
      message: message,
      itemCountsBefore: known.map(\.cellIDs.count),
      itemCountsAfter: after.map(\.cells.count)
    )
  }
}

/// The indices below `count` without the departed ones, which ascend.
private struct SurvivingItems: IteratorProtocol {
  let count: Int
  let departures: [Int]
  private var index = 0
  private var departed = 0

  init(count: Int, departures: [Int]) {
    self.count = count
    self.departures = departures
  }

  mutating func next() -> Int? {
    while departed < departures.count, departures[departed] == index {
      departed += 1
      index += 1
    }
    guard index < count else { return nil }
    defer { index += 1 }
    return index
  }
}

extension [Cell] {
  /// Returns whether both arrays share their storage; a quick, sure sign that nothing changed.
  fileprivate func sharesStorage(with other: [Cell]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
      }
  }
}
