public import Foundation

/// A transform of the plane, as Core Graphics has it; Foundation on Linux has none.
public struct CGAffineTransform: Hashable, Sendable {
  /// The numbers of the matrix: a point becomes (a·x + c·y + tx, b·x + d·y + ty).
  public var a, b, c, d, tx, ty: CGFloat

  /// No change.
  public static let identity = CGAffineTransform()

  /// Creates a transform that changes nothing.
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// Creates a transform from the numbers of its matrix.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Creates a scaling.
  public init(scaleX: CGFloat, y: CGFloat) {
    self.init(a: scaleX, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Creates a translation.
  public init(translationX: CGFloat, y: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: translationX, ty: y)
  }

  /// Creates a rotation, clockwise on a screen, by an angle in radians.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (CGFloat(sin(Double(angle))), CGFloat(cos(Double(angle))))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  init(scale: Double, rotation: Double) {
    self.init(scaleX: CGFloat(scale), y: CGFloat(scale))
    if rotation != 0 { self = concatenating(CGAffineTransform(rotationAngle: CGFloat(rotation))) }
  }

  /// Whether it changes nothing.
  public var isIdentity: Bool { self == .identity }

  /// How much longer a line becomes that ran to the side.
  var scale: Double { b == 0 ? Double(a) : hypot(Double(a), Double(b)) }
  /// How far a line is turned that ran to the side, clockwise, in radians.
  var rotation: Double { b == 0 ? 0 : atan2(Double(b), Double(a)) }

  /// Returns this transform followed by another one.
  public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * next.a + b * next.c,
      b: a * next.b + b * next.d,
      c: c * next.a + d * next.c,
      d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty
    )
  }

  /// Returns a scaling followed by this transform.
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Returns a translation followed by this transform.
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// Returns a rotation followed by this transform.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }
}

extension CGPoint {
  /// Returns the point after a transform.
  public func applying(_ transform: CGAffineTransform) -> CGPoint {
    CGPoint(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty
    )
  }
}

extension CGRect {
  /// Returns the smallest upright rectangle around the rectangle after a transform.
  public func applying(_ transform: CGAffineTransform) -> CGRect {
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY),
      CGPoint(x: maxX, y: maxY),
    ].map { $0.applying(transform) }
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return CGRect(
      x: left,
      y: top,
      width: (xs.max() ?? 0) - left,
      height: (ys.max() ?? 0) - top
    )
  }

  /// Returns the rectangle without the space of insets.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    CGRect(
      x: origin.x + insets.left,
      y: origin.y + insets.top,
      width: size.width - insets.left - insets.right,
      height: size.height - insets.top - insets.bottom
    )
  }
}
