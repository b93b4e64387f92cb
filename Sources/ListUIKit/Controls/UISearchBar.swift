public import Foundation
public import ListRendering

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
