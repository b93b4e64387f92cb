import ListModel

/// How KarrotListKit 4.7.0 and TurboListKit 1.0.2 handle updates, transliterated as far as their
/// defects need it (`CollectionViewAdapter.apply`, `UICollectionView+Difference.reload`).
final class LegacyAdapter {
  /// The collection view: whether it has a window, and the batches whose animations have not ended.
  var hasWindow = true
  private(set) var batches = 0
  private var pending: [() -> Void] = []

  private(set) var list: List?
  private var isUpdating = false
  /// One slot: a newer update overwrites it, completion and all.
  private var queuedUpdate: (list: List, completion: (() -> Void)?)?

  init(showing list: List? = nil) {
    self.list = list
  }

  func apply(_ list: List, completion: (() -> Void)? = nil) {
    if isUpdating {
      queuedUpdate = (list, completion)
      return
    }
    isUpdating = true
    guard let shown = self.list, !shown.sections.isEmpty else {
      self.list = list
      finish(completion)
      return
    }
    // An empty changeset never sets the data.
    if shown.sections == list.sections {
      finish(completion)
      return
    }
    // Only the sections are replaced: the list keeps its first handlers.
    self.list?.sections = list.sections
    if hasWindow {
      batches += 1
      pending.append { [weak self] in self?.finish(completion) }
    } else {
      finish(completion)
    }
  }

  func flush() {
    let ended = pending
    pending = []
    for completion in ended { completion() }
  }

  private func finish(_ completion: (() -> Void)?) {
    completion?()
    isUpdating = false
    if let queuedUpdate, hasWindow {
      self.queuedUpdate = nil
      apply(queuedUpdate.list, completion: queuedUpdate.completion)
    }
  }
}

/// How the originals keep what is being prefetched: by index path.
struct LegacyPrefetching {
  private var operations: [CellPath: String] = [:]

  mutating func prefetch(_ path: CellPath, in list: List) {
    guard operations[path] == nil else { return }
    operations[path] = list.sections[path.section].cells[path.item].id.rawValue
  }

  /// The item whose operation a cell at this path is given when it appears.
  mutating func take(_ path: CellPath) -> String? { operations.removeValue(forKey: path) }
}

/// How the originals keep handlers: in an object that copies share.
struct LegacyCell {
  final class EventStorage {
    var didSelect: (() -> Void)?
  }

  let storage = EventStorage()

  func didSelect(_ handler: @escaping () -> Void) -> LegacyCell {
    storage.didSelect = handler
    return self
  }
}

/// How the originals compare components: by their view models alone.
struct LegacyComponent: Equatable {
  var type: String
  var viewModel: String

  static func == (lhs: LegacyComponent, rhs: LegacyComponent) -> Bool {
    lhs.viewModel == rhs.viewModel
  }
}

/// How the originals keep sizes: by the cell's id alone, for ever.
struct LegacySizeStorage {
  private(set) var cellSizes: [String: Double] = [:]

  mutating func store(_ size: Double, cell: String, section: String) {
    cellSizes[cell] = size
  }
}

/// How the originals decide that the end is near: again in every callback.
func legacyReachesEnd(offset: Double, contentLength: Double, viewportLength: Double) -> Bool {
  contentLength < viewportLength
    || contentLength - viewportLength - offset <= viewportLength * 2
}

/// How many moves DifferenceKit 1.3.0 finds (`Algorithm.swift`): whatever is not the first element
/// of the source that is still untracked.
func legacyMoveCount(from source: [Int], to target: [Int]) -> Int {
  var tracked = Array(repeating: false, count: source.count)
  var moves = 0
  for element in target {
    guard let index = source.firstIndex(of: element) else { continue }
    if index != tracked.firstIndex(of: false) { moves += 1 }
    tracked[index] = true
  }
  return moves
}
