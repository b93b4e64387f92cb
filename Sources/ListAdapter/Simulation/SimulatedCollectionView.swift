public import ListDiff
public import ListLayout
public import ListModel

/// A collection view without a screen, as strict as UIKit and stricter.
///
/// It reads counts when UIKit reads them: the old ones before a batch if it does not know them
/// (after ``reloadData()`` without a layout pass, or when it is new), the new ones after the
/// batch's block. It checks every batch by the rules of ``InvalidBatchUpdate/Rule``, and refuses a
/// wrong one with an error that has UIKit's text where it is known. Animations end, and completions
/// are called, in ``flush()``.
///
/// With a ``ScrutinizedDataSource`` it also keeps its own account of the cells by replaying the
/// batches, and compares it with the data source after each batch.
public final class SimulatedCollectionView: CollectionView {
  /// How strictly batches are judged.
  public enum Strictness: Hashable, Sendable {
    /// A batch that breaks any rule is refused.
    case strict
    /// A batch whose counts do not agree is logged and answered with a reload, as UIKit often did
    /// before the SDK of Xcode 14.3; other rules are refused as ever.
    case lenient
  }

  /// The data source, which the view asks.
  public weak var dataSource: (any CollectionViewDataSource)?
  /// The data source whose list strict checks read; `nil` for ``dataSource``.
  package weak var scrutinizedSource: (any CollectionViewDataSource)?
  /// The delegate of the view.
  public weak var delegate: (any CollectionViewDelegate)?
  /// The data source that the view tells which cells it may need soon.
  public weak var prefetchDataSource: (any CollectionViewPrefetchDataSource)?
  /// Says which sections have headers and footers, unless ``supplementaryKinds`` does; without
  /// both, no section has any.
  public weak var layoutAdapter: CollectionViewLayoutAdapter?
  /// How strictly batches are judged.
  public var strictness: Strictness
  /// The size of the screen, and its offset in the content.
  public package(set) var viewport: SimulatedViewport
  /// How cells are arranged; a new value takes effect in the next layout pass.
  public var collectionViewLayout = SimulatedLayout.compositional(LayoutConfiguration()) {
    didSet { if collectionViewLayout != oldValue { geometry = nil } }
  }
  /// The layout of all sections, instead of their own.
  public var layoutOfAllSections: SectionLayout? { didSet { geometry = nil } }
  /// The code that layouts call by name.
  public var layoutRegistry = LayoutRegistry() { didSet { geometry = nil } }
  /// Code that must not leave the view; it is called instead of the code in ``layoutRegistry``.
  ///
  /// A registry is `Sendable` and any code can read it; no code can be taken out of this one.
  package var confinedRegistry: LayoutRegistry? { didSet { geometry = nil } }
  var registryInForce: LayoutRegistry { confinedRegistry ?? layoutRegistry }
  /// Whether the view is in a window; outside one it forgets its counts.
  public var isInWindow = true {
    didSet { if !isInWindow { countsValid = false } }
  }
  /// How many cells may be selected.
  public var selectionMode = SelectionMode.single
  /// Whether a finger holds the content.
  public internal(set) var isDragging = false
  /// The control a person pulls for fresh content.
  public var refreshControl = CollectionViewAdapterConfiguration.RefreshControl.disabled
  /// Whether the refresh control turns.
  public internal(set) var isRefreshing = false
  /// The faults that happen, and when.
  public var faults: Set<SimulatedFault> = []
  /// The headers and footers of sections whose layout does not name them; if it is `nil`, the
  /// layout adapter is asked.
  ///
  /// With it, the data source is asked for every view in the layout, as in UIKit. Otherwise a view
  /// that the layout adapter does not have is not shown.
  public var supplementaryKinds: ((_ section: Int) -> Set<SupplementaryKind>)?
  /// The work that the view was given so far.
  public var statistics: Statistics {
    var result = counted
    result.createdViews = pool.createdViews
    result.createdContents = pool.tally.created
    result.updatedContents = pool.tally.updated
    return result
  }
  /// The texts of the batches that lenient mode let pass.
  public internal(set) var log: [String] = []

