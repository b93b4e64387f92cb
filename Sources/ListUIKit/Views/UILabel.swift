public import Foundation
public import ListRendering

/// A view that shows a text.
open class UILabel: UIView {
  /// The text that is shown.
  open var text: String?
  /// The size and weight of its letters.
  open var font = UIFont.systemFont(ofSize: 17)
  /// The colour of its letters; `nil` for one that can be read on its background.
  open var textColor: UIColor?
  /// How its lines are aligned.
  open var textAlignment = NSTextAlignment.natural
  /// The most lines that are shown; 0 for any number.
  open var numberOfLines = 1

  /// Returns the size of its text.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let lines = numberOfLines > 0 ? numberOfLines : Int.max
    let width = min(Double(size.width), 1e6)
    let text = TextMeasurer().size(of: text ?? "", in: font.textStyle, width: width, atMost: lines)
    return CGSize(width: text.width.rounded(.up), height: text.height)
  }

  /// The width at which its text is broken into lines when it is measured; 0 for none.
  open var preferredMaxLayoutWidth: CGFloat = 0
  /// Accepted for compatibility only: texts have the default size of the system.
  open var adjustsFontForContentSizeCategory = false

  /// The size of its text, in one line unless ``preferredMaxLayoutWidth`` breaks it.
  open override var intrinsicContentSize: CGSize {
    let width = preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : .greatestFiniteMagnitude
    return sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
  }

  override var breaksLines: Bool { numberOfLines != 1 }

  override func contentHeight(inWidth width: CGFloat) -> CGFloat {
    sizeThatFits(CGSize(width: max(1, width + 0.01), height: .greatestFiniteMagnitude)).height
  }

  override var baselineOffsets: (first: CGFloat, last: CGFloat) {
    let measurer = TextMeasurer()
    let (ascent, descent) = (
      measurer.ascent(of: font.textStyle), measurer.descent(of: font.textStyle)
    )
    let spare = max(0, measurer.lineHeight(of: font.textStyle) - ascent - descent) / 2
    return (CGFloat(spare + ascent), CGFloat(spare + descent))
  }

  /// The text, drawn in its font and colour.
  open override var look: ContentNode {
    var style = groundStyle
    style.append("font-size: \(Double(font.pointSize))px")
    style.append("font-weight: \(font.isBold ? "bold" : "normal")")
    if let textColor { style.append("color: \(textColor.css)") }
    switch textAlignment {
    case .center: style.append("text-align: center")
    case .right: style.append("text-align: right")
    case .left, .justified, .natural: break
    }
    if numberOfLines > 0 { style.append("-webkit-line-clamp: \(numberOfLines)") }
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else {
      return .element("p", ["style": style.joined(separator: "; ")], text: text ?? "")
    }
    let shown = numberOfLines > 0 ? lines.prefix(numberOfLines) : lines[...]
    return .element(
      "div",
      ["style": style.joined(separator: "; ")],
      shown.map { .element("p", text: String($0)) }
    )
  }
}

/// A view of a picture, drawn as a box with the picture's name.
open class UIImageView: UIView {
  /// The picture.
  open var image: UIImage?
  /// How the picture fills the view; accepted for compatibility only.
  open var contentMode = UIView.ContentMode.scaleToFill

  /// Creates a view of a picture.
  public convenience init(image: UIImage?) {
    self.init(frame: .zero)
    self.image = image
  }

  /// A box with the name of the picture.
  open override var look: ContentNode {
    .element("img", ["alt": image?.name ?? "", "style": groundStyle.joined(separator: "; ")])
  }
}

extension UIView {
  /// How content fills a view.
  public enum ContentMode: Int, Hashable, Sendable {
    /// Stretched.
    case scaleToFill
    /// Scaled to fit.
    case scaleAspectFit
    /// Scaled to fill.
    case scaleAspectFill
    /// Centred, in its own size.
    case center
  }
}
