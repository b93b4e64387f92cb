public import Foundation
public import ListAdapter
import ListLayout
import ListModel

/// A table view without a screen, with UIKit's names: a list of one column.
///
/// Its ``simulation`` is a `SimulatedCollectionView`. Where UIKit raises an exception, an error is
/// added to ``failures``.
open class UITableView: UIScrollView {
  /// How sections look; accepted for compatibility only.
  public enum Style: Int, Hashable, Sendable {
    /// One below the other.
    case plain
    /// Apart from each other.
    case grouped, insetGrouped
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
    didSet { host.keepFree(contentInset) }
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
    simulation.setSections { [weak self] section, _ in self?.section(section) }
  }

  private static let titleIdentifier = "Title"

  private func section(_ index: Int) -> NSCollectionLayoutSection {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: rowHeight > 0 ? .absolute(rowHeight) : .estimated(estimatedRowHeight)
    )
    let item = NSCollectionLayoutItem(layoutSize: size)
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    let titled = [
      (UICollectionView.elementKindSectionHeader, NSRectAlignment.top),
      (UICollectionView.elementKindSectionFooter, NSRectAlignment.bottom),
    ].filter { title($0.0, index) != nil }
    section.boundarySupplementaryItems = titled.map { kind, alignment in
      let size = NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .estimated(28)
      )
      let item = NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size,
        elementKind: kind,
        alignment: alignment
      )
      item.pinToVisibleBounds = style == .plain && alignment == .top
      return item
    }
    return section
  }

  /// Returns the title above or below a section.
  private func title(_ kind: String, _ section: Int) -> String? {
    kind == UICollectionView.elementKindSectionHeader
      ? dataSource?.tableView(self, titleForHeaderInSection: section)
      : dataSource?.tableView(self, titleForFooterInSection: section)
  }

  func titleView(_ kind: String, _ path: IndexPath) -> UIView? {
    guard let title = title(kind, path.section) else { return nil }
    let view = host.dequeueView(Self.titleIdentifier, ofKind: kind, for: path)
    (view as? UITableViewHeaderFooterView)?.textLabel?.text = title
    return view
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
  public var numberOfSections: Int { simulation.numberOfItemsInSections.count }

  /// Returns the number of rows in a section, or 0 if there is no such section.
  public func numberOfRows(inSection section: Int) -> Int {
    let counts = simulation.numberOfItemsInSections
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Forgets everything; the data source is asked again in the next layout pass.
  public func reloadData() { simulation.reloadData() }

  /// Deselects a row.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    simulation.deselectItem(at: CellPath(indexPath))
  }
}

/// The title above or below a section of a table view.
open class UITableViewHeaderFooterView: UICollectionReusableView {
  /// The label that shows the title.
  public let textLabel: UILabel? = UILabel()

  /// Creates a view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    guard let textLabel else { return }
    textLabel.font = .systemFont(ofSize: 15, weight: .semibold)
    textLabel.textColor = .secondaryLabel
    addSubview(textLabel)
  }

  override var groundStyle: [String] { super.groundStyle + ["padding: 8px 16px"] }
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
