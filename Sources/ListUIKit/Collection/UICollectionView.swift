public import Foundation
public import ListAdapter
import ListLayout
import ListModel
public import ListRendering

/// A collection view without a screen, with UIKit's names.
///
/// Behind it is a `SimulatedCollectionView`, ``simulation``, which lays out, counts, checks every batch, and
/// takes what a person does: `collectionView.simulation.tapItem(at:)`. `Picture(of: collectionView.simulation)`
/// draws it.
///
/// What UIKit answers with an exception is in ``failures``; the view then shows what it can.
open class UICollectionView: UIScrollView {
  /// The direction in which a layout scrolls.
  public enum ScrollDirection: Int, Hashable, Sendable {
    /// Down.
    case vertical
    /// To the side.
    case horizontal
  }

  /// Where a cell is to be on screen.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    /// One bit a position.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// At the top.
    public static let top = ScrollPosition(rawValue: 1)
    /// Halfway down.
    public static let centeredVertically = ScrollPosition(rawValue: 2)
    /// At the bottom.
    public static let bottom = ScrollPosition(rawValue: 4)
    /// At the left.
    public static let left = ScrollPosition(rawValue: 8)
    /// Halfway to the right.
    public static let centeredHorizontally = ScrollPosition(rawValue: 16)
    /// At the right.
    public static let right = ScrollPosition(rawValue: 32)
  }

  /// The kind of a section's header.
  nonisolated public static let elementKindSectionHeader = SupplementaryKind.header.uikitName
  /// The kind of a section's footer.
  nonisolated public static let elementKindSectionFooter = SupplementaryKind.footer.uikitName

  let host: ListHost
  private lazy var bridge = CollectionViewBridge(self)

  /// Whom the view asks for counts, cells and supplementary views.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet {
      if !(dataSource is any SelfServingDataSource) { simulation.dataSource = bridge }
      simulation.reloadData()
    }
  }
  /// Whom the view tells what happens in it.
  open weak var delegate: (any UICollectionViewDelegate)? {
    didSet { simulation.delegate = bridge }
  }
  /// Whom the view tells what it may need soon.
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    didSet { simulation.prefetchDataSource = bridge }
  }
  /// How sections are arranged.
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      if oldValue !== collectionViewLayout { oldValue.uninstall() }
      installLayout()
    }
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: Where it is; one without a size is as large as the view it is in, or as the screen where it
  ///     is in none, as a view that is pinned to it.
  ///   - collectionViewLayout: How sections are arranged.
  public init(frame: CGRect, collectionViewLayout: UICollectionViewLayout) {
    host = ListHost(frame: frame)
    self.collectionViewLayout = collectionViewLayout
    super.init(frame: frame)
    installLayout()
  }

  /// Creates a view that has no layout yet.
  public override convenience init(frame: CGRect) {
    self.init(frame: frame, collectionViewLayout: UICollectionViewLayout())
  }

  /// Creates a view as if from a file of Interface Builder, of which nothing is read.
  public required init?(coder: NSCoder) {
    host = ListHost(frame: .zero)
    collectionViewLayout = UICollectionViewLayout()
    super.init(coder: coder)
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

  private func installLayout() {
    collectionViewLayout.install(on: self)
  }

  /// Arranges sections in another way.
  open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    collectionViewLayout = layout
  }

  /// Arranges sections in another way, and says when that is done.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout,
    animated: Bool,
    completion: ((Bool) -> Void)?
  ) {
    collectionViewLayout = layout
    layoutIfNeeded()
    completion?(true)
  }

  /// What is on its screen; seen where the list is in a view of another one.
  open override var look: ContentNode { drawnList() }

  /// Lays out what is on screen.
  open override func layoutIfNeeded() {
    host.layOut()
    super.layoutIfNeeded()
  }
}

/// A data source that has made itself the simulation's.
protocol SelfServingDataSource {}

// MARK: Cells

