public import Foundation
public import ListAdapter
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
    didSet { host.keepFree(contentInset, insteadOf: oldValue) }
  }

  /// Lays out the elements on screen.
  open override func layoutIfNeeded() {
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
    if estimatedRowHeight > 0 { list.estimatedRowHeight = Double(estimatedRowHeight) }
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

  private func hasTitle(_ kind: String, _ section: Int) -> Bool {
    ownView(kind, section) != nil || title(kind, section) != nil
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
    return shown
  }
}

// MARK: Rows

extension UITableView {
  /// Registers a class for the rows of an identifier.
  public func register(
    _ cellClass: UITableViewCell.Type,
    forCellReuseIdentifier identifier: String
  ) {
    host.register(identifier) { cellClass.init(forReuse: identifier, frame: $0) }
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
