public import ListAdapter
public import ListModel

extension DiffableDataSource: ScrutinizedDataSource {
  /// The number of sections shown.
  public func numberOfSections(in collectionView: any CollectionView) -> Int {
    shown.snapshot.numberOfSections
  }

  /// The number of items shown in a section; 0 if there is no such section.
  public func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    sectionIdentifier(for: section).map(shown.snapshot.items.count) ?? 0
  }

  /// The cell the cell provider gives.
  ///
  /// - Throws: The errors of the provider; `CollectionViewError.missingItem(at:)` if it gives no
  ///   cell, or there is no item at the path.
  public func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    guard let item = itemIdentifier(for: path),
      let cell = try cellProvider(collectionView, path, item)
    else { throw .missingItem(at: path) }
    return cell
  }

  /// The view the supplementary view provider gives.
  ///
  /// - Throws: The errors of the provider.
  public func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)? {
    try supplementaryViewProvider?(collectionView, kind, path)
  }

  /// Whether a person may move the item at a path, as the reordering handlers say.
  public func collectionView(_ collectionView: any CollectionView, canMoveItemAt path: CellPath)
    -> Bool
  {
    canMoveItem(at: path)
  }

  /// A section with ids that the data source makes up, so that a strict view can check the place of
  /// each cell.
  ///
  /// - Complexity: O(items of the section).
  public func scrutinizedSection(at index: Int) -> Section? {
    scrutiny.section(at: index, of: shown.snapshot)
  }
}

extension DiffableDataSource: ReorderingDataSource {
  /// Moves an item as ``reorderItem(at:to:completion:)`` does.
  package func moveByOwnBatch(from source: CellPath, to destination: CellPath) -> Bool {
    (try? reorderItem(at: source, to: destination)) ?? false
  }
}
