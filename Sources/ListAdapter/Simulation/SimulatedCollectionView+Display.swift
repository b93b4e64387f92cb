import ListDiff
public import ListLayout
public import ListModel
import ListRendering

/// The views on screen, and the views that are disappearing.
struct DisplayedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]
  /// The decorations, which the layout draws without asking the data source.
  var decorations: [LayoutElement: SimulatedReusableView] = [:]
  /// Views that fade out until the animation ends, with the place they had.
  var leavingCells: [(view: any ReusableView, path: CellPath)] = []
  var leavingViews: [(view: any ReusableView, place: SupplementaryPlace)] = []

  /// Takes out the views that are disappearing.
  mutating func takeLeaving() -> DisplayedViews {
    let leaving = DisplayedViews(leavingCells: leavingCells, leavingViews: leavingViews)
    leavingCells = []
    leavingViews = []
    return leaving
  }

  /// Takes out the views on screen that are not at these places.
  mutating func take(
    exceptItems items: Set<CellPath>,
    views places: Set<SupplementaryPlace>
  ) -> DisplayedViews {
    let gone = DisplayedViews(
      cells: cells.filter { !items.contains($0.key) },
      views: views.filter { !places.contains($0.key) }
    )
    for path in gone.cells.keys { cells[path] = nil }
    for place in gone.views.keys { views[place] = nil }
    return gone
  }
}

/// A question to the data source that has to be answered with exactly one view out of the pool.
struct ViewRequest {
  /// The element that the view is for.
  var element: LayoutElement
  /// The view an item has while it is reconfigured.
  var present: (any ReusableView)?
  var dequeued: [ObjectIdentifier] = []
}

extension SimulatedCollectionView {
  /// The paths of the cells on screen.
  public var pathsForVisibleItems: [CellPath] { Array(displayed.cells.keys) }

  /// Returns the cell on screen at a path.
  public func visibleCell(at path: CellPath) -> (any ReusableView)? { displayed.cells[path] }

  /// Returns the paths of the supplementary views of a kind that are on screen.
  public func pathsForVisibleSupplementaryViews(ofKind kind: SupplementaryKind) -> [CellPath] {
    displayed.views.keys.filter { $0.kind == kind }.map(\.path)
  }

  /// Returns the supplementary view of a kind at a path, if it is on screen.
  ///
  /// A cell's view comes first, then one of a group, a section, or the whole layout.
  public func visibleSupplementaryView(
    ofKind kind: SupplementaryKind,
    at path: CellPath
  ) -> (any ReusableView)? {
    SupplementaryPlace.Host.allCases.reversed().lazy
      .compactMap { self.displayed.views[SupplementaryPlace(kind.rawValue, $0, path)] }.first
  }

  /// Returns the view on screen that shows an element of the layout.
  public func visibleView(of element: LayoutElement) -> (any ReusableView)? {
    switch element {
    case .cell(let path): visibleCell(at: path)
    case .decoration: displayed.decorations[element]
    default: SupplementaryPlace(element).flatMap { displayed.views[$0] }
    }
  }

  /// Registers a component for decorations of a kind, as `register` of a UIKit layout does with a
  /// class.
  ///
  /// The data source is not asked for decorations, and the delegate is not told of them.
  public func register(
    _ component: some Component,
    forDecorationViewOfKind kind: LayoutElementKind
  ) {
    register(AnyComponent(component), forDecorationViewOfKind: kind)
  }

  /// Registers a component for decorations of a kind; its type is known only at run time.
  public func register(
    _ component: AnyComponent,
    forDecorationViewOfKind kind: LayoutElementKind
  ) {
    decorationComponents[kind] = component
    displayed.decorations = displayed.decorations.filter { $0.key.kind != kind }
  }

  /// Registers a kind of cell.
  public func registerCell(reuseIdentifier: String) {
    pool.register(reuseIdentifier, nil)
  }

