public import Foundation
public import ListRendering

/// A wheel that turns while something is loading.
open class UIActivityIndicatorView: UIView {
  /// The size of the wheel.
  public enum Style: Int, Hashable, Sendable {
    /// The usual one.
    case medium = 100
    /// A large one.
    case large = 101
  }

  /// The size of the wheel.
  open var style = Style.medium
  /// The colour; `nil` for grey.
  open var color: UIColor?
  /// Whether it is not seen while it does not turn.
  open var hidesWhenStopped = true
  /// Whether it turns.
  open private(set) var isAnimating = false

  /// Creates a wheel.
  public convenience init(style: Style) {
    self.init(frame: .zero)
    self.style = style
    frame.size = intrinsicContentSize
  }

  /// Lets it turn.
  open func startAnimating() { isAnimating = true }
  /// Stops it.
  open func stopAnimating() { isAnimating = false }

  /// The size of the wheel.
  open override var intrinsicContentSize: CGSize {
    style == .large ? CGSize(width: 37, height: 37) : CGSize(width: 20, height: 20)
  }
  /// Returns the size of the wheel.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// Spokes, from light to dark.
  open override var look: ContentNode {
    let side = Double(intrinsicContentSize.width)
    guard isAnimating || !hidesWhenStopped else {
      return .element("svg", ["width": "\(side)", "height": "\(side)"], [])
    }
    let ends = [
      (0.0, -1.0), (0.707, -0.707), (1, 0), (0.707, 0.707), (0, 1), (-0.707, 0.707), (-1, 0),
      (-0.707, -0.707),
    ]
    let spokes = ends.enumerated().map { index, end in
      ContentNode.element(
        "path",
        [
          "d": "M\(10 + end.0 * 4.5) \(10 + end.1 * 4.5)L\(10 + end.0 * 8.5) \(10 + end.1 * 8.5)",
          "stroke": "\((color ?? .systemGray).css)", "stroke-width": "2", "stroke-linecap": "round",
          "opacity": "\(0.3 + 0.1 * Double(index))",
        ]
      )
    }
    return .element(
      "svg",
      ["width": "\(side)", "height": "\(side)", "viewBox": "0 0 20 20"],
      spokes
    )
  }
}
