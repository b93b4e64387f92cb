public import Foundation
import ListRendering

/// The corners, the border and the shadow of a view, and layers that are drawn behind its subviews.
@preconcurrency @MainActor
open class CALayer: NSObject {
  /// The radius of its corners, in points.
  open var cornerRadius: CGFloat = 0
  /// How a line ends; accepted for compatibility only.
  public enum CAShapeLayerLineCap: Hashable, Sendable {
    /// At its end, or a little behind it.
    case butt, round, square
  }

  /// How corners are curved; accepted for compatibility only.
  open var cornerCurve = CALayerCornerCurve.circular
  /// The corners that are round; accepted for compatibility only: all are.
  open var maskedCorners: CACornerMask = .all
  /// The width of its border, in points.
  open var borderWidth: CGFloat = 0
  /// The colour of its border.
  open var borderColor: CGColor?
  /// The colour of its ground; the view's own colour is drawn instead, if it has one.
  open var backgroundColor: CGColor?
  /// The colour of its shadow.
  open var shadowColor: CGColor? = UIColor.black.cgColor
  /// How dark its shadow is; none at 0.
  open var shadowOpacity: Float = 0
  /// How far its shadow is moved.
  open var shadowOffset = CGSize(width: 0, height: -3)
  /// How soft its shadow is, in points.
  open var shadowRadius: CGFloat = 3
  /// The outline of its shadow; accepted for compatibility only.
  open var shadowPath: CGPath?
  /// Whether what is in it is cut off at its edges and corners; its shadow is too.
  open var masksToBounds = false
  /// Its opacity.
  open var opacity: Float = 1
  /// Whether it is not drawn.
  open var isHidden = false
  /// Its frame in its layer or view.
  open var frame = CGRect.zero
  /// Its own coordinates.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }
  /// Its centre.
  open var position: CGPoint {
    get { CGPoint(x: frame.midX, y: frame.midY) }
    set {
      frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2)
    }
  }
  /// The name.
  open var name: String?
  /// Accepted for compatibility only.
  open var zPosition: CGFloat = 0
  /// Accepted for compatibility only.
  open var shouldRasterize = false
  /// Accepted for compatibility only.
  open var rasterizationScale: CGFloat = 1
  /// Accepted for compatibility only.
  open var contentsScale: CGFloat = 1
  /// Accepted for compatibility only: nothing is cut off.
  open var mask: CALayer?
  /// The layers in it.
  public private(set) var sublayers: [CALayer]?
  /// The layer that contains it.
  public private(set) weak var superlayer: CALayer?
  /// Its animations by their keys; nothing moves.
  private var animations: [String: CAAnimation] = [:]

  /// Creates a layer.
  public override init() { super.init() }

  /// Adds a layer in front of those in it.
  open func addSublayer(_ layer: CALayer) {
    insertSublayer(layer, at: UInt32(clamping: sublayers?.count ?? 0))
  }

  /// Adds a layer at a place among those in it.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) {
    layer.removeFromSuperlayer()
    layer.superlayer = self
    var layers = sublayers ?? []
    layers.insert(layer, at: min(Int(index), layers.count))
    sublayers = layers
  }

  /// Removes it from the layer that contains it.
  open func removeFromSuperlayer() {
    superlayer?.sublayers?.removeAll { $0 === self }
    superlayer = nil
  }

  /// Nothing: pictures are always up to date.
  open func setNeedsDisplay() {}
  /// Nothing: pictures are always up to date.
  open func setNeedsLayout() {}
  /// Nothing: pictures are always up to date.
  open func layoutIfNeeded() {}

  /// Adds an animation, which is kept and not played.
  open func add(_ animation: CAAnimation, forKey key: String?) {
    animations[key ?? ""] = animation
  }

  /// Returns the animation of a key.
  open func animation(forKey key: String) -> CAAnimation? { animations[key] }

  /// Removes the animation of a key.
  open func removeAnimation(forKey key: String) { animations[key] = nil }

  /// Removes all animations.
  open func removeAllAnimations() { animations = [:] }

  /// The border, the corners and the shadow, as CSS.
  var edgeStyle: [String] {
    var style: [String] = []
    if cornerRadius > 0 { style.append("border-radius: \(Double(cornerRadius))px") }
    if borderWidth > 0 {
      let color = borderColor?.color ?? .black
      style.append("border: \(Double(borderWidth))px solid \(color.css)")
    }
    if masksToBounds { style.append("overflow: hidden") }
    if shadowOpacity > 0, !masksToBounds, let color = shadowColor?.color {
      let alpha = CGFloat(shadowOpacity) * color.cgColor.alpha
      style.append(
        "box-shadow: \(Double(shadowOffset.width))px \(Double(shadowOffset.height))px "
          + "\(Double(shadowRadius) * 2)px \(color.withAlphaComponent(alpha).css)"
      )
    }
    return style
  }

  /// The layer in its place, as it is drawn behind subviews; `nil` if it has nothing to draw.
  var node: ContentNode? {
    guard !isHidden, opacity > 0, !frame.isEmpty else { return nil }
    var style = place + edgeStyle
    if let color = backgroundColor?.color { style.append("background: \(color.css)") }
    return .element(
      "div",
      ["style": style.joined(separator: "; ")],
      strips + (sublayers ?? []).compactMap(\.node)
    )
  }

  private var place: [String] {
    [
      "position: absolute", "left: \(Double(frame.minX))px", "top: \(Double(frame.minY))px",
      "width: \(Double(frame.width))px", "height: \(Double(frame.height))px",
    ]
  }

  /// What a kind of layer draws on its ground.
  var strips: [ContentNode] { [] }
}

