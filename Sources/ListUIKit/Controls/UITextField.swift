public import Foundation
public import ListRendering

/// A field for a line of text.
///
/// A test writes into it with ``simulateTyping(_:)``.
open class UITextField: UIControl {
  /// How the field looks.
  public enum BorderStyle: Int, Hashable, Sendable {
    /// Without a border.
    case none
    /// With a line.
    case line
    /// With a bezel.
    case bezel
    /// With round corners.
    case roundedRect
  }

  /// When a part of the field is seen.
  public enum ViewMode: Int, Hashable, Sendable {
    /// Never.
    case never
    /// While the text is edited.
    case whileEditing
    /// While it is not.
    case unlessEditing
    /// Always.
    case always
  }

  /// The text.
  open var text: String? = ""
  /// The text while there is none.
  open var placeholder: String?
  /// The text while there is none; its attributes do not count.
  open var attributedPlaceholder: NSAttributedString? {
    didSet { placeholder = attributedPlaceholder?.string }
  }
  /// The size and weight of its letters.
  open var font: UIFont? = .systemFont(ofSize: 17)
  /// The colour of its letters.
  open var textColor: UIColor?
  /// How its line is aligned.
  open var textAlignment = NSTextAlignment.natural
  /// How the field looks.
  open var borderStyle = BorderStyle.none
  /// When the button that clears the text is seen; accepted for compatibility only.
  open var clearButtonMode = ViewMode.never
  /// Whether letters are not shown.
  open var isSecureTextEntry = false
  /// The keyboard; accepted for compatibility only.
  open var keyboardType = UIKeyboardType.default
  /// The key that ends a line; accepted for compatibility only.
  open var returnKeyType = UIReturnKeyType.default
  /// Which letters become capitals; accepted for compatibility only.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// Whether words are corrected; accepted for compatibility only.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// Accepted for compatibility only: texts have the size of their font.
  open var adjustsFontForContentSizeCategory = false
  /// The view before the text; accepted for compatibility only.
  open var leftView: UIView?
  /// When the view before the text is seen.
  open var leftViewMode = ViewMode.never
  /// The view after the text; accepted for compatibility only.
  open var rightView: UIView?
  /// When the view after the text is seen.
  open var rightViewMode = ViewMode.never
  /// The object that is told about changes.
  open weak var delegate: (any UITextFieldDelegate)?
  /// Whether the text is edited.
  open var isEditing: Bool { isFirstResponder }

  /// Whether it may own the keyboard.
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// Takes the keyboard, and tells so.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard delegate?.textFieldShouldBeginEditing(self) != false, super.becomeFirstResponder() else {
      return false
    }
    delegate?.textFieldDidBeginEditing(self)
    sendActions(for: .editingDidBegin)
    return true
  }

  /// Gives the keyboard back, and tells so.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard delegate?.textFieldShouldEndEditing(self) != false else { return false }
    super.resignFirstResponder()
    delegate?.textFieldDidEndEditing(self)
    sendActions(for: .editingDidEnd)
    return true
  }

  override func wasTapped() { becomeFirstResponder() }

  /// A person writes at the end of the text.
  open func simulateTyping(_ string: String) {
    guard becomeFirstResponder() else { return }
    let end = NSRange(location: (text ?? "").utf16.count, length: 0)
    let isAllowed =
      delegate?.textField(self, shouldChangeCharactersIn: end, replacementString: string) ?? true
    guard isAllowed else { return }
    text = (text ?? "") + string
    sendActions(for: .editingChanged)
  }

  /// A person presses the return key.
  open func simulateReturn() {
    guard delegate?.textFieldShouldReturn(self) != false else { return }
    sendActions(for: .editingDidEndOnExit)
  }

  /// The size of its text.
  open override var intrinsicContentSize: CGSize {
    let style = (font ?? .systemFont(ofSize: 17)).metrics
    let shown = text?.isEmpty == false ? text : placeholder
    let size = TextMeasurer().size(of: shown ?? "", in: style, width: 1e6, atMost: 1)
    let space: CGFloat = borderStyle == .none ? 0 : 14
    let height = max(CGFloat(size.height), CGFloat(TextMeasurer().lineHeight(of: style)))
    return CGSize(
      width: CGFloat(size.width).rounded(.up) + space,
      height: height + (borderStyle == .none ? 0 : 12)
    )
  }
  /// Returns the size of its text, at most as wide as the room.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

  /// The text, or the one while there is none.
  open override var look: ContentNode {
    let isEmpty = text?.isEmpty != false
    let letters = isSecureTextEntry ? String(repeating: "•", count: text?.count ?? 0) : text
    var style = groundStyle
    if borderStyle != .none {
      style += ["border: 1px solid \(UIColor.separator.css)", "padding: 6px 7px"]
      if borderStyle == .roundedRect { style.append("border-radius: 5px") }
    }
    style.append("font-size: \(Double(font?.pointSize ?? 17))px")
    style.append("font-weight: \(font?.isBold == true ? "bold" : "normal")")
    style.append("color: \((isEmpty ? .placeholderText : textColor ?? .label).css)")
    if textAlignment == .center { style.append("text-align: center") }
    if textAlignment == .right { style.append("text-align: right") }
    style.append("-webkit-line-clamp: 1")
    return .element(
      "p",
      ["style": style.joined(separator: "; ")],
      text: (isEmpty ? placeholder : letters) ?? ""
    )
  }
}