  /// Registers a kind of supplementary view.
  public func registerSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String
  ) {
    pool.register(reuseIdentifier, kind)
  }

  /// Returns a cell from the pool, or the present cell while it is reconfigured.
  ///
  /// - Throws: ``CollectionViewError`` when the identifier is not registered, or a reconfigured
  ///   cell has another one.
  public func dequeueReusableCell(
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    if let present = currentRequest?.present {
      guard present.reuseIdentifier == reuseIdentifier else {
        throw .reconfiguredWithOtherReuseIdentifier(
          reuseIdentifier,
          expected: present.reuseIdentifier,
          at: path
        )
      }
      currentRequest?.dequeued.append(ObjectIdentifier(present))
      return present
    }
    counted.dequeuedCells += 1
    return try dequeue(reuseIdentifier, nil)
  }

  /// Returns a supplementary view from the pool.
  ///
  /// - Throws: ``CollectionViewError`` when the identifier is not registered.
  public func dequeueReusableSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String,
    for path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    try dequeue(reuseIdentifier, kind)
  }

  private func dequeue(
    _ reuseIdentifier: String,
    _ kind: SupplementaryKind?
  ) throws(CollectionViewError) -> any ReusableView {
    let view = try pool.take(reuseIdentifier, kind)
    currentRequest?.dequeued.append(ObjectIdentifier(view))
    return view
  }
}

extension SimulatedCollectionView {
  /// Shows the views that have come on screen, and removes the views that have left it.
  ///
  /// The delegate and the data source may change anything when they are called. Paths that were
  /// computed before are then invalid, so the pass begins again.
  func layOutVisibleViews() throws(CollectionViewError) {
    try layOutUntilUndisturbed()
    try callVisibleItemsHandlers()
    placeHostedViews()
  }

  /// Runs layout passes until nothing interrupts one.
  ///
  /// - Throws: ``CollectionViewError/layoutCycle`` when something interrupts each of them.
  func layOutUntilUndisturbed() throws(CollectionViewError) {
    for _ in 0..<Self.passLimit where try layOutUndisturbed() { return }
    throw .layoutCycle
  }

  private static let passLimit = 1_000

  /// Gives the host's views on screen their frames.
  private func placeHostedViews() {
    guard let placeHosted else { return }
    for attributes in visibleAttributes {
      guard let view = visibleView(of: attributes.element) as? SimulatedReusableView else {
        continue
      }
      placeHosted(view, attributes)
    }
  }

  /// Gives a host's view that is about to appear its frame.
  private func placeHosted(_ view: any ReusableView, at element: LayoutElement) {
    guard let placeHosted, let view = view as? SimulatedReusableView,
      let attributes = geometry?.attributes(of: element, viewport)
    else { return }
    placeHosted(view, attributes)
  }

  /// The frame of the view that the data source is being asked for, if it is known by then.
  package var requestedFrame: LayoutRect? {
    currentRequest.flatMap { contentFrame(of: $0.element) }
  }

  private func contentFrame(of element: LayoutElement) -> LayoutRect? {
    geometry?.attributes(of: element, viewport)?.contentFrame
  }

  /// Runs one layout pass.
  ///
  /// Views that come on screen are requested and measured. As long as that moves anything, the
  /// elements on screen are computed again; each round measures at least one more view. Only then
  /// do views disappear and appear, so the delegate is told of no screen in between.
  ///
  /// - Returns: Whether nothing interrupted the pass.
  func layOutUndisturbed() throws(CollectionViewError) -> Bool {
    layoutPass += 1
    let pass = layoutPass
    readCountsIfNeeded()
    try updateGeometry()
    if proposesOffset {
      proposesOffset = false
      let proposed = viewport.contentOffset
      try prepareHostedLayout()
      let own = hostedGeometry?.offset(proposed: proposed) ?? proposed
      let target = delegate?.collectionView(self, targetContentOffsetForProposed: own)
      viewport.contentOffset = target ?? own
    }
    var prepared = PreparedViews()
    defer { prepared.putBack(to: &pool) }
    var anchors: ScrollAnchors?
    var measured = ViewPlaces()
    while true {
      clampContentOffset()
      try prepareHostedLayout()
      let visible = try currentGeometry().visible(on: viewport)
      if let fault = hostedGeometry?.fault { throw fault }
      let items = visible.items
      let views = visible.views.filter(isCarried)
      let stale = staleViews(items, views).subtracting(measured)
      let newItems = items.filter { displayed.cells[$0] == nil && prepared.cells[$0] == nil }
      let newViews = views.filter { displayed.views[$0] == nil && prepared.views[$0] == nil }
      if stale.isEmpty, newItems.isEmpty, newViews.isEmpty {
        try drawDecorations(visible.decorations)
        return try show(items, views, &prepared, pass)
      }
      if stale.isEmpty, !hasCarousel(among: items), try !mayMoveAnything(newItems, newViews) {
        // Views that have left cannot come back now; the pool gets them before new ones are requested.
        endDisplays(exceptItems: items, views)
        guard pass == layoutPass else { return false }
      }
      // A list at its start stays there, whatever is measured below.
      if anchors == nil, contentOffset > 0 - startInset { anchors = scrollAnchors }
      // One after the other, from the start of the screen: each size moves the rest, and a view that is
      // pushed off the screen is never asked for.
      let pending = Pending(visible.order, stale, newItems, newViews)
      for element in pending.elements {
        var moved = false
        try prepare(element, pending, &prepared, &measured, moved: &moved)
        guard pass == layoutPass else { return false }
        guard !moved else {
          restore(anchors)
          break
        }
      }
    }
  }