  /// Whether the counts that were last read from the data source still hold.
  private(set) var countsValid = false
  var itemCounts: [Int] = []
  /// The geometry for the last counts; `nil` until it is needed.
  var geometry: SimulatedGeometry?
  /// Whether layouts, headers or footers of sections may have changed.
  var layoutIsStale = false
  /// Whether the delegate is to be asked for the content offset, before the data are shown.
  var proposesOffset = false
  /// The direction in which the content moved last: 1 towards its end, −1 towards its start.
  var scrollDirection = 1.0
  /// The attributes of the elements on screen, as handlers of visible items left them; `nil` if there
  /// are no handlers.
  var shownAttributes: [LayoutAttributes]?
  var isCallingVisibleItemsHandlers = false
  /// The sections as strict checks know them; `nil` while the data source cannot be read.
  private var known: KnownSections?
  private var isUpdating = false
  private var pendingCompletions: [() -> Void] = []
  var counted = Statistics()
  /// The cell a person holds to move it.
  package internal(set) var movement: Movement?
  var displayed = DisplayedViews()
  /// The components of decorations, by the layout's name of their kind.
  var decorationComponents: [LayoutElementKind: AnyComponent] = [:]
  /// Makes decorations of a host's own, by the layout's name of their kind.
  package var hostedDecorations: [LayoutElementKind: (LayoutRect) -> AnyObject] = [:] {
    didSet { displayed.decorations = [:] }
  }
  /// Gives a host's view its frame: before it appears, and at the end of each layout pass.
  ///
  /// `contentFrame` is in the content, or in the content of the section's own scroller if it has one.
  package var placeHosted: ((SimulatedReusableView, LayoutAttributes) -> Void)?
  /// Called when a cell of a host is selected, or no longer is.
  package var hostedSelection: ((CellPath, Bool) -> Void)?
  /// Whether a data source shows nothing before the first layout pass.
  package var waitsForFirstLayout = false
  /// Whether data that change are not to be laid out at once.
  package var isWaitingForFirstLayout: Bool { waitsForFirstLayout && layoutPass == 0 }
  /// How far each section was scrolled by code since it began to come to rest.
  var programmedScrolls: [Int: Double] = [:]
  /// The current layout of the host; setting another releases it.
  package weak var hostedLayout: AnyObject?
  /// The host's layout, if it says itself where everything is.
  package var hostedGeometry: (any HostedLayout)? { didSet { geometry = nil } }
  /// Whether decorations of unregistered kinds are left out instead of refused.
  package var leavesOutUnregisteredDecorations = false
  var pool = ReusePool()
  var currentRequest: ViewRequest?
  /// Counts layout passes and reloads: a pass begins again if another one came in between.
  var layoutPass = 0
  var selectedPaths: Set<CellPath> = []
  /// The cell under the finger that taps.
  var touchedPath: CellPath?
  /// The cells that were announced to the prefetch data source, at their present paths.
  var announcedPaths: Set<CellPath> = []

  /// Creates a view that is in a window, has no data source and shows nothing.
  public init(
    viewport: SimulatedViewport = SimulatedViewport(),
    strictness: Strictness = .strict
  ) {
    self.viewport = viewport
    self.strictness = strictness
  }

  /// Forgets everything; the data source is asked again in the next layout pass, or at the start of
  /// the next batch.
  public func reloadData() {
    counted.reloads += 1
    forgetData()
  }

  /// Forgets everything, as a view does that gets another data source.
  package func forgetData() {
    cancelInteractiveMovement()
    countsValid = false
    known = nil
    geometry = nil
    selectedPaths = []
    touchedPath = nil
    announcedPaths = []
    proposesOffset = true
    if layoutPass > 0 { layoutPass += 1 }
    let gone = displayed
    displayed = DisplayedViews()
    end(gone)
  }

  /// Reads the counts if they are not valid, and brings the cells on screen up to date.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func layoutIfNeeded() throws(CollectionViewError) {
    try layOutVisibleViews()
  }

  /// Makes the next layout pass ask again for the layouts, headers and footers of sections.
  ///
  /// Code that layouts call by name is asked again too. If it answers the same, measured sizes are
  /// kept.
  public func invalidateLayout() {
    layoutIsStale = true
    hostedGeometry?.discard()
  }

  /// Makes the next layout pass lay out everything again, and measure it again.
  package func discardLayout() { geometry = nil }

  /// Checks a batch against the change of the data, and shows it.
  ///
  /// - Throws: ``CollectionViewError`` when the batch breaks a rule; the view's counts are then
  ///   invalid, and it still shows the old list.
  public func performBatchUpdates(
    _ update: BatchUpdate,
    animation: UpdateAnimation = .animated,
    changingData: () -> Void,
    completion: @escaping (_ finished: Bool) -> Void = { _ in }
  ) throws(CollectionViewError) {
    try performBatchUpdates(
      collecting: {
        changingData()
        return update
      },
      completion: completion
    )
  }

  /// Does the same with a batch that is known once the data are changed.
  package func performBatchUpdates(
    collecting: () -> BatchUpdate,
    completion: @escaping (_ finished: Bool) -> Void
  ) throws(CollectionViewError) {
    guard !isUpdating else { throw .nestedBatchUpdates }
    cancelInteractiveMovement()
    isUpdating = true
    defer { isUpdating = false }
    let number = statistics.batches + 1
    if faults.contains(.leaveWindow(batch: number)) { isInWindow = false }
    if faults.remove(.refuse(batch: number)) != nil { throw .injectedFault }
    readCountsIfNeeded()
    let countsBefore = itemCounts
    let knownBefore = known
    let update = collecting()
    let countsAfter = countsFromDataSource()
    countsValid = false
    if faults.remove(.refuseAfterChange(batch: number)) != nil { throw .injectedFault }
    do {
      let validation = BatchValidation(update, before: countsBefore, after: countsAfter)
      try validation.checkCounts()
      if let knownBefore, let sections = scrutinizedSections(countsAfter) {
        known = try sections.replaying(update, from: knownBefore)
      } else {
        known = nil
      }
      try validation.checkHazards()
    } catch {
      known = knownBefore
      try refuse(error, completion)
      return
    }
    countsValid = true
    itemCounts = countsAfter
    counted.count(update)
    let mapping = PathMapping(update, of: countsBefore.count)
    try followGeometry(update, mapping)
    hostedGeometry?.begin(update)
    let shown = hostedGeometry == nil ? [] : Set(displayed.cells.keys)
    try carryDisplayedViews(through: update, mapping)
    proposesOffset = true
    try layOutVisibleViews()
    if let hostedGeometry {
      let gone = update.deletedCells + update.reloadedCells
      let come = update.insertedCells + update.reloadedCells.compactMap(mapping.item)
      hostedGeometry.end(
        update,
        appearing: come.filter { displayed.cells[$0] != nil }.sorted(),
        disappearing: gone.filter(shown.contains).sorted()
      )
    }
    if !faults.contains(.loseCompletion(batch: number)) {
      pendingCompletions.append { completion(true) }
    }
  }

  /// Ends all animations: tells which views have disappeared, and calls the completions of all
  /// batches that were performed before this call, in order.
  public func flush() {
    let leaving = displayed.takeLeaving()
    end(leaving)
    let completions = pendingCompletions
    pendingCompletions = []
    for completion in completions { completion() }
  }

  /// Calls a completion in the next ``flush()``.
  package func callInFlush(_ completion: @escaping () -> Void) {
    pendingCompletions.append(completion)
  }

  /// Whether completions are still to be called by ``flush()``.
  public var hasPendingCompletions: Bool { !pendingCompletions.isEmpty }
}

