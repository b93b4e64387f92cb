import ListLayout
public import ListModel

/// Scrolling as a person sees it: frame by frame, and in sections that scroll by themselves.
extension SimulatedCollectionView {
  /// Where a cell should be on screen; UICollectionView's scroll positions.
  public enum ScrollPosition: Hashable, Sendable {
    /// At the start of the screen, along the axis.
    case top, left
    /// In the middle.
    case centeredVertically, centeredHorizontally
    /// At the end of the screen.
    case bottom, right

    var axis: LayoutAxis {
      switch self {
      case .top, .centeredVertically, .bottom: .vertical
      case .left, .centeredHorizontally, .right: .horizontal
      }
    }

    /// The share of the free length that is left before the cell.
    var share: Double {
      switch self {
      case .top, .left: 0
      case .centeredVertically, .centeredHorizontally: 0.5
      case .bottom, .right: 1
      }
    }
  }

  /// Throws the content with a finger: drags it, lets it go with a velocity, and lets it come to
  /// rest, one frame every 16 ms.
  ///
  /// - Parameters:
  ///   - distance: How far the finger moves the content, in points; positive towards its end.
  ///   - velocity: The velocity of the content when it is let go, in points per millisecond.
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func fling(by distance: Double = 0, velocity: Double) throws(CollectionViewError) {
    try drag(to: viewport.contentOffset + distance)
    let resting = ScrollPhysics.normal.restingOffset(
      from: viewport.contentOffset,
      velocity: velocity
    )
    let own = hostedGeometry?.restingOffset(proposed: clamped(resting), velocity: velocity)
    var target = own ?? clamped(resting)
    delegate?.collectionView(self, willEndDraggingWithVelocity: velocity, target: &target)
    isDragging = false
    let pictures = ScrollPhysics.normal.offsets(from: viewport.contentOffset, to: target)
    delegate?.collectionView(
      self,
      didEnter: .didEndDragging(pictures.isEmpty ? .stops : .decelerates)
    )
    guard !pictures.isEmpty else { return }
    delegate?.collectionView(self, didEnter: .willBeginDecelerating)
    for offset in pictures {
      // The content may have become shorter in the meantime.
      try move(to: clamped(offset), .free)
    }
    delegate?.collectionView(self, didEnter: .didEndDecelerating)
  }

  /// Scrolls so that a cell is on screen; also its section, if that scrolls by itself.
  ///
  /// An animated movement measures the cells that it passes. The view then corrects its offset
  /// until the cell and its neighbours are measured, and the cell is where it should be.
  ///
  /// - Throws: ``CollectionViewError/missingItem(at:)`` if there is no such cell; an error of the
  ///   data source.
  public func scrollToItem(
    at path: CellPath,
    at position: ScrollPosition,
    animation: UpdateAnimation = .immediate
  ) throws(CollectionViewError) {
    try layoutIfNeeded()
    if let scroller = orthogonalScroller(inSection: path.section),
      position.axis == scroller.axis
    {
      guard let target = orthogonalTarget(of: path, at: position, in: scroller) else {
        throw .missingItem(at: path)
      }
      try scrollSection(path.section, to: target)
      return
    }
    guard var target = target(of: path, at: position) else { throw .missingItem(at: path) }
    if animation == .animated {
      for offset in ScrollPhysics.fast.offsets(from: viewport.contentOffset, to: target) {
        try move(to: clamped(offset), .free)
      }
    }
    // Each round measures more views around the cell, until nothing moves.
    for _ in 0..<Self.correctionLimit {
      target = self.target(of: path, at: position) ?? target
      guard abs(target - viewport.contentOffset) > 0.01 else { return }
      try move(to: target, .free)
    }
  }

  private static let correctionLimit = 8

  private func target(of path: CellPath, at position: ScrollPosition) -> Double? {
    guard let frame = frame(ofItemAt: path).flatMap({ geometry?.fromStart($0) }) else { return nil }
    let axis = scrollAxis
    let insets = viewport.adjustedContentInset
    let (start, end) =
      axis == .vertical ? (insets.top, insets.bottom) : (insets.leading, insets.trailing)
    let (place, length) =
      axis == .vertical ? (frame.y, frame.height) : (frame.x, frame.width)
    let room = viewportLength - start - end - length
    let share = position.axis == axis ? share(of: position) : 0
    return clamped(place - start - room * share)
  }

  private func orthogonalTarget(
    of path: CellPath,
    at position: ScrollPosition,
    in scroller: OrthogonalScroller
  ) -> Double? {
    let attributes = geometry?.attributes(of: .cell(path), viewport)
    guard let frame = attributes.flatMap({ geometry?.fromStart($0.contentFrame) }) else {
      return nil
    }
    let (place, length) =
      scroller.axis == .horizontal ? (frame.x, frame.width) : (frame.y, frame.height)
    let offset = place - (scroller.viewportLength - length) * share(of: position)
    return min(max(scroller.minimumOffset, offset), scroller.maximumOffset)
  }

  private func clamped(_ offset: Double) -> Double {
    geometry?.clamped(offset, viewport) ?? offset
  }

