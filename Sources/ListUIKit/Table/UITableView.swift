public import Foundation
public import ListAdapter
public import ListDescription
import ListLayout
import ListModel

/// A table view without a screen, with UIKit's names: a list whose sections are those of `LayoutList`.
///
/// Its ``simulation`` is a `SimulatedCollectionView`. Where UIKit raises an exception, an error is
/// added to ``failures``.
open class UITableView: UIScrollView {
  /// How sections look.
  public enum Style: Int, Hashable, Sendable {
    /// Rows from edge to edge, with headers that stay on screen.
    case plain
    /// Rows from edge to edge, in sections apart from each other.
    case grouped
    /// Rows on cards with round corners.
    case insetGrouped

    var appearance: LayoutList.Appearance {
      switch self {
      case .plain: .plain
      case .grouped: .grouped
      case .insetGrouped: .insetGrouped
      }
    }
  }

  /// How rows come and go; accepted for compatibility only.
  public enum RowAnimation: Int, Hashable, Sendable {
    /// UIKit chooses the animation.
    case automatic
    /// Rows fade.
    case fade
    /// Rows slide.
    case right, left, top, bottom, middle
    /// Rows change at once.
    case none
  }

  /// The ``rowHeight`` of rows that are as high as their content.
  nonisolated public static let automaticDimension: CGFloat = -1

  let host: ListHost
  var titleClasses: [String: UITableViewHeaderFooterView.Type] = [:]
  private lazy var bridge = TableViewBridge(self)
  /// How sections look.
  public let style: Style

