public import Foundation
import ListAdapter
import ListLayout
import ListModel

/// A data source that sets itself as the data source of the simulation.
protocol SelfServingDataSource {}

// MARK: Cells

extension UICollectionView {
  /// Returns the supplementary view of a kind that is on screen at a path.
  public func supplementaryView(
    forElementKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    let kind = SupplementaryKind(rawValue: elementKind)
    let view = simulation.visibleSupplementaryView(ofKind: kind, at: CellPath(indexPath))
    return ListHost.view(view) as? UICollectionReusableView
  }

  /// The paths of the supplementary views of a kind that are on screen, first to last.
  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    simulation.pathsForVisibleSupplementaryViews(ofKind: SupplementaryKind(rawValue: elementKind))
      .sorted().map { IndexPath($0) }
  }

  /// Returns where a cell is, by the layout.
  public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes?
  {
    collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// Returns where a supplementary view is, by the layout.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// Returns the path of the cell at a point of the content; `nil` if none is there.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? {
    let shown = simulation.visibleAttributes.filter { attributes in
      guard case .cell = attributes.element else { return false }
      return CGRect(attributes.frame).contains(point)
    }
    return shown.max(by: LayoutAttributes.isDrawnBefore)?.element.indexPath.map { IndexPath($0) }
  }

  /// Returns the path of a cell on screen.
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    indexPathsForVisibleItems.first { cellForItem(at: $0) === cell }
  }
}

// MARK: Content

extension UICollectionView {
  /// Makes changes as one batch, with a block
  /// that is not kept: it may use what its caller was given for the time of the call.
  public final func performBatchUpdates(
    _ updates: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    withoutActuallyEscaping(updates) { updates in
      performBatchUpdates(Optional(updates), completion: completion)
    }
  }

  /// The number of sections.
  public var numberOfSections: Int { simulation.currentItemCounts.count }

  /// Returns the number of items in a section, or 0 if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    let counts = simulation.currentItemCounts
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// The paths of the selected cells, first to last.
  public var indexPathsForSelectedItems: [IndexPath]? {
    simulation.pathsForSelectedItems.sorted().map { IndexPath($0) }
  }

  /// Whether the list is edited: rows show the accessories for it.
  public var isEditing: Bool {
    get { host.isEditing }
    set { host.isEditing = newValue }
  }

  /// Scrolls so that a cell is on screen, and its section with it.
  ///
  /// An empty position means the top.
  public func scrollToItem(
    at indexPath: IndexPath,
    at scrollPosition: ScrollPosition,
    animated: Bool
  ) {
    let before = contentOffset
    host.attempt {
      try simulation.scrollToItem(
        at: CellPath(indexPath),
        at: scrollPosition.place,
        animation: animated ? .animated : .immediate
      )
    }
    if animated, contentOffset != before { delegate?.scrollViewDidEndScrollingAnimation(self) }
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
