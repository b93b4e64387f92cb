import ListModel

/// Stages of a change as widely used UI libraries make them: a hash table of identities, the elements
/// in order, and for each stage the whole data after it.
///
/// Written for this benchmark. The method is Paul Heckel's (CACM 21(4), 1978), applied to sections and
/// to the cells of all sections at once. There are several stages because a collection view must not
/// reload and move a cell in one batch.
struct StagedDifference<Element: Identifiable & Equatable> {
  /// A section and its elements.
  struct Section {
    var id: String
    var elements: [Element]
  }

  /// A batch, and the data after it.
  struct Stage {
    var data: [Section]
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var movedSections: [(from: Int, to: Int)] = []
    var deleted: [CellPath] = []
    var inserted: [CellPath] = []
    var moved: [(from: CellPath, to: CellPath)] = []
    var updated: [CellPath] = []

    var operationCount: Int {
      deletedSections.count + insertedSections.count + movedSections.count + deleted.count
        + inserted.count + moved.count + updated.count
    }
  }

  private(set) var stages: [Stage] = []

  /// The partner of one source, if there is one.
  private struct Trace {
    var target: Int?
  }

  /// The indexes of an identity among the sources: one, or several, which are used in order.
  private enum Occurrence {
    case one(Int)
    case many(Queue)
  }

  private final class Queue {
    var places: [Int]
    var next = 0
    init(_ places: [Int]) { self.places = places }
  }

  /// An identity with its hash, computed once.
  private struct Key<ID: Hashable>: Hashable {
    let id: ID
    let hash: Int

    init(_ id: ID) {
      self.id = id
      hash = id.hashValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    static func == (lhs: Key, rhs: Key) -> Bool { lhs.hash == rhs.hash && lhs.id == rhs.id }
  }

  /// Matches sources with targets, and returns the partner of each.
  private static func match<ID: Hashable>(
    _ sources: [ID],
    _ targets: [ID]
  ) -> (sources: [Trace], targets: [Int?]) {
    var table: [Key<ID>: Occurrence] = [:]
    table.reserveCapacity(sources.count)
    for (index, id) in sources.enumerated() {
      let key = Key(id)
      switch table[key] {
      case nil: table[key] = .one(index)
      case .one(let first): table[key] = .many(Queue([first, index]))
      case .many(let queue): queue.places.append(index)
      }
    }
    var traces = Array(repeating: Trace(), count: sources.count)
    var origins = Array(repeating: Int?.none, count: targets.count)
    for (index, id) in targets.enumerated() {
      switch table[Key(id)] {
      case nil: continue
      case .one(let source):
        guard traces[source].target == nil else { continue }
        traces[source].target = index
        origins[index] = source
      case .many(let queue):
        guard queue.next < queue.places.count else { continue }
        traces[queue.places[queue.next]].target = index
        origins[index] = queue.places[queue.next]
        queue.next += 1
      }
    }
    return (traces, origins)
  }

  /// Compares two lists of sections.
  init(from source: [Section], to target: [Section]) {
    let sections = Self.match(source.map(\.id), target.map(\.id))
    var sourcePaths: [CellPath] = []
    var targetPaths: [CellPath] = []
    let sourceCells = Self.flatten(source, &sourcePaths)
    let targetCells = Self.flatten(target, &targetPaths)
    let cells = Self.match(sourceCells.map(\.id), targetCells.map(\.id))

    var (updating, deleting, arriving) = (
      Stage(data: source), Stage(data: []), Stage(data: target)
    )
    for (index, trace) in cells.sources.enumerated() {
      let path = sourcePaths[index]
      guard let partner = trace.target else {
        if sections.sources[path.section].target != nil { deleting.deleted.append(path) }
        continue
      }
      if sourceCells[index] != targetCells[partner] {
        updating.updated.append(path)
        updating.data[path.section].elements[path.item] = targetCells[partner]
      }
    }
    deleting.deletedSections = sections.sources.indices.filter {
      sections.sources[$0].target == nil
    }
    deleting.data = Self.staying(updating.data, sections.sources, cells.sources)
    Self.order(sections, cells, sourcePaths, targetPaths, &arriving)
    stages = [updating, deleting, arriving].filter { $0.operationCount > 0 }
  }

  private static func flatten(_ sections: [Section], _ paths: inout [CellPath]) -> [Element] {
    var elements: [Element] = []
    let count = sections.reduce(0) { $0 + $1.elements.count }
    elements.reserveCapacity(count)
    paths.reserveCapacity(count)
    for (index, section) in sections.enumerated() {
      for (item, element) in section.elements.enumerated() {
        elements.append(element)
        paths.append(CellPath(section: index, item: item))
      }
    }
    return elements
  }

  private static func staying(
    _ data: [Section],
    _ sections: [Trace],
    _ cells: [Trace]
  ) -> [Section] {
    var next = 0
    var staying: [Section] = []
    for (index, section) in data.enumerated() {
      var kept = Section(id: section.id, elements: [])
      kept.elements.reserveCapacity(section.elements.count)
      for element in section.elements {
        if cells[next].target != nil { kept.elements.append(element) }
        next += 1
      }
      if sections[index].target != nil { staying.append(kept) }
    }
    return staying
  }

  /// Finds the insertions and the moves: an element has moved if it is not at the index that the
  /// preceding deletions and insertions, and a cursor over the unmoved elements, give it.
  private static func order(
    _ sections: (sources: [Trace], targets: [Int?]),
    _ cells: (sources: [Trace], targets: [Int?]),
    _ sourcePaths: [CellPath],
    _ targetPaths: [CellPath],
    _ stage: inout Stage
  ) {
    var expected = 0
    for (index, origin) in sections.targets.enumerated() {
      guard let origin else {
        stage.insertedSections.append(index)
        continue
      }
      while expected < sections.sources.count, sections.sources[expected].target == nil {
        expected += 1
      }
      if origin == expected {
        expected += 1
      } else {
        stage.movedSections.append((origin, index))
      }
    }
    var cursors = Array(repeating: 0, count: sections.sources.count)
    var starts: [Int] = []
    var section = -1
    for (index, path) in sourcePaths.enumerated() {
      while section < path.section {
        section += 1
        starts.append(index)
      }
    }
    while starts.count < sections.sources.count { starts.append(sourcePaths.count) }
    for (index, origin) in cells.targets.enumerated() {
      let path = targetPaths[index]
      guard let origin else {
        if sections.targets[path.section] != nil { stage.inserted.append(path) }
        continue
      }
      let from = sourcePaths[origin]
      guard sections.targets[path.section] == from.section else {
        stage.moved.append((from, path))
        continue
      }
      let start = starts[from.section]
      while start + cursors[from.section] < cells.sources.count,
        cells.sources[start + cursors[from.section]].target == nil
      {
        cursors[from.section] += 1
      }
      if from.item == cursors[from.section] {
        cursors[from.section] += 1
      } else {
        stage.moved.append((from, path))
      }
    }
  }
}
