import Foundation
import ListAdapter
import ListModel
import ListUIKit
import Testing

/// The methods of the protocols that the module declares, by the names of the protocols.
private func declaredMethods() throws -> [String: Set<String>] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let folder = root.appendingPathComponent("Sources/ListUIKit")
  let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  var methods: [String: Set<String>] = [:]
  for case let file as URL in files ?? FileManager.DirectoryEnumerator()
  where file.pathExtension == "swift" {
    let text = try String(contentsOf: file, encoding: .utf8)
    for declaration in text.matches(of: #/(?m)^public protocol (\w+)[^\n{]*\{\n((?:.*\n)*?)\}$/#) {
      let body = declaration.output.2.replacing(#/\/\/\/.*/#, with: "")
      for method in body.matches(of: #/func (\w+)\(([^)]*)\)/#) {
        let labels = method.output.2.split(separator: ",").map { parameter in
          let label = parameter.drop { $0.isWhitespace }.prefix { $0.isLetter || $0 == "_" }
          return "\(label):"
        }
        methods["\(declaration.output.1)", default: []]
          .insert("\(method.output.1)(\(labels.joined()))")
      }
    }
  }
  return methods
}

/// A screen that implements every method, and notes which were called.
private final class EveryMethod: NSObject, UICollectionViewDataSource,
  UICollectionViewDelegateFlowLayout, UICollectionViewDataSourcePrefetching
{
  var called: [String] = []
  let zoomed = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))

  private func note(_ name: String = #function) { called.append(name) }

  func numberOfSections(in collectionView: UICollectionView) -> Int {
    note()
    return 2
  }
  func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    note()
    return 60
  }
  func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    note()
    return collectionView.dequeueReusableCell(withReuseIdentifier: "Cell", for: indexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView,
    viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    note()
    return collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      withReuseIdentifier: "Title",
      for: indexPath
    )
  }
  func collectionView(
    _ collectionView: UICollectionView,
    canMoveItemAt indexPath: IndexPath
  ) -> Bool {
    note()
    return true
  }
  func collectionView(
    _ collectionView: UICollectionView,
    moveItemAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    prefetchItemsAt indexPaths: [IndexPath]
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    cancelPrefetchingForItemsAt indexPaths: [IndexPath]
  ) { note() }

  func collectionView(
    _ view: UICollectionView,
    shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool {
    note()
    return true
  }
  func collectionView(_ view: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    note()
    return true
  }
  func collectionView(_ view: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    note()
    return true
  }
  func collectionView(_ view: UICollectionView, didSelectItemAt indexPath: IndexPath) { note() }
  func collectionView(_ view: UICollectionView, didDeselectItemAt indexPath: IndexPath) { note() }
  func collectionView(_ view: UICollectionView, didHighlightItemAt indexPath: IndexPath) { note() }
  func collectionView(_ view: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    note()
  }
  func collectionView(
    _ collectionView: UICollectionView,
    willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String,
    at indexPath: IndexPath
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String,
    at indexPath: IndexPath
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    note()
    return proposedContentOffset
  }

  func collectionView(
    _ view: UICollectionView,
    layout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    note()
    return CGSize(width: 90, height: 40)
  }
  func collectionView(
    _ view: UICollectionView,
    layout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets {
    note()
    return .zero
  }
  func collectionView(
    _ view: UICollectionView,
    layout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat {
    note()
    return 0
  }
  func collectionView(
    _ view: UICollectionView,
    layout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat {
    note()
    return 0
  }
  func collectionView(
    _ view: UICollectionView,
    layout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize {
    note()
    return CGSize(width: 0, height: 20)
  }
  func collectionView(
    _ view: UICollectionView,
    layout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize {
    note()
    return .zero
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) { note() }
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { note() }
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) { note() }
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    note()
  }
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) { note() }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { note() }
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    note()
    return true
  }
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView) { note() }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { note() }
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) { note() }
  func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    note()
    return zoomed
  }
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) { note() }
  func scrollViewDidZoom(_ scrollView: UIScrollView) { note() }
  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) { note() }
  func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    note()
    return UIContextMenuConfiguration()
  }
  func collectionView(
    _ collectionView: UICollectionView,
    contextMenuConfigurationForItemsAt indexPaths: [IndexPath],
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    note()
    return self.collectionView(
      collectionView,
      contextMenuConfigurationForItemAt: indexPaths[0],
      point: point
    )
  }
}

