import Foundation
import ListAdapter
import ListModel
import ListUIKit
import Testing

/// A list of cells in 50 points each, whose delegate notes what it is told.
@MainActor
private final class Screen: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
  var told: [String] = []
  var count = 40
  var refused: Set<String> = []
  let view: UICollectionView

  override init() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 100, height: 50)
    layout.minimumLineSpacing = 0
    view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 200),
      collectionViewLayout: layout
    )
    super.init()
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
    view.dataSource = self
    view.delegate = self
    view.layoutIfNeeded()
    told = []
  }

  func tap(_ item: Int) -> [String] {
    told = []
    view.simulation.tapItem(at: CellPath(section: 0, item: item))
    return told
  }

  var selected: [Int] { (view.indexPathsForSelectedItems ?? []).map(\.item) }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    count
  }
  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    told.append("cell \(indexPath.item)")
    return collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
  }

  private func allow(_ question: String, _ path: IndexPath) -> Bool {
    told.append("\(question) \(path.item)")
    return !refused.contains(question)
  }
  func collectionView(_ view: UICollectionView, shouldHighlightItemAt path: IndexPath) -> Bool {
    allow("shouldHighlight", path)
  }
  func collectionView(_ view: UICollectionView, shouldSelectItemAt path: IndexPath) -> Bool {
    allow("shouldSelect", path)
  }
  func collectionView(_ view: UICollectionView, shouldDeselectItemAt path: IndexPath) -> Bool {
    allow("shouldDeselect", path)
  }
  func collectionView(_ view: UICollectionView, didHighlightItemAt path: IndexPath) {
    told.append("didHighlight \(path.item)")
  }
  func collectionView(_ view: UICollectionView, didUnhighlightItemAt path: IndexPath) {
    told.append("didUnhighlight \(path.item)")
  }
  func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
    told.append("didSelect \(path.item)")
    #expect(view.cellForItem(at: path)?.isSelected == true)
  }
  func collectionView(_ view: UICollectionView, didDeselectItemAt path: IndexPath) {
    told.append("didDeselect \(path.item)")
    #expect(view.cellForItem(at: path)?.isSelected != true)
  }
  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    told.append("didScroll \(Double(scrollView.contentOffset.y))")
  }
}

