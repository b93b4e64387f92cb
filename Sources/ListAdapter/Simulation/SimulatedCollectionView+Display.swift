import ListDiff
import ListLayout
public import ListModel
import ListRendering

/// The views on screen, and those that are on their way out.
struct DisplayedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]
  /// Views that fade out until the animation ends, with the place they had.
  var leavingCells: [(view: any ReusableView, path: CellPath)] = []
  var leavingViews: [(view: any ReusableView, place: SupplementaryPlace)] = []

  /// Takes out the views that are on their way out.
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
  /// The view an item has while it is reconfigured.
  var present: (any ReusableView)?
  var dequeued: [ObjectIdentifier] = []
}

extension SimulatedCollectionView {
  /// The paths of the cells on screen.
  public var pathsForVisibleItems: [CellPath] { Array(displayed.cells.keys) }

  /// The cell on screen at a path.
  public func visibleCell(at path: CellPath) -> (any ReusableView)? { displayed.cells[path] }

  /// The header or footer of a section, if it is on screen.
  public func visibleSupplementaryView(
    ofKind kind: SupplementaryKind,
    inSection section: Int
  ) -> (any ReusableView)? {
    displayed.views[SupplementaryPlace(kind: kind, section: section)]
  }

  /// Announces a kind of cell.
  public func registerCell(reuseIdentifier: String) {
    pool.register(reuseIdentifier, nil)
  }