extension SimulatedCollectionView {
  /// The ids of the sections, by the view's own account.
  package var sectionIDs: [Section.ID]? {
    known?.sectionIDs
  }

  /// Returns the ids of the cells of a section, by the view's own account.
  ///
  /// - Returns: `nil` when the view has no account, or there is no such section.
  public func cellIDs(inSection section: Int) -> [Cell.ID]? {
    known?.cellIDs(inSection: section)
  }

  /// Returns the id of a cell, by the view's own account; `nil` if there is no account or no such cell.
  ///
  /// - Complexity: O(log cells).
  package func cellID(at path: CellPath) -> Cell.ID? {
    switch known {
    case .indexed(let list): return list.cell(at: path)?.id
    case .plain(let sections):
      guard sections.indices.contains(path.section),
        sections[path.section].cellIDs.indices.contains(path.item)
      else { return nil }
      return sections[path.section].cellIDs[path.item]
    case nil: return nil
    }
  }

  /// The list, by the view's own account; `nil` when the data source has none in trees.
  var accountedList: IndexedList? {
    guard case .indexed(let list) = known else { return nil }
    return list
  }

  /// The number of items in each section, as of the last look at the data source.
  public var numberOfItemsInSections: [Int] { itemCounts }

  /// The work that a view was given.
  public struct Statistics: Hashable, Sendable {
    /// The batches that were accepted.
    public var batches = 0
    /// The operations in them.
    public var operations = 0
    /// The calls of `reloadData`.
    public var reloads = 0
    /// The views that were made because no pool had one.
    package var createdViews = 0
    /// The cells that were taken out of a pool or made.
    package var dequeuedCells = 0
    /// The contents that were created, each for one view.
    public var createdContents = 0
    /// How often a component was drawn in a content that was there.
    public var updatedContents = 0

    mutating func count(_ update: BatchUpdate) {
      batches += 1
      operations += update.operationCount
    }
  }
}

extension SimulatedCollectionView {
  func readCountsIfNeeded() {
    guard !countsValid else { return }
    itemCounts = countsFromDataSource()
    geometry = nil
    known = scrutinizedSections(itemCounts)?.known
    countsValid = true
  }

  private func countsFromDataSource() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      dataSource.collectionView(self, numberOfItemsInSection: $0)
    }
  }

  /// Returns the sections of the data source; `nil` if they cannot be read, or disagree with its
  /// counts.
  private func scrutinizedSections(_ counts: [Int]) -> ScrutinizedSections? {
    guard let source = (scrutinizedSource ?? dataSource) as? any ScrutinizedDataSource else {
      return nil
    }
    if let list = (source as? any IndexedDataSource)?.scrutinizedList {
      return list.itemCounts == counts ? .indexed(list) : nil
    }
    let sections = counts.indices.compactMap { source.scrutinizedSection(at: $0) }
    return sections.map(\.cells.count) == counts ? .plain(sections) : nil
  }

  private func refuse(
    _ error: InvalidBatchUpdate,
    _ completion: @escaping (Bool) -> Void
  ) throws(CollectionViewError) {
    let countsDisagree = error.rule == .sectionCountAgrees || error.rule == .itemCountsAgree
    guard strictness == .lenient && countsDisagree else { throw .invalidBatchUpdate(error) }
    log.append("\(error.message) - will perform reloadData.")
    reloadData()
    try layoutIfNeeded()
    pendingCompletions.append { completion(true) }
  }
}
