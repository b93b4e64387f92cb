public import Foundation
public import ListAdapter
public import ListDescription
import ListLayout
import ListModel

/// A collection view without a screen, with UIKit's names.
///
/// Its ``simulation``, a `SimulatedCollectionView`, lays out, counts, checks every batch, and takes a
/// person's actions: `collectionView.simulation.tapItem(at:)`. `Picture(of: collectionView.simulation)`
/// draws it.
///
/// Where UIKit raises an exception, an error is added to ``failures``, and the view shows what it can.
open class UICollectionView: UIScrollView {
  /// The direction in which a layout scrolls.
  public enum ScrollDirection: Int, Hashable, Sendable {
    /// Down.
    case vertical
    /// To the side.
    case horizontal
  }

  /// The position on screen to which a cell is scrolled.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    /// One bit for each position.
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

  /// The object that the view asks for counts, cells and supplementary views.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet {
      if !(dataSource is any SelfServingDataSource) { simulation.dataSource = bridge }
      simulation.forgetData()
    }
  }
  /// The object that the view tells about its events.
  open weak var delegate: (any UICollectionViewDelegate)? {
    didSet { simulation.delegate = bridge }
  }
  /// The object that the view tells which items it may need soon.
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)? {
    didSet { simulation.prefetchDataSource = bridge }
  }
  /// How sections are arranged.
  open var collectionViewLayout: UICollectionViewLayout {
    didSet {
      if oldValue !== collectionViewLayout { oldValue.uninstall() }
      installLayout()
      if oldValue !== collectionViewLayout { simulation.discardLayout() }
    }
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - frame: Its frame in its superview; without a size, the view is as large as its superview, as
  ///     if pinned to it, or as the screen if it has no superview.
  ///   - collectionViewLayout: How sections are arranged.
  public init(frame: CGRect, collectionViewLayout: UICollectionViewLayout) {
    host = ListHost(frame: frame)
    self.collectionViewLayout = collectionViewLayout
    super.init(frame: frame)
    simulation.delegate = bridge
    installLayout()
  }

  /// Creates a view that has no layout yet.
  public override convenience init(frame: CGRect) {
    self.init(frame: frame, collectionViewLayout: UICollectionViewLayout())
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    host = ListHost(frame: .zero)
    collectionViewLayout = UICollectionViewLayout()
    super.init(coder: coder)
  }

  /// An object that lives as long as the view, as an associated object of Objective-C does.
  package var associatedObject: AnyObject?

  /// The window that the view is in; `nil` if it is in none, or was taken out of it by a test.
  open override var window: UIWindow? { simulation.isInWindow ? super.window : nil }

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

  /// The space that bars cover: that of the simulation's viewport, or of the containers of its screen.
  open override var safeAreaInsets: UIEdgeInsets {
    let own = UIEdgeInsets(simulation.viewport.safeAreaInsets)
    return own == .zero ? safeAreaOfBars : own
  }
  /// The space that bars keep free around the content, beside the app's.
  open override var adjustedContentInset: UIEdgeInsets { contentInset.adding(coveredInsets) }
  /// The space that sections keep free if they refer to the margins.
  open override var layoutMargins: UIEdgeInsets {
    get { UIEdgeInsets(simulation.viewport.layoutMargins) }
    set {
      simulation.viewport.layoutMargins = DirectionalEdgeInsets(
        top: Double(newValue.top),
        leading: Double(newValue.left),
        bottom: Double(newValue.bottom),
        trailing: Double(newValue.right)
      )
    }
  }
  /// The direction in which the list's texts run.
  open override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    simulation.viewport.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }

  /// The bounds while a layout is asked whether others invalidate it.
  var boundsInForce: CGRect?

  /// What is on screen: its size, and the offset of its content as the origin.
  open override var bounds: CGRect {
    get {
      if let boundsInForce { return boundsInForce }
      let screen = simulation.screenRect
      return CGRect(x: screen.x, y: screen.y, width: screen.width, height: screen.height)
    }
    set { super.bounds = newValue }
  }

  /// How the cells that the last batch inserted looked when they began to appear, if the layout is of an
  /// app's own class.
  public internal(set) var appearingAttributes: [UICollectionViewLayoutAttributes] = []
  /// How the cells that the last batch deleted looked when they had disappeared, if the layout is of an
  /// app's own class.
  public internal(set) var disappearingAttributes: [UICollectionViewLayoutAttributes] = []

  override var fillsSuperview: Bool { host.fills }
  override func fill(_ view: UIView) { host.fill { frame = view.bounds } }

  /// How far the content is scrolled.
  open override var contentOffset: CGPoint {
    get { boundsInForce?.origin ?? host.contentOffset }
    set { host.contentOffset = newValue }
  }

  /// The size of the content, as of the last layout pass.
  open override var contentSize: CGSize {
    get { CGSize(simulation.contentSize) }
    set {}
  }

  /// The space kept free around the content.
  open override var contentInset: UIEdgeInsets {
    didSet {
      keepInsetsFree()
      // The lines of a flow layout fill what is left.
      if contentInset != oldValue, collectionViewLayout is UICollectionViewFlowLayout {
        simulation.discardLayout()
      }
    }
  }

  override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }

  private func keepInsetsFree() {
    if host.keepFree(contentInset.adding(coveredInsets)) { adjustedContentInsetDidChange() }
  }

  private func installLayout() {
    collectionViewLayout.install(on: self)
  }

  /// Replaces the layout.
  open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    collectionViewLayout = layout
  }

  /// Replaces the layout, and calls the completion when the view is laid out.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout,
    animated: Bool,
    completion: ((Bool) -> Void)?
  ) {
    collectionViewLayout = layout
    layoutIfNeeded()
    completion?(true)
  }

  /// Whether a finger is on the content.
  open override var isTracking: Bool { simulation.isDragging }
  /// Whether a finger moves the content.
  open override var isDragging: Bool { simulation.isDragging }
  /// Whether the content moves after a finger was lifted.
  open override var isDecelerating: Bool { host.isDecelerating }

  /// The control that a person pulls down for fresh content.
  open override var refreshControl: UIRefreshControl? {
    didSet {
      simulation.refreshControl =
        refreshControl == nil ? .disabled : .enabled(tintColor: "tintColor")
      refreshControl?.hasStopped = { [weak self] in self?.simulation.endRefreshing() }
    }
  }

  /// Whether cells may be selected.
  open var allowsSelection = true {
    didSet { host.setSelectionMode(allowsSelection, allowsMultipleSelection) }
  }
  /// Whether several cells may be selected.
  open var allowsMultipleSelection = false {
    didSet { host.setSelectionMode(allowsSelection, allowsMultipleSelection) }
  }

  /// Returns the cell on screen at a path; if an adapter shows the list, the cell holds the component's
  /// content.
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    let view = simulation.visibleCell(at: CellPath(indexPath))
    return ListHost.view(view) as? UICollectionViewCell
      ?? host.cell(holding: view, at: CellPath(indexPath))
  }

  /// The cells on screen, first to last.
  open var visibleCells: [UICollectionViewCell] {
    indexPathsForVisibleItems.compactMap { cellForItem(at: $0) }
  }

  /// The paths of the cells on screen, first to last.
  open var indexPathsForVisibleItems: [IndexPath] {
    simulation.pathsForVisibleItems.sorted().map { IndexPath($0) }
  }

  /// Forgets everything; the data source is asked again in the next layout pass.
  open func reloadData() { simulation.reloadData() }

  /// Selects a cell without telling the delegate, instead of those selected before if only one may be, and
  /// scrolls to it if a position is given; `nil` selects none.
  open func selectItem(
    at indexPath: IndexPath?,
    animated: Bool,
    scrollPosition: ScrollPosition
  ) {
    guard let indexPath else { return simulation.replaceSelection(with: []) }
    simulation.addToSelection(CellPath(indexPath))
    if !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Ends the selection of a cell without telling the delegate.
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    simulation.replaceSelection(
      with: Set(simulation.pathsForSelectedItems).subtracting([CellPath(indexPath)])
    )
  }

  // MARK: Registration

  /// Registers a class for the cells of an identifier; `nil`, or a class that is none of cells, ends the
  /// registration.
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    guard let cellClass = cellClass as? UICollectionViewCell.Type else {
      return host.unregister(identifier)
    }
    host.register(identifier) { cellClass.init(forReuse: identifier, frame: $0) }
  }

  /// Registers a class for the supplementary views of a kind and identifier; `nil`, or a class that is none of
  /// reusable views, ends the registration.
  open func register(
    _ viewClass: AnyClass?,
    forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    guard let viewClass = viewClass as? UICollectionReusableView.Type else {
      return host.unregister(identifier, ofKind: elementKind)
    }
    host.register(identifier, ofKind: elementKind) {
      viewClass.init(forReuse: identifier, frame: $0)
    }
  }

  /// Refuses a nib, which cannot be read: its error is added to ``failures``, and cells are empty; `nil`
  /// ends the registration.
  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    guard let nib else { return host.unregister(identifier) }
    host.fail(nib.refusal("cells of \"\(identifier)\""))
    host.register(identifier) { UICollectionViewCell(forReuse: identifier, frame: $0) }
  }

  /// Refuses a nib, which cannot be read: its error is added to ``failures``, and views are empty; `nil`
  /// ends the registration.
  open func register(
    _ nib: UINib?,
    forSupplementaryViewOfKind kind: String,
    withReuseIdentifier identifier: String
  ) {
    guard let nib else { return host.unregister(identifier, ofKind: kind) }
    host.fail(nib.refusal("views of \"\(identifier)\""))
    host.register(identifier, ofKind: kind) {
      UICollectionReusableView(forReuse: identifier, frame: $0)
    }
  }

  /// Returns a cell from the pool.
  ///
  /// If that fails, it returns a cell that the view refuses; see ``failures``.
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionViewCell {
    host.dequeueCell(identifier, for: indexPath) as? UICollectionViewCell ?? UICollectionViewCell()
  }

  /// Returns a supplementary view from the pool.
  ///
  /// If that fails, it returns a view that the collection view refuses; see ``failures``.
  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String,
    withReuseIdentifier identifier: String,
    for indexPath: IndexPath
  ) -> UICollectionReusableView {
    host.dequeueView(identifier, ofKind: elementKind, for: indexPath) as? UICollectionReusableView
      ?? UICollectionReusableView()
  }

  // MARK: Batches

  /// Makes changes as one batch: `updates` changes the data, and says what it changes by calls such as
  /// ``insertItems(at:)``; calls within calls join the outer batch.
  ///
  /// The completion is called when the animation ends, in `simulation.flush()`, or at once if animations
  /// are off. A batch that does not fit the data is a failure; the view then shows the data as they are.
  open func performBatchUpdates(
    _ updates: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    host.performBatch(updates, completion)
  }

  /// Says that items are inserted, at places after the batch.
  open func insertItems(at indexPaths: [IndexPath]) {
    host.note { $0.insertedCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that items are deleted, at places before the batch.
  open func deleteItems(at indexPaths: [IndexPath]) {
    host.note { $0.deletedCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that items are to be shown in new cells, at places before the batch.
  open func reloadItems(at indexPaths: [IndexPath]) {
    host.note { $0.reloadedCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that items are to be shown again in their cells, at places before the batch.
  open func reconfigureItems(at indexPaths: [IndexPath]) {
    host.note { $0.reconfiguredCells += indexPaths.map { CellPath($0) } }
  }

  /// Says that an item is moved, from a place before the batch to one after it.
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    host.note {
      $0.movedCells.append(.init(from: CellPath(indexPath), to: CellPath(newIndexPath)))
    }
  }

  /// Says that sections are inserted, at places after the batch.
  open func insertSections(_ sections: IndexSet) {
    host.note { $0.insertedSections += Array(sections) }
  }

  /// Says that sections are deleted, at places before the batch.
  open func deleteSections(_ sections: IndexSet) {
    host.note { $0.deletedSections += Array(sections) }
  }

  /// Says that sections are to be shown again, at places before the batch.
  open func reloadSections(_ sections: IndexSet) {
    host.note { $0.reloadedSections += Array(sections) }
  }

  /// Tells strict checks that headers and footers of sections, at places before the batch, are drawn again in
  /// their views; UIKit does not know of it.
  package func noteRedrawnSections(_ sections: [Int]) {
    host.note { $0.reconfiguredSections += sections }
  }

  /// Says that a section is moved, from a place before the batch to one after it.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    host.note { $0.movedSections.append(.init(from: section, to: newSection)) }
  }

  /// The elements on screen, drawn where the list is inside a view of another list.
  open override var look: ContentNode { drawnList() }

  /// Lays out the elements on screen, below the bars of the screen.
  open override func layoutIfNeeded() {
    keepInsetsFree()
    host.layOut()
    let layout = collectionViewLayout as? UICollectionViewCompositionalLayout
    if let error = layout?.takeUndefinedSection(simulation.numberOfItemsInSections) {
      host.fail(error)
    }
    super.layoutIfNeeded()
  }
}
