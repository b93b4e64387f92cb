import Foundation

extension UIView {
  /// The parts of a view's position and size that change with its superview.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// One bit for each part.
    public let rawValue: UInt

    /// Creates a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The space to its left.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// Its width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The space to its right.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The space above it.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// Its height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The space below it.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }
}

extension UIView {
  /// Adds the content view of a cell, which is as large as the cell; the layout sets that size.
  func addContent(_ view: UIView) {
    view.hasSizeOfLayout = true
    view.frame = bounds
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(view)
  }
}

extension UIView.AutoresizingMask {
  /// Returns the frame of a view after its superview has changed its size.
  func frame(_ frame: CGRect, in old: CGSize, changedTo new: CGSize) -> CGRect {
    let (x, width) = Self.place(
      (frame.origin.x, frame.size.width),
      in: (old.width, new.width),
      (contains(.flexibleLeftMargin), contains(.flexibleWidth), contains(.flexibleRightMargin))
    )
    let (y, height) = Self.place(
      (frame.origin.y, frame.size.height),
      in: (old.height, new.height),
      (contains(.flexibleTopMargin), contains(.flexibleHeight), contains(.flexibleBottomMargin))
    )
    return CGRect(x: x, y: y, width: width, height: height)
  }

  /// Divides the change of the superview's length among the flexible parts, in proportion to their
  /// lengths.
  private static func place(
    _ place: (start: CGFloat, length: CGFloat),
    in room: (old: CGFloat, new: CGFloat),
    _ changes: (before: Bool, length: Bool, after: Bool)
  ) -> (CGFloat, CGFloat) {
    let after = room.old - place.start - place.length
    let parts = [
      (place.start, changes.before), (place.length, changes.length), (after, changes.after),
    ].filter(\.1).map(\.0)
    guard !parts.isEmpty else { return place }
    let total = parts.reduce(0, +)
    let more = room.new - room.old
    func share(_ length: CGFloat) -> CGFloat {
      total > 0 ? more * length / total : more / CGFloat(parts.count)
    }
    return (
      changes.before ? place.start + share(place.start) : place.start,
      changes.length ? place.length + share(place.length) : place.length
    )
  }
}