  /// Returns the share of the free length that is left between the start of the screen and a cell.
  private func share(of position: ScrollPosition) -> Double {
    let isTurned = position.axis == .horizontal && viewport.layoutDirection == .rightToLeft
    return isTurned ? 1 - position.share : position.share
  }
}

/// Sections that scroll by themselves.
extension SimulatedCollectionView {
  /// Scrolls a section that scrolls by itself, to an offset from its first cell, in points.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not. Nothing
  ///   happens where the section does not scroll by itself.
  public func scrollSection(_ section: Int, to offset: Double) throws(CollectionViewError) {
    try layoutIfNeeded()
    guard orthogonalScroller(inSection: section) != nil else { return }
    let before = orthogonalOffset(ofSection: section)
    try moveSection(section, to: offset)
    let moved = orthogonalOffset(ofSection: section) - before
    programmedScrolls[section, default: 0] += moved
  }

  /// Throws the content of a section that scrolls by itself, and lets it come to rest as its
  /// behaviour wants, one frame every 16 ms.
  ///
  /// - Parameters:
  ///   - section: The index of the section.
  ///   - distance: How far the finger moves the content, in points; positive towards its end.
  ///   - velocity: The velocity of the content when it is let go, in points per millisecond.
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not. Nothing
  ///   happens where the section does not scroll by itself.
  public func flingSection(
    _ section: Int,
    by distance: Double = 0,
    velocity: Double
  ) throws(CollectionViewError) {
    try layoutIfNeeded()
    guard let scroller = orthogonalScroller(inSection: section) else { return }
    let first = centredOriginal(inSection: section)
    let start = orthogonalOffset(ofSection: section)
    programmedScrolls[section] = nil
    delegate?.collectionView(self, section: section, didEnter: .willBeginDragging)
    let rounds =
      try moveSection(section, to: start + distance) - (programmedScrolls[section] ?? 0)
    let physics = scroller.physics
    let offset = orthogonalOffset(ofSection: section)
    let target = restingOffset(
      inSection: section,
      scroller,
      from: start - rounds,
      proposed: physics.restingOffset(from: offset, velocity: velocity),
      velocity: velocity
    )
    try settle(section, physics, at: target, first)
  }

  /// Moves an infinite carousel to its next original, as banners do automatically.
  ///
  /// Nothing happens in other sections, or while a finger holds the content.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func advanceCarousel(inSection section: Int) throws(CollectionViewError) {
    try layoutIfNeeded()
    guard !isDragging, let carousel = geometry?.carousels[section], carousel.copies > 1 else {
      return
    }
    let target = orthogonalOffset(ofSection: section) + carousel.pitch
    try settle(section, .fast, at: target, centredOriginal(inSection: section))
  }

  /// Returns the original nearest to the middle of an infinite carousel; `nil` for other sections.
  package func centredOriginal(inSection section: Int) -> Int? {
    geometry?.carousels[section]?.centredOriginal(at: orthogonalOffset(ofSection: section))
  }

  private func restingOffset(
    inSection section: Int,
    _ scroller: OrthogonalScroller,
    from start: Double,
    proposed: Double,
    velocity: Double
  ) -> Double {
    guard let carousel = geometry?.carousels[section], carousel.copies > 1 else {
      return scroller.restingOffset(from: start, proposed: proposed, velocity: velocity)
    }
    switch scroller.behavior {
    case .none, .continuous: return proposed
    case .continuousGroupLeadingBoundary:
      // After any number of rounds, it rests as it would in the middle copy.
      let near = carousel.rebased(proposed)
      let resting = scroller.restingOffset(from: start, proposed: near, velocity: velocity)
      return resting + proposed - near
    case .paging, .groupPaging, .groupPagingCentered:
      return scroller.restingOffset(from: start, proposed: proposed, velocity: velocity)
    }
  }

  /// Lets a section come to rest, frame by frame.
  ///
  /// A carousel may go round in between, and its originals may change: the steps between frames
  /// stay the same. The delegate is told of the rest only if the carousel shows another original
  /// than before (C6).
  private func settle(
    _ section: Int,
    _ physics: ScrollPhysics,
    at target: Double,
    _ firstOriginal: Int?
  ) throws(CollectionViewError) {
    delegate?.collectionView(self, section: section, didEnter: .willSettle(target: target))
    let start = orthogonalOffset(ofSection: section)
    let carousel = geometry?.carousels[section]
    var last = start
    var rounds = 0.0
    programmedScrolls[section] = nil
    for offset in physics.offsets(from: start, to: target) {
      guard itemCounts.indices.contains(section) else { return }
      if carousel == geometry?.carousels[section] {
        rounds += try moveSection(section, to: offset - rounds)
        // Code that scrolls the section on the way, as a carousel of an app's own does, moves the rest too.
        rounds -= programmedScrolls.removeValue(forKey: section) ?? 0
      } else {
        try moveSection(section, to: orthogonalOffset(ofSection: section) + offset - last)
      }
      last = offset
    }
    guard let settled = orthogonalScroller(inSection: section) else { return }
    let rest = orthogonalOffset(ofSection: section)
    let original = centredOriginal(inSection: section)
    if original != nil, original == firstOriginal { return }
    let page = settled.numberOfStops > 0 ? settled.nearestStop(to: rest) : nil
    delegate?.collectionView(
      self,
      section: section,
      didEnter: .didSettle(offset: rest, page: original ?? page)
    )
  }

  /// Scrolls a section; a carousel that leaves its middle copy goes back by whole rounds (C4).
  ///
  /// - Returns: The length of the rounds, in points.
  @discardableResult
  private func moveSection(
    _ section: Int,
    to offset: Double
  ) throws(CollectionViewError) -> Double {
    var target = offset
    if let carousel = geometry?.carousels[section], carousel.copies > 1 {
      target = carousel.rebased(offset)
      let rounds = Int(((offset - target) / carousel.period).rounded())
      geometry?.scroll(section, to: target)
      if rounds != 0 { identifyCopies(inSection: section, rounds * carousel.originals) }
    } else {
      geometry?.scroll(section, to: target)
    }
    try layoutIfNeeded()
    delegate?.collectionView(
      self,
      section: section,
      didEnter: .scrolled(offset: orthogonalOffset(ofSection: section))
    )
    announcePrefetching()
    return offset - target
  }

  /// Moves the views of a carousel back by `places` cells: the cells there look the same, so no user
  /// is told (C5).
  private func identifyCopies(inSection section: Int, _ places: Int) {
    func shifted(_ path: CellPath) -> CellPath {
      guard path.section == section else { return path }
      return CellPath(section: section, item: path.item - places)
    }
    let selected = selectedPaths
    selectedPaths = selected.filter { displayed.cells[$0] == nil }
    for path in selected where displayed.cells[path] != nil {
      let target = shifted(path)
      selectedPaths.insert(frame(ofItemAt: target) == nil ? path : target)
    }
    touchedPath = touchedPath.map(shifted)
    announcedPaths = Set(announcedPaths.map(shifted))
    // A view whose new path does not exist is off screen now; the layout pass removes it.
    var cells: [CellPath: any ReusableView] = [:]
    for (path, cell) in displayed.cells { cells[shifted(path)] = cell }
    displayed.cells = cells
  }
}