  /// Removes the views that are not at these places, and shows the prepared views.
  ///
  /// - Returns: Whether nothing interrupted the pass.
  private func show(
    _ items: [CellPath],
    _ views: [SupplementaryPlace],
    _ prepared: inout PreparedViews,
    _ pass: Int
  ) throws(CollectionViewError) -> Bool {
    // In a carousel a cell may leave at one side and enter at the other: it enters first.
    let comesFirst = hasCarousel(among: items)
    if !comesFirst { endDisplays(exceptItems: items, views) }
    guard pass == layoutPass else { return false }
    for path in items {
      guard let cell = prepared.cells.removeValue(forKey: path) else { continue }
      displayed.cells[path] = cell
      placeHosted(cell, at: .cell(path))
      guard pass == layoutPass else { return false }
      delegate?.collectionView(self, willDisplay: cell, at: path)
      guard pass == layoutPass else { return false }
    }
    for place in views {
      guard let view = prepared.views.removeValue(forKey: place) else { continue }
      displayed.views[place] = view
      placeHosted(view, at: place.element)
      guard pass == layoutPass else { return false }
      delegate?.collectionView(
        self,
        willDisplaySupplementaryView: view,
        ofKind: place.kind,
        at: place.path
      )
      guard pass == layoutPass else { return false }
    }
    if comesFirst { endDisplays(exceptItems: items, views) }
    return pass == layoutPass
  }

  /// Returns whether the data source is asked for a view.
  private func isCarried(_ place: SupplementaryPlace) -> Bool {
    guard supplementaryKinds == nil, let layoutAdapter else { return true }
    return layoutAdapter.hasSupplementaryView(ofKind: place.kind, at: place.path)
  }

  private func drawDecorations(_ elements: [LayoutElement]) throws(CollectionViewError) {
    var decorations: [LayoutElement: SimulatedReusableView] = [:]
    for element in elements {
      guard let kind = element.kind else { continue }
      if let present = displayed.decorations[element] {
        decorations[element] = present
        continue
      }
      if let makeHosted = hostedDecorations[kind] {
        let view = SimulatedReusableView(reuseIdentifier: kind, tally: ContentTally())
        view.hosted = makeHosted(contentFrame(of: element) ?? .zero)
        decorations[element] = view
        continue
      }
      guard let component = decorationComponents[kind] else {
        if leavesOutUnregisteredDecorations { continue }
        throw .unregisteredDecoration(ofKind: kind)
      }
      let view = SimulatedReusableView(
        reuseIdentifier: component.reuseIdentifier,
        tally: ContentTally()
      )
      view.render(component)
      decorations[element] = view
    }
    displayed.decorations = decorations
  }

  private func endDisplays(exceptItems items: [CellPath], _ views: [SupplementaryPlace]) {
    end(displayed.take(exceptItems: Set(items), views: Set(views)))
  }

  private func hasCarousel(among items: [CellPath]) -> Bool {
    guard let carousels = geometry?.carousels, !carousels.isEmpty else { return false }
    return items.contains { carousels[$0.section] != nil }
  }

