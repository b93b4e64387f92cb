/// A section as a layout sees it: its description, and the number of its cells.
public struct LayoutSectionContent: Hashable, Sendable {
  /// The arrangement of the section.
  public var layout: SectionLayout
  /// The number of its cells.
  public var itemCount: Int
  /// The header and footer of the section, for the convenient arrangements.
  ///
  /// A full description lists its own headers and footers.
  public var supplementaries: [Supplementary]

  /// The heights of cells, headers and footers of the convenient arrangements until they are
  /// measured, in points.
  public var estimatedHeights = EstimatedHeights()

  /// The sizes of the first cells of a flow layout, in order, as a delegate gives them; the other cells
  /// have the layout's size.
  public var itemSizes: [LayoutExtent] = []

  /// Heights that hold until a view is measured, in points.
  public struct EstimatedHeights: Hashable, Sendable {
    /// The height of a cell.
    public var cell = 44.0
    /// The height of a header or footer.
    public var supplementaryView = 44.0

    /// Creates heights.
    public init(cell: Double = 44, supplementaryView: Double = 44) {
      self.cell = cell
      self.supplementaryView = supplementaryView
    }
  }

  /// A header or footer.
  public struct Supplementary: Hashable, Sendable {
    /// Its kind.
    public var kind: LayoutElementKind
    /// The edge or corner of the section.
    public var alignment: LayoutAlignment

    /// Creates a header or footer.
    public init(kind: LayoutElementKind, alignment: LayoutAlignment) {
      self.kind = kind
      self.alignment = alignment
    }
  }

  /// Creates a section.
  public init(
    layout: SectionLayout,
    itemCount: Int,
    supplementaries: [Supplementary] = [],
    estimatedHeights: EstimatedHeights = EstimatedHeights()
  ) {
    self.layout = layout
    self.itemCount = itemCount
    self.supplementaries = supplementaries
    self.estimatedHeights = estimatedHeights
  }
}
