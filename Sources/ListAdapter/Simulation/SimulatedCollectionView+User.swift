public import ListModel

/// What a person does with a collection view.
extension SimulatedCollectionView {
  /// Taps a cell: it is highlighted, selected and unhighlighted.
  ///
  /// If one cell may be selected, the cell selected before is deselected first, and a cell that is selected is
  /// selected again. If several may be, a cell that is selected is deselected.
  ///
  /// Nothing happens when the cell is not on screen, or the delegate does not allow the highlight. The
  /// finger is on the cell, not on its path: if the delegate moves the cell in between, it is told the new
  /// path, and if it removes the cell, the tap ends.
  public func tapItem(at path: CellPath) {
    guard displayed.cells[path] != nil, allows(.highlight, path) else { return }
    touchedPath = path
    defer { touchedPath = nil }
    delegate?.collectionView(self, didReceive: .highlight, at: path)
    selectTouched()
    guard let path = touchedPath else { return }
    delegate?.collectionView(self, didReceive: .unhighlight, at: path)
  }

  private func allows(_ interaction: ItemInteraction, _ path: CellPath) -> Bool {
    delegate?.collectionView(self, allows: interaction, at: path) ?? true
  }

  /// Selects or deselects the cell under the finger, as the finger is lifted.
  private func selectTouched() {
    guard let path = touchedPath, selectionMode != .none else { return }
    if selectionMode == .multiple, selectedPaths.contains(path) {
      guard allows(.deselect, path), let path = touchedPath else { return }
      return deselectItem(at: path)
    }
    guard allows(.select, path) else { return }
    if selectionMode == .single { deselectOthers() }
    guard let path = touchedPath else { return }
    if selectedPaths.insert(path).inserted { hostedSelection?(path, true) }
    delegate?.collectionView(self, didReceive: .select, at: path)
  }

  private func deselectOthers() {
    for _ in selectedPaths {
      guard let path = touchedPath, let other = selectedPaths.subtracting([path]).min() else {
        return
      }
      deselectItem(at: other)
    }
  }

  /// Ends the selection of a cell.
  public func deselectItem(at path: CellPath) {
    guard selectedPaths.remove(path) != nil else { return }
    hostedSelection?(path, false)
    delegate?.collectionView(self, didReceive: .deselect, at: path)
  }

  /// Scrolls with a finger that stays on the screen.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func drag(to offset: Double) throws(CollectionViewError) {
    isDragging = true
    delegate?.collectionView(self, didEnter: .willBeginDragging)
    try move(to: offset, .dragging)
  }

  /// Lifts the finger; the content goes on to `target`, or to the offset that the delegate wants.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func lift(velocity: Double = 0, target: Double) throws(CollectionViewError) {
    var target = hostedGeometry?.restingOffset(proposed: target, velocity: velocity) ?? target
    delegate?.collectionView(self, willEndDraggingWithVelocity: velocity, target: &target)
    isDragging = false
    let deceleration: Deceleration = target == viewport.contentOffset ? .stops : .decelerates
    delegate?.collectionView(self, didEnter: .didEndDragging(deceleration))
    guard deceleration == .decelerates else { return }
    delegate?.collectionView(self, didEnter: .willBeginDecelerating)
    try move(to: target, .free)
    delegate?.collectionView(self, didEnter: .didEndDecelerating)
  }

  /// Scrolls without a finger, as the last part of a deceleration does.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func scroll(to offset: Double) throws(CollectionViewError) {
    try move(to: offset, .free)
  }

  /// Taps the status bar.
  ///
  /// - Throws: ``CollectionViewError`` when the data source gives a view it should not.
  public func tapStatusBar() throws(CollectionViewError) {
    guard delegate?.collectionViewShouldScrollToTop(self) ?? true else { return }
    try move(to: 0 - startInset, .free)
    delegate?.collectionView(self, didEnter: .scrolledToTop)
  }

  /// Pulls the content down to refresh it; without a refresh control, nothing happens.
  public func pullToRefresh() {
    guard refreshControl.isEnabled else { return }
    isRefreshing = true
    delegate?.collectionViewDidPullToRefresh(self)
  }

  func move(to offset: Double, _ touch: ScrollPhase.Touch) throws(CollectionViewError) {
    if offset != viewport.contentOffset {
      scrollDirection = offset > viewport.contentOffset ? 1 : -1
    }
    viewport.contentOffset = offset
    try layoutIfNeeded()
    delegate?.collectionView(self, didEnter: .scrolled(touch))
    announcePrefetching()
  }
}

