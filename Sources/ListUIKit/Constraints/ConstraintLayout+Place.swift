import Foundation
import ListConstraints

extension ConstraintLayout {
  /// Where something is.
  struct Place {
    var left: LinearExpression
    var top: LinearExpression
    var width: LinearExpression
    var height: LinearExpression

    var right: LinearExpression { left + width }
    var bottom: LinearExpression { top + height }
  }
}

extension ConstraintLayout.Place {
  func inset(by insets: UIEdgeInsets) -> Self {
    Self(
      left: left + Double(insets.left),
      top: top + Double(insets.top),
      width: width + -Double(insets.left + insets.right),
      height: height + -Double(insets.top + insets.bottom)
    )
  }

  /// The upper part of it.
  func top(_ height: Double) -> Self {
    Self(left: left, top: top, width: width, height: .constant(height))
  }

  /// The lower part of it.
  func bottom(_ height: Double) -> Self {
    Self(left: left, top: bottom + -height, width: width, height: .constant(height))
  }

  /// Returns the place of a subview that changes with its superview as its mask says.
  @MainActor
  func subview(_ view: UIView, of size: CGSize) -> Self {
    let mask = view.autoresizingMask
    let (left, width) = Self.part(
      (Double(view.frame.minX), Double(view.frame.width)),
      in: (self.left, self.width, Double(size.width)),
      (mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth))
    )
    let (top, height) = Self.part(
      (Double(view.frame.minY), Double(view.frame.height)),
      in: (self.top, self.height, Double(size.height)),
      (mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight))
    )
    return Self(left: left, top: top, width: width, height: height)
  }

  private static func part(
    _ part: (start: Double, length: Double),
    in whole: (start: LinearExpression, length: LinearExpression, now: Double),
    _ grows: (before: Bool, length: Bool)
  ) -> (LinearExpression, LinearExpression) {
    let start = whole.start + part.start
    if grows.length { return (start, whole.length + (part.length - whole.now)) }
    let length = LinearExpression.constant(part.length)
    guard grows.before else { return (start, length) }
    return (start + whole.length + -whole.now, length)
  }
}

extension LinearExpression {
  static func constant(_ constant: Double) -> LinearExpression {
    LinearExpression(constant: constant)
  }
}
