import Foundation
import ListPaging

/// An element with an id and a hash of its content.
struct BenchElement: Hashable, Identifiable {
  var id: UInt64
  var content: UInt64
}

/// An element with a text as its id.
struct TextElement: Hashable, Identifiable {
  var id: String
  var content: UInt64
}

/// A section of elements.
struct BenchSection: Hashable, Identifiable {
  var id: UInt64
  var cells: [BenchElement]
}

/// A list before and after.
struct Pair<Element> {
  var source: [Element]
  var target: [Element]
}

extension Pair {
  func map<Other>(_ transform: (Element) -> Other) -> Pair<Other> {
    Pair<Other>(source: source.map(transform), target: target.map(transform))
  }
}

/// The changes that are measured.
enum Scenario: String, CaseIterable {
  /// The case of DifferenceKit's own benchmark: 20,000..<30,000 of 100,000 are deleted, as many are
  /// inserted at 30,000, and the first 2,000 are shuffled. A tenth of the list is deleted and inserted
  /// for 100,000 elements, a fifth for 5,000.
  case reference
  case scattered, shuffled, reversed, replaced, rotated
  case unchanged
  case oneUpdate = "one update"
  case pageAppended = "page appended"
  case firstToLast = "first to last"
}

/// Makes the inputs of the benchmark from a seed.
struct DiffInputs {
  var generator: SplitMix

  init(seed: Int) {
    generator = SplitMix(state: UInt64(seed) &+ 1)
  }

  mutating func element() -> BenchElement {
    BenchElement(id: generator.next(), content: generator.next())
  }

  mutating func elements(_ count: Int) -> [BenchElement] {
    (0..<count).map { _ in element() }
  }

  mutating func uuid() -> UUID {
    let (low, high) = (generator.next(), generator.next())
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (8 * index))
    }
    return UUID(
      uuid: (
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
        byte(low, 6), byte(low, 7), byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7)
      )
    )
  }

  mutating func pair(_ scenario: Scenario, count: Int) -> Pair<BenchElement> {
    let source = elements(count)
    var target = source
    change(&target, scenario) { $0.element() }
    if scenario == .oneUpdate { target[count / 2].content ^= 1 }
    return Pair(source: source, target: target)
  }

  /// Returns the reference case with ids alone.
  mutating func uuids(count: Int) -> Pair<UUID> {
    let source = (0..<count).map { _ in uuid() }
    var target = source
    change(&target, .reference) { $0.uuid() }
    return Pair(source: source, target: target)
  }

  mutating func texts(_ scenario: Scenario, count: Int) -> Pair<TextElement> {
    var names: [UInt64: String] = [:]
    let pair = pair(scenario, count: count)
    for element in pair.source + pair.target where names[element.id] == nil {
      names[element.id] = uuid().uuidString
    }
    // Copies with storage of their own, because a decoded list shares none with its predecessor.
    func text(_ element: BenchElement) -> TextElement {
      let name = names[element.id, default: ""]
      return TextElement(
        id: String(decoding: Array(name.utf8), as: UTF8.self),
        content: element.content
      )
    }
    return Pair(source: pair.source.map(text), target: pair.target.map(text))
  }

  private mutating func change<Element>(
    _ elements: inout [Element],
    _ scenario: Scenario,
    fresh: (inout DiffInputs) -> Element
  ) {
    let count = elements.count
    switch scenario {
    case .reference:
      let changed = count >= 100_000 ? count / 10 : count / 5
      let start = count / 10 * (count >= 100_000 ? 2 : 4)
      elements.removeSubrange(start..<(start + changed))
      let inserted = (0..<changed).map { _ in fresh(&self) }
      elements.insert(contentsOf: inserted, at: start + changed)
      elements[..<(count >= 100_000 ? count / 50 : count / 25)].shuffle(using: &generator)
    case .scattered: scatter(&elements, fresh: fresh)
    case .shuffled: elements.shuffle(using: &generator)
    case .reversed: elements.reverse()
    case .replaced: elements = (0..<count).map { _ in fresh(&self) }
    case .rotated: elements = Array(elements[(count / 4)...] + elements[..<(count / 4)])
    case .unchanged, .oneUpdate: break
    case .pageAppended: elements += (0..<50).map { _ in fresh(&self) }
    case .firstToLast: elements.append(elements.removeFirst())
    }
  }

  /// Deletes and inserts a tenth of the elements and moves 2 %, anywhere.
  private mutating func scatter<Element>(
    _ elements: inout [Element],
    fresh: (inout DiffInputs) -> Element
  ) {
    var kept: [Element] = []
    var moved: [Element] = []
    for element in elements {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<10: continue
      case 10..<12: moved.append(element)
      default: kept.append(element)
      }
    }
    let arrivals = moved + (0..<(elements.count / 10)).map { _ in fresh(&self) }
    let places = arrivals.map { _ in Int.random(in: 0...kept.count, using: &generator) }.sorted()
    var result: [Element] = []
    result.reserveCapacity(kept.count + arrivals.count)
    var next = 0
    for (arrival, place) in zip(arrivals.shuffled(using: &generator), places) {
      result += kept[next..<place]
      next = place
      result.append(arrival)
    }
    elements = result + kept[next...]
  }
}

