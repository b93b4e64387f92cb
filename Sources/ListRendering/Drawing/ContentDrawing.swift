/// The drawing of a node at a size: shapes and lines of text, each with its position.
///
/// Pictures are drawn and sizes are measured with the same rules, so that a drawing has the
/// measured size.
package struct ContentDrawing: Hashable, Sendable {
  /// The size, in points; shapes may extend beyond it when they do not fit.
  package var size: ContentSize
  /// The shapes, from bottom to top.
  package var shapes: [Shape]

  /// A shape of a drawing.
  package enum Shape: Hashable, Sendable {
    /// A rectangle with rounded corners.
    case rectangle(ContentRect, cornerRadius: Double, fill: ContentColor?, border: Border?)
    /// A line of text.
    case text(Line)
    /// A picture that is not loaded; the label says in words what it shows.
    case picture(ContentRect, cornerRadius: Double, label: String)
    /// A vector drawing: an `svg` element that has only shapes and text.
    case vector(ContentNode.Element, ContentRect)
    /// Shapes that are cut off at the edges of a rectangle with rounded corners.
    indirect case clipped([Shape], ContentRect, cornerRadius: Double)
  }

  /// A line around a rectangle.
  package struct Border: Hashable, Sendable {
    /// Its colour.
    package var color: ContentColor
    /// The width of the line, in points.
    package var width: Double
  }

  /// A line of text in one style.
  package struct Line: Hashable, Sendable {
    /// The text.
    package var text: String
    /// The style of the text.
    package var style: TextStyle
    /// Its colour.
    package var color: ContentColor
    /// The left edge, in points.
    package var x: Double
    /// The baseline, in points from the top.
    package var baseline: Double
    /// The measured width, in points.
    package var width: Double
    /// Whether the width is exact: the font has all characters of the text.
    package var isExact: Bool
  }
}

/// A rectangle in points, from the top left corner of its container.
package struct ContentRect: Hashable, Sendable {
  /// The left edge.
  package var x: Double
  /// The top edge.
  package var y: Double
  /// The width.
  package var width: Double
  /// The height.
  package var height: Double

  /// Creates a rectangle.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ContentNode {
  /// Draws the node at a size.
  ///
  /// `style` attributes may use a subset of CSS: `color`, `background`, `padding`, `border` and the
  /// border of one edge (`border-bottom` …), `border-radius`, `box-shadow`, `opacity`, `overflow`,
  /// `font-size`, `font-weight`,
  /// `text-align`, `gap`, `width`, `height`, `display` (`block`, `inline`, `inline-block`, `flex`,
  /// `none`), `flex-direction`, `flex`, `justify-content`, `align-items`, `white-space: pre`,
  /// `-webkit-line-clamp`; lengths are `px`. Elements look as usual: `h1` to `h6`, `b`, `small`,
  /// `hr`, `br`, `img` … An inline element with a background, a border or padding is a box in its
  /// line, like an `inline-block`. A node without a background keeps a margin to the edges, like a
  /// row of a table. Parts that do not fit are left out: a text then fills its last line and ends
  /// with “…”.
  ///
  /// - Parameters:
  ///   - size: The size of the drawing, in points.
  ///   - margins: The margins of a node without a background.
  /// - Returns: The shapes.
  /// - Complexity: O(nodes + length of the texts).
  package func drawing(
    in size: ContentSize,
    margins: ContentMargins = .row
  ) -> ContentDrawing {
    NodeLayout().drawing(of: self, in: size, margins: margins)
  }

  /// Returns the size that the node needs; a node without a background has the margins of a row.
  ///
  /// - Parameter size: The available room; only its width is used.
  /// - Returns: The width of the widest line with its padding and margins, at most the width of the
  ///   room; and the height that the node needs in the whole width of the room.
  /// - Complexity: O(nodes + length of the texts).
  public func sizeThatFits(_ size: ContentSize) -> ContentSize {
    sizeThatFits(size, margins: .row)
  }

  /// Returns the size that the node needs, with margins for a node without a background.
  package func sizeThatFits(_ size: ContentSize, margins: ContentMargins) -> ContentSize {
    NodeLayout().size(of: self, width: size.width, margins: margins)
  }
}

/// The distances between a node and the edges, in points.
package struct ContentMargins: Hashable, Sendable {
  /// The margin on the left and on the right.
  package var horizontal: Double
  /// The margin above and below.
  package var vertical: Double

  /// Creates margins.
  package init(horizontal: Double, vertical: Double) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The margins of a row of a table: a row with one line of text is 44 points high.
  package static let row = ContentMargins(horizontal: 16, vertical: 12)
  /// No margins.
  package static let none = ContentMargins(horizontal: 0, vertical: 0)
}

extension ContentNode {
  /// Whether the node fills its whole frame: a box with a background, a border or padding, a rule,
  /// an image or a drawing.
  package var bringsGround: Bool {
    guard case .element(let element) = self else { return false }
    return NodeLayout().fillsItsFrame(element)
  }
}
