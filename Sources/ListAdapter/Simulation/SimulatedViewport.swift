public import ListLayout
import ListModel

/// The screen of a simulated view: its size, what of it is covered, and where it is.
public struct SimulatedViewport: Hashable, Sendable {
  /// The width of the screen, in points.
  public var width: Double
  /// The height of the screen, in points.
  public var height: Double
  /// The height that a cell is estimated to have until it is measured, in points.
  ///
  /// Where rows are all equal, it is their height.
  public var cellHeight: Double
  /// The height that a header or footer is estimated to have until it is measured, in points.
  ///
  /// Where rows are all equal, it is that of all headers and footers.
  public var supplementaryHeight: Double
  /// The distance of the start of the screen from the start of the content along the scrolling axis,
  /// in points.
  public var contentOffset: Double = 0
  /// What bars cover of the screen: the content rests beside them, and pinned headers stay clear of
  /// them.
  public var adjustedContentInset = DirectionalEdgeInsets.zero
  /// What sections keep clear of across the scrolling axis, if they refer to the safe area.
  public var safeAreaInsets = DirectionalEdgeInsets.zero
  /// What sections keep clear of across the scrolling axis, if they refer to the margins.
  public var layoutMargins = DirectionalEdgeInsets.zero
  /// The direction in which text runs.
  public var layoutDirection = LayoutDirection.leftToRight

  /// Creates a screen at the top of the content.
  public init(
    width: Double = 390,
    height: Double = 640,
    cellHeight: Double = 44,
    supplementaryHeight: Double = 32
  ) {
    self.width = width
    self.height = height
    self.cellHeight = cellHeight
    self.supplementaryHeight = supplementaryHeight
  }

  /// The room that a layout has.
  var environment: LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(
        contentSize: LayoutExtent(width: width, height: height),
        safeAreaInsets: safeAreaInsets,
        layoutMargins: layoutMargins
      ),
      layoutDirection: layoutDirection
    )
  }

  /// The length of the screen along an axis.
  func length(_ axis: LayoutAxis) -> Double { axis == .horizontal ? width : height }
}

/// How a simulated view arranges its cells.
public enum SimulatedLayout: Hashable, Sendable {
  /// Each section by its own layout, and one below the other where it has none: a
  /// UICollectionViewCompositionalLayout.
  case compositional(LayoutConfiguration)
  /// Everything one below the other, cells all of one height, whatever the sections say.
  case rows
}

/// A header or footer by its place.
struct SupplementaryPlace: Hashable {
  var kind: SupplementaryKind
  var section: Int
}
