import ListModel

/// The edits that a changeset of cells alone makes in the trees of a list.
///
/// There is at most one edit for each place, found and checked without changing anything. A plan
/// does not hold the list, so that its trees
/// can be changed in place.
///
/// It is made only if the changeset certainly fits. Otherwise there is no plan, and applying the
/// changeset operation by operation finds the operation that does not fit.
struct CellChangePlan {
  typealias Edits = [CountedTreeEdit<CellEntry>]

  /// For each section that is touched, its edits.
  private(set) var sections: [(index: Int, edits: Edits)] = []
  /// The cells that leave their places, deleted or moved, at their paths before; ascending.
  private(set) var departures: [IndexedList.CellArrival] = []
  /// The cells that come to other places, inserted or moved, at their paths after; ascending.
  private(set) var arrivals: [IndexedList.CellArrival] = []
  /// The old entries of the cells that stay and are updated, at their paths after.
  private(set) var replaced: [IndexedList.CellArrival] = []
  /// The old and new entries of cells that come, go or are updated.
  private(set) var contentChanges: [(old: CellEntry?, new: CellEntry?)] = []

  private let changeset: Changeset
  /// For each of the departures, the number of its move; `nil` for a deletion.
  private var moveNumbers: [Int?] = []
  /// The updates of the cells that stay, ascending by their paths before.
  private var renewals: [Renewal] = []

  private struct Renewal {
    var from: CellPath
    var at: CellPath
    var old: CellEntry
    var new: CellEntry
  }

  /// - Complexity: O(k log n) for k operations.
  init?(_ changeset: Changeset, of list: IndexedList) {
    guard
      changeset.deletedSections.isEmpty && changeset.insertedSections.isEmpty
        && changeset.movedSections.isEmpty && changeset.updatedSections.isEmpty
    else { return nil }
    self.changeset = changeset
    var reader = CellReader(list)
    guard findDepartures(&reader), findUpdates(&reader), findArrivals(),
      findEdits(list)
    else {
      return nil
    }
  }
}

// MARK: Reading

extension CellChangePlan {
  private mutating func findDepartures(_ reader: inout CellReader) -> Bool {
    var found: [(at: CellPath, entry: CellEntry, move: Int?)] = []
    contentChanges.reserveCapacity(changeset.operationCount)
    found.reserveCapacity(changeset.deletedCells.count + changeset.movedCells.count)
    arrivals.reserveCapacity(changeset.movedCells.count + changeset.insertedCells.count)
    for number in changeset.deletedCells.indices {
      let path = changeset.deletedCells[number].at
      guard let entry = reader.cell(at: path),
        entry.id == changeset.deletedCells[number].id,
        entry.box.cell.component == changeset.deletedCells[number].component
      else { return false }
      found.append((path, entry, nil))
      contentChanges.append((entry, nil))
    }
    for number in changeset.movedCells.indices {
      let path = changeset.movedCells[number].from
      guard let entry = reader.cell(at: path), entry.id == changeset.movedCells[number].id
      else { return false }
      found.append((path, entry, number))
      arrivals.append((changeset.movedCells[number].to, entry))
    }
    found.sort { $0.at < $1.at }
    departures = found.map { ($0.at, $0.entry) }
    moveNumbers = found.map(\.move)
    return departures.pathsAreDistinct
  }

  private mutating func findUpdates(_ reader: inout CellReader) -> Bool {
    renewals.reserveCapacity(changeset.updatedCells.count)
    for number in changeset.updatedCells.indices {
      let (from, at) = (changeset.updatedCells[number].from, changeset.updatedCells[number].at)
      guard let old = reader.cell(at: from), old.id == changeset.updatedCells[number].id,
        old.box.cell.component == changeset.updatedCells[number].old
      else { return false }
      var cell = old.cell
      cell.component = changeset.updatedCells[number].new
      let renewal = Renewal(from: from, at: at, old: old, new: CellEntry(cell))
      contentChanges.append((old, renewal.new))
      // Until insertions are added, the arrivals are those of the moves, in the order of the moves.
      guard let departure = departures.firstIndex(ofPath: from) else {
        renewals.append(renewal)
        continue
      }
      guard let move = moveNumbers[departure], arrivals[move].at == at,
        // A second update of the same cell finds the entry that the first has left.
        arrivals[move].entry.box === old.box
      else { return false }
      arrivals[move].entry = renewal.new
    }
    renewals.sort { $0.from < $1.from }
    return zip(renewals, renewals.dropFirst()).allSatisfy { $0.from < $1.from }
  }