  /// The object that the view asks for counts and rows.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet {
      if !(dataSource is any SelfServingDataSource) { simulation.dataSource = bridge }
      simulation.reloadData()
    }
  }
  /// The object that the view tells about its events.
  open weak var delegate: (any UITableViewDelegate)? {
    didSet { simulation.delegate = bridge }
  }
  /// The height of rows.
  open var rowHeight = UITableView.automaticDimension {
    didSet { simulation.invalidateLayout() }
  }
  /// The estimated height of a row until it is measured.
  open var estimatedRowHeight: CGFloat = 44
  /// Whether there are lines between rows.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine {
    didSet { simulation.invalidateLayout() }
  }
  /// The space at both ends of a line; its left and right sides count, and
  /// ``automaticDimension`` stands for the standard space.
  open var separatorInset = UIEdgeInsets(
    top: 0,
    left: UITableView.automaticDimension,
    bottom: 0,
    right: UITableView.automaticDimension
  ) {
    didSet { simulation.invalidateLayout() }
  }
  /// The colour of the lines; `nil` for the usual one.
  open var separatorColor: UIColor? {
    didSet { simulation.invalidateLayout() }
  }
  /// The space above the header of a section; ``automaticDimension`` for the standard space.
  open var sectionHeaderTopPadding = UITableView.automaticDimension {
    didSet { simulation.invalidateLayout() }
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: Its frame in its superview; without a size, the view is as large as its superview, as
  ///     if pinned to it, or as the screen if it has no superview.
  ///   - style: How sections look.
  public init(frame: CGRect, style: Style) {
    host = ListHost(frame: frame)
    self.style = style
    super.init(frame: frame)
    simulation.delegate = bridge
    setUp()
  }

  /// Creates a view with plain sections.
  public override convenience init(frame: CGRect) {
    self.init(frame: frame, style: .plain)
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    host = ListHost(frame: .zero)
    style = .plain
    super.init(coder: coder)
    setUp()
  }

  /// The simulated view that does the work; a test taps, scrolls and inspects it.
  public var simulation: SimulatedCollectionView { host.simulation }
  /// The errors for which UIKit would have raised an exception, in order.
  public var failures: [any Error] { host.failures }
  /// Called with each failure as it happens, so that a test can report it.
  public var onFailure: ((any Error) -> Void)? {
    get { host.onFailure }
    set { host.onFailure = newValue }
  }

  /// Its frame in its superview.
  open override var frame: CGRect {
    didSet { host.resize(to: frame) }
  }

  override var fillsSuperview: Bool { host.fills }
  override func fill(_ view: UIView) { host.fill { frame = view.bounds } }

  /// How far the content is scrolled.
  open override var contentOffset: CGPoint {
    get { host.contentOffset }
    set { host.contentOffset = newValue }
  }

  /// The size of the content, as of the last layout pass.
  open override var contentSize: CGSize {
    get { CGSize(simulation.contentSize) }
    set {}
  }

  /// The space kept free around the content.
  open override var contentInset: UIEdgeInsets {
    didSet { keepInsetsFree() }
  }
  /// The space that bars keep free around the content, beside the app's.
  open override var adjustedContentInset: UIEdgeInsets { contentInset.adding(coveredInsets) }

  override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

  private func keepInsetsFree() {
    if host.keepFree(contentInset.adding(coveredInsets)) { adjustedContentInsetDidChange() }
  }

  /// The control that a person pulls down for fresh content.
  open override var refreshControl: UIRefreshControl? {
    didSet {
      simulation.refreshControl =
        refreshControl == nil ? .disabled : .enabled(tintColor: "tintColor")
    }
  }
  /// Whether rows may be selected.
  open var allowsSelection = true {
    didSet { host.setSelectionMode(allowsSelection, allowsMultipleSelection) }
  }
  /// Whether several rows may be selected.
  open var allowsMultipleSelection = false {
    didSet { host.setSelectionMode(allowsSelection, allowsMultipleSelection) }
  }
  /// Whether rows may be selected while the table is edited; accepted for compatibility only.
  open var allowsSelectionDuringEditing = false
  /// Whether several rows may be selected while the table is edited; accepted for compatibility only.
  open var allowsMultipleSelectionDuringEditing = false
  /// The view above all rows; it is kept, and not drawn.
  open var tableHeaderView: UIView?
  /// The view below all rows; it is kept, and not drawn.
  open var tableFooterView: UIView?
  /// The view behind the rows; it is kept, and not drawn.
  open var backgroundView: UIView?
  /// The height of headers; as high as their content unless it is set.
  open var sectionHeaderHeight = UITableView.automaticDimension
  /// The height of footers; as high as their content unless it is set.
  open var sectionFooterHeight = UITableView.automaticDimension
  /// The height of headers until they are measured; accepted for compatibility only.
  open var estimatedSectionHeaderHeight: CGFloat = 0
  /// The height of footers until they are measured; accepted for compatibility only.
  open var estimatedSectionFooterHeight: CGFloat = 0
  /// Whether rows keep the width in which lines can be read; accepted for compatibility only.
  open var cellLayoutMarginsFollowReadableWidth = false
  /// Whether rows of all sections have the same margins; accepted for compatibility only.
  open var insetsContentViewsToSafeArea = true
  /// Whether rows can be moved by a finger that holds them; accepted for compatibility only.
  open var dragInteractionEnabled = false
  /// Whether the table is edited.
  open var isEditing: Bool {
    get { host.isEditing }
    set { host.isEditing = newValue }
  }
  /// Begins or ends editing.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// The rows on screen, as cells drawn inside of another view.
  open override var look: ContentNode { drawn(simulation) }

  /// Lays out the elements on screen.
  open override func layoutIfNeeded() {
    keepInsetsFree()
    host.layOut()
    super.layoutIfNeeded()
  }

  private func setUp() {
    host.register(Self.titleIdentifier, ofKind: UICollectionView.elementKindSectionHeader) {
      UITableViewHeaderFooterView(forReuse: Self.titleIdentifier, frame: $0)
    }
    host.register(Self.titleIdentifier, ofKind: UICollectionView.elementKindSectionFooter) {
      UITableViewHeaderFooterView(forReuse: Self.titleIdentifier, frame: $0)
    }
    simulation.setSections { [weak self] section, environment in
      self?.section(section, environment)
    }
  }

  private static let titleIdentifier = "Title"

  private func section(
    _ index: Int,
    _ environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection? {
    guard let environment = (environment as? Environment)?.value else { return nil }
    return NSCollectionLayoutSection(list(index).section(in: environment))
  }

  /// Returns a section as a list.
  private func list(_ index: Int) -> LayoutList {
    var list = LayoutList(appearance: style.appearance)
    if hasTitle(UICollectionView.elementKindSectionHeader, index) {
      list.headerMode = .supplementary
    }
    if hasTitle(UICollectionView.elementKindSectionFooter, index) {
      list.footerMode = .supplementary
    }
    if sectionHeaderTopPadding >= 0 { list.headerTopPadding = Double(sectionHeaderTopPadding) }
    if rowHeight > 0 { list.rowHeight = Double(rowHeight) }
    let first = IndexPath(row: 0, section: index)
    let estimate = delegate?.tableView(self, estimatedHeightForRowAt: first) ?? estimatedRowHeight
    if estimate > 0 { list.estimatedRowHeight = Double(estimate) }
    list.showsSeparators = separatorStyle != .none
    list.separators.color = separatorColor?.css
    let insets = LayoutListSeparators.Insets(
      leading: separatorInset.left >= 0 ? Double(separatorInset.left) : nil,
      trailing: separatorInset.right >= 0 ? Double(separatorInset.right) : nil
    )
    list.separators.topInsets = insets
    list.separators.bottomInsets = insets
    return list
  }

  /// Returns the title above or below a section.
  private func title(_ kind: String, _ section: Int) -> String? {
    kind == UICollectionView.elementKindSectionHeader
      ? dataSource?.tableView(self, titleForHeaderInSection: section)
      : dataSource?.tableView(self, titleForFooterInSection: section)
  }

  /// Returns the view of the delegate above or below a section.
  private func ownView(_ kind: String, _ section: Int) -> UIView? {
    kind == UICollectionView.elementKindSectionHeader
      ? delegate?.tableView(self, viewForHeaderInSection: section)
      : delegate?.tableView(self, viewForFooterInSection: section)
  }

  /// Returns the height that the delegate or the table gives to a title; `nil` for that of its content.
  private func titleHeight(_ kind: String, _ section: Int) -> CGFloat? {
    let isHeader = kind == UICollectionView.elementKindSectionHeader
    let own =
      isHeader
      ? delegate?.tableView(self, heightForHeaderInSection: section)
      : delegate?.tableView(self, heightForFooterInSection: section)
    let height = own ?? (isHeader ? sectionHeaderHeight : sectionFooterHeight)
    return height >= 0 ? height : nil
  }

  /// Whether a section has a title that is seen: a height near 0 leaves it out.
  private func hasTitle(_ kind: String, _ section: Int) -> Bool {
    guard ownView(kind, section) != nil || title(kind, section) != nil else { return false }
    return titleHeight(kind, section).map { $0 > 0.01 } ?? true
  }

  /// Returns the height that the delegate gives to a row; `nil` for that of its content.
  func givenHeight(_ indexPath: IndexPath) -> CGFloat? {
    guard rowHeight <= 0,
      let height = delegate?.tableView(self, heightForRowAt: indexPath), height >= 0
    else { return nil }
    return height
  }

  func titleView(_ kind: String, _ path: IndexPath) -> UIView? {
    let own = ownView(kind, path.section)
    let title = title(kind, path.section)
    guard own != nil || title != nil else { return nil }
    let view = host.dequeueView(Self.titleIdentifier, ofKind: kind, for: path)
    guard let shown = view as? UITableViewHeaderFooterView else { return view }
    shown.textLabel?.text = title
    shown.ownView = own
    shown.givenHeight = titleHeight(kind, path.section)
    return shown
  }
}

// MARK: Rows

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

/// An object that a table view asks for its content.
@preconcurrency @MainActor
public protocol UITableViewDataSource: AnyObject {
  /// The number of sections.
  func numberOfSections(in tableView: UITableView) -> Int
  /// Returns the number of rows in a section.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// Returns the row at a path, taken from the view's pool.
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  /// Returns the title above a section.
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  /// Returns the title below a section.
  func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
  /// Returns whether a person may edit a row.
  func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool
  /// Called when a person deletes or inserts a row; the data source changes its data and the table.
  func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  )
  /// Returns whether a person may move a row.
  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
  /// Called after a person has moved a row; the data source must move it in its data now.
  func tableView(
    _ tableView: UITableView,
    moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  )
}