@MainActor
@Suite struct SelectionTests {
  @Test func `a tap highlights, selects, and unhighlights, in the order of UIKit's header`() {
    let screen = Screen()
    #expect(
      screen.tap(0) == [
        "shouldHighlight 0", "didHighlight 0", "shouldSelect 0", "didSelect 0", "didUnhighlight 0",
      ]
    )
  }

  @Test func `a cell that is tapped again is selected again`() {
    let screen = Screen()
    let first = screen.tap(1)
    #expect(screen.tap(1) == first)
    #expect(screen.selected == [1])
  }

  @Test func `a tap on another cell deselects the one before`() {
    let screen = Screen()
    _ = screen.tap(0)
    #expect(
      screen.tap(1).filter { $0.hasPrefix("did") } == [
        "didHighlight 1", "didDeselect 0", "didSelect 1", "didUnhighlight 1",
      ]
    )
    #expect(screen.selected == [1])
  }

  @Test func `taps toggle cells if several may be selected`() {
    let screen = Screen()
    screen.view.allowsMultipleSelection = true
    _ = screen.tap(0)
    _ = screen.tap(1)
    #expect(screen.selected == [0, 1])
    #expect(
      screen.tap(0) == [
        "shouldHighlight 0", "didHighlight 0", "shouldDeselect 0", "didDeselect 0",
        "didUnhighlight 0",
      ]
    )
    #expect(screen.selected == [1])
  }

  @Test func `what the delegate does not allow does not happen`() {
    let screen = Screen()
    screen.refused = ["shouldHighlight"]
    #expect(screen.tap(0) == ["shouldHighlight 0"])
    screen.refused = ["shouldSelect"]
    #expect(!screen.tap(0).contains("didSelect 0"))
    screen.view.allowsSelection = false
    screen.refused = []
    #expect(screen.tap(0) == ["shouldHighlight 0", "didHighlight 0", "didUnhighlight 0"])
    #expect(screen.selected == [])
  }

  @Test func `code selects another cell instead, or none, and nobody is told`() throws {
    let screen = Screen()
    let view = screen.view
    view.selectItem(at: [0, 0], animated: false, scrollPosition: [])
    view.selectItem(at: [0, 2], animated: false, scrollPosition: [])
    #expect(screen.selected == [2])
    #expect(view.visibleCells.map(\.isSelected) == [false, false, true, false])
    // A cell that was not on screen knows it when it appears.
    view.selectItem(at: [0, 30], animated: false, scrollPosition: [])
    try view.simulation.scroll(to: 1_400)
    #expect(view.cellForItem(at: [0, 30])?.isSelected == true)
    #expect(view.cellForItem(at: [0, 29])?.isSelected == false)
    view.deselectItem(at: [0, 30], animated: false)
    #expect(view.cellForItem(at: [0, 30])?.isSelected == false)
    view.selectItem(at: [0, 28], animated: false, scrollPosition: [])
    view.selectItem(at: nil, animated: false, scrollPosition: [])
    #expect(screen.selected == [])
    #expect(view.visibleCells.allSatisfy { !$0.isSelected })
    #expect(screen.told.allSatisfy { !$0.contains("elect") })
  }

  @Test func `an offset that is set is told at once, before cells are asked for`() {
    let screen = Screen()
    screen.view.contentOffset = CGPoint(x: 0, y: 500)
    #expect(screen.told == ["didScroll 500.0"])
    screen.view.layoutIfNeeded()
    #expect(screen.told == ["didScroll 500.0", "cell 10", "cell 11", "cell 12", "cell 13"])
    screen.told = []
    screen.view.contentOffset = CGPoint(x: 0, y: 500)
    #expect(screen.told == [])
  }

  @Test func `an inset moves the offset by as much as it grows`() {
    let screen = Screen()
    screen.view.contentInset = UIEdgeInsets(top: 20)
    #expect(screen.view.contentOffset.y == -20)
    screen.view.contentOffset.y = 100
    screen.view.contentInset.top = 50
    #expect(screen.view.contentOffset.y == 70)
  }

  @Test func `a batch changes the data and the cells together`() {
    let screen = Screen()
    var ends: [Bool] = []
    let view = screen.view
    view.performBatchUpdates {
      screen.count = 41
      view.deleteItems(at: [[0, 0]])
      view.performBatchUpdates(
        { view.insertItems(at: [[0, 0], [0, 1]]) },
        completion: { ends.append($0) }
      )
    } completion: {
      ends.append($0)
    }
    #expect(view.numberOfItems(inSection: 0) == 41)
    #expect(ends == [])
    view.simulation.flush()
    #expect(ends == [true, true])
    UIView.performWithoutAnimation {
      screen.count = 40
      view.performBatchUpdates({ view.deleteItems(at: [[0, 3]]) }, completion: { ends.append($0) })
    }
    #expect(ends == [true, true, true])
    #expect(view.failures.isEmpty)
    view.insertItems(at: [[0, 0]])
    #expect(view.failures.count == 1)
    #expect(view.numberOfItems(inSection: 0) == 40)
  }
}

@MainActor
@Suite struct FirstPassTests {
  private func list() -> (UICollectionView, UICollectionViewDiffableDataSource<Int, Int>) {
    let layout = UICollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 100, height: 20)
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 200),
      collectionViewLayout: layout
    )
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
    view.register(
      UICollectionReusableView.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "Header"
    )
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      view,
      path,
      _ in view.dequeueReusableCell(withReuseIdentifier: "Cell", for: path)
    }
    return (view, source)
  }

  @Test func `a provider that is set after the snapshot makes the first headers`() {
    let (view, source) = list()
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1, 2, 3])
    var isDone = false
    source.apply(snapshot) { isDone = true }
    source.supplementaryViewProvider = { view, kind, path in
      view.dequeueReusableSupplementaryView(
        ofKind: kind,
        withReuseIdentifier: "Header",
        for: path
      )
    }
    view.layoutIfNeeded()
    view.simulation.flush()
    #expect(view.failures.isEmpty)
    #expect(isDone)
    #expect(view.visibleCells.count == 3)
    let kind = UICollectionView.elementKindSectionHeader
    #expect(view.supplementaryView(forElementKind: kind, at: [0, 0]) != nil)
  }

  @Test func `a registration that is made in a provider is refused as UIKit refuses it`() throws {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 200),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) {
      view,
      path,
      item in
      let registration = UICollectionView.CellRegistration<UICollectionViewCell, Int> { _, _, _ in }
      return view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1])
    source.apply(snapshot)
    view.layoutIfNeeded()
    let failure = try #require(view.failures.first)
    #expect("\(failure)".contains("registration that was created inside"))
  }

  @Test(arguments: [0, 2])
  func `a section provider may have no layout for a section without items only`(count: Int) {
    let layout = UICollectionViewCompositionalLayout { _, _ in nil }
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 200),
      collectionViewLayout: layout
    )
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: view) { _, _, _ in
      nil
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems(Array(0..<count))
    source.apply(snapshot)
    view.layoutIfNeeded()
    #expect(
      view.failures.map { "\($0)".contains("Invalid section definition") }
        == (count > 0 ? [true] : [])
    )
  }

  @Test func `a section that gets its first items and a layout at once is no failure`() {
    let shown = Counts()
    let layout = UICollectionViewCompositionalLayout { section, _ in
      let size = NSCollectionLayoutSize(
        widthDimension: .absolute(100),
        heightDimension: .absolute(20)
      )
      let group = NSCollectionLayoutGroup.vertical(
        layoutSize: size,
        subitems: [NSCollectionLayoutItem(layoutSize: size)]
      )
      return shown.items[section] == 0 ? nil : NSCollectionLayoutSection(group: group)
    }
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 100, height: 200),
      collectionViewLayout: layout
    )
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
    view.dataSource = shown
    view.layoutIfNeeded()
    view.performBatchUpdates {
      shown.items = [2, 0]
      view.insertSections([1])
    }
    view.performBatchUpdates {
      shown.items = [2, 3]
      view.insertItems(at: (0..<3).map { IndexPath(item: $0, section: 1) })
    }
    view.layoutIfNeeded()
    #expect(view.failures.isEmpty)
    #expect(view.visibleCells.count == 5)
  }
}

