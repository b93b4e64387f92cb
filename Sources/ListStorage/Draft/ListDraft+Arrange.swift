import ListDiff
import ListModel

extension ListDraft {
  /// Puts the sections and cells of a difference where it says.
  ///
  /// The draft must still stand as its base does. The new sections and cells of the difference are
  /// named already.
  ///
  /// - Throws: ``Misfit`` when a section or cell has no place.
  /// - Complexity: O(chunks of the sections whose cells come or go + cells of the chunks where they
  ///   do).
  mutating func arrange(_ difference: ListDifference) throws {
    try arrangeSections(difference)
    for (name, traffic) in try traffic(of: difference).sorted(by: { $0.key < $1.key }) {
      var section = self.section(name)
      try section.arrange(traffic) { try base.cells(ofChunk: $0, section: name) }
      sections[name] = section
    }
  }
}

/// A part of a difference or changeset that does not fit.
struct Misfit: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

// MARK: - Sections

extension ListDraft {
  private mutating func arrangeSections(_ difference: ListDifference) throws {
    let leaving = (difference.deletedSections + difference.movedSections.map(\.from)).sorted()
    var arriving = difference.movedSections.map { (to: $0.to, name: $0.from) }
    for (number, to) in difference.insertedSections.enumerated() {
      arriving.append((to, base.sectionCount + number))
    }
    guard !leaving.isEmpty || !arriving.isEmpty else { return }
    for (first, second) in zip(leaving, leaving.dropFirst()) where first == second {
      throw Misfit("a section leaves twice")
    }
    var staying = staying(without: leaving)[...]
    var order = SectionOrder()
    for (to, name) in arriving.sorted(by: { $0.to < $1.to }) {
      while order.count < to, let run = staying.first {
        let before = run.prefix(to - order.count)
        order.append(before)
        if before.count < run.count {
          staying[staying.startIndex] = before.upperBound..<run.upperBound
        } else {
          staying.removeFirst()
        }
      }
      guard to >= 0, to <= order.count else { throw Misfit("section \(to) has no place") }
      guard to == order.count else { throw Misfit("two sections come to one place") }
      order.append(name..<name + 1)
    }
    for run in staying { order.append(run) }
    self.order = order
  }

  /// Returns the sections of the base between those that leave.
  private func staying(without leaving: [Int]) -> [Range<Int>] {
    zip([-1] + leaving, leaving + [base.sectionCount])
      .map { $0 + 1..<$1 }
      .filter { !$0.isEmpty }
  }
}

// MARK: - Cells

/// The cells that leave and enter a section, by their items before and after.
private struct SectionTraffic {
  var leaving: [Int] = []
  var arriving: [(item: Int, cell: Int64)] = []
}

extension ListDraft {
  /// Returns the cells that leave and enter, by the names of the sections.
  private func traffic(of difference: ListDifference) throws -> [Int: SectionTraffic] {
    var traffic: [Int: SectionTraffic] = [:]
    let count = order?.count ?? base.sectionCount
    func arrive(_ cell: Int64, _ to: CellPath) throws {
      guard to.section >= 0, to.section < count else {
        throw Misfit("there is no section \(to.section)")
      }
      let name = order?[to.section] ?? to.section
      traffic[name, default: SectionTraffic()].arriving.append((to.item, cell))
    }
    for path in difference.deletedCells {
      traffic[path.section, default: SectionTraffic()].leaving.append(path.item)
    }
    for (path, cell) in zip(difference.insertedCells, difference.cells.inserted) {
      try arrive(cell, path)
    }
    for (move, cell) in zip(difference.movedCells, difference.cells.moved) {
      traffic[move.from.section, default: SectionTraffic()].leaving.append(move.from.item)
      try arrive(cell, move.to)
    }
    return traffic
  }
}

extension SectionDraft {
  /// Gives the section new cells: those that stay keep their order and chunk, those that arrive
  /// stand at their items.
  ///
  /// - Parameters:
  ///   - traffic: The cells that leave and enter.
  ///   - cells: Returns the cells of a chunk of the base; asked only for chunks where cells leave or
  ///     enter.
  /// - Throws: ``Misfit`` when a cell has no place.
  fileprivate mutating func arrange(
    _ traffic: SectionTraffic,
    reading cells: (Int) throws -> [Int64]
  ) throws {
    var leaving = traffic.leaving.sorted()[...]
    var arriving = traffic.arriving.sorted { $0.item < $1.item }[...]
    for (first, second) in zip(leaving, leaving.dropFirst()) where first == second {
      throw Misfit("item \(first) of section \"\(id)\" leaves twice")
    }
    for (first, second) in zip(arriving, arriving.dropFirst()) where first.item == second.item {
      throw Misfit("two cells come to item \(first.item) of section \"\(id)\"")
    }
    if let arrival = arriving.first, arrival.item < 0 { throw noPlace(for: arrival.item) }
    // The items before and after at which the chunk begins.
    var (start, newStart) = (0, 0)
    for chunk in 0..<chunkCount {
      let count = chunk < baseCounts.count ? Int(baseCounts[chunk]) : 0
      let isLast = chunk + 1 == chunkCount
      defer { start += count }
      let isLeft = leaving.first.map { $0 < start + count } ?? false
      let isEntered = arriving.first.map { isLast || $0.item < newStart + count } ?? false
      guard isLeft || isEntered else {
        newStart += count
        continue
      }
      let before = count == 0 ? [] : try cells(chunk)
      let leavers = leaving.prefix { $0 < start + count }
      leaving = leaving[leavers.endIndex...]
      let staying = try before.removing(at: leavers.lazy.map { $0 - start })
      // Cells that come behind the last one of a chunk stand in the next one, unless that one leaves.
      let isOpen = isLast || leavers.last == start + count - 1
      var arrivals = 0
      while let item = arriving.dropFirst(arrivals).first?.item,
        item - newStart - arrivals < staying.count + (isOpen ? 1 : 0)
      {
        arrivals += 1
      }
      let after = try staying.inserting(
        arriving.prefix(arrivals).map { (at: $0.item - newStart, element: $0.cell) }
      )
      arriving = arriving.dropFirst(arrivals)
      newStart += after.count
      if before != after { chunks[chunk] = ChunkDraft(before: before, after: after) }
    }
    if let arrival = arriving.first { throw noPlace(for: arrival.item) }
  }

  private func noPlace(for item: Int) -> Misfit {
    Misfit("section \"\(id)\" has no place for item \(item)")
  }
}