extension DiffInputs {
  /// The changes of a sectioned list that are measured.
  enum SectionedScenario: String, CaseIterable {
    case none, light, heavy
    case cellAcross = "one cell to another section"
    case sectionMoved = "one section moved"
  }

  mutating func sections(
    _ scenario: SectionedScenario,
    sectionCount: Int,
    cellCount: Int
  ) -> Pair<BenchSection> {
    let source = (0..<sectionCount).map { _ in
      BenchSection(id: generator.next(), cells: elements(cellCount))
    }
    var target = source
    switch scenario {
    case .none: break
    case .light:
      for index in target.indices { edit(&target[index].cells, deleted: 1, updated: 1) }
    case .heavy: editHeavily(&target)
    case .cellAcross: target[sectionCount - 1].cells.append(target[0].cells.removeFirst())
    case .sectionMoved: target.append(target.removeFirst())
    }
    return Pair(source: source, target: target)
  }

  /// Deletes a percentage of the cells, inserts as many, and updates a percentage.
  private mutating func edit(_ cells: inout [BenchElement], deleted: Int, updated: Int) {
    var result: [BenchElement] = []
    for var cell in cells {
      let draw = Int.random(in: 0..<100, using: &generator)
      if draw < deleted { continue }
      if draw < deleted + updated { cell.content ^= 1 }
      result.append(cell)
      if Int.random(in: 0..<100, using: &generator) < deleted { result.append(element()) }
    }
    cells = result
  }

  /// Deletes and inserts a tenth of the cells, updates 5 %, moves 2 % within and 1 % between sections,
  /// and deletes, inserts and moves sections.
  private mutating func editHeavily(_ sections: inout [BenchSection]) {
    var wanderers: [BenchElement] = []
    for index in sections.indices {
      edit(&sections[index].cells, deleted: 10, updated: 5)
      let count = sections[index].cells.count
      for _ in 0..<(count / 50) {
        let cell = sections[index].cells.remove(
          at: Int.random(in: 0..<(count - 1), using: &generator)
        )
        sections[index].cells.insert(cell, at: Int.random(in: 0..<(count - 1), using: &generator))
      }
      for _ in 0..<(count / 100) {
        wanderers.append(
          sections[index].cells.remove(
            at: Int.random(in: 0..<sections[index].cells.count, using: &generator)
          )
        )
      }
    }
    for cell in wanderers {
      let index = Int.random(in: 0..<sections.count, using: &generator)
      let place = Int.random(in: 0...sections[index].cells.count, using: &generator)
      sections[index].cells.insert(cell, at: place)
    }
    for _ in 0..<(sections.count / 25) {
      sections.remove(at: Int.random(in: 0..<sections.count, using: &generator))
      let fresh = BenchSection(id: generator.next(), cells: elements(sections[0].cells.count))
      sections.insert(fresh, at: Int.random(in: 0...sections.count, using: &generator))
      let moved = sections.remove(at: Int.random(in: 0..<sections.count, using: &generator))
      sections.insert(moved, at: Int.random(in: 0...sections.count, using: &generator))
    }
  }
}
