public import Foundation
public import ListRendering

/// A switch; a tap turns it.
open class UISwitch: UIControl {
  private var on = false
  /// Whether it is on.
  open var isOn: Bool {
    get { on }
    set { on = newValue }
  }
  /// The colour of its ground while it is on.
  open var onTintColor: UIColor?
  /// The colour of its knob.
  open var thumbTintColor: UIColor?

  /// Turns it.
  open func setOn(_ on: Bool, animated: Bool) { self.on = on }

  override func wasTapped() {
    on.toggle()
    sendActions(for: .valueChanged)
  }

  /// The size that every switch has.
  open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }
  /// Returns the size that every switch has.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// A knob on a ground that says whether it is on.
  open override var look: ContentNode {
    let ground = on ? onTintColor ?? .systemGreen : .systemGray4
    let knob = thumbTintColor ?? .white
    return .element(
      "svg",
      ["width": "51", "height": "31", "viewBox": "0 0 51 31"],
      [
        .element(
          "rect",
          [
            "x": "0", "y": "0", "width": "51", "height": "31", "rx": "15.5",
            "fill": "\(ground.css)",
          ]
        ),
        .element(
          "circle",
          ["cx": on ? "35.5" : "15.5", "cy": "15.5", "r": "13.5", "fill": "\(knob.css)"]
        ),
      ]
    )
  }
}