/// As many items in each section as it is told.
@MainActor
private final class Counts: NSObject, UICollectionViewDataSource {
  var items = [2]

  func numberOfSections(in view: UICollectionView) -> Int { items.count }

  func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    items[section]
  }

  func collectionView(
    _ view: UICollectionView,
    cellForItemAt path: IndexPath
  ) -> UICollectionViewCell {
    view.dequeueReusableCell(withReuseIdentifier: "Cell", for: path)
  }
}

@MainActor
@Suite struct ViewTraitTests {
  private final class Told: UIView {
    var before: [UIContentSizeCategory] = []
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      previousTraitCollection.map { before.append($0.preferredContentSizeCategory) }
    }
  }

  @Test func `views in a view are told of the text size that a person chooses`() {
    let (root, inner) = (UIView(), Told())
    root.addSubview(inner)
    root.setTraits { $0.preferredContentSizeCategory = .extraLarge }
    #expect(inner.before == [.large])
    #expect(inner.traitCollection.preferredContentSizeCategory == .extraLarge)
    root.setTraits { $0.preferredContentSizeCategory = .extraLarge }
    #expect(inner.before == [.large])
  }

  @Test func `a view in a window knows it`() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let controller = UIViewController()
    let view = UIView()
    controller.view.addSubview(view)
    #expect(view.window == nil)
    window.rootViewController = controller
    window.makeKeyAndVisible()
    #expect(view.window === window)
  }

  private final class Target: NSObject, SelectorTarget {
    var pulls = 0
    func perform(_ action: Selector, sender: Any?) -> Bool {
      guard action == Selector("refresh") else { return false }
      pulls += 1
      return true
    }
  }

  @Test func `a person who pulls a list sends the action of its refresh control, once`() {
    let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    let (control, target) = (UIRefreshControl(), Target())
    control.addTarget(target, action: Selector("refresh"), for: .valueChanged)
    view.refreshControl = control
    view.simulation.pullToRefresh()
    view.simulation.pullToRefresh()
    #expect(target.pulls == 1)
    #expect(control.isRefreshing)
    control.endRefreshing()
    view.simulation.pullToRefresh()
    #expect(target.pulls == 2)
    #expect(control.actions(forTarget: target, forControlEvent: .valueChanged) == ["refresh"])
  }
}

/// What a caller writes whose UIKit has optional methods.
@MainActor
@Suite struct OptionalCallTests {
  @Test func `a call of an optional method is a call of the method`() {
    let screen = Screen()
    let view = screen.view
    view.delegate?.collectionView?(view, didHighlightItemAt: [0, 3])
    view.delegate?.scrollViewDidScroll?(view)
    #expect(screen.told == ["didHighlight 3", "didScroll 0.0"])
    #expect(view.delegate?.scrollViewShouldScrollToTop?(view) == true)
    #expect(view.dataSource?.numberOfSections?(in: view) == 1)
    #expect(view.delegate?.collectionView?(view, shouldSelectItemAt: [0, 0]) == true)
  }
}
