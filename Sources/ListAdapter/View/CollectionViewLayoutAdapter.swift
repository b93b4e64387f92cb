import ListLayout
public import ListModel

/// What a compositional layout asks while it lays out sections; answered by the adapter.
///
/// Make one, hand it to the layout's section provider, and to the adapter:
///
/// ```swift
/// let layoutAdapter = CollectionViewLayoutAdapter()
/// let view = SimulatedCollectionView()
/// view.layoutAdapter = layoutAdapter
/// let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
/// ```
public final class CollectionViewLayoutAdapter {
  /// Who knows the sections; set by the adapter.
  weak var dataSource: CollectionViewAdapter?

  /// Creates a layout adapter that knows no sections yet.
  public init() {}

  /// The layout of the section at an index now; also of one without cells, so that its header and
  /// footer stay.
  public func sectionLayout(index: Int) -> AnySectionLayout? {
    dataSource?.section(at: index)?.layout
  }

  /// How many of the cells of a section are originals, if it is an infinite carousel: the first ones,
  /// which the others repeat in order; `nil` for other sections.
  public func numberOfOriginals(inSection index: Int) -> Int? {
    dataSource?.carousel(inSection: index)?.originals
  }

  /// Whether the list has something to show as the supplementary view of a kind at a path now.
  public func hasSupplementaryView(ofKind kind: SupplementaryKind, at path: CellPath) -> Bool {
    dataSource?.supplementaryView(ofKind: kind, at: path) != nil
  }

  /// The edge at which the section at an index now has its header or footer; `nil` if it has none.
  public func alignment(
    ofKind kind: SupplementaryKind,
    inSection index: Int
  ) -> SupplementaryView.Alignment? {
    dataSource?.section(at: index)?.boundaryView(ofKind: kind)?.alignment
  }
}

extension Section {
  /// The header or the footer; `nil` for other kinds.
  func boundaryView(ofKind kind: SupplementaryKind) -> SupplementaryView? {
    switch kind {
    case .header: header
    case .footer: footer
    default: nil
    }
  }
}
