import ListAdapter
import ListDiff
import ListModel
import ListPaging

/// The cases of the adapter benchmark: the cost of showing a change, by the length of the list.
///
/// Every contender gets the same changesets. Half of them are the inverses, so that the list keeps its
/// length after any number of rounds.
struct AdapterBenchmark {
  /// One case: the measurements for a list of `count` cells.
  struct Result: Encodable {
    var name: String
    var count: Int
    var measurements: [RoundRobin.Measurement]
  }

  /// The kinds of changes.
  enum Change: String, CaseIterable {
    case oneUpdate = "one cell updated"
    case oneInsertion = "one cell inserted"
    case oneMove = "one cell moved far"
    case thousandAppended = "1,000 cells appended"
    case thousandOperations = "1,000 operations"
  }

  var counts = [1_000, 10_000, 100_000, 1_000_000]
  /// The intervals are long because short ones would measure how fast caches fill after another
  /// contender.
  var roundRobin = RoundRobin(shortestInterval: .milliseconds(20))
  /// Measures only the changes whose name contains this text.
  var filter: String?
  var report: (Result) -> Void

  func run() throws {
    for count in counts {
      let list = try AdapterHistory.list(count)
      for change in Change.allCases where filter.map(change.rawValue.contains) ?? true {
        let history = try AdapterHistory(change, of: list, seed: UInt64(count))
        let measurements = roundRobin.measure(try contenders(history)) { _ in history }
        report(Result(name: change.rawValue, count: count, measurements: measurements))
      }
    }
  }

  private func contenders(
    _ history: AdapterHistory
  ) throws -> [RoundRobin.Contender<AdapterHistory>] {
    let staged = try ShownHistory(history, .staged, in: BlankCollectionView())
    let single = try ShownHistory(history, .single, in: BlankCollectionView())
    let strict = SimulatedCollectionView()
    let checked = try ShownHistory(history, .staged, in: strict)
    let fingerprinted = try FingerprintedHistory(history)
    let array = ArrayHistory(history)
    return [
      .init(name: "adapter, staged") { _ in staged.step() },
      .init(name: "adapter, single batch") { _ in single.step() },
      .init(name: "adapter, strict view") { _ in
        let result = checked.step()
        strict.flush()
        return result
      },
      .init(name: "tree with fingerprint") { _ in fingerprinted.step() },
      .init(name: "array of sections") { _ in array.step() },
      .init(name: "compare whole lists") { $0.compare() },
    ]
  }
}

/// A list, and changesets that lead away from it and back again.
final class AdapterHistory {
  let start: List
  let changesets: [Changeset]
  private let neighbour: List

  init(_ change: AdapterBenchmark.Change, of list: List, seed: UInt64) throws {
    start = list
    var generator = SplitMix(state: seed)
    let stepCount = change == .thousandOperations || change == .thousandAppended ? 2 : 64
    var tree = IndexedList(list)
    var forward: [Changeset] = []
    var neighbour = list
    for step in 0..<stepCount {
      let changeset = try Self.changeset(change, of: tree, step, using: &generator)
      tree = try tree.applying(changeset)
      forward.append(changeset)
      if step == 0 { neighbour = List(tree) }
    }
    self.neighbour = neighbour
    changesets = forward + forward.reversed().map { $0.inverted() }
  }

  /// Does the work of an adapter that receives lists: finds the difference, and makes batches from it.
  func compare() -> Int {
    let changeset = try? Changeset(from: start, to: neighbour)
    return (try? changeset?.stages(from: start).count) ?? 0
  }

  /// Returns one section of cells, each of which shows one of 64 stored contents.
  static func list(_ count: Int) throws -> List {
    let components = try (0..<64).map { try component($0) }
    let cells = (0..<count).map { Cell(id: Cell.ID($0), component: components[$0 & 63]) }
    return List(sections: [Section(id: "section", cells: cells)])
  }

