public import Foundation
public import ListRendering

/// A value that is changed in steps.
open class UIStepper: UIControl {
  /// The value.
  open var value: Double = 0
  /// The least value.
  open var minimumValue: Double = 0
  /// The greatest value.
  open var maximumValue: Double = 100
  /// The length of a step.
  open var stepValue: Double = 1

  /// A person taps plus (1) or minus (−1).
  open func simulateStep(_ steps: Int) {
    guard isEnabled else { return }
    value = min(max(value + Double(steps) * stepValue, minimumValue), maximumValue)
    sendActions(for: .valueChanged)
  }

  /// The size that every stepper has.
  open override var intrinsicContentSize: CGSize { CGSize(width: 94, height: 32) }
  /// Returns the size that every stepper has.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// Minus and plus.
  open override var look: ContentNode {
    func sign(_ d: String) -> ContentNode {
      .element("path", ["d": "\(d)", "stroke": "\(UIColor.label.css)", "stroke-width": "2"])
    }
    return .element(
      "svg",
      ["width": "94", "height": "32", "viewBox": "0 0 94 32"],
      [
        .element(
          "rect",
          ["width": "94", "height": "32", "rx": "8", "fill": "\(UIColor.systemFill.css)"]
        ),
        sign("M17 16h13"), sign("M64 16h13M70.5 9.5v13"), sign("M47 8v16"),
      ]
    )
  }
}
