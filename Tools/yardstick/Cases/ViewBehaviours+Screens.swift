import Foundation
import ListAdapter
import ListModel
import ListUIKit

extension ViewBehaviours {
  static func guideDefaults() -> [String] {
    let guide = UILayoutGuide()
    let view = UIView()
    let margins = view.layoutMarginsGuide
    let isSame = margins === view.layoutMarginsGuide
    let isListed = view.layoutGuides.contains { $0 === margins }
    return [
      guide.identifier.isEmpty ? "identifier is the empty text" : guide.identifier,
      guide.layoutFrame == .zero ? "layoutFrame zero" : "\(guide.layoutFrame)",
      guide.owningView == nil ? "no owner" : "an owner",
      "margins guide is \(isSame ? "the same object" : "another object"), "
        + "\(isListed ? "listed" : "not listed") in layoutGuides, identifier \(margins.identifier)",
    ]
  }

  static func preservedMargins() -> [String] {
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    outer.layoutMargins = UIEdgeInsets(top: 20, left: 30, bottom: 40, right: 50)
    let inner = UIView(frame: CGRect(x: 5, y: 50, width: 180, height: 145))
    outer.addSubview(inner)
    func margins() -> String {
      let margins = inner.layoutMargins
      return [margins.top, margins.left, margins.bottom, margins.right].map { "\(Int($0))" }
        .joined(separator: " ")
    }
    var seen = ["default \(inner.preservesSuperviewLayoutMargins)"]
    inner.preservesSuperviewLayoutMargins = true
    seen.append(margins())
    inner.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    seen.append(margins())
    inner.frame = CGRect(x: -10, y: -10, width: 250, height: 250)
    return seen + [margins()]
  }

  static func controllerDefaults() -> [String] {
    let layout = UICollectionViewFlowLayout()
    let pins = layout.sectionHeadersPinToVisibleBounds || layout.sectionFootersPinToVisibleBounds
    let screen = UICollectionViewController(collectionViewLayout: layout)
    let navigation = UINavigationController()
    let hides = [
      navigation.hidesBarsOnSwipe, navigation.hidesBarsOnTap,
      navigation.hidesBarsWhenKeyboardAppears, navigation.hidesBarsWhenVerticallyCompact,
    ]
    let swipe = navigation.barHideOnSwipeGestureRecognizer
    let isSame = swipe === navigation.barHideOnSwipeGestureRecognizer
    let isPop = swipe === navigation.interactivePopGestureRecognizer
    return [
      pins ? "headers or footers pin" : "headers and footers do not pin",
      "installsStandardGestureForInteractiveMovement "
        + "\(screen.installsStandardGestureForInteractiveMovement), "
        + "useLayoutToLayoutNavigationTransitions \(screen.useLayoutToLayoutNavigationTransitions)",
      "hidesBarsOnSwipe, OnTap, WhenKeyboardAppears, WhenVerticallyCompact "
        + "\(hides.contains(true) ? "not all" : "all") false; barHideOnSwipe is "
        + "\(isPop ? "" : "not ")the pop gesture, and is \(isSame ? "the same" : "another") object "
        + "each time",
    ]
  }

  static func editedCells() -> [String] {
    let list = OutlineList()
    var states: [Bool] = []
    for cell in list.view.visibleCells {
      cell.configurationUpdateHandler = { _, state in states.append(state.isEditing) }
    }
    states = []
    list.view.isEditing = true
    list.view.layoutIfNeeded()
    let isTold = states.count >= list.view.visibleCells.count && states.allSatisfy(\.self)
    return ["visible cells \(isTold ? "updated with editing true" : "told \(states)")"]
  }
}

/// A list of an outline, for behaviours.
@MainActor
final class OutlineList {
  let view: UICollectionView
  private let source: UICollectionViewDiffableDataSource<Int, String>

  init() {
    view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 600),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(
        using: UICollectionLayoutListConfiguration(appearance: .plain)
      )
    )
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, String> { cell, _, _ in
      cell.accessories = [.outlineDisclosure()]
    }
    source = UICollectionViewDiffableDataSource(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: row, for: $1, item: $2)
    }
    show([("A", ["a1", "a2"]), ("B", [])])
  }

  private func show(_ roots: [(String, [String])]) {
    var outline = NSDiffableDataSourceSectionSnapshot<String>()
    outline.append(roots.map(\.0))
    for (root, children) in roots { outline.append(children, to: root) }
    source.apply(outline, to: 0, animatingDifferences: false)
    view.layoutIfNeeded()
  }

  private var rows: String { source.snapshot().itemIdentifiers.joined(separator: " ") }

  private func tap(_ item: Int) {
    let cell = view.cellForItem(at: [0, item]) as? UICollectionViewListCell
    cell?.tapAccessory(.outlineDisclosure)
    view.simulation.flush()
    view.layoutIfNeeded()
  }

  func expandFirst() -> [String] {
    var seen: [String] = []
    source.sectionSnapshotHandlers.shouldExpandItem = { [unowned self] item in
      seen.append("shouldExpandItem \(item) (data source still \(rows))")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { [unowned self] item in
      seen.append("willExpandItem \(item) (still \(rows))")
    }
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { item, below in
      let isLeftOut = !below.contains(item)
      seen.append(
        "snapshotForExpandingParent \(item) with \(below.items.joined(separator: " ")), "
          + "\(item) \(isLeftOut ? "left out" : "in it")"
      )
      return below
    }
    tap(0)
    let outline = source.snapshot(for: 0)
    let cells = (0..<3).map { view.cellForItem(at: [0, $0]) as? UICollectionViewListCell }
    let levels = cells[1...].map { $0?.indentationLevel ?? -1 }
    seen.append(
      "rows \(rows); \(outline.isExpanded("A") ? "isExpanded(A)" : "A is collapsed"); "
        + "a1 a2 indentationLevel \(levels.allSatisfy { $0 == levels[0] } ? levels[0] : -1); "
        + "state \(cells[0]?.configurationState.isExpanded == true ? "expanded" : "collapsed") on A"
    )
    return seen
  }

  func replaceChildren() -> [String] {
    show([("a2", ["a2x"])])
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
      var other = NSDiffableDataSourceSectionSnapshot<String>()
      other.append(["n1", "n2"])
      return other
    }
    tap(0)
    let outline = source.snapshot(for: 0)
    let children = outline.items.filter { outline.parent(of: $0) == "a2" }
    let state = outline.isExpanded("a2") ? "expanded" : "collapsed"
    return ["children of a2 are \(children.joined(separator: " ")), \(state)"]
  }

  func refuseMove() -> [String] {
    show([("a", []), ("d", [])])
    var told: [String] = []
    source.reorderingHandlers.canReorderItem = { $0 != "d" }
    source.reorderingHandlers.willReorder = { _ in told.append("will") }
    source.reorderingHandlers.didReorder = { _ in told.append("did") }
    let begins = view.simulation.beginInteractiveMovementForItem(
      at: CellPath(section: 0, item: 1)
    )
    return [
      "begin answers \(begins)", told.isEmpty ? "no will, no did" : told.joined(separator: ", "),
    ]
  }
}