  private mutating func findArrivals() -> Bool {
    for number in changeset.insertedCells.indices {
      let cell = Cell(
        id: changeset.insertedCells[number].id,
        component: changeset.insertedCells[number].component
      )
      let entry = CellEntry(cell)
      arrivals.append((changeset.insertedCells[number].at, entry))
      contentChanges.append((nil, entry))
    }
    arrivals.sort { $0.at < $1.at }
    return arrivals.allSatisfy(\.at.isInRange) && arrivals.pathsAreDistinct
  }
}

// MARK: Planning

extension CellChangePlan {
  private mutating func findEdits(_ list: IndexedList) -> Bool {
    replaced.reserveCapacity(renewals.count)
    var (leaving, arriving, renewed) = (departures[...], arrivals[...], renewals[...])
    while let section = [
      leaving.first?.at.section, arriving.first?.at.section, renewed.first?.from.section,
    ].compactMap({ $0 }).min() {
      guard let count = list.itemCount(inSection: section) else { return false }
      var merge = SectionMerge(
        section,
        count: count,
        leaving: leaving.prefix { $0.at.section == section },
        arriving: arriving.prefix { $0.at.section == section }
      )
      let own = renewed.prefix { $0.from.section == section }
      leaving = leaving[merge.leaving.endIndex...]
      arriving = arriving[merge.arriving.endIndex...]
      renewed = renewed[own.endIndex...]
      for renewal in own {
        guard merge.replace(renewal.from.item, by: renewal.new) == renewal.at else { return false }
        replaced.append((renewal.at, renewal.old))
      }
      guard merge.finish() else { return false }
      sections.append((section, merge.edits))
    }
    return true
  }
}

/// Puts the departures, arrivals and updates of one section in the order of its tree.
private struct SectionMerge {
  let leaving: ArraySlice<IndexedList.CellArrival>
  let arriving: ArraySlice<IndexedList.CellArrival>
  private(set) var edits: CellChangePlan.Edits = []
  private let section: Int
  private let count: Int
  /// The first departure and the first arrival that have no edit yet.
  private var nextLeaving: Int
  private var nextArriving: Int

  init(
    _ section: Int,
    count: Int,
    leaving: ArraySlice<IndexedList.CellArrival>,
    arriving: ArraySlice<IndexedList.CellArrival>
  ) {
    self.section = section
    self.count = count
    self.leaving = leaving
    self.arriving = arriving
    nextLeaving = leaving.startIndex
    nextArriving = arriving.startIndex
    edits.reserveCapacity(leaving.count + arriving.count)
  }

  /// Replaces the cell at an offset before.
  ///
  /// - Returns: Where it is after.
  mutating func replace(_ item: Int, by entry: CellEntry) -> CellPath {
    editPlaces(upTo: item)
    edits.append(CountedTreeEdit(.replace(entry), at: item))
    return CellPath(section: section, item: item - leavingCount + arrivingCount)
  }

  /// - Returns: Whether everything that arrives found its place.
  mutating func finish() -> Bool {
    editPlaces(upTo: count)
    return nextArriving == arriving.endIndex
  }

  private var leavingCount: Int { nextLeaving - leaving.startIndex }
  private var arrivingCount: Int { nextArriving - arriving.startIndex }

  /// Adds the edits of all places up to one, and the insertions in front of that one.
  private mutating func editPlaces(upTo item: Int) {
    while true {
      let departure = nextLeaving < leaving.endIndex ? leaving[nextLeaving].at.item : .max
      // The offset before: without the arrivals in front of it, and with the departures.
      if nextArriving < arriving.endIndex,
        case let offset = arriving[nextArriving].at.item - arrivingCount + leavingCount,
        offset < departure, offset <= item
      {
        edits.append(CountedTreeEdit(.insert(arriving[nextArriving].entry), at: offset))
        nextArriving += 1
      } else if departure <= item {
        edits.append(CountedTreeEdit(.remove, at: departure))
        nextLeaving += 1
      } else {
        return
      }
    }
  }
}

extension [IndexedList.CellArrival] {
  /// Whether the paths, which ascend, are distinct.
  fileprivate var pathsAreDistinct: Bool {
    zip(self, dropFirst()).allSatisfy { $0.at < $1.at }
  }

  /// The position of a path among these, which ascend.
  fileprivate func firstIndex(ofPath path: CellPath) -> Int? {
    let index = partitioningIndex { $0.at >= path }
    return index < endIndex && self[index].at == path ? index : nil
  }
}
