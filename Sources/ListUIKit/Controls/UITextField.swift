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

/// An object that a field tells about changes.
@preconcurrency @MainActor
public protocol UITextFieldDelegate: AnyObject {
  /// Returns whether the text may be edited.
  func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
  /// Called when the editing begins.
  func textFieldDidBeginEditing(_ textField: UITextField)
  /// Returns whether the editing may end.
  func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
  /// Called when the editing has ended.
  func textFieldDidEndEditing(_ textField: UITextField)
  /// Returns whether a part of the text may be replaced.
  func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool
  /// Returns whether the return key does what it does.
  func textFieldShouldReturn(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
  /// By default, `true`.
  public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
  /// By default, nothing happens.
  public func textFieldDidBeginEditing(_ textField: UITextField) {}
  /// By default, `true`.
  public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
  /// By default, nothing happens.
  public func textFieldDidEndEditing(_ textField: UITextField) {}
  /// By default, `true`.
  public func textField(
    _ textField: UITextField,
    shouldChangeCharactersIn range: NSRange,
    replacementString string: String
  ) -> Bool { true }
  /// By default, `true`.
  public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
}

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

/// The keyboard of a field; accepted for compatibility only.
public enum UIKeyboardType: Int, Hashable, Sendable {
  /// The usual one.
  case `default`
  /// For a kind of text.
  case asciiCapable, numbersAndPunctuation, numberPad, phonePad, namePhonePad, emailAddress
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// For links.
  case URL
  /// For a kind of text.
  case decimalPad, twitter, webSearch
}

/// The key that ends a line; accepted for compatibility only.
public enum UIReturnKeyType: Int, Hashable, Sendable {
  /// The usual one.
  case `default`
  /// With a word.
  case go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`
}

/// Which letters become capitals; accepted for compatibility only.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
  /// None.
  case none
  /// The first ones of words or sentences.
  case words, sentences
  /// All.
  case allCharacters
}

/// Whether words are corrected; accepted for compatibility only.
public enum UITextAutocorrectionType: Int, Hashable, Sendable {
  /// As the system wants.
  case `default`
  /// They are not, or they are.
  case no, yes
}

/// A field for a search.
///
/// A test writes into it with `searchTextField.simulateTyping(_:)`, or sets the text and calls
/// ``simulateSearch(_:)``.
open class UISearchBar: UIView {
  /// How the bar looks; accepted for compatibility only.
  public enum Style: UInt, Hashable, Sendable {
    /// As the system's.
    case `default`
    /// Standing out, or not.
    case prominent, minimal
  }

  /// The field.
  public let searchTextField = UITextField(frame: .zero)
  /// The object that is told about changes.
  open weak var delegate: (any UISearchBarDelegate)?
  /// The text.
  open var text: String? {
    get { searchTextField.text }
    set { searchTextField.text = newValue }
  }
  /// The text while there is none.
  open var placeholder: String? {
    get { searchTextField.placeholder }
    set { searchTextField.placeholder = newValue }
  }
  /// How the bar looks.
  open var searchBarStyle = Style.default
  /// Whether there is a button that ends the search; accepted for compatibility only.
  open var showsCancelButton = false
  /// Which letters become capitals; accepted for compatibility only.
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  /// Whether words are corrected; accepted for compatibility only.
  open var autocorrectionType = UITextAutocorrectionType.default
  /// The colour of the bar; accepted for compatibility only.
  open var barTintColor: UIColor?
  /// Accepted for compatibility only.
  open var backgroundImage: UIImage?

  /// Creates a bar.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    listen()
  }

  /// Creates a bar as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    listen()
  }

  private func listen() {
    let told = UIAction { [weak self] _ in
      guard let self else { return }
      delegate?.searchBar(self, textDidChange: text ?? "")
    }
    searchTextField.addAction(told, for: .editingChanged)
  }

  /// A person replaces the text.
  open func simulateSearch(_ text: String) {
    searchTextField.text = ""
    searchTextField.simulateTyping(text)
  }

  /// A person presses the search key.
  open func simulateSearchButton() { delegate?.searchBarSearchButtonClicked(self) }

  /// Its height; its width is what it gets.
  open override var intrinsicContentSize: CGSize {
    CGSize(width: Self.noIntrinsicMetric, height: 56)
  }
  /// Returns its height in the offered width.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: 56)
  }

  /// A glass and the text on grey.
  open override var look: ContentNode {
    let glass = UIImage(systemName: "magnifyingglass")?.look(tint: .secondaryLabel)
    let style =
      "background: \(UIColor.systemFill.css); border-radius: 10px; padding: 7px 8px; display: flex; "
      + "align-items: center; gap: 6px"
    let field = ContentNode.element(
      "div",
      ["style": style],
      [glass, searchTextField.look].compactMap(\.self)
    )
    return .element(
      "div",
      ["style": (groundStyle + ["padding: 10px 8px"]).joined(separator: "; ")],
      [field]
    )
  }
}

/// An object that a search bar tells about changes.
@preconcurrency @MainActor
public protocol UISearchBarDelegate: AnyObject {
  /// Called when the text was changed.
  func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String)
  /// Called when the search key was pressed.
  func searchBarSearchButtonClicked(_ searchBar: UISearchBar)
  /// Called when the search was ended.
  func searchBarCancelButtonClicked(_ searchBar: UISearchBar)
  /// Called when the editing begins.
  func searchBarTextDidBeginEditing(_ searchBar: UISearchBar)
  /// Called when the editing has ended.
  func searchBarTextDidEndEditing(_ searchBar: UISearchBar)
}

extension UISearchBarDelegate {
  /// By default, nothing happens.
  public func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {}
  /// By default, nothing happens.
  public func searchBarSearchButtonClicked(_ searchBar: UISearchBar) {}
  /// By default, nothing happens.
  public func searchBarCancelButtonClicked(_ searchBar: UISearchBar) {}
  /// By default, nothing happens.
  public func searchBarTextDidBeginEditing(_ searchBar: UISearchBar) {}
  /// By default, nothing happens.
  public func searchBarTextDidEndEditing(_ searchBar: UISearchBar) {}
}

/// The search of a screen.
open class UISearchController: UIViewController {
  /// The bar.
  public let searchBar = UISearchBar(frame: .zero)
  /// The object that shows what was found.
  open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  /// The object that is told about changes; accepted for compatibility only.
  open weak var delegate: (any UISearchControllerDelegate)?
  /// Whether the list is dimmed during the search; accepted for compatibility only.
  open var obscuresBackgroundDuringPresentation = true
  /// Whether the bar of the screen is hidden during the search; accepted for compatibility only.
  open var hidesNavigationBarDuringPresentation = true
  /// Whether a person searches.
  open var isActive = false
  /// The screen that shows what was found.
  public private(set) var searchResultsController: UIViewController?

  /// Creates a search.
  public convenience init(searchResultsController: UIViewController?) {
    self.init(nibName: nil, bundle: nil)
    self.searchResultsController = searchResultsController
    let told = UIAction { [weak self] _ in
      guard let self else { return }
      isActive = true
      searchResultsUpdater?.updateSearchResults(for: self)
    }
    searchBar.searchTextField.addAction(told, for: .editingChanged)
  }
}

/// An object that shows what was found.
@preconcurrency @MainActor
public protocol UISearchResultsUpdating: AnyObject {
  /// Called when the text was changed.
  func updateSearchResults(for searchController: UISearchController)
}

/// An object that a search tells about changes; it is not told anything.
@preconcurrency @MainActor
public protocol UISearchControllerDelegate: AnyObject {}