  /// Returns whether the view at one of these places may choose its size.
  private func mayMoveAnything(
    _ items: [CellPath],
    _ views: [SupplementaryPlace]
  ) throws(CollectionViewError) -> Bool {
    let geometry = try currentGeometry()
    return items.contains(where: geometry.choosesSize)
      || views.contains(where: geometry.choosesSize)
  }

  /// Returns the views on screen that were measured for another layout or another screen.
  private func staleViews(_ items: [CellPath], _ views: [SupplementaryPlace]) -> ViewPlaces {
    guard let geometry else { return ViewPlaces() }
    return ViewPlaces(
      items: items.filter { path in
        displayed.cells[path].map(choosesSize) ?? false && geometry.isUnmeasured(path)
      },
      views: views.filter { place in
        displayed.views[place].map(choosesSize) ?? false && geometry.isUnmeasured(place)
      }
    )
  }

  /// Requests a view that comes on screen, or measures one again that is there.
  private func prepare(
    _ element: LayoutElement,
    _ pending: Pending,
    _ prepared: inout PreparedViews,
    _ measured: inout ViewPlaces,
    moved: inout Bool
  ) throws(CollectionViewError) {
    if case .cell(let path) = element {
      if pending.isStale(path) {
        measured.items.append(path)
        moved = measureAgain(itemAt: path)
      } else {
        prepared.cells[path] = try requestCell(at: path, moved: &moved)
      }
    } else if let place = SupplementaryPlace(element) {
      if pending.isStale(place) {
        measured.views.append(place)
        moved = measureAgain(viewAt: place)
      } else {
        prepared.views[place] = try requestView(at: place, moved: &moved)
      }
    }
  }

  /// Measures a cell on screen again.
  ///
  /// - Returns: Whether anything has moved.
  private func measureAgain(itemAt path: CellPath) -> Bool {
    guard let cell = displayed.cells[path] else { return false }
    let (size, chosen) = measure(cell, at: path)
    let moved = takeSize(size, of: .cell(path), in: cell) {
      chosen.map { geometry?.setSize($0, of: path) == true } ?? false
    }
    if let size { delegate?.collectionView(self, didMeasure: size, ofItemAt: path) }
    return moved
  }

  private func measureAgain(viewAt place: SupplementaryPlace) -> Bool {
    guard let view = displayed.views[place] else { return false }
    let (size, chosen) = measure(view, at: place)
    return takeSize(size, of: place.element, in: view) {
      chosen.map { geometry?.setSize($0, of: place, viewport) == true } ?? false
    }
  }

