import ListAdapter
import ListModel
import ListSimulation

/// An adapter with one mistake.
final class MistakenPresenter: SimPresenter {
  private let mistake: Mistake
  private let adapter: AdapterPresenter
  private let view: SimulatedCollectionView
  private let delegate: MistakenDelegate?
  private var inFlight = 0
  private var replaced: [(list: List, version: Int)] = []

  init(
    _ mistake: Mistake,
    _ view: SimulatedCollectionView,
    _ layoutAdapter: CollectionViewLayoutAdapter
  ) {
    self.mistake = mistake
    self.view = view
    var configuration = AdapterPresenter.configuration
    if mistake == .tellsEndInEveryPicture { configuration.reachEndMode = .compatible }
    adapter = AdapterPresenter(view, layoutAdapter, configuration: configuration)
    switch mistake {
    case .selectsNeighbours, .forgetsDisappearances, .ignoresRotations:
      delegate = MistakenDelegate(mistake, adapter.adapter)
      view.delegate = delegate
    default: delegate = nil
    }
  }

  func show(
    _ list: List,
    version: Int?,
    anchor: ScrollAnchor,
    completion: @escaping (ApplyOutcome) -> Void
  ) {
    if mistake == .dropsListsWhileAnimating, inFlight > 0 {
      return completion(.superseded(by: version ?? 0))
    }
    inFlight += 1
    let offset = view.contentOffset
    adapter.show(
      list,
      version: version,
      anchor: mistake == .ignoresAnchors ? .contentOffset : anchor
    ) { [weak self] outcome in
      guard let self else { return completion(outcome) }
      inFlight -= 1
      if case .superseded = outcome {
        if mistake == .forgetsReplacedCompletions { return }
        if mistake == .showsReplacedListsLater, let version { replaced.append((list, version)) }
      } else {
        if mistake == .endsRefreshWithAnyList { adapter.endRefreshing(nil) }
        if let (list, version) = replaced.popLast() {
          replaced = []
          adapter.adapter.resynchronize(with: list, version: version)
        }
      }
      completion(outcome)
    }
    if mistake == .staysBelowShorterLists { view.contentOffset = offset }
  }

  var shownList: List? { adapter.shownList }
  var shownVersion: Int { adapter.shownVersion }

  func endRefreshing(_ id: RefreshID?) {
    if mistake != .neverEndsRefresh { adapter.endRefreshing(id) }
  }

  func rearmReachEnd() { adapter.rearmReachEnd() }

  func viewportDidChange() {
    if mistake != .ignoresRotations { adapter.viewportDidChange() }
  }
}

/// Forwards the events of a view to an adapter, with one mistake.
private final class MistakenDelegate: ForwardingDelegate {
  private let mistake: Mistake
  private var count = 0

  init(_ mistake: Mistake, _ adapter: CollectionViewAdapter) {
    self.mistake = mistake
    super.init(adapter)
  }

  override func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  ) {
    count += 1
    if mistake == .forgetsDisappearances, count.isMultiple(of: 3) { return }
    super.collectionView(collectionView, didEndDisplaying: cell, at: path)
  }

  override func collectionView(
    _ collectionView: any CollectionView,
    didReceive interaction: ItemInteraction,
    at path: CellPath
  ) {
    var path = path
    let count = adapter?.snapshot()?.sections.first?.cells.count ?? 0
    if mistake == .selectsNeighbours, interaction == .select, path.section == 0,
      path.item + 1 < count
    {
      path.item += 1
    }
    super.collectionView(collectionView, didReceive: interaction, at: path)
  }
}
