/// A content that knows the size it needs.
public protocol MeasuredContent: AnyObject {
  /// Returns the size that best fits the current drawing, in a container of the given size.
  func sizeThatFits(_ size: ContentSize) -> ContentSize
}

// Contents that describe themselves can be measured; a picture draws them at the measured size.

extension TextContent: MeasuredContent {
  /// Returns the size of the text, broken into lines, with the margins of a row.
  public func sizeThatFits(_ size: ContentSize) -> ContentSize { node.sizeThatFits(size) }
}

extension NodeContent: MeasuredContent {
  /// Returns the size that the node needs; a node without a background has the margins of a row.
  public func sizeThatFits(_ size: ContentSize) -> ContentSize { node.sizeThatFits(size) }
}
