import ListDiff
public import ListModel
import ListRendering

/// The views on screen, and those that are on their way out.
struct DisplayedViews {
  var cells: [CellPath: any ReusableView] = [:]
  var views: [SupplementaryPlace: any ReusableView] = [:]
  /// Views that fade out until the animation ends, with the place they had.
  var leavingCells: [(view: any ReusableView, path: CellPath)] = []
  var leavingViews: [(view: any ReusableView, place: SupplementaryPlace)] = []
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
  /// The rows of the content, as of the last counts.
  var rows: SimulatedRows {
    SimulatedRows(viewport: viewport, itemCounts: itemCounts) {
      [layoutAdapter, supplementaryKinds] kind, section in
      supplementaryKinds?(section).contains(kind)
        ?? (layoutAdapter?.supplementaryView(ofKind: kind, inSection: section) != nil)
    }
  }

  /// Shows what is on screen now and is not yet, and takes away what no longer is.
  func layOutVisibleViews() throws(CollectionViewError) {
    clampContentOffset()
    let (items, views) = rows.visible()
    endDisplaying(exceptItems: Set(items), views: Set(views))
    for path in items where displayed.cells[path] == nil {
      let cell = try requestCell(at: path)
      displayed.cells[path] = cell
      delegate?.collectionView(self, willDisplay: cell, at: path)
    }
    for place in views where displayed.views[place] == nil {
      let view = try requestView(at: place)
      displayed.views[place] = view
      delegate?.collectionView(
        self,
        willDisplaySupplementaryView: view,
        ofKind: place.kind,
        inSection: place.section
      )
    }
  }

  /// Gives the views on screen their places after a batch; those that have none go.
  func carryDisplayedViews(
    through update: BatchUpdate,
    before: [Int],
    after: [Int]
  ) throws(CollectionViewError) {
    let mapping = PathMapping(update, before: before.count, after: after.count)
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
    announcedPaths = Set(announcedPaths.compactMap(mapping.item))
    for path in update.reconfiguredItems {
      guard let target = mapping.item(path), let cell = displayed.cells[target] else { continue }
      _ = try requestCell(at: target, reconfiguring: cell)
    }
  }

  private func requestCell(
    at path: CellPath,
    reconfiguring present: (any ReusableView)? = nil
  ) throws(CollectionViewError) -> any ReusableView {
    guard let dataSource else { throw .missingItem(at: path) }
    currentRequest = ViewRequest(present: present)
    defer { currentRequest = nil }
    let cell = try dataSource.collectionView(self, cellForItemAt: path)
    guard currentRequest?.dequeued == [ObjectIdentifier(cell)] else {
      throw .unexpectedView(at: path)
    }
    if let size = measure(cell, height: viewport.cellHeight) {
      delegate?.collectionView(self, didMeasure: size, ofItemAt: path)
    }
    return cell
  }

  /// A header or footer that the layout has; UIKit does not take `nil` for one.
  private func requestView(
    at place: SupplementaryPlace
  ) throws(CollectionViewError) -> any ReusableView {
    currentRequest = ViewRequest()
    defer { currentRequest = nil }
    let view = try dataSource?.collectionView(
      self,
      viewForSupplementaryElementOfKind: place.kind,
      inSection: place.section
    )
    guard let view else { throw .missingView(ofKind: place.kind, section: place.section) }
    guard currentRequest?.dequeued == [ObjectIdentifier(view)] else {
      throw .unexpectedView(at: CellPath(section: place.section, item: 0))
    }
    if let size = measure(view, height: viewport.supplementaryHeight) {
      delegate?.collectionView(
        self,
        didMeasure: size,
        ofSupplementaryViewOfKind: place.kind,
        inSection: place.section
      )
    }
    return view
  }

  /// The size a content wants; rows keep the height they have.
  private func measure(_ view: any ReusableView, height: Double) -> ContentSize? {
    let container = ContentSize(width: viewport.width, height: height)
    return (view.content as? any MeasuredContent)?.sizeThatFits(container)
  }

  private func endDisplaying(exceptItems items: Set<CellPath>, views: Set<SupplementaryPlace>) {
    for (path, cell) in displayed.cells.sorted(by: { $0.key < $1.key })
    where !items.contains(path) {
      displayed.cells[path] = nil
      end(cell, at: path)
    }
    for (place, view) in displayed.views where !views.contains(place) {
      displayed.views[place] = nil
      end(view, at: place)
    }
  }

  /// Takes everything off the screen, as `reloadData` does.
  func endDisplayingEverything() {
    endPendingDisplays()
    endDisplaying(exceptItems: [], views: [])
  }

  /// Tells of the views that were fading out.
  func endPendingDisplays() {
    let leaving = displayed
    displayed.leavingCells = []
    displayed.leavingViews = []
    for (cell, path) in leaving.leavingCells { end(cell, at: path) }
    for (view, place) in leaving.leavingViews { end(view, at: place) }
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
