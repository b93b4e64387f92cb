public import ListLayout
import ListModel

/// The screen of a simulated view: its size, its covered parts, and its offset in the content.
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
  /// Where rows are all equal, it is the height of all headers and footers.
  public var supplementaryHeight: Double
  /// The distance of the start of the screen from the start of the content along the scrolling axis,
  /// in points.
  ///
  /// In a list from right to left that scrolls sideways, both starts are at the right.
  public var contentOffset: Double = 0
  /// The insets that bars cover: the content rests beside them, and pinned headers stay clear of them.
  public var adjustedContentInset = DirectionalEdgeInsets.zero
  /// The insets that sections keep clear across the scrolling axis, if they refer to the safe area.
  public var safeAreaInsets = DirectionalEdgeInsets.zero
  /// The insets that sections keep clear across the scrolling axis, if they refer to the margins.
  public var layoutMargins = DirectionalEdgeInsets.zero
  /// The direction in which text runs.
  public var layoutDirection = LayoutDirection.leftToRight
  /// The number of pixels in a point, on which frames end; a phone's, unless another one is set.
  public var displayScale = 3.0

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

  /// The layout environment of the screen.
  var environment: LayoutEnvironment {
    LayoutEnvironment(
      container: LayoutContainer(
        contentSize: LayoutExtent(width: width, height: height),
        safeAreaInsets: safeAreaInsets,
        layoutMargins: layoutMargins,
        contentInsets: adjustedContentInset
      ),
      layoutDirection: layoutDirection,
      displayScale: displayScale
    )
  }

  /// Returns the length of the screen along an axis.
  func length(_ axis: LayoutAxis) -> Double { axis == .horizontal ? width : height }
}

/// How a simulated view arranges its cells.
public enum SimulatedLayout: Hashable, Sendable {
  /// Each section in its own layout, or with its cells one below the other if it has none: a
  /// UICollectionViewCompositionalLayout.
  case compositional(LayoutConfiguration)
  /// Everything one below the other, cells all of one height, whatever the sections' layouts.
  case rows
}

/// The place of a supplementary view.
struct SupplementaryPlace {
  /// The part of the layout that a view belongs to.
  enum Host: Int, CaseIterable {
    case layout, section, group, cell
  }

  let kind: SupplementaryKind
  let host: Host
  /// The path that a data source is given.
  let path: CellPath
  /// The layout's name of the kind.
  let layoutKind: LayoutElementKind

  /// The place of an element; `nil` for a cell or decoration.
  init?(_ element: LayoutElement) {
    switch element {
    case .itemSupplementary(let kind, let path): self.init(kind, .cell, path)
    case .groupSupplementary(let kind, let path): self.init(kind, .group, path)
    case .boundarySupplementary(let kind, let path): self.init(kind, .section, path)
    case .layoutSupplementary(let kind, let ordinal):
      self.init(kind, .layout, CellPath(section: ordinal, item: 0))
    case .cell, .decoration: return nil
    }
  }

  init(_ layoutKind: LayoutElementKind, _ host: Host, _ path: CellPath) {
    kind = SupplementaryKind(rawValue: layoutKind)
    self.host = host
    self.path = path
    self.layoutKind = layoutKind
  }

  /// The layout's element for the view.
  var element: LayoutElement {
    switch host {
    case .cell: .itemSupplementary(kind: layoutKind, path)
    case .group: .groupSupplementary(kind: layoutKind, path)
    case .section: .boundarySupplementary(kind: layoutKind, path)
    case .layout: .layoutSupplementary(kind: layoutKind, path.section)
    }
  }

  /// The section it is in; `nil` for one of the whole layout.
  var section: Int? { host == .layout ? nil : path.section }

  /// Returns the place after a batch; `nil` if its cell or section has gone.
  func after(_ mapping: PathMapping) -> SupplementaryPlace? {
    switch host {
    case .layout: return self
    case .cell: return mapping.item(path).map { SupplementaryPlace(layoutKind, host, $0) }
    case .group, .section:
      return mapping.section(path.section).map {
        SupplementaryPlace(layoutKind, host, CellPath(section: $0, item: path.item))
      }
    }
  }
}

extension SupplementaryPlace: Hashable, Comparable {
  /// Returns whether kind, host and path are equal; a layout may have two names for a kind.
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.kind == rhs.kind && lhs.host == rhs.host && lhs.path == rhs.path
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(host)
    hasher.combine(path)
  }

  static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.host.rawValue, lhs.path, lhs.kind) < (rhs.host.rawValue, rhs.path, rhs.kind)
  }
}