/// A layer whose colour changes from one edge to another; it is drawn in strips.
open class CAGradientLayer: CALayer {
  /// The colours: values of `CGColor`.
  open var colors: [Any]?
  /// Where the colours are, from 0 to 1.
  open var locations: [NSNumber]?
  /// Where the first colour is, from 0 to 1.
  open var startPoint = CGPoint(x: 0.5, y: 0)
  /// Where the last colour is, from 0 to 1.
  open var endPoint = CGPoint(x: 0.5, y: 1)
  /// The shape; accepted for compatibility only.
  open var type = CAGradientLayerType.axial

  override var strips: [ContentNode] {
    let colors = (colors ?? []).compactMap { $0 as? CGColor }
    guard colors.count > 1 else { return [] }
    let isAcross = abs(endPoint.x - startPoint.x) > abs(endPoint.y - startPoint.y)
    let isBackward =
      isAcross ? endPoint.x < startPoint.x : endPoint.y < startPoint.y
    let count = 24
    let length = Double(isAcross ? frame.width : frame.height)
    return (0..<count).map { index in
      let part = (Double(index) + 0.5) / Double(count)
      let color = color(at: isBackward ? 1 - part : part, colors)
      let start = length * Double(index) / Double(count)
      // A strip reaches under the next one, so that no line is seen between them.
      let (wide, high) =
        isAcross
        ? (length / Double(count) + 0.3, Double(frame.height))
        : (Double(frame.width), length / Double(count) + 0.3)
      let style =
        "position: absolute; left: \(isAcross ? start : 0)px; top: \(isAcross ? 0 : start)px; "
        + "width: \(wide)px; height: \(high)px; background: \(color.css)"
      return .element("div", ["style": "\(style)"], [])
    }
  }

  private func color(at part: Double, _ colors: [CGColor]) -> UIColor {
    let places =
      locations.map { $0.map(\.doubleValue) }
      ?? colors.indices.map { Double($0) / Double(colors.count - 1) }
    for index in 1..<min(colors.count, max(2, places.count))
    where part <= places[min(index, places.count - 1)] {
      let (from, to) = (places[index - 1], places[index])
      let share = to > from ? (part - from) / (to - from) : 0
      return colors[index - 1].color.mixed(with: colors[index].color, by: min(max(share, 0), 1))
    }
    return colors[colors.count - 1].color
  }
}

/// A layer of an outline; accepted for compatibility only: it is not drawn.
open class CAShapeLayer: CALayer {
  /// The outline.
  open var path: CGPath?
  /// The colour inside.
  open var fillColor: CGColor?
  /// The colour of the line.
  open var strokeColor: CGColor?
  /// The width of the line.
  open var lineWidth: CGFloat = 1
  /// How the line ends.
  open var lineCap = CAShapeLayerLineCap.butt
  /// Where the line begins, from 0 to 1.
  open var strokeStart: CGFloat = 0
  /// Where the line ends, from 0 to 1.
  open var strokeEnd: CGFloat = 1
  /// The pattern of the line.
  open var lineDashPattern: [NSNumber]?
}

/// How corners are curved; accepted for compatibility only.
public struct CALayerCornerCurve: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a curve.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// As a circle.
  public static let circular = CALayerCornerCurve(rawValue: "circular")
  /// Softer than a circle.
  public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

/// The shape of a gradient; accepted for compatibility only.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a shape.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Along a line.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// Around a point.
  public static let radial = CAGradientLayerType(rawValue: "radial")
}

/// Corners of a layer.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// One bit for each corner.
  public let rawValue: UInt
  /// Creates a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// At the top, at the left.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// At the top, at the right.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// At the bottom, at the left.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// At the bottom, at the right.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
  static let all = CACornerMask(rawValue: 15)
}

/// An outline.
public struct CGPath: Hashable, Sendable {
  let rect: CGRect

  /// Creates the outline of a rectangle; a transform is accepted for compatibility only.
  public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>? = nil) { self.rect = rect }
}

/// An outline; only its rectangle is kept.
@preconcurrency @MainActor
public final class UIBezierPath: NSObject {
  /// The outline.
  public let cgPath: CGPath

  /// Creates the outline of a rectangle.
  public init(rect: CGRect) { cgPath = CGPath(rect: rect) }
  /// Creates the outline of a rectangle with round corners.
  public init(roundedRect rect: CGRect, cornerRadius: CGFloat) { cgPath = CGPath(rect: rect) }
  /// Creates an empty outline.
  public override init() { cgPath = CGPath(rect: .zero) }
  /// Creates the outline of a part of a circle.
  public init(
    arcCenter center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool
  ) {
    cgPath = CGPath(
      rect: CGRect(
        x: center.x - radius,
        y: center.y - radius,
        width: 2 * radius,
        height: 2 * radius
      )
    )
  }
  /// Creates the outline of an ellipse.
  public init(ovalIn rect: CGRect) { cgPath = CGPath(rect: rect) }
}
