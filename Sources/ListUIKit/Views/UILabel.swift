public import Foundation
public import ListRendering

/// A view that shows a text.
open class UILabel: UIView {
  /// The text that is shown.
  open var text: String? { didSet { if text != oldValue { contentDidChange() } } }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The size and weight of its letters; never `nil`.
  open var font: UIFont! = UIFont.systemFont(ofSize: 17) {
    didSet {
      if font == nil { font = .systemFont(ofSize: 17) }
      if font != oldValue { contentDidChange() }
    }
  }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The colour of its letters; `nil` for one that can be read on its background.
  open var textColor: UIColor!
  /// How its lines are aligned.
  open var textAlignment = NSTextAlignment.natural
  /// The most lines that are shown; 0 for any number.
  open var numberOfLines = 1 { didSet { if numberOfLines != oldValue { contentDidChange() } } }
  /// Where a text that does not fit is cut off; accepted for compatibility only: at its end.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  /// Whether letters become smaller so that they fit; accepted for compatibility only.
  open var adjustsFontSizeToFitWidth = false
  /// How much smaller letters become; accepted for compatibility only.
  open var minimumScaleFactor: CGFloat = 0
  /// Whether lines are set closer; accepted for compatibility only.
  open var allowsDefaultTighteningForTruncation = false
  /// Where the line stands if letters become smaller; accepted for compatibility only.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines
  /// The colour of letters while the label is highlighted.
  open var highlightedTextColor: UIColor?
  /// Whether the label is highlighted.
  open var isHighlighted = false
  /// Whether the label looks enabled.
  open var isEnabled = true
  /// The colour of the shadow of letters; accepted for compatibility only.
  open var shadowColor: UIColor?
  /// How far the shadow of letters is moved; accepted for compatibility only.
  open var shadowOffset = CGSize(width: 0, height: -1)

  /// The text with attributes: the font, the colour and the alignment of its beginning count.
  open var attributedText: NSAttributedString? {
    get { text.map { NSAttributedString(string: $0) } }
    set {
      text = newValue?.string
      guard let newValue, newValue.length > 0 else { return }
      let attributes = newValue.attributes(at: 0, effectiveRange: nil)
      take(attributes)
      if let style = attributes[.paragraphStyle] as? NSMutableParagraphStyle {
        textAlignment = style.alignment
      }
    }
  }

  /// A size that was measured; a label is asked again and again while it is laid out.
  private struct Measure {
    var width: Double
    var font: UIFont
    var size: CGSize
  }

  private var measures: [Measure] = []

  private func contentDidChange() {
    measures = []
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  /// The font in the size that a person has chosen, if the label follows that.
  var shownFont: UIFont {
    let font = font ?? .systemFont(ofSize: 17)
    guard adjustsFontForContentSizeCategory, let style = font.textStyle else { return font }
    return UIFont(
      pointSize: style.size(in: traitCollection.preferredContentSizeCategory),
      weight: font.weight,
      textStyle: style
    )
  }

  /// Draws the text in a rectangle; a subclass may call `super` with a smaller one, whose distances from
  /// the edges are then kept free.
  open func drawText(in rect: CGRect) { drawnRect = rect }
  /// Returns the rectangle of the text.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect
  {
    bounds
  }
  private var drawnRect: CGRect?

  /// The distances from the edges that a subclass keeps free when it draws its text.
  private var drawnInsets: UIEdgeInsets {
    let room = CGRect(x: 0, y: 0, width: 1_000, height: 1_000)
    drawnRect = nil
    drawText(in: room)
    guard let rect = drawnRect else { return .zero }
    return UIEdgeInsets(
      top: rect.minY,
      left: rect.minX,
      bottom: room.maxY - rect.maxY,
      right: room.maxX - rect.maxX
    )
  }

  /// Returns the size of its text.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let lines = numberOfLines > 0 ? numberOfLines : Int.max
    let width = size.width > 0 ? min(Double(size.width), 1e6) : 1e6
    let font = shownFont
    if let known = measures.first(where: { $0.width == width && $0.font == font }) {
      return known.size
    }
    let text = TextMeasurer().size(of: text ?? "", in: font.metrics, width: width, atMost: lines)
    let size = CGSize(width: text.width.rounded(.up), height: text.height)
    if measures.count == 4 { measures.removeFirst() }
    measures.append(Measure(width: width, font: font, size: size))
    return size
  }

  /// The width at which its text is broken into lines when it is measured; 0 for none.
  open var preferredMaxLayoutWidth: CGFloat = 0
  /// Whether letters of a font for a text style follow the size that a person has chosen.
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
      measurer.ascent(of: shownFont.metrics), measurer.descent(of: shownFont.metrics)
    )
    let spare = max(0, measurer.lineHeight(of: shownFont.metrics) - ascent - descent) / 2
    return (CGFloat(spare + ascent), CGFloat(spare + descent))
  }

  /// The text, drawn in its font and colour.
  open override var look: ContentNode {
    var style = groundStyle
    let font = shownFont
    style.append("font-size: \(Double(font.pointSize))px")
    style.append("font-weight: \(font.isBold ? "bold" : "normal")")
    if let color = isHighlighted ? highlightedTextColor ?? textColor : textColor {
      style.append("color: \(color.css)")
    }
    let insets = drawnInsets
    if insets != .zero {
      let edges = [insets.top, insets.right, insets.bottom, insets.left]
      style.append("padding: " + edges.map { "\(Double(max(0, $0)))px" }.joined(separator: " "))
    }
    switch textAlignment {
    case .center: style.append("text-align: center")
    case .right: style.append("text-align: right")
    case .left, .justified, .natural: break
    }
    if superview != nil, !hasSizeOfLayout, frame.height > 0 {
      style += ["display: flex", "flex-direction: column", "justify-content: center"]
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

/// Where a line stands if letters become smaller; accepted for compatibility only.
public enum UIBaselineAdjustment: Int, Hashable, Sendable {
  /// On the baseline.
  case alignBaselines
  /// In the middle.
  case alignCenters
  /// At the top.
  case none
}

/// How paragraphs are set.
open class NSParagraphStyle: NSObject {}

/// How paragraphs are set: their alignment.
public final class NSMutableParagraphStyle: NSParagraphStyle {
  /// How lines are aligned.
  public var alignment = NSTextAlignment.natural
  /// The space between lines; accepted for compatibility only.
  public var lineSpacing: CGFloat = 0
  /// Where texts are cut off; accepted for compatibility only.
  public var lineBreakMode = NSLineBreakMode.byWordWrapping
  /// The height of a line, compared with the usual one; accepted for compatibility only.
  public var lineHeightMultiple: CGFloat = 0
}
