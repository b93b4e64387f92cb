import ListLayout
public import ListModel

/// Answers what a compositional layout asks while it lays out sections.
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
  /// The adapter, which knows the sections and sets itself here.
  weak var dataSource: CollectionViewAdapter?

  /// The offsets of sections that scroll by themselves, as the layout has told them last.
  package var offsets: [Section.ID: Double] = [:]

  /// Creates a layout adapter that knows no sections yet.
  public init() {}

  /// Returns the layout of the section at an index now; also for a section without cells, so that
  /// its header and footer stay.
  public func sectionLayout(index: Int) -> AnySectionLayout? {
    dataSource?.section(at: index)?.layout
  }

  /// Returns the id of the section at an index now.
  package func sectionID(at index: Int) -> Section.ID? { dataSource?.section(at: index)?.id }

  /// Tells the adapter how a section scrolls by itself; nothing happens if the section is gone.
  ///
  /// - Complexity: O(sections).
  package func tell(_ phase: SectionScrollPhase, ofSection id: Section.ID) {
    guard let adapter = dataSource, let view = adapter.collectionView,
      let count = adapter.shown?.shape.sectionCount
    else { return }
    guard let index = (0..<count).first(where: { sectionID(at: $0) == id }) else {
      offsets[id] = nil
      return
    }
    adapter.collectionView(view, section: index, didEnter: phase)
  }

  /// Returns the number of cells of a section now.
  package func numberOfCells(inSection index: Int) -> Int {
    guard let shape = dataSource?.shown?.shape, (0..<shape.sectionCount).contains(index) else {
      return 0
    }
    return shape.itemCount(index)
  }

  /// Returns the number of originals of an infinite carousel: the first cells, which the others
  /// repeat in order; `nil` for other sections.
  package func numberOfOriginals(inSection index: Int) -> Int? {
    dataSource?.carousel(inSection: index)?.originals
  }

  /// Returns whether the list has a supplementary view of a kind at a path now.
  package func hasSupplementaryView(ofKind kind: SupplementaryKind, at path: CellPath) -> Bool {
    dataSource?.supplementaryView(ofKind: kind, at: path) != nil
  }

  /// Returns the edge at which a section now has its header or footer; `nil` if it has none.
  package func alignment(
    ofKind kind: SupplementaryKind,
    inSection index: Int
  ) -> SupplementaryView.Alignment? {
    dataSource?.section(at: index)?.boundaryView(ofKind: kind)?.alignment
  }
}

extension Section {
  /// Returns the header or the footer; `nil` for other kinds.
  func boundaryView(ofKind kind: SupplementaryKind) -> SupplementaryView? {
    switch kind {
    case .header: header
    case .footer: footer
    default: nil
    }
  }
}
