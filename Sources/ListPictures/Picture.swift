public import ListLayout
public import ListRendering

/// A picture of a list on a screen, as a value: where everything is, and what it shows.
///
/// A picture contains only what is on the screen, so a picture of a million cells is as large as a
/// picture of ten.
///
/// ```swift
/// let picture = try Picture(of: list, on: PictureScreen(width: 390, height: 844))
/// try picture.svg().write(toFile: "home.svg", atomically: true, encoding: .utf8)
/// ```
///
/// ``svg(scale:)`` is made of shapes and text, and opens in any viewer; ``html(title:)`` is a page with
/// the same drawing, and ``text(columns:)`` draws with characters.
public struct Picture: Hashable, Sendable {
  /// The size of the screen, in points.
  public var size: LayoutExtent
  /// Whether it is a bright screen or a dark one.
  public var appearance: ContentAppearance
  /// The figures on the screen, from the lowest to the highest.
  public var figures: [Figure]
  /// How many cells of the list come before the first one on the screen.
  package var cellsAbove = 0
  /// How many cells of the list come after the last one on the screen.
  package var cellsBelow = 0

  /// Creates a picture.
  package init(
    size: LayoutExtent,
    appearance: ContentAppearance = .light,
    figures: [Figure] = []
  ) {
    self.size = size
    self.appearance = appearance
    self.figures = figures
  }

  /// Something on the screen: a cell, or a view beside, behind or above cells.
  public struct Figure: Hashable, Sendable {
    /// The element of the layout, with its place in the list.
    public var element: LayoutElement
    /// The id of the cell; `nil` for another view, or if it is unknown.
    public var id: String?
    /// Where it is on the screen, in points from its top left corner.
    public var frame: LayoutRect
    /// How much it covers the figures behind it, 0 to 1.
    public var alpha = 1.0
    /// How it is scaled about its centre.
    public var scale = 1.0
    /// How far it is turned about its centre, clockwise, in radians.
    public var rotation = 0.0
    /// What it looks like; `nil` for a view of which only the place is known.
    public var node: ContentNode?
    /// Whether only the look is drawn, without a ground behind it or margins around it.
    public var isDrawnAlone = false
    /// What is drawn with it if it is a row of a list: its ground, corners and separators.
    public var listRow: LayoutListRow?
    /// The colour of the row's ground; `nil` for that of the list.
    package var rowColor: ContentColor?
    /// What has happened to it.
    public var marks: ChangeMarks = []

    /// Creates a figure.
    package init(
      element: LayoutElement,
      id: String? = nil,
      frame: LayoutRect,
      node: ContentNode?
    ) {
      self.element = element
      self.id = id
      self.frame = frame
      self.node = node
    }

    /// Whether it is a cell.
    package var isCell: Bool {
      if case .cell = element { return true }
      return false
    }
  }
}

extension Picture {
  /// The paths of the first and the last cell on the screen; `nil` if there is none.
  var shownPaths: ClosedRange<CellPath>? {
    let paths = figures.compactMap { figure in
      if case .cell(let path) = figure.element { path } else { nil }
    }
    guard let first = paths.min(), let last = paths.max() else { return nil }
    return first...last
  }

  /// Counts the cells that are not on the screen, of a list with so many cells in each section.
  mutating func countOtherCells(of counts: [Int]) {
    guard let shown = shownPaths else { return }
    func count(before path: CellPath) -> Int {
      counts.prefix(path.section).reduce(0, +) + path.item
    }
    cellsAbove = count(before: shown.lowerBound)
    cellsBelow = counts.reduce(0, +) - count(before: shown.upperBound) - 1
  }
}

/// What has happened to a cell from one version to another.
public struct ChangeMarks: OptionSet, Hashable, Sendable {
  /// One bit for each mark.
  public let rawValue: Int

  /// Creates marks from bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The cell was not there before.
  public static let inserted = ChangeMarks(rawValue: 1)
  /// The cell is not there any more.
  public static let deleted = ChangeMarks(rawValue: 2)
  /// The cell is in another place among the others.
  public static let moved = ChangeMarks(rawValue: 4)
  /// The cell shows something else.
  public static let updated = ChangeMarks(rawValue: 8)

  /// All marks.
  package static let all: ChangeMarks = [.inserted, .deleted, .moved, .updated]

  /// The single marks, with their names, in the order of a legend.
  static let legend: [(mark: ChangeMarks, name: String)] = [
    (.inserted, "inserted"), (.deleted, "deleted"), (.moved, "moved"), (.updated, "updated"),
  ]
}

/// The screen a picture shows: its size, how far the list is scrolled, and how bright it is.
public struct PictureScreen: Hashable, Sendable {
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double
  /// How far the list is scrolled, in points.
  public var contentOffset: Double
  /// Whether it is a bright screen or a dark one.
  public var appearance: ContentAppearance

  /// Creates a screen.
  public init(
    width: Double = 390,
    height: Double = 844,
    contentOffset: Double = 0,
    appearance: ContentAppearance = .light
  ) {
    self.width = width
    self.height = height
    self.contentOffset = contentOffset
    self.appearance = appearance
  }
}