  /// Gives the views on screen their places after a batch; views without a place disappear.
  func carryDisplayedViews(
    through update: BatchUpdate,
    _ mapping: PathMapping
  ) throws(CollectionViewError) {
    let cells = displayed.cells
    displayed.cells = [:]
    for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
      if let target = mapping.item(path) {
        displayed.cells[target] = cell
      } else {
        displayed.leavingCells.append((cell, path))
      }
    }
    let views = displayed.views
    displayed.views = [:]
    for (place, view) in views.sorted(by: { $0.key < $1.key }) {
      if let target = place.after(mapping) {
        displayed.views[target] = view
      } else {
        displayed.leavingViews.append((view, place))
      }
    }
    selectedPaths = Set(selectedPaths.compactMap(mapping.item))
    touchedPath = touchedPath.flatMap(mapping.item)
    announcedPaths = Set(announcedPaths.compactMap(mapping.item))
    for path in update.reconfiguredItems {
      guard let target = mapping.item(path), let cell = displayed.cells[target] else { continue }
      var moved = false
      _ = try requestCell(at: target, reconfiguring: cell, moved: &moved)
    }
  }

  // `moved` is set if measuring the cell has moved anything.
  private func requestCell(
    at path: CellPath,
    reconfiguring present: (any ReusableView)? = nil,
    moved: inout Bool
  ) throws(CollectionViewError) -> any ReusableView {
    guard let dataSource else { throw .missingItem(at: path) }
    let outerRequest = currentRequest
    currentRequest = ViewRequest(element: .cell(path), present: present)
    defer { currentRequest = outerRequest }
    let cell = try dataSource.collectionView(self, cellForItemAt: path)
    guard currentRequest?.dequeued == [ObjectIdentifier(cell)] else {
      throw .unexpectedView(at: path)
    }
    let (size, chosen) = measure(cell, at: path)
    let hasMoved = takeSize(size, of: .cell(path), in: cell) {
      chosen.map { geometry?.setSize($0, of: path) == true } ?? false
    }
    if hasMoved { moved = true }
    if let size { delegate?.collectionView(self, didMeasure: size, ofItemAt: path) }
    return cell
  }

  /// Requests the supplementary view at a place; as in UIKit, `nil` is refused.
  private func requestView(
    at place: SupplementaryPlace,
    moved: inout Bool
  ) throws(CollectionViewError) -> any ReusableView {
    let outerRequest = currentRequest
    currentRequest = ViewRequest(element: place.element)
    defer { currentRequest = outerRequest }
    let view = try dataSource?.collectionView(
      self,
      viewForSupplementaryElementOfKind: place.kind,
      at: place.path
    )
    guard let view else { throw .missingView(ofKind: place.kind, at: place.path) }
    guard currentRequest?.dequeued == [ObjectIdentifier(view)] else {
      throw .unexpectedView(at: place.path)
    }
    let (size, chosen) = measure(view, at: place)
    let hasMoved = takeSize(size, of: place.element, in: view) {
      chosen.map { geometry?.setSize($0, of: place, viewport) == true } ?? false
    }
    if hasMoved { moved = true }
    if let size {
      delegate?.collectionView(
        self,
        didMeasure: size,
        ofSupplementaryViewOfKind: place.kind,
        at: place.path
      )
    }
    return view
  }

  /// Tells the delegate of views that are no longer on screen.
  ///
  /// They were taken out before, so a delegate that changes the screen does not find them.
  func end(_ gone: DisplayedViews) {
    for (cell, path) in gone.leavingCells { end(cell, at: path) }
    for (view, place) in gone.leavingViews { end(view, at: place) }
    for (path, cell) in gone.cells.sorted(by: { $0.key < $1.key }) { end(cell, at: path) }
    for (place, view) in gone.views.sorted(by: { $0.key < $1.key }) { end(view, at: place) }
  }

  private func end(_ cell: any ReusableView, at path: CellPath) {
    delegate?.collectionView(self, didEndDisplaying: cell, at: path)
    pool.putBack(cell, nil)
  }

  private func end(_ view: any ReusableView, at place: SupplementaryPlace) {
    delegate?.collectionView(
      self,
      didEndDisplayingSupplementaryView: view,
      ofKind: place.kind,
      at: place.path
    )
    pool.putBack(view, place.kind)
  }
}

/// The places of some views.
private struct ViewPlaces {
  var items: [CellPath] = []
  var views: [SupplementaryPlace] = []

  var isEmpty: Bool { items.isEmpty && views.isEmpty }

  func subtracting(_ others: ViewPlaces) -> ViewPlaces {
    guard !isEmpty, !others.isEmpty else { return self }
    return ViewPlaces(
      items: items.filter { !others.items.contains($0) },
      views: views.filter { !others.views.contains($0) }
    )
  }
}

/// The elements on screen that a layout pass has to request or to measure.
private struct Pending {
  /// In the order in which they are measured.
  let elements: [LayoutElement]
  private let staleItems: Set<CellPath>
  private let staleViews: Set<SupplementaryPlace>

  init(
    _ order: [LayoutElement],
    _ stale: ViewPlaces,
    _ newItems: [CellPath],
    _ newViews: [SupplementaryPlace]
  ) {
    staleItems = Set(stale.items)
    staleViews = Set(stale.views)
    let items = staleItems.union(newItems)
    let views = staleViews.union(newViews)
    elements = order.filter { element in
      if case .cell(let path) = element { return items.contains(path) }
      return SupplementaryPlace(element).map(views.contains) ?? false
    }
  }

  func isStale(_ path: CellPath) -> Bool { staleItems.contains(path) }
  func isStale(_ place: SupplementaryPlace) -> Bool { staleViews.contains(place) }
}

/// Views that were asked for in a layout pass, and are not shown yet.
private struct PreparedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]

  /// Puts back the views that turned out not to be on screen.
  func putBack(to pool: inout ReusePool) {
    for (_, cell) in cells { pool.putBack(cell, nil) }
    for (place, view) in views { pool.putBack(view, place.kind) }
  }
}
