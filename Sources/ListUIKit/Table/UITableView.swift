public import Foundation
public import ListAdapter
import ListLayout
import ListModel

/// A table view without a screen: a list of one column, with UIKit's names.
///
/// Behind it is a `SimulatedCollectionView`, ``simulation``. What UIKit answers with an exception is in
/// ``failures``.
open class UITableView: UIScrollView {
  /// How sections look; taken for UIKit's sake.
  public enum Style: Int, Hashable, Sendable {
    /// One below the other.
    case plain
    /// Apart from each other.
    case grouped, insetGrouped
  }

  /// How rows come and go; taken for UIKit's sake.
  public enum RowAnimation: Int, Hashable, Sendable {
    /// UIKit chooses.
    case automatic
    /// They fade.
    case fade
    /// They slide.
    case right, left, top, bottom, middle
    /// They are there at once.
    case none
  }

  /// The height of rows that are as high as what is in them.
  nonisolated public static let automaticDimension: CGFloat = -1

  let host: ListHost
  private lazy var bridge = TableViewBridge(self)
  /// How sections look.
  public let style: Style

  /// Whom the view asks for counts and rows.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet {
      if !(dataSource is any SelfServingDataSource) { simulation.dataSource = bridge }
      simulation.reloadData()
    }
  }
  /// Whom the view tells what happens in it.
  open weak var delegate: (any UITableViewDelegate)? {
    didSet { simulation.delegate = bridge }
  }
  /// The height of rows.
  open var rowHeight = UITableView.automaticDimension {
    didSet { simulation.invalidateLayout() }
  }
  /// The height that a row is estimated to have until it is measured.
  open var estimatedRowHeight: CGFloat = 44

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: Where it is; one without a size is as large as the view it is in, or as the screen where it
  ///     is in none, as a view that is pinned to it.
  ///   - style: How sections look.
  public init(frame: CGRect, style: Style) {
    host = ListHost(frame: frame)
    self.style = style
    super.init(frame: frame)
    setUp()
  }

  /// Creates a view of plain sections.
  public override convenience init(frame: CGRect) {
    self.init(frame: frame, style: .plain)
  }

  /// Creates a view as if from a file of Interface Builder, of which nothing is read.
  public required init?(coder: NSCoder) {
    host = ListHost(frame: .zero)
    style = .plain
    super.init(coder: coder)
    setUp()
  }

  /// The view that does the work: what a test taps, scrolls and looks at.
  public var simulation: SimulatedCollectionView { host.simulation }
  /// What UIKit would have answered with an exception, in order.
  public var failures: [any Error] { host.failures }
  /// Called with each failure as it happens; a test reports it.
  public var onFailure: ((any Error) -> Void)? {
    get { host.onFailure }
    set { host.onFailure = newValue }
  }

  /// Where it is in the view that it is in.
  open override var frame: CGRect {
    didSet { host.resize(to: frame) }
  }

  override var fillsSuperview: Bool { host.fills }
  override func fill(_ view: UIView) { host.fill { frame = view.bounds } }

  /// Where the content is.
  open override var contentOffset: CGPoint {
    get { host.contentOffset }
    set { host.contentOffset = newValue }
  }

  /// The size of the content, as of the last layout pass.
  open override var contentSize: CGSize {
    get { CGSize(simulation.contentSize) }
    set {}
  }

  /// What is kept free around the content.
  open override var contentInset: UIEdgeInsets {
    didSet { host.keepFree(contentInset) }
  }

  /// Lays out what is on screen.
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

  /// What stands above or below a section.
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
  /// Has rows of an identifier made of a class.
  public func register(
    _ cellClass: UITableViewCell.Type,
    forCellReuseIdentifier identifier: String
  ) {
    host.register(identifier) { cellClass.init(forReuse: identifier, frame: $0) }
  }

  /// A row out of the pool.
  ///
  /// Where there is none, a row is returned that the view refuses; see ``failures``.
  public func dequeueReusableCell(
    withIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UITableViewCell {
    host.dequeueCell(identifier, for: indexPath) as? UITableViewCell
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }

  /// The row on screen at a path.
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

  /// The number of rows in a section; 0 where there is no such section.
  public func numberOfRows(inSection section: Int) -> Int {
    let counts = simulation.numberOfItemsInSections
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Forgets everything; the data source is asked again in the next layout pass.
  public func reloadData() { simulation.reloadData() }

  /// The end of the selection of a row.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    simulation.deselectItem(at: CellPath(indexPath))
  }
}

/// What stands above or below a section of a table view.
open class UITableViewHeaderFooterView: UICollectionReusableView {
  /// What it says.
  public let textLabel: UILabel? = UILabel()

  /// Creates a view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  /// Creates a view as if from a file of Interface Builder, of which nothing is read.
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

/// Whom a table view asks for what it shows.
@preconcurrency @MainActor
public protocol UITableViewDataSource: AnyObject {
  /// The number of sections.
  func numberOfSections(in tableView: UITableView) -> Int
  /// The number of rows in a section.
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  /// The row at a path, out of the view's pool.
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
  /// What stands above a section.
  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  /// What stands below a section.
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

/// Whom a table view tells what happens in it.
@preconcurrency @MainActor
public protocol UITableViewDelegate: UIScrollViewDelegate {
  /// A row is selected.
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath)
  /// A row is no longer selected.
  func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath)
  /// A row is about to appear.
  func tableView(
    _ tableView: UITableView,
    willDisplay cell: UITableViewCell,
    forRowAt indexPath: IndexPath
  )
  /// A row has disappeared.
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
