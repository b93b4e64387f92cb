extension UIView {
  /// How content fills a view.
  public enum ContentMode: Int, Hashable, Sendable {
    /// Stretched.
    case scaleToFill
    /// Scaled to fit.
    case scaleAspectFit
    /// Scaled to fill.
    case scaleAspectFill
    /// Drawn again.
    case redraw
    /// Centred, in its own size.
    case center
    /// At an edge, in its own size.
    case top, bottom, left, right
    /// In a corner, in its own size.
    case topLeft, topRight, bottomLeft, bottomRight
  }
}