/// The same for a table.
private final class EveryTableMethod: NSObject, UITableViewDataSource, UITableViewDelegate {
  var called: [String] = []

  private func note(_ name: String = #function) { called.append(name) }

  func numberOfSections(in tableView: UITableView) -> Int {
    note()
    return 2
  }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    note()
    return 40
  }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    note()
    return tableView.dequeueReusableCell(withIdentifier: "Row", for: indexPath)
  }
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    note()
    return "Title"
  }
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    note()
    return "Title"
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { note() }
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) { note() }
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    note()
    return 50
  }
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    note()
    return true
  }
  func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) { note() }
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    note()
    return true
  }
  func tableView(
    _ tableView: UITableView,
    moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) { note() }
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    note()
    return indexPath
  }
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    note()
    return true
  }
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) { note() }
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) { note() }
  func tableView(
    _ tableView: UITableView,
    editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle {
    note()
    return .delete
  }
  func tableView(
    _ tableView: UITableView,
    estimatedHeightForRowAt indexPath: IndexPath
  ) -> CGFloat {
    note()
    return 50
  }
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    note()
    return 30
  }
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    note()
    return UITableView.automaticDimension
  }
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    note()
    return nil
  }
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    note()
    return nil
  }
  func tableView(
    _ tableView: UITableView,
    leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    note()
    return nil
  }
  func tableView(
    _ tableView: UITableView,
    trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    note()
    return nil
  }
  func tableView(
    _ tableView: UITableView,
    willDisplay cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  ) { note() }
  func tableView(
    _ tableView: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  ) { note() }
}

@MainActor
@Suite struct ProtocolCallTests {
  @Test func `every method of a delegate or data source that is declared is called`() throws {
    let declared = try declaredMethods()
    let lists = [
      "UICollectionViewDataSource", "UICollectionViewDelegate",
      "UICollectionViewDelegateFlowLayout", "UICollectionViewDataSourcePrefetching",
      "UIScrollViewDelegate",
    ]
    let tables = ["UITableViewDataSource", "UITableViewDelegate"]
    let others = [
      "UIContentConfiguration", "UIContentView", "UIConfigurationState",
      "NSCollectionLayoutEnvironment", "NSCollectionLayoutContainer",
      "NSCollectionLayoutVisibleItem", "SelectorTarget",
    ]
    // Called by controls and containers, whose own tests say when.
    let ofControls = [
      "UITextFieldDelegate", "UISearchBarDelegate", "UISearchResultsUpdating",
      "UIGestureRecognizerDelegate", "UINavigationControllerDelegate",
      "UITabBarControllerDelegate", "UITraitDefinition",
    ]
    // Documented as never called.
    let never = [
      "UIApplicationDelegate", "UISceneDelegate", "UIViewControllerTransitionCoordinator",
    ]
    #expect(Set(declared.keys).isSubset(of: lists + tables + others + ofControls + never))
    let ofLists: Set<String> = lists.reduce(into: []) { $0.formUnion(declared[$1] ?? []) }
    let neverOfLists = ofLists.subtracting(try useList())
    #expect(neverOfLists == [])
    let ofTables: Set<String> = tables.reduce(into: []) { $0.formUnion(declared[$1] ?? []) }
    let neverOfTables = ofTables.subtracting(try useTable())
    #expect(neverOfTables == [])
    #expect(lists.allSatisfy { declared[$0]?.count ?? 0 > 1 })
    #expect(tables.allSatisfy { declared[$0]?.count ?? 0 > 4 })
  }

