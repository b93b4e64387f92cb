public import Foundation
public import ListRendering

/// A value between two others.
open class UISlider: UIControl {
  /// The value.
  open var value: Float = 0
  /// The least value.
  open var minimumValue: Float = 0
  /// The greatest value.
  open var maximumValue: Float = 1
  /// The colour of the track before the knob.
  open var minimumTrackTintColor: UIColor?
  /// The colour of the track after the knob.
  open var maximumTrackTintColor: UIColor?
  /// The colour of the knob.
  open var thumbTintColor: UIColor?
  /// Whether it tells every change; accepted for compatibility only.
  open var isContinuous = true

  /// Sets the value.
  open func setValue(_ value: Float, animated: Bool) { self.value = value }

  /// A person moves the knob.
  open func simulateMove(to value: Float) {
    guard isEnabled else { return }
    self.value = min(max(value, minimumValue), maximumValue)
    sendActions(for: .valueChanged)
  }

  /// Its height; its width is what it gets.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: 31)
  }

  /// A track and a knob.
  open override var look: ContentNode {
    let width = frame.width > 0 ? Double(frame.width) : 118
    let range = maximumValue - minimumValue
    let part = range > 0 ? Double((value - minimumValue) / range) : 0
    let x = 14 + (width - 28) * min(max(part, 0), 1)
    func bar(_ from: Double, _ to: Double, _ color: UIColor) -> ContentNode {
      .element(
        "rect",
        [
          "x": "\(from)", "y": "13.5", "width": "\(max(0, to - from))", "height": "4", "rx": "2",
          "fill": "\(color.css)",
        ]
      )
    }
    return .element(
      "svg",
      ["width": "\(width)", "height": "31", "viewBox": "0 0 \(width) 31"],
      [
        bar(0, width, maximumTrackTintColor ?? .systemGray4),
        bar(0, x, minimumTrackTintColor ?? inheritedTint),
        .element(
          "circle",
          [
            "cx": "\(x)", "cy": "15.5", "r": "13", "fill": "\((thumbTintColor ?? .white).css)",
            "stroke": "\(UIColor.systemGray4.css)",
          ]
        ),
      ]
    )
  }
}
