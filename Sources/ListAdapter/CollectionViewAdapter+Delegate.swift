public import ListModel

extension CollectionViewAdapter: CollectionViewDelegate {
  /// A cell is about to appear.
  public func collectionView(
    _ collectionView: any CollectionView,
    willDisplay cell: any ReusableView,
    at path: CellPath
  ) {}

  /// A cell has disappeared.
  public func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplaying cell: any ReusableView,
    at path: CellPath
  ) {}

  /// A header or footer is about to appear.
  public func collectionView(
    _ collectionView: any CollectionView,
    willDisplaySupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    inSection section: Int
  ) {}

  /// A header or footer has disappeared.
  public func collectionView(
    _ collectionView: any CollectionView,
    didEndDisplayingSupplementaryView view: any ReusableView,
    ofKind kind: SupplementaryKind,
    inSection section: Int
  ) {}
}
