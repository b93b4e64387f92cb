import ListDiff
import ListLayout
import ListModel
import ListRendering

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
  func staleViews(_ items: [CellPath], _ views: [SupplementaryPlace]) -> ViewPlaces {
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
    for path in update.reconfiguredCells {
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
