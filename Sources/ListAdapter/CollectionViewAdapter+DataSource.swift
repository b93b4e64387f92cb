import ListDiff
public import ListModel

extension CollectionViewAdapter: ScrutinizedDataSource {
  /// Returns the section at an index of the list that is shown, without its cells.
  func section(at index: Int) -> Section? {
    shown?.sectionHead(at: index)
  }

  /// Returns the number of sections of the list that is shown.
  public func numberOfSections(in collectionView: any CollectionView) -> Int {
    shown?.shape.sectionCount ?? 0
  }

  /// Returns the number of cells of a section of the list that is shown.
  public func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    guard let shape = shown?.shape, section >= 0, section < shape.sectionCount else { return 0 }
    return shape.itemCount(section)
  }

  /// Returns the cell at a path of the list that is shown, drawn in a view from the pool.
  ///
  /// - Throws: ``CollectionViewError`` when there is no such cell, or an error of the pool.
  public func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    guard let cell = shown?.cell(at: path) else { throw .missingItem(at: path) }
    let view = try collectionView.dequeueReusableCell(
      reuseIdentifier: cell.component.reuseIdentifier,
      for: path
    )
    view.render(cell.component)
    return view
  }

  /// Returns the supplementary view of a kind at a path, drawn in a view from the pool.
  ///
  /// The view comes from the cell at the path; if the cell has none, from its section; otherwise
  /// from ``supplementaryViews``.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: An error of the pool.
  public func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)? {
    guard let model = supplementaryView(ofKind: kind, at: path) else { return nil }
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind,
      reuseIdentifier: model.component.reuseIdentifier,
      for: path
    )
    view.render(model.component)
    return view
  }

  /// Returns the supplementary view of a kind at a path, with its carrier; `nil` if there is none.
  func supplementaryView(ofKind kind: SupplementaryKind, at path: CellPath) -> CarriedView? {
    let section = self.section(at: path.section)
    if let section, let cell = original(at: path)?.cell, let component = cell.views[kind] {
      return CarriedView(kind: kind, component: component, carrier: .cell(cell, section))
    }
    if let section, let component = section.attributes.component(ofKind: kind) {
      return CarriedView(kind: kind, component: component, carrier: .section(section))
    }
    return supplementaryViews[kind].map {
      CarriedView(kind: kind, component: $0, carrier: .layout)
    }
  }

  /// Returns the section at an index of the list that is shown.
  ///
  /// - Complexity: O(cells of the section).
  public func scrutinizedSection(at index: Int) -> Section? { shown?.indexed.section(at: index) }
}

extension CollectionViewAdapter: IndexedDataSource {
  var scrutinizedList: IndexedList? { shown?.indexed }
}