extension SimulatedCollectionView {
  /// How many cells may be selected.
  public enum SelectionMode: Hashable, Sendable {
    /// None.
    case none
    /// One at most.
    case single
    /// Any number.
    case multiple
  }

  /// The paths of the selected cells.
  public var pathsForSelectedItems: [CellPath] { Array(selectedPaths) }

  /// Selects a cell without telling the delegate.
  public func selectItem(at path: CellPath) {
    guard itemCounts.indices.contains(path.section),
      (0..<itemCounts[path.section]).contains(path.item)
    else { return }
    switch selectionMode {
    case .none: return
    case .single: replaceSelection(with: [path])
    case .multiple: if selectedPaths.insert(path).inserted { hostedSelection?(path, true) }
    }
  }

  /// Returns whether a cell is selected.
  package func isSelected(_ path: CellPath) -> Bool { selectedPaths.contains(path) }

  /// Selects a cell without telling the delegate; the data source is asked for counts if it was not yet.
  package func addToSelection(_ path: CellPath) {
    readCountsIfNeeded()
    selectItem(at: path)
  }

  /// Selects other cells without telling the delegate.
  package func replaceSelection(with paths: Set<CellPath>) {
    let before = selectedPaths
    selectedPaths = paths
    for path in before.subtracting(paths).sorted() { hostedSelection?(path, false) }
    for path in paths.subtracting(before).sorted() { hostedSelection?(path, true) }
  }

  /// The number of items in each section; the data source is asked if it was not yet.
  package var currentItemCounts: [Int] {
    readCountsIfNeeded()
    return itemCounts
  }

  /// Scrolls so that the left or upper edge of the screen is at a place in the content, and tells the
  /// delegate at once; cells are asked for in the next layout pass.
  package func scroll(toOrigin origin: Double) {
    let before = contentOffset
    setContentOrigin(origin)
    guard contentOffset != before else { return }
    scrollDirection = contentOffset > before ? 1 : -1
    delegate?.collectionView(self, didEnter: .scrolled(isDragging ? .dragging : .free))
  }

  /// The offset of the start of the screen; a value that is set is kept within the content in the
  /// next layout pass.
  public var contentOffset: Double {
    get { viewport.contentOffset }
    set { viewport.contentOffset = newValue }
  }

  /// Stops the refresh control.
  public func endRefreshing() { isRefreshing = false }

  /// Tells which cells come next in the direction of scrolling, and which announced cells are far
  /// away again.
  func announcePrefetching() {
    guard let prefetchDataSource else { return }
    let far = announcedPaths.subtracting(pathsAhead).subtracting(displayed.cells.keys)
    announcedPaths.subtract(far)
    if !far.isEmpty {
      prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: far.sorted())
    }
    // Computed again: the host may change the list while it cancels.
    let next = pathsAhead
    let new = next.subtracting(announcedPaths)
    announcedPaths = next
    if !new.isEmpty {
      prefetchDataSource.collectionView(self, prefetchItemsAt: new.sorted())
    }
  }

  /// The paths of the cells within a screen's length of the screen, in the direction of scrolling.
  private var pathsAhead: Set<CellPath> {
    guard let geometry else { return [] }
    var ahead = viewport
    ahead.contentOffset += scrollDirection * viewportLength
    return Set(geometry.visible(on: ahead).items).subtracting(displayed.cells.keys)
  }
}
