/// What a node looks like at a size: shapes and lines of text, each at its place.
///
/// This is what pictures are made of, and what sizes are measured with, so that what is drawn has the
/// size that was measured.
public struct ContentDrawing: Hashable, Sendable {
  /// How large it is, in points; shapes may go beyond it where something does not fit.
  public var size: ContentSize
  /// What is drawn, the first thing at the bottom.
  public var shapes: [Shape]

  /// Something that is drawn.
  public enum Shape: Hashable, Sendable {
    /// A rectangle, its corners rounded.
    case rectangle(ContentRect, cornerRadius: Double, fill: ContentColor?, border: Border?)
    /// A line of text.
    case text(Line)
    /// A picture that is not loaded: what it would show, in words.
    case picture(ContentRect, cornerRadius: Double, label: String)
    /// A drawing of its own: an `svg` element that has only shapes and text.
    case vector(ContentNode.Element, ContentRect)
  }

  /// A line around a rectangle.
  public struct Border: Hashable, Sendable {
    /// Its colour.
    public var color: ContentColor
    /// How wide it is, in points.
    public var width: Double
  }

  /// A line of text in one style.
  public struct Line: Hashable, Sendable {
    /// The text.
    public var text: String
    /// How it is set.
    public var style: TextStyle
    /// Its colour.
    public var color: ContentColor
    /// Where it begins at the left, in points.
    public var x: Double
    /// Where its letters stand, in points from the top.
    public var baseline: Double
    /// How wide it was measured, in points.
    public var width: Double
    /// Whether the width is that of the font, which has all its characters.
    public var isExact: Bool
  }
}

/// A rectangle in points, from the top left corner of what it is in.
public struct ContentRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ContentNode {
  /// Draws the node at a size.
  ///
  /// A subset of CSS is understood, in `style` attributes: `color`, `background`, `padding`,
  /// `border` and that of one edge (`border-bottom` …), `border-radius`, `font-size`, `font-weight`,
  /// `text-align`, `gap`, `width`, `height`,
  /// `display` (`block`, `inline`, `inline-block`, `flex`, `none`), `flex-direction`, `flex`,
  /// `justify-content`, `align-items`, `white-space: pre`, `-webkit-line-clamp`; lengths are `px`.
  /// Elements look as usual: `h1` to `h6`, `b`, `small`, `hr`, `br`, `img` … An inline element with a
  /// ground, a border or padding is a box in its line, as an `inline-block` is. A node that brings no
  /// ground of its own keeps clear of the edges, as a row of a table does. What does not fit is left
  /// out: a text then fills its last line, and ends with “…”.
  ///
  /// - Parameters:
  ///   - size: How large the drawing is, in points.
  ///   - margins: How far a node without a ground of its own keeps clear of the edges.
  /// - Returns: The shapes.
  /// - Complexity: O(nodes + length of the texts).
  public func drawing(
    in size: ContentSize,
    margins: ContentMargins = .row
  ) -> ContentDrawing {
    NodeLayout().drawing(of: self, in: size, margins: margins)
  }

  /// The size that the node needs.
  ///
  /// - Parameters:
  ///   - size: The room there is; a height that does not matter is left out.
  ///   - margins: How far a node without a ground of its own keeps clear of the edges.
  /// - Returns: The width of the widest line with what is around it, at most that of the room; and the
  ///   height that the node needs when it has the whole width of the room.
  /// - Complexity: O(nodes + length of the texts).
  public func sizeThatFits(_ size: ContentSize, margins: ContentMargins = .row) -> ContentSize {
    NodeLayout().size(of: self, width: size.width, margins: margins)
  }
}

/// How far something keeps clear of the edges, in points.
public struct ContentMargins: Hashable, Sendable {
  /// On the left and on the right.
  public var horizontal: Double
  /// Above and below.
  public var vertical: Double

  /// Creates margins.
  public init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Those of a row of a table: with one line of text it is 44 points high.
  public static let row = ContentMargins(horizontal: 16, vertical: 12)
  /// None.
  public static let none = ContentMargins(horizontal: 0, vertical: 0)
}

extension ContentNode {
  /// Whether the node covers its whole frame itself: it is a box with a ground, a border or padding, a
  /// rule, an image or a drawing.
  public var bringsGround: Bool {
    guard case .element(let element) = self else { return false }
    return NodeLayout().fillsItsFrame(element)
  }
}
