import Foundation
import ListDiff
import ListModel
import ListTestSupport
import Testing

struct EngineTests {
  private typealias Elements = [RandomColumns.Element]

  // MARK: Flat lists

  /// Sizes around the engine's chunks, windows and thresholds, and some well beyond them.
  private static let sizes = [0, 1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 16, 19, 30, 63, 64, 65, 90, 200]

  private func flaw(_ source: Elements, _ target: Elements) -> String? {
    var scratch = DifferenceScratch()
    return flaw(source, target, &scratch)
  }

  private func flaw(
    _ source: Elements,
    _ target: Elements,
    _ scratch: inout DifferenceScratch
  ) -> String? {
    let difference = FlatDifference(
      from: ElementColumns(source),
      to: ElementColumns(target),
      using: &scratch
    )
    return ListDiffTests.flaw(of: difference, from: source, to: target)
  }

  /// 6,000 pairs, a third of them with ids that repeat.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a flat difference is exact, sorted and has the fewest moves`(seed: UInt64) {
    var columns = RandomColumns(seed: seed)
    // Kept, so that nothing one comparison leaves behind can disturb the next.
    var scratch = DifferenceScratch()
    for number in 0..<Soak.count(200, soak: 25_000) {
      columns.alphabet = number % 3 == 0 ? UInt64(columns.number(0...60)) : nil
      let size = Self.sizes[number % Self.sizes.count]
      let source = columns.elements(columns.number(0...size))
      let target =
        columns.number(0...9) == 0
        ? columns.elements(columns.number(0...size)) : columns.successor(of: source)
      guard let found = flaw(source, target, &scratch) else { continue }
      let (small, smallTarget) = shrink(source, target) { flaw($0, $1) != nil }
      Issue.record(
        """
        seed \(seed), pair \(number): \(found); for the smallest pair: \
        \(flaw(small, smallTarget) ?? "no flaw without the scratch memory of earlier pairs") \
        \(small.map(\.key)) -> \(smallTarget.map(\.key))
        """
      )
      return
    }
  }

  private func shrink(
    _ source: Elements,
    _ target: Elements,
    whileFailing fails: (Elements, Elements) -> Bool
  ) -> (Elements, Elements) {
    guard fails(source, target) else { return (source, target) }
    var pair = (source, target)
    var shrunk = true
    while shrunk {
      shrunk = false
      for key in Set((pair.0 + pair.1).map(\.key)) {
        let without = (pair.0.filter { $0.key != key }, pair.1.filter { $0.key != key })
        for smaller in [without, (without.0, pair.1), (pair.0, without.1)]
        where smaller.0.count + smaller.1.count < pair.0.count + pair.1.count
          && fails(smaller.0, smaller.1)
        {
          pair = smaller
          shrunk = true
          break
        }
        if shrunk { break }
      }
    }
    return pair
  }

  @Test(arguments: [500, 1_000, 5_000])
  func `large shapes are exact too`(count: Int) {
    var columns = RandomColumns(seed: UInt64(count))
    let source = columns.elements(count)
    let half = count / 2
    let targets: [String: Elements] = [
      "same": source,
      "reversed": source.reversed(),
      "rotated": Array(source[half...] + source[..<half]),
      "first to last": Array(source[1...] + source[..<1]),
      "last to first": Array(source.suffix(1) + source.dropLast()),
      "shuffled": source.shuffled(using: &columns.generator),
      "replaced": columns.elements(count),
      "appended": source + columns.elements(50),
      "blocks swapped": Array(
        source[..<100] + source[300..<400] + source[200..<300] + source[100..<200] + source[400...]
      ),
      "every other deleted": source.indices.filter { $0 % 2 == 0 }.map { source[$0] },
      "interleaved": zip(source, columns.elements(count)).flatMap { [$0, $1] },
      "edited": columns.successor(of: source),
    ]
    for (name, target) in targets {
      #expect(flaw(source, target) == nil, "\(name)")
      #expect(flaw(target, source) == nil, "\(name), back")
    }
  }

  @Test func `many equal ids take no longer than many different ones`() {
    // Quadratic work would not end in this test's lifetime.
    for alphabet in [0, 1, 100] as [UInt64] {
      var columns = RandomColumns(seed: alphabet)
      columns.alphabet = alphabet
      let source = columns.elements(20_000)
      let target = columns.elements(20_000)
      #expect(flaw(source, target) == nil, "\(alphabet + 1) different ids")
    }
  }

  // MARK: Sections

  private struct Sections: Equatable {
    var keys: [UInt64] = []
    var cells: [Elements] = []

    var columns: SectionedColumns {
      SectionedColumns(
        sections: keys,
        counts: cells.map(\.count),
        cells: ElementColumns(cells.flatMap { $0 })
      )
    }
  }

  private func sections(_ columns: inout RandomColumns, cellLimit: Int) -> Sections {
    var sections = Sections()
    for _ in 0..<columns.number(0...6) {
      sections.keys.append(UInt64(columns.number(0...1_000_000)))
      sections.cells.append(columns.elements(columns.number(0...cellLimit)))
    }
    return sections
  }

  private func successor(of sections: Sections, _ columns: inout RandomColumns) -> Sections {
    var sections = sections
    for _ in 0..<columns.number(0...8) {
      guard !sections.keys.isEmpty else { return self.sections(&columns, cellLimit: 9) }
      let section = columns.number(0...sections.keys.count - 1)
      let other = columns.number(0...sections.keys.count - 1)
      switch columns.number(0...9) {
      case 0:
        sections.keys.swapAt(section, other)
        sections.cells.swapAt(section, other)
      case 1:
        sections.keys[section] = UInt64(columns.number(0...1_000_000))
      case 2:
        sections.keys.remove(at: section)
        let cells = sections.cells.remove(at: section)
        if !sections.cells.isEmpty { sections.cells[0] += cells }
      case 3...5:
        let start = columns.number(0...sections.cells[section].count)
        let end = columns.number(start...sections.cells[section].count)
        let block = Array(sections.cells[section][start..<end])
        sections.cells[section].removeSubrange(start..<end)
        let place = columns.number(0...sections.cells[other].count)
        sections.cells[other].insert(contentsOf: block, at: place)
      default:
        sections.cells[section] = columns.successor(of: sections.cells[section])
      }
    }
    return sections
  }

  /// 2,000 pairs against the plain model, and against applying the difference step by step.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `a sectioned difference equals the plain model's, with as few moves`(seed: UInt64) {
    var columns = RandomColumns(seed: seed)
    var scratch = DifferenceScratch()
    let count = Soak.count(160, soak: 10_000)
    var comparedCount = 0
    for number in 0..<count {
      let source = sections(&columns, cellLimit: number % 10 == 0 ? 150 : 12)
      let target = successor(of: source, &columns)
      guard Set(source.keys).count == source.keys.count,
        Set(target.keys).count == target.keys.count
      else { continue }
      let difference = SectionedDifference(
        from: source.columns,
        to: target.columns,
        using: &scratch
      )
      let plain = PlainDifference(
        from: Array(zip(source.keys, source.cells.map { $0.map(\.key) })),
        to: Array(zip(target.keys, target.cells.map { $0.map(\.key) })),
        contentIsEqual: {
          source.cells[$0.section][$0.item].content == target.cells[$1.section][$1.item].content
        }
      )
      #expect(difference.isAsGood(as: plain), "seed \(seed), pair \(number)")
      #expect(applying(difference, source, target) == target, "seed \(seed), pair \(number)")
      comparedCount += 1
    }
    #expect(comparedCount > count / 2, "seed \(seed)")
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>)
  func `a sectioned difference of ids that repeat leads to the target`(seed: UInt64) {
    var columns = RandomColumns(seed: seed)
    var scratch = DifferenceScratch()
    for number in 0..<Soak.count(100, soak: 5_000) {
      columns.alphabet = UInt64(columns.number(0...40))
      var source = sections(&columns, cellLimit: number % 10 == 0 ? 100 : 12)
      for index in source.keys.indices { source.keys[index] %= 4 }
      var target = successor(of: source, &columns)
      for index in target.keys.indices { target.keys[index] %= 4 }
      let difference = SectionedDifference(
        from: source.columns,
        to: target.columns,
        using: &scratch
      )
      #expect(applying(difference, source, target) == target, "seed \(seed), pair \(number)")
    }
  }

  /// Carries out a difference by removing and inserting one element after the other.
  private func applying(
    _ difference: SectionedDifference,
    _ source: Sections,
    _ target: Sections
  ) -> Sections {
    var result = source
    let moved = difference.movedCells.map { source.cells[$0.from.section][$0.from.item] }
    let leaving = difference.deletedCells + difference.movedCells.map(\.from)
    for path in leaving.sorted().reversed() {
      result.cells[path.section].remove(at: path.item)
    }
    let leavingSections = difference.deletedSections + difference.movedSections.map(\.from)
    let movedSections = difference.movedSections.map {
      (source.keys[$0.from], result.cells[$0.from])
    }
    for section in leavingSections.sorted().reversed() {
      result.keys.remove(at: section)
      result.cells.remove(at: section)
    }
    var arrivals: [(Int, UInt64, Elements)] = difference.insertedSections.map {
      ($0, target.keys[$0], [])
    }
    arrivals += zip(difference.movedSections, movedSections).map { ($0.to, $1.0, $1.1) }
    for (index, key, cells) in arrivals.sorted(by: { $0.0 < $1.0 }) {
      result.keys.insert(key, at: index)
      result.cells.insert(cells, at: index)
    }
    var cells = difference.insertedCells.map { ($0, target.cells[$0.section][$0.item]) }
    cells += zip(difference.movedCells, moved).map { ($0.to, $1) }
    for (path, cell) in cells.sorted(by: { $0.0 < $1.0 }) {
      result.cells[path.section].insert(cell, at: path.item)
    }
    for update in difference.updatedCells {
      result.cells[update.to.section][update.to.item].content ^= 1
    }
    return result
  }
}

extension SectionedDifference {
  /// Whether both say the same, save for which of equally many cells move within a section.
  fileprivate func isAsGood(as plain: PlainDifference) -> Bool {
    let sections = Dictionary(uniqueKeysWithValues: matchedSections.map { ($0.to, $0.from) })
    let crosses = { (move: Match<CellPath>) in sections[move.to.section] != move.from.section }
    return self.deletedSections == plain.deletedSections
      && self.insertedSections == plain.insertedSections
      && matchedSections == plain.matchedSections
      && self.movedSections.count == plain.movedSections.count
      && self.deletedCells == plain.deletedCells && self.insertedCells == plain.insertedCells
      && updatedCells == plain.updatedCells && self.movedCells.count == plain.movedCells.count
      && self.movedCells.filter(crosses) == plain.movedCells.filter(crosses)
  }
}