  /// Announces a kind of header or footer.
  public func registerSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String
  ) {
    pool.register(reuseIdentifier, kind)
  }

  /// A cell from the pool, or the present one while it is reconfigured.
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

  /// A header or footer from the pool.
  ///
  /// - Throws: ``CollectionViewError`` when the identifier is not registered.
  public func dequeueReusableSupplementaryView(
    ofKind kind: SupplementaryKind,
    reuseIdentifier: String,
    forSection section: Int
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
  /// Shows what is on screen now and is not yet, and takes away what no longer is.
  ///
  /// The delegate may change anything whenever it is told something, and so may the data source when
  /// it is asked for a view: paths that were computed before mean nothing then, so the pass begins
  /// again.
  func layOutVisibleViews() throws(CollectionViewError) {
    while try layOutUndisturbed() == false {}
    try callVisibleItemsHandlers()
  }

  /// One pass.
  ///
  /// Views that come on screen are asked for and measured; as long as that moves anything, what is on
  /// screen is found anew. Each time round at least one more view is measured. Only then views go and
  /// appear, so that nobody is told of what was on screen in between.
  ///
  /// - Returns: Whether nothing came in between.
  func layOutUndisturbed() throws(CollectionViewError) -> Bool {
    layoutPass += 1
    let pass = layoutPass
    readCountsIfNeeded()
    try updateGeometry()
    var prepared = PreparedViews()
    defer { prepared.putBack(to: &pool) }
    var anchors: ScrollAnchors?
    var measured = ViewPlaces()
    while true {
      clampContentOffset()
      let (items, views) = try currentGeometry().visible(on: viewport)
      let stale = staleViews(items, views).subtracting(measured)
      measured.formUnion(stale)
      let newItems = items.filter { displayed.cells[$0] == nil && prepared.cells[$0] == nil }
      let newViews = views.filter { displayed.views[$0] == nil && prepared.views[$0] == nil }
      if stale.isEmpty, newItems.isEmpty, newViews.isEmpty {
        return try show(items, views, &prepared, pass)
      }
      if stale.isEmpty, !hasCarousel(among: items), try !mayMoveAnything(newItems, newViews) {
        // Nobody comes back by what is asked for now, which finds in the pool what has gone.
        endDisplays(exceptItems: items, views)
        guard pass == layoutPass else { return false }
      }
      if anchors == nil { anchors = scrollAnchors }
      var moved = measureAgain(stale)
      guard pass == layoutPass else { return false }
      for path in newItems {
        let cell = try requestCell(at: path, moved: &moved)
        prepared.cells[path] = cell
        guard pass == layoutPass else { return false }
      }
      for place in newViews {
        let view = try requestView(at: place, moved: &moved)
        prepared.views[place] = view
        guard pass == layoutPass else { return false }
      }
      if moved { restore(anchors) }
    }
  }

  /// Takes away the views that are not among these places, and shows those that are prepared.
  ///
  /// - Returns: Whether nothing came in between.
  private func show(
    _ items: [CellPath],
    _ views: [SupplementaryPlace],
    _ prepared: inout PreparedViews,
    _ pass: Int
  ) throws(CollectionViewError) -> Bool {
    // In a carousel a cell may go at one side and come at the other: it comes first.
    let comesFirst = hasCarousel(among: items)
    if !comesFirst { endDisplays(exceptItems: items, views) }
    guard pass == layoutPass else { return false }
    for path in items {
      guard let cell = prepared.cells.removeValue(forKey: path) else { continue }
      displayed.cells[path] = cell
      delegate?.collectionView(self, willDisplay: cell, at: path)
      guard pass == layoutPass else { return false }
    }
    for place in views {
      guard let view = prepared.views.removeValue(forKey: place) else { continue }
      displayed.views[place] = view
      delegate?.collectionView(
        self,
        willDisplaySupplementaryView: view,
        ofKind: place.kind,
        inSection: place.section
      )
      guard pass == layoutPass else { return false }
    }
    if comesFirst { endDisplays(exceptItems: items, views) }
    return pass == layoutPass
  }

  private func endDisplays(exceptItems items: [CellPath], _ views: [SupplementaryPlace]) {
    end(displayed.take(exceptItems: Set(items), views: Set(views)))
  }

  private func hasCarousel(among items: [CellPath]) -> Bool {
    guard let carousels = geometry?.carousels, !carousels.isEmpty else { return false }
    return items.contains { carousels[$0.section] != nil }
  }

  /// Whether one of these places has a size that is its view's to choose.
  private func mayMoveAnything(
    _ items: [CellPath],
    _ views: [SupplementaryPlace]
  ) throws(CollectionViewError) -> Bool {
    let geometry = try currentGeometry()
    return items.contains(where: geometry.choosesSize)
      || views.contains(where: geometry.choosesSize)
  }

  /// What is on screen and was measured for another layout or another screen.
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

  /// Measures views anew.
  ///
  /// - Returns: Whether anything is elsewhere now.
  private func measureAgain(_ stale: ViewPlaces) -> Bool {
    var moved = false
    for path in stale.items {
      guard let cell = displayed.cells[path] else { continue }
      let (size, chosen) = measure(cell, at: path)
      if let chosen, geometry?.setSize(chosen, of: path) == true { moved = true }
      if let size { delegate?.collectionView(self, didMeasure: size, ofItemAt: path) }
    }
    for place in stale.views {
      guard let view = displayed.views[place], let chosen = measure(view, at: place).chosen else {
        continue
      }
      if geometry?.setSize(chosen, of: place, viewport) == true { moved = true }
    }
    return moved
  }

  /// Gives the views on screen their places after a batch; those that have none go.
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
    for (place, view) in views {
      if let section = mapping.section(place.section) {
        displayed.views[SupplementaryPlace(kind: place.kind, section: section)] = view
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

  // `moved` is set where the cell was measured, and something is elsewhere by that.
  private func requestCell(
    at path: CellPath,
    reconfiguring present: (any ReusableView)? = nil,
    moved: inout Bool
  ) throws(CollectionViewError) -> any ReusableView {
    guard let dataSource else { throw .missingItem(at: path) }
    let outerRequest = currentRequest
    currentRequest = ViewRequest(present: present)
    defer { currentRequest = outerRequest }
    let cell = try dataSource.collectionView(self, cellForItemAt: path)
    guard currentRequest?.dequeued == [ObjectIdentifier(cell)] else {
      throw .unexpectedView(at: path)
    }
    let (size, chosen) = measure(cell, at: path)
    if let chosen, geometry?.setSize(chosen, of: path) == true { moved = true }
    if let size { delegate?.collectionView(self, didMeasure: size, ofItemAt: path) }
    return cell
  }

  /// A header or footer that the layout has; UIKit does not take `nil` for one.
  private func requestView(
    at place: SupplementaryPlace,
    moved: inout Bool
  ) throws(CollectionViewError) -> any ReusableView {
    let outerRequest = currentRequest
    currentRequest = ViewRequest()
    defer { currentRequest = outerRequest }
    let view = try dataSource?.collectionView(
      self,
      viewForSupplementaryElementOfKind: place.kind,
      inSection: place.section
    )
    guard let view else { throw .missingView(ofKind: place.kind, section: place.section) }
    guard currentRequest?.dequeued == [ObjectIdentifier(view)] else {
      throw .unexpectedView(at: CellPath(section: place.section, item: 0))
    }
    let (size, chosen) = measure(view, at: place)
    if let chosen, geometry?.setSize(chosen, of: place, viewport) == true { moved = true }
    if let size {
      delegate?.collectionView(
        self,
        didMeasure: size,
        ofSupplementaryViewOfKind: place.kind,
        inSection: place.section
      )
    }
    return view
  }

  /// Tells of views that are no longer on screen.
  ///
  /// They were taken out before, so that a delegate which changes the screen does not meet them.
  func end(_ gone: DisplayedViews) {
    for (cell, path) in gone.leavingCells { end(cell, at: path) }
    for (view, place) in gone.leavingViews { end(view, at: place) }
    for (path, cell) in gone.cells.sorted(by: { $0.key < $1.key }) { end(cell, at: path) }
    for (place, view) in gone.views { end(view, at: place) }
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
      inSection: place.section
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

  mutating func formUnion(_ others: ViewPlaces) {
    items += others.items
    views += others.views
  }
}

/// Views that were asked for in a layout pass, and are not shown yet.
private struct PreparedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]

  /// Puts back those that turned out not to be on screen.
  func putBack(to pool: inout ReusePool) {
    for (_, cell) in cells { pool.putBack(cell, nil) }
    for (place, view) in views { pool.putBack(view, place.kind) }
  }
}