extension UITableViewDataSource {
  /// By default, one.
  public func numberOfSections(in tableView: UITableView) -> Int { 1 }
  /// By default, nothing.
  public func tableView(
    _ tableView: UITableView,
    titleForHeaderInSection section: Int
  ) -> String? { nil }
  /// By default, nothing.
  public func tableView(
    _ tableView: UITableView,
    titleForFooterInSection section: Int
  ) -> String? { nil }
  /// By default, `true`.
  public func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
    true
  }
  /// By default, nothing happens.
  public func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {}
  /// By default, `false`.
  public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool {
    false
  }
  /// By default, nothing happens.
  public func tableView(
    _ tableView: UITableView,
    moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  ) {}
}

/// An object that a table view tells about its events.
@preconcurrency @MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
  /// Called when a row is selected.
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  /// Called when a row is no longer selected.
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
  /// Returns the height of a row; `UITableView.automaticDimension` for that of its content.
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  /// Returns the path that is selected for a tap on a row; `nil` for none.
  func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
  /// Returns whether a row is highlighted, and then selected, when a finger is put on it.
  func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
  /// Called when a finger is put on a row.
  func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath)
  /// Called when the finger is lifted.
  func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath)
  /// Returns what a person can do with a row.
  func tableView(
    _ tableView: UITableView,
    editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle
  /// Returns the height of a row until it is measured; the first row of a section is asked for.
  func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat
  /// Returns the height of a header; one near 0 leaves the header out.
  func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat
  /// Returns the height of a footer; one near 0 leaves the footer out.
  func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat
  /// Returns the view above a section, which is shown instead of its title.
  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
  /// Returns the view below a section, which is shown instead of its title.
  func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView?
  /// Returns the actions at the leading side of a row; `nil` for none.
  func tableView(
    _ tableView: UITableView,
    leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration?
  /// Returns the actions at the trailing side of a row; `nil` for none.
  func tableView(
    _ tableView: UITableView,
    trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration?
  /// Called when a row is about to appear.
  func tableView(
    _ tableView: UITableView,
    willDisplay cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  )
  /// Called when a row has disappeared.
  func tableView(
    _ tableView: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  )
}

extension UITableViewDelegate {
  /// By default, nothing happens.
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  /// By default, nothing happens.
  public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {}
  /// By default, the path itself.
  public func tableView(
    _ tableView: UITableView,
    willSelectRowAt indexPath: IndexPath
  ) -> IndexPath? { indexPath }
  /// By default, `true`.
  public func tableView(
    _ tableView: UITableView,
    shouldHighlightRowAt indexPath: IndexPath
  ) -> Bool { true }
  /// By default, nothing happens.
  public func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {}
  /// By default, nothing happens.
  public func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {}
  /// By default, a row can be deleted.
  public func tableView(
    _ tableView: UITableView,
    editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { .delete }
  /// By default, the estimate of the table.
  public func tableView(
    _ tableView: UITableView,
    estimatedHeightForRowAt indexPath: IndexPath
  ) -> CGFloat { tableView.estimatedRowHeight }
  /// By default, the height of the table's headers.
  public func tableView(
    _ tableView: UITableView,
    heightForHeaderInSection section: Int
  ) -> CGFloat { tableView.sectionHeaderHeight }
  /// By default, the height of the table's footers.
  public func tableView(
    _ tableView: UITableView,
    heightForFooterInSection section: Int
  ) -> CGFloat { tableView.sectionFooterHeight }
  /// By default, the height of the table's rows.
  public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.rowHeight
  }
  /// By default, none.
  public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    nil
  }
  /// By default, none.
  public func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    nil
  }
  /// By default, none.
  public func tableView(
    _ tableView: UITableView,
    leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
  /// By default, none.
  public func tableView(
    _ tableView: UITableView,
    trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
  /// By default, nothing happens.
  public func tableView(
    _ tableView: UITableView,
    willDisplay cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  ) {}
  /// By default, nothing happens.
  public func tableView(
    _ tableView: UITableView,
    didEndDisplaying cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  ) {}
}