  private static func component(_ number: Int) throws -> AnyComponent {
    let content = try Content(parsing: Array(#"{"title":"Number \#(number)"}"#.utf8))
    return AnyComponent(StoredComponent(type: "Item", content: content))
  }

  private static func changeset(
    _ change: AdapterBenchmark.Change,
    of tree: IndexedList,
    _ step: Int,
    using generator: inout SplitMix
  ) throws -> Changeset {
    let count = tree.itemCount(inSection: 0) ?? 0
    let path = CellPath(section: 0, item: Int(generator.next() % UInt64(count)))
    guard let cell = tree.cell(at: path) else { return Changeset() }
    switch change {
    case .oneUpdate:
      let new = try component(100 + step)
      return Changeset(updatedCells: [
        .init(id: cell.id, from: path, at: path, old: cell.component, new: new)
      ])
    case .oneInsertion:
      return Changeset(insertedCells: [
        .init(id: Cell.ID("new \(step)"), at: path, component: cell.component)
      ])
    case .oneMove:
      let target = CellPath(section: 0, item: (path.item + count / 2) % count)
      return Changeset(movedCells: [.init(id: cell.id, from: path, to: target)])
    case .thousandAppended:
      return Changeset(
        insertedCells: (0..<1_000).map { number in
          let path = CellPath(section: 0, item: count + number)
          let id = Cell.ID("new \(step) \(number)")
          return .init(id: id, at: path, component: cell.component)
        }
      )
    case .thousandOperations:
      return try thousandOperations(on: tree, step, using: &generator)
    }
  }

  /// Makes 400 updates, 250 deletions, 250 insertions and 100 moves, spread over the list.
  private static func thousandOperations(
    on tree: IndexedList,
    _ step: Int,
    using generator: inout SplitMix
  ) throws -> Changeset {
    let source = List(tree)
    var target = source
    var cells = source.sections[0].cells
    var positions: Set<Int> = []
    while positions.count < 750 { positions.insert(Int(generator.next() % UInt64(cells.count))) }
    let chosen = positions.sorted()
    for (index, position) in chosen.enumerated() where index % 15 < 8 {
      cells[position].component = try component(1_000 * (step + 1) + index)
    }
    let leaving = chosen.enumerated().filter { $0.offset % 15 >= 8 }
    var moved: [Cell] = []
    for (index, position) in leaving.reversed() {
      let cell = cells.remove(at: position)
      if index % 15 < 10 { moved.append(cell) }
    }
    for cell in moved { cells.insert(cell, at: Int(generator.next() % UInt64(cells.count))) }
    for number in 0..<250 {
      let cell = Cell(id: Cell.ID("new \(step) \(number)"), component: try component(number))
      cells.insert(cell, at: Int(generator.next() % UInt64(cells.count)))
    }
    target.sections[0].cells = cells
    return try Changeset(from: source, to: target)
  }
}

/// A history that repeats its changesets without end.
protocol SteppedHistory: AnyObject {
  var history: AdapterHistory { get }
  var next: Int { get set }
}

extension SteppedHistory {
  /// Returns the next changeset.
  func nextChangeset() -> Changeset {
    defer { next = (next + 1) % history.changesets.count }
    return history.changesets[next]
  }
}

/// A history shown by an adapter.
final class ShownHistory: SteppedHistory {
  let history: AdapterHistory
  var next = 0
  private let view: any CollectionView
  private let adapter: CollectionViewAdapter

  init(_ history: AdapterHistory, _ mode: BatchMode, in view: any CollectionView) throws {
    self.history = history
    self.view = view
    adapter = CollectionViewAdapter(
      configuration: CollectionViewAdapterConfiguration(
        enablesReconfigureItems: true,
        batchUpdateInterruptCount: .max,
        batchMode: mode
      ),
      collectionView: view,
      layoutAdapter: CollectionViewLayoutAdapter()
    )
    adapter.apply(history.start)
    try view.layoutIfNeeded()
  }

  func step() -> Int {
    adapter.apply(nextChangeset())
    return adapter.version
  }
}

/// A history of a list whose fingerprint is kept up to date.
final class FingerprintedHistory: SteppedHistory {
  let history: AdapterHistory
  var next = 0
  private var list: IndexedList

  init(_ history: AdapterHistory) throws {
    self.history = history
    list = IndexedList(history.start)
    _ = try list.fingerprint()
  }

  func step() -> Int {
    if let next = try? list.applying(nextChangeset()) { list = next }
    return list.knownFingerprint?.hashValue ?? 0
  }
}

/// A history of a list in arrays.
final class ArrayHistory: SteppedHistory {
  let history: AdapterHistory
  var next = 0
  private var list: List

  init(_ history: AdapterHistory) {
    self.history = history
    list = history.start
  }

  func step() -> Int {
    if let next = try? nextChangeset().apply(to: list) { list = next }
    return list.sections.count
  }
}
