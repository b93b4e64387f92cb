import ListModel

// The three steps of every change of structure: cells leave, sections change places, cells arrive.
// The caller has checked that elements that leave exist. Arrivals are checked here, because only
// the place of an arrival among the others tells whether it is right.
extension IndexedList {
  /// An arrival whose place does not exist, or is filled twice.
  struct Misplacement: Error {
    /// Its index among the arrivals.
    var number: Int
    var reason: Reason

    enum Reason {
      /// There is no such section.
      case noSection
      /// The place is taken, or beyond the end.
      case noPlace
    }
  }

  /// A cell and the path it arrives at.
  typealias CellArrival = (at: CellPath, entry: CellEntry)
  /// A section and the index it arrives at.
  typealias SectionArrival = (at: Int, entry: SectionEntry)

  /// Removes the cells at paths that exist, ascend and are distinct.
  ///
  /// - Complexity: O(k log n).
  mutating func removeCells(at paths: [CellPath]) {
    for (section, run) in paths.runs(by: \.section) {
      rearrangeCells(run.map { CountedTreeEdit(.remove, at: $0.item) }, inSection: section)
    }
  }

  /// Inserts cells at paths that ascend.
  ///
  /// - Throws: ``Misplacement``; the list is of no use then.
  /// - Complexity: O(k log n).
  mutating func insertCells(_ arrivals: [CellArrival]) throws(Misplacement) {
    for (section, run) in arrivals.runs(by: \.at.section) {
      guard let count = itemCount(inSection: section) else {
        throw Misplacement(number: run.startIndex, reason: .noSection)
      }
      var edits: [CountedTreeEdit<CellEntry>] = []
      edits.reserveCapacity(run.count)
      var last = -1
      for number in run.indices {
        let item = run[number].at.item
        // The cells in front of it, arrivals or not, have to fill all places up to it.
        guard item > last, item - edits.count <= count else {
          throw Misplacement(number: number, reason: .noPlace)
        }
        edits.append(CountedTreeEdit(.insert(run[number].entry), at: item - edits.count))
        last = item
      }
      rearrangeCells(edits, inSection: section)
    }
  }

  private mutating func rearrangeCells(
    _ edits: [CountedTreeEdit<CellEntry>],
    inSection section: Int
  ) {
    if fingerprintSum != nil { fingerprintSum?.rearrange(sections[section], by: edits) }
    sections.update(at: section) { $0.cells.edit(edits) }
  }

  /// Removes the sections at indices that exist, ascend and are distinct; then inserts sections at
  /// indices that ascend.
  ///
  /// - Throws: ``Misplacement``; the list is of no use then.
  /// - Complexity: O(k log n).
  mutating func rearrangeSections(
    removing indices: [Int],
    inserting arrivals: [SectionArrival]
  ) throws(Misplacement) {
    for index in indices.reversed() {
      fingerprintSum?.removeNeighbours(of: index, in: sections)
      sections.remove(at: index)
    }
    var last = -1
    for (number, arrival) in arrivals.enumerated() {
      guard arrival.at > last, arrival.at <= sections.count else {
        throw Misplacement(number: number, reason: .noPlace)
      }
      sections.insert(arrival.entry, at: arrival.at)
      fingerprintSum?.insertNeighbours(of: arrival.at, in: sections)
      last = arrival.at
    }
  }

  /// Replaces the entries of cells that exist; of several entries for one place, the last counts.
  ///
  /// - Complexity: O(k log n).
  mutating func replaceCells(_ entries: [CellArrival]) {
    for (section, run) in entries.sortedByPath().runs(by: \.at.section) {
      var edits: [CountedTreeEdit<CellEntry>] = []
      edits.reserveCapacity(run.count)
      for (path, entry) in run {
        if edits.last?.offset == path.item { edits.removeLast() }
        edits.append(CountedTreeEdit(.replace(entry), at: path.item))
      }
      sections.update(at: section) { $0.cells.edit(edits) }
    }
  }
}

extension [IndexedList.CellArrival] {
  /// The arrivals ordered by path; those for the same path keep their order.
  fileprivate func sortedByPath() -> Self {
    if zip(self, dropFirst()).allSatisfy({ $0.at <= $1.at }) { return self }
    return enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
  }
}

extension Array {
  /// The runs of neighbours that agree in `key`.
  func runs(by key: (Element) -> Int) -> [(key: Int, elements: ArraySlice<Element>)] {
    var runs: [(key: Int, elements: ArraySlice<Element>)] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || key(self[index + 1]) != key(self[start]) {
      runs.append((key(self[start]), self[start...index]))
      start = index + 1
    }
    return runs
  }
}
