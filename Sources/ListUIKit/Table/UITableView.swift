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
