import ListModel

// The three steps of every change of structure: cells leave, sections change places, cells arrive.
// Who takes them has checked that what leaves exists; what arrives is checked here, because only
// its place among the others tells whether it is right.
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
      var sum = fingerprintSum
      sections.update(at: section) { entry in
        for path in run.reversed() {
          sum?.removeNeighbours(of: path.item, in: entry)
          entry.cells.remove(at: path.item)
        }
      }
      fingerprintSum = sum
    }
  }

  /// Inserts cells at paths that ascend.
  ///
  /// - Throws: ``Misplacement``; the list is of no use then.
  /// - Complexity: O(k log n).
  mutating func insertCells(_ arrivals: [CellArrival]) throws(Misplacement) {
    for (section, run) in arrivals.runs(by: \.at.section) {
      guard sections.indices.contains(section) else {
        throw Misplacement(number: run.startIndex, reason: .noSection)
      }
      var sum = fingerprintSum
      var misplaced: Int?
      sections.update(at: section) { entry in
        var last = -1
        for number in run.indices {
          let item = run[number].at.item
          guard item > last, item <= entry.cells.count else {
            misplaced = number
            return
          }
          entry.cells.insert(run[number].entry, at: item)
          sum?.insertNeighbours(of: item, in: entry)
          last = item
        }
      }
      if let misplaced { throw Misplacement(number: misplaced, reason: .noPlace) }
      fingerprintSum = sum
    }
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

  /// Puts another entry in the place of a cell that exists.
  ///
  /// - Complexity: O(log n).
  mutating func replaceCell(at path: CellPath, by entry: CellEntry) {
    sections.update(at: path.section) { $0.cells[path.item] = entry }
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