  /// Does everything with a list that a person does.
  private func useList() throws -> [String] {
    let screen = EveryMethod()
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 200, height: 200),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "Cell")
    view.register(
      TitleView.self,
      forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "Title"
    )
    view.dataSource = screen
    view.delegate = screen
    view.prefetchDataSource = screen
    view.layoutIfNeeded()
    let simulation = view.simulation
    simulation.tapItem(at: CellPath(section: 0, item: 0))
    simulation.tapItem(at: CellPath(section: 0, item: 1))
    view.allowsMultipleSelection = true
    simulation.tapItem(at: CellPath(section: 0, item: 1))
    #expect(simulation.beginInteractiveMovementForItem(at: CellPath(section: 0, item: 0)))
    simulation.updateInteractiveMovement(to: CellPath(section: 0, item: 2))
    try simulation.endInteractiveMovement()
    try simulation.fling(by: 40, velocity: 1)
    try simulation.tapStatusBar()
    simulation.flush()
    view.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
    view.contentInset.bottom = 10
    view.maximumZoomScale = 2
    view.setZoomScale(2, animated: true)
    view.layoutIfNeeded()
    #expect(view.simulateContextMenu(at: view.indexPathsForVisibleItems[0]) != nil)
    #expect(view.failures.isEmpty)
    return screen.called
  }

  private func useTable() throws -> [String] {
    let screen = EveryTableMethod()
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), style: .grouped)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "Row")
    table.dataSource = screen
    table.delegate = screen
    table.layoutIfNeeded()
    let simulation = table.simulation
    simulation.tapItem(at: CellPath(section: 0, item: 0))
    simulation.tapItem(at: CellPath(section: 0, item: 1))
    _ = table.leadingSwipeActionsConfiguration(forRowAt: [0, 0])
    _ = table.trailingSwipeActionsConfiguration(forRowAt: [0, 0])
    #expect(table.simulateEditing(.delete, at: [0, 0]))
    #expect(simulation.beginInteractiveMovementForItem(at: CellPath(section: 0, item: 0)))
    simulation.updateInteractiveMovement(to: CellPath(section: 0, item: 1))
    try simulation.endInteractiveMovement()
    simulation.flush()
    try simulation.scroll(to: 3_000)
    try simulation.scroll(to: 10_000)
    #expect(table.failures.isEmpty)
    return screen.called
  }

  @Test func `a moved item is told before and after, with the last section first`() throws {
    var asked: [Int] = []
    let (view, source) = list { asked.append($0) }
    var log: [String] = []
    source.reorderingHandlers.canReorderItem = { _ in true }
    source.reorderingHandlers.willReorder = { transaction in
      log.append("will \(source.snapshot().itemIdentifiers(inSection: "a"))")
      #expect(transaction.initialSnapshot.itemIdentifiers(inSection: "a") == [1, 2, 3])
    }
    source.reorderingHandlers.didReorder = { transaction in
      log.append("did \(source.snapshot().itemIdentifiers(inSection: "a"))")
      let sections = transaction.sectionTransactions
      #expect(sections.map(\.sectionIdentifier) == ["b", "a"])
      #expect(sections.first?.initialSnapshot.items == [4, 5])
      #expect(sections.first?.finalSnapshot.items == [4, 1, 5])
      #expect(sections.last?.difference.removals.count == 1)
    }
    let simulation = view.simulation
    #expect(simulation.beginInteractiveMovementForItem(at: CellPath(section: 0, item: 0)))
    simulation.cancelInteractiveMovement()
    #expect(log.isEmpty, "a move that is cancelled calls nothing")
    #expect(simulation.beginInteractiveMovementForItem(at: CellPath(section: 0, item: 0)))
    simulation.updateInteractiveMovement(to: CellPath(section: 1, item: 1))
    try simulation.endInteractiveMovement()
    simulation.flush()
    #expect(log == ["will [1, 2, 3]", "did [2, 3]"])
    #expect(view.failures.isEmpty)
  }

  @Test func `items that move are not asked for; reloaded ones are asked for at their new places`()
  {
    var asked: [Int] = []
    let (view, source) = list { asked.append($0) }
    asked = []
    var snapshot = source.snapshot()
    snapshot.moveItem(1, afterItem: 3)
    source.apply(snapshot, animatingDifferences: true)
    view.simulation.flush()
    #expect(asked.isEmpty, "items that move are not asked for")
    snapshot.moveItem(3, beforeItem: 2)
    snapshot.reloadItems([2])
    source.apply(snapshot, animatingDifferences: true)
    view.simulation.flush()
    #expect(asked == [2])
    #expect(view.failures.isEmpty)
  }

  @Test func `expanding asks whether, tells that, then asks for the children, with the old items`()
  {
    var asked: [Int] = []
    let (view, source) = list { asked.append($0) }
    var outline = NSDiffableDataSourceSectionSnapshot<Int>()
    outline.append([1, 2])
    outline.append([10], to: 1)
    source.apply(outline, to: "a", animatingDifferences: false)
    var log: [String] = []
    func note(_ name: String) {
      log.append("\(name) \(source.snapshot(for: "a").visibleItems)")
    }
    source.sectionSnapshotHandlers.shouldExpandItem = { _ in
      note("should")
      return true
    }
    source.sectionSnapshotHandlers.willExpandItem = { _ in note("will") }
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, below in
      note("children")
      return below
    }
    let cell = view.cellForItem(at: [0, 0]) as? UICollectionViewListCell
    cell?.accessories = [.outlineDisclosure()]
    cell?.tapAccessory(.outlineDisclosure)
    #expect(log == ["should [1, 2]", "will [1, 2]", "children [1, 2]"])
    #expect(source.snapshot(for: "a").visibleItems == [1, 10, 2])
  }

  /// A list of two sections whose items are shown by list cells.
  private func list(
    _ ask: @escaping (Int) -> Void
  ) -> (UICollectionView, UICollectionViewDiffableDataSource<String, Int>) {
    let view = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 600),
      collectionViewLayout: UICollectionViewCompositionalLayout.list(
        using: UICollectionLayoutListConfiguration(appearance: .plain)
      )
    )
    let row = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { _, _, item in
      ask(item)
    }
    let source = UICollectionViewDiffableDataSource<String, Int>(collectionView: view) {
      $0.dequeueConfiguredReusableCell(using: row, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1, 2, 3], toSection: "a")
    snapshot.appendItems([4, 5], toSection: "b")
    source.apply(snapshot, animatingDifferences: false)
    view.layoutIfNeeded()
    return (view, source)
  }

  @Test func `a cell is configured for its state: before it is shown, and when that changes`() {
    var asked: [Int] = []
    let (view, _) = list { asked.append($0) }
    var log: [String] = []
    let cell = view.cellForItem(at: [0, 0]) as? UICollectionViewListCell
    cell?.configurationUpdateHandler = { cell, state in
      log.append("\(state.isSelected)")
      cell.backgroundConfiguration = .listPlainCell()
      cell.backgroundConfiguration?.backgroundColor = state.isSelected ? .systemRed : .systemBlue
    }
    #expect(log == ["false"])
    view.simulation.tapItem(at: CellPath(section: 0, item: 0))
    #expect(log.last == "true")
    #expect(cell?.backgroundConfiguration?.backgroundColor == .systemRed)

    var order: [String] = []
    let filled = UICollectionView.CellRegistration<UICollectionViewListCell, Int> { cell, _, _ in
      cell.configurationUpdateHandler = { _, _ in order.append("state") }
      order.append("filled")
    }
    let other = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 300),
      collectionViewLayout: UICollectionViewFlowLayout()
    )
    let source = UICollectionViewDiffableDataSource<Int, Int>(collectionView: other) {
      $0.dequeueConfiguredReusableCell(using: filled, for: $1, item: $2)
    }
    var snapshot = NSDiffableDataSourceSnapshot<Int, Int>()
    snapshot.appendSections([0])
    snapshot.appendItems([1])
    source.apply(snapshot, animatingDifferences: false)
    other.layoutIfNeeded()
    #expect(order == ["filled", "state"])
  }

  @Test func `a row that does not indent its accessories has its level before the text only`() {
    let cell = UICollectionViewListCell(frame: CGRect(x: 0, y: 0, width: 300, height: 44))
    cell.accessories = [.checkmark(), .delete(displayed: .always)]
    cell.indentationLevel = 3
    let indented = cell.look
    cell.indentsAccessories = false
    #expect(cell.look != indented)
  }
}
