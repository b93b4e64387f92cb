public import Foundation
public import ListRendering

/// How far something has come.
open class UIProgressView: UIView {
  /// How far it has come, from 0 to 1.
  open var progress: Float = 0
  /// The colour of what is done.
  open var progressTintColor: UIColor?
  /// The colour of what is left.
  open var trackTintColor: UIColor?

  /// Sets how far it has come.
  open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }

  /// Its height; its width is what it gets.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: 4)
  }

  /// A bar.
  open override var look: ContentNode {
    let width = frame.width > 0 ? Double(frame.width) : 150
    func bar(_ length: Double, _ color: UIColor) -> ContentNode {
      .element(
        "rect",
        ["width": "\(length)", "height": "4", "rx": "2", "fill": "\(color.css)"]
      )
    }
    return .element(
      "svg",
      ["width": "\(width)", "height": "4", "viewBox": "0 0 \(width) 4"],
      [
        bar(width, trackTintColor ?? .systemGray4),
        bar(width * Double(min(max(progress, 0), 1)), progressTintColor ?? inheritedTint),
      ]
    )
  }
}
