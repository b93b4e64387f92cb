import ListDiff
public import ListLayout
public import ListModel
import ListRendering

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
  package func visibleView(of element: LayoutElement) -> (any ReusableView)? {
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
