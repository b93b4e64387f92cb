public import Foundation
public import ListRendering

/// A view of a text of many lines, drawn as a label.
open class UITextView: UIScrollView {
  private let label = UILabel()
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The text; never `nil`.
  open var text: String! {
    get { label.text ?? "" }
    set { label.text = newValue }
  }
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The text with attributes; the first ones count.
  open var attributedText: NSAttributedString! {
    get { label.attributedText ?? NSAttributedString(string: "") }
    set { label.attributedText = newValue }
  }
  /// The size and weight of its letters.
  open var font: UIFont? {
    get { label.font }
    set { label.font = newValue ?? .systemFont(ofSize: 17) }
  }
  /// The colour of its letters.
  open var textColor: UIColor? {
    get { label.textColor }
    set { label.textColor = newValue }
  }
  /// How its lines are aligned.
  open var textAlignment: NSTextAlignment {
    get { label.textAlignment }
    set { label.textAlignment = newValue }
  }
  /// Whether a person may change the text.
  open var isEditable = true
  /// Whether a person may choose parts of the text.
  open var isSelectable = true
  /// The space around the text.
  open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
  /// Accepted for compatibility only: texts have the size of their font.
  open var adjustsFontForContentSizeCategory = false

  /// Whether it may own the keyboard.
  open override var canBecomeFirstResponder: Bool { isEditable }

  /// The size of its text if it does not scroll.
  open override var intrinsicContentSize: CGSize {
    if isScrollEnabled { return super.intrinsicContentSize }
    label.numberOfLines = 0
    let size = label.intrinsicContentSize
    return CGSize(width: size.width + 10, height: size.height + 16)
  }
  override var breaksLines: Bool { !isScrollEnabled }
  override func contentHeight(inWidth width: CGFloat) -> CGFloat {
    label.numberOfLines = 0
    return label.contentHeight(inWidth: width - 10) + textContainerInset.top
      + textContainerInset.bottom
  }
  /// Returns the size of its text.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: contentHeight(inWidth: size.width))
  }

  /// The text.
  open override var look: ContentNode {
    label.numberOfLines = 0
    let space = "padding: \(Double(textContainerInset.top))px 5px"
    let style = (groundStyle + [space]).joined(separator: "; ")
    return .element("div", ["style": style], [label.look])
  }
}