extension UICollectionView {
  /// Has cells of an identifier made of a class.
  public func register(
    _ cellClass: UICollectionViewCell.Type,
    forCellWithReuseIdentifier identifier: String
  ) {
    host.register(identifier) { cellClass.init(forReuse: identifier, frame: $0) }
  }

  /// Has supplementary views of a kind and identifier made of a class.
  public func register(
    _ viewClass: UICollectionReusableView.Type,
    forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    host.register(identifier, ofKind: elementKind) {
      viewClass.init(forReuse: identifier, frame: $0)
    }
  }

  /// A cell out of the pool.
  ///
  /// Where there is none, a cell is returned that the view refuses; see ``failures``.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionViewCell {
    host.dequeueCell(identifier, for: indexPath) as? UICollectionViewCell ?? UICollectionViewCell()
  }

  /// A supplementary view out of the pool.
  ///
  /// Where there is none, a view is returned that the collection view refuses; see ``failures``.
  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String,
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionReusableView {
    host.dequeueView(identifier, ofKind: elementKind, for: indexPath) as? UICollectionReusableView
      ?? UICollectionReusableView()
  }

  /// The cell on screen at a path; one that holds the component's content, where an adapter shows a list.
  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    let view = simulation.visibleCell(at: CellPath(indexPath))
    return ListHost.view(view) as? UICollectionViewCell
      ?? host.cell(holding: view, at: CellPath(indexPath))
  }

  /// The supplementary view on screen of a kind, at a path.
  public func supplementaryView(
    forElementKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    let kind = SupplementaryKind(rawValue: elementKind)
    let view = simulation.visibleSupplementaryView(ofKind: kind, at: CellPath(indexPath))
    return ListHost.view(view) as? UICollectionReusableView
  }

  /// The cells on screen, first to last.
  public var visibleCells: [UICollectionViewCell] {
    indexPathsForVisibleItems.compactMap { cellForItem(at: $0) }
  }

  /// The paths of the cells on screen, first to last.
  public var indexPathsForVisibleItems: [IndexPath] {
    simulation.pathsForVisibleItems.sorted().map { IndexPath($0) }
  }

  /// The path of a cell on screen.
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    indexPathsForVisibleItems.first { cellForItem(at: $0) === cell }
  }
}

// MARK: Content

extension UICollectionView {
  /// The number of sections.
  public var numberOfSections: Int { simulation.numberOfItemsInSections.count }

  /// The number of items in a section; 0 where there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    let counts = simulation.numberOfItemsInSections
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Forgets everything; the data source is asked again in the next layout pass.
  public func reloadData() { simulation.reloadData() }

  /// The paths of the selected cells, first to last.
  public var indexPathsForSelectedItems: [IndexPath]? {
    simulation.pathsForSelectedItems.sorted().map { IndexPath($0) }
  }

  /// Whether several cells may be selected.
  public var allowsMultipleSelection: Bool {
    get { simulation.selectionMode == .multiple }
    set { simulation.selectionMode = newValue ? .multiple : .single }
  }

  /// Selects a cell without telling the delegate, and scrolls to it where a position says so.
  public func selectItem(
    at indexPath: IndexPath?,
    animated: Bool,
    scrollPosition: ScrollPosition
  ) {
    guard let indexPath else { return }
    simulation.selectItem(at: CellPath(indexPath))
    if !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Scrolls so that a cell is on screen, and its section with it.
  ///
  /// A position that names no place along the axis is the nearest that shows the cell at the start.
  public func scrollToItem(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition,
    animated: Bool
  ) {
    host.attempt {
      try simulation.scrollToItem(
        at: CellPath(indexPath),
        at: scrollPosition.place,
        animation: animated ? .animated : .immediate
      )
    }
  }
}

extension UICollectionView.ScrollPosition {
  fileprivate var place: SimulatedCollectionView.ScrollPosition {
    if contains(.left) { return .left }
    if contains(.centeredHorizontally) { return .centeredHorizontally }
    if contains(.right) { return .right }
    if contains(.centeredVertically) { return .centeredVertically }
    return contains(.bottom) ? .bottom : .top
  }
}
