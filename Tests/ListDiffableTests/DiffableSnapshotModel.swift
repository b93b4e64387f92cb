import ListDiffable
import ListTestSupport

/// A snapshot as plain arrays: slow, and too simple to be wrong.
struct DiffableSnapshotModel: Equatable {
  var sections: [(id: Int, items: [Int])] = []

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.sections.map(\.id) == rhs.sections.map(\.id)
      && lhs.sections.map(\.items) == rhs.sections.map(\.items)
  }

  var items: [Int] { sections.flatMap(\.items) }

  /// Does what the edit does to a snapshot.
  ///
  /// - Returns: Whether the edit is possible; nothing has changed if it is not.
  mutating func perform(_ edit: DiffableEdit) -> Bool {
    var edited = self
    guard edited.performUnchecked(edit) else { return false }
    self = edited
    return true
  }

  private mutating func performUnchecked(_ edit: DiffableEdit) -> Bool {
    switch edit {
    case .appendSections(let ids):
      return insertSections(ids, at: sections.count)
    case .insertSections(let ids, let anchor, let isAfter):
      guard let index = sections.firstIndex(where: { $0.id == anchor }) else { return false }
      return insertSections(ids, at: isAfter ? index + 1 : index)
    case .deleteSections(let ids):
      sections.removeAll { ids.contains($0.id) }
      return true
    case .moveSection(let id, let anchor, let isAfter):
      guard id != anchor, let from = sections.firstIndex(where: { $0.id == id }) else {
        return false
      }
      let section = sections.remove(at: from)
      guard let to = sections.firstIndex(where: { $0.id == anchor }) else { return false }
      sections.insert(section, at: isAfter ? to + 1 : to)
      return true
    case .appendItems(let items, let section):
      guard let section = section ?? sections.last?.id, isUnique(items) else { return false }
      deleteItems(items)
      guard let index = sections.firstIndex(where: { $0.id == section }) else { return false }
      sections[index].items += items
      return true
    case .insertItems(let items, let anchor, let isAfter):
      guard isUnique(items) else { return false }
      deleteItems(items)
      return insertItems(items, anchor, isAfter)
    case .deleteItems(let items):
      deleteItems(items)
      return true
    case .moveItem(let item, let anchor, let isAfter):
      guard self.items.contains(item) else { return false }
      deleteItems([item])
      return insertItems([item], anchor, isAfter)
    }
  }

  private mutating func insertSections(_ ids: [Int], at index: Int) -> Bool {
    guard isUnique(ids), Set(ids).isDisjoint(with: sections.map(\.id)) else { return false }
    sections.insert(contentsOf: ids.map { ($0, []) }, at: index)
    return true
  }

  private mutating func insertItems(_ items: [Int], _ anchor: Int, _ isAfter: Bool) -> Bool {
    for section in sections.indices {
      if let item = sections[section].items.firstIndex(of: anchor) {
        sections[section].items.insert(contentsOf: items, at: isAfter ? item + 1 : item)
        return true
      }
    }
    return false
  }

  private mutating func deleteItems(_ items: [Int]) {
    let doomed = Set(items)
    for section in sections.indices { sections[section].items.removeAll(where: doomed.contains) }
  }

  private func isUnique(_ ids: [Int]) -> Bool { Set(ids).count == ids.count }
}

/// One edit of a snapshot of numbers.
enum DiffableEdit {
  case appendSections([Int])
  case insertSections([Int], anchor: Int, isAfter: Bool)
  case deleteSections([Int])
  case moveSection(Int, anchor: Int, isAfter: Bool)
  case appendItems([Int], section: Int?)
  case insertItems([Int], anchor: Int, isAfter: Bool)
  case deleteItems([Int])
  case moveItem(Int, anchor: Int, isAfter: Bool)
}

extension NumberSnapshot {
  mutating func perform(_ edit: DiffableEdit) throws(DiffableDataSourceError) {
    switch edit {
    case .appendSections(let ids): try appendSections(ids)
    case .insertSections(let ids, let anchor, true): try insertSections(ids, afterSection: anchor)
    case .insertSections(let ids, let anchor, false):
      try insertSections(ids, beforeSection: anchor)
    case .deleteSections(let ids): deleteSections(ids)
    case .moveSection(let id, let anchor, true): try moveSection(id, afterSection: anchor)
    case .moveSection(let id, let anchor, false): try moveSection(id, beforeSection: anchor)
    case .appendItems(let items, let section): try appendItems(items, toSection: section)
    case .insertItems(let items, let anchor, true): try insertItems(items, afterItem: anchor)
    case .insertItems(let items, let anchor, false): try insertItems(items, beforeItem: anchor)
    case .deleteItems(let items): deleteItems(items)
    case .moveItem(let item, let anchor, true): try moveItem(item, afterItem: anchor)
    case .moveItem(let item, let anchor, false): try moveItem(item, beforeItem: anchor)
    }
  }
}

/// Makes random edits of snapshots of numbers, possible and impossible ones, from a seed.
struct RandomDiffableEdits {
  var generator: SeededGenerator
  /// Sections are numbers below this.
  var sectionLimit = 6
  /// Items are numbers below this.
  var itemLimit = 24
  /// The most items one edit names.
  var batchLimit = 4

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func edit() -> DiffableEdit {
    switch number(below: 12) {
    case 0: .appendSections(numbers(below: sectionLimit, limit: 3))
    case 1:
      .insertSections(
        numbers(below: sectionLimit, limit: 2),
        anchor: number(below: sectionLimit),
        isAfter: flip()
      )
    case 2: .deleteSections(numbers(below: sectionLimit, limit: 2))
    case 3:
      .moveSection(
        number(below: sectionLimit),
        anchor: number(below: sectionLimit),
        isAfter: flip()
      )
    case 4, 5: .appendItems(numbers(below: itemLimit, limit: batchLimit), section: section())
    case 6, 7:
      .insertItems(
        numbers(below: itemLimit, limit: batchLimit),
        anchor: number(below: itemLimit),
        isAfter: flip()
      )
    case 8: .deleteItems(numbers(below: itemLimit, limit: batchLimit))
    default:
      .moveItem(number(below: itemLimit), anchor: number(below: itemLimit), isAfter: flip())
    }
  }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  mutating func flip() -> Bool { Bool.random(using: &generator) }

  private mutating func section() -> Int? { flip() ? nil : number(below: sectionLimit) }

  /// Mostly a run of numbers, which has no repeats; sometimes any numbers.
  private mutating func numbers(below limit: Int, limit count: Int) -> [Int] {
    let count = number(below: min(count, limit) + 1)
    guard number(below: 8) > 0 else { return (0..<count).map { _ in number(below: limit) } }
    let start = number(below: limit)
    return (0..<count).map { (start + $0) % limit }.shuffled(using: &generator)
  }
}
