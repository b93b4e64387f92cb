public import Foundation
import ListAdapter
import ListModel

extension UITableView {
  /// A person deletes a row, or inserts one, while the table is edited or by a swipe.
  ///
  /// - Returns: Whether the data source and the delegate let a person do that.
  @discardableResult
  public func simulateEditing(
    _ editingStyle: UITableViewCell.EditingStyle,
    at indexPath: IndexPath
  ) -> Bool {
    guard let dataSource, dataSource.tableView(self, canEditRowAt: indexPath) else { return false }
    let allowed = delegate?.tableView(self, editingStyleForRowAt: indexPath) ?? .delete
    guard allowed == editingStyle else { return false }
    dataSource.tableView(self, commit: editingStyle, forRowAt: indexPath)
    return true
  }

  /// Registers a class for the rows of an identifier; `nil`, or a class that is none of rows, ends the
  /// registration.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let cellClass = cellClass as? UITableViewCell.Type else {
      return host.unregister(identifier)
    }
    host.register(identifier) { cellClass.init(forReuse: identifier, frame: $0) }
  }

  /// Refuses a nib, which cannot be read: its error is added to ``failures``, and rows are empty; `nil`
  /// ends the registration.
  public func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    guard let nib else { return host.unregister(identifier) }
    host.fail(nib.refusal("rows of \"\(identifier)\""))
    register(UITableViewCell.self, forCellReuseIdentifier: identifier)
  }

  /// Registers a class for the headers and footers of an identifier; `nil`, or a class that is none of them,
  /// ends the registration.
  public func register(
    _ aClass: AnyClass?,
    forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    titleClasses[identifier] = aClass as? UITableViewHeaderFooterView.Type
  }

  /// Refuses a nib, which cannot be read: its error is added to ``failures``, and titles are empty; `nil`
  /// ends the registration.
  public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let nib else {
      titleClasses[identifier] = nil
      return
    }
    host.fail(nib.refusal("titles of \"\(identifier)\""))
    titleClasses[identifier] = UITableViewHeaderFooterView.self
  }

  /// Returns a new header or footer of a registered class; `nil` for an identifier that is not known.
  public func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> UITableViewHeaderFooterView? {
    titleClasses[identifier].map { $0.init(forReuse: identifier, frame: .zero) }
  }

  /// Returns no row: rows are reused for a path; a data source then makes one.
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    guard host.isRegistered(identifier) else { return nil }
    return host.makeRow(identifier) as? UITableViewCell
  }

  /// The path of the first selected row.
  public var indexPathForSelectedRow: IndexPath? { indexPathsForSelectedRows?.first }
  /// The paths of the selected rows, first to last; `nil` if there are none.
  public var indexPathsForSelectedRows: [IndexPath]? {
    let paths = simulation.pathsForSelectedItems.sorted().map { IndexPath($0) }
    return paths.isEmpty ? nil : paths
  }

  /// Returns the path of a row on screen.
  public func indexPath(for cell: UITableViewCell) -> IndexPath? {
    indexPathsForVisibleRows?.first { cellForRow(at: $0) === cell }
  }

  /// Selects a row without telling the delegate; `nil` selects none.
  public func selectRow(
    at indexPath: IndexPath?,
    animated: Bool,
    scrollPosition: ScrollPosition
  ) {
    guard let indexPath else { return simulation.replaceSelection(with: []) }
    simulation.addToSelection(CellPath(indexPath))
    if scrollPosition != .none {
      scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Scrolls so that a row is on screen.
  public func scrollToRow(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition,
    animated: Bool
  ) {
    let place: SimulatedCollectionView.ScrollPosition =
      switch scrollPosition {
      case .none, .top: .top
      case .middle: .centeredVertically
      case .bottom: .bottom
      }
    let before = contentOffset
    host.attempt {
      try simulation.scrollToItem(
        at: CellPath(indexPath),
        at: place,
        animation: animated ? .animated : .immediate
      )
    }
    if animated, contentOffset != before { delegate?.scrollViewDidEndScrollingAnimation(self) }
  }

  /// The place on screen to which a row is scrolled.
  public enum ScrollPosition: Int, Hashable, Sendable {
    /// The nearest one.
    case none
    /// The top.
    case top
    /// The middle.
    case middle
    /// The bottom.
    case bottom
  }

  // MARK: Batches

  /// Makes changes as one batch, as ``UICollectionView`` does.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    host.performBatch(updates, completion)
  }

  /// Begins a batch that ``endUpdates()`` ends.
  public func beginUpdates() { host.beginUpdates() }
  /// Performs the batch that ``beginUpdates()`` began.
  public func endUpdates() { host.endUpdates() }

  /// Says that rows are inserted, at places after the batch.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    host.note { $0.insertedCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that rows are deleted, at places before the batch.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    host.note { $0.deletedCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that rows are to be shown in new cells, at places before the batch.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    host.note { $0.reloadedCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that rows are to be shown again in their cells, at places before the batch.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    host.note { $0.reconfiguredCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that a row is moved, from a place before the batch to one after it.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    host.note {
      $0.movedCells.append(.init(from: CellPath(indexPath), to: CellPath(newIndexPath)))
    }
  }

  /// Says that sections are inserted, at places after the batch.
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    host.note { $0.insertedSections += Array(sections) }
  }

  /// Says that sections are deleted, at places before the batch.
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    host.note { $0.deletedSections += Array(sections) }
  }

  /// Says that sections are to be shown again, at places before the batch.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    host.note { $0.reloadedSections += Array(sections) }
  }

  /// Says that a section is moved, from a place before the batch to one after it.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    host.note { $0.movedSections.append(.init(from: section, to: newSection)) }
  }

  /// Returns a row from the pool.
  ///
  /// If that fails, it returns a row that the view refuses; see ``failures``.
  public func dequeueReusableCell(
    withIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UITableViewCell {
    host.dequeueCell(identifier, for: indexPath) as? UITableViewCell
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  /// Returns the row on screen at a path.
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    ListHost.view(simulation.visibleCell(at: CellPath(indexPath))) as? UITableViewCell
  }

  /// The paths of the rows on screen, first to last.
  public var indexPathsForVisibleRows: [IndexPath]? {
    simulation.pathsForVisibleItems.sorted().map { IndexPath($0) }
  }

  /// The rows on screen, first to last.
  public var visibleCells: [UITableViewCell] {
    (indexPathsForVisibleRows ?? []).compactMap { cellForRow(at: $0) }
  }

  /// The number of sections.
  public var numberOfSections: Int { simulation.currentItemCounts.count }

  /// Returns the number of rows in a section, or 0 if there is no such section.
  public func numberOfRows(inSection section: Int) -> Int {
    let counts = simulation.currentItemCounts
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Forgets everything; the data source is asked again in the next layout pass.
  public func reloadData() { simulation.reloadData() }

  /// Deselects a row.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    simulation.replaceSelection(
      with: Set(simulation.pathsForSelectedItems).subtracting([CellPath(indexPath)])
    )
  }
}