extension OrthogonalScroller {
  /// How its content slows down.
  fileprivate var physics: ScrollPhysics {
    switch decelerationRate {
    case .normal: .normal
    case .fast: .fast
    case .automatic:
      switch behavior {
      case .none, .continuous, .continuousGroupLeadingBoundary: .normal
      case .paging, .groupPaging, .groupPagingCentered: .fast
      }
    }
  }
}

/// The handlers of visible items.
extension SimulatedCollectionView {
  /// Collects the elements on screen, and lets the handlers that sections name change them.
  ///
  /// A handler may scroll the view or change the list; the elements are then collected again, and
  /// the handlers are called again.
  ///
  /// - Throws: ``CollectionViewError/layoutCycle`` when a handler does so each time.
  func callVisibleItemsHandlers() throws(CollectionViewError) {
    guard !isCallingVisibleItemsHandlers else { return }
    isCallingVisibleItemsHandlers = true
    defer { isCallingVisibleItemsHandlers = false }
    for _ in 0..<Self.handlerLimit {
      guard let geometry, geometry.hasVisibleItemsHandlers else {
        shownAttributes = nil
        return
      }
      let pass = layoutPass
      let attributes = geometry.elements(on: viewport)
      let named = geometry.layout.sectionsWithVisibleItemsHandlers(among: attributes)
      guard !named.isEmpty else {
        shownAttributes = attributes
        return
      }
      var shown = attributes.filter { attributes in
        attributes.element.indexPath.map { named[$0.section] == nil } ?? true
      }
      // UIKit asks the last section first.
      for (section, name) in named.sorted(by: { $0.key > $1.key }) {
        guard let handler = registryInForce.visibleItemsHandlers[name] else {
          throw .invalidLayout(
            LayoutError(
              section: section,
              place: "visibleItemsHandler",
              reason: .notRegistered(name)
            )
          )
        }
        var items = attributes.filter { $0.element.indexPath?.section == section }
        handler(&items, geometry.handlerOffset(section, viewport), viewport.environment)
        shown += items
      }
      let offsetsChanged = self.geometry?.orthogonalOffsets != geometry.orthogonalOffsets
      if pass == layoutPass, !offsetsChanged {
        shownAttributes = shown
        return
      }
      try layOutUntilUndisturbed()
    }
    throw .layoutCycle
  }

  private static let handlerLimit = 8
}

extension SimulatedGeometry {
  /// Returns the offset that a section's handler of visible items is given.
  fileprivate func handlerOffset(
    _ section: Int,
    _ viewport: SimulatedViewport
  ) -> LayoutPoint {
    guard let scroller = layout.orthogonalScroller(inSection: section) else {
      return state(viewport).contentOffset
    }
    let offset = orthogonalOffsets[section] ?? 0
    return scroller.axis == .horizontal
      ? LayoutPoint(x: offset, y: 0) : LayoutPoint(x: 0, y: offset)
  }
}
