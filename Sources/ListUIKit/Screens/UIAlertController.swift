public import Foundation

/// A question to a person.
///
/// A test finds it as `presentedViewController`, and answers with ``simulateTap(_:)``.
open class UIAlertController: UIViewController {
  /// Where the question is asked.
  public enum Style: Int, Hashable, Sendable {
    /// From below.
    case actionSheet
    /// In the middle.
    case alert
  }

  /// The text below the title.
  open var message: String?
  /// Where the question is asked.
  public private(set) var preferredStyle = Style.alert
  /// The answers, in order.
  public private(set) var actions: [UIAlertAction] = []
  /// The answer that is chosen by the return key.
  open var preferredAction: UIAlertAction?
  /// The fields for texts.
  public private(set) var textFields: [UITextField]?

  /// Creates a question.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
  }

  /// Adds an answer.
  open func addAction(_ action: UIAlertAction) { actions.append(action) }

  /// Adds a field for a text.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField(frame: .zero)
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }

  /// A person chooses an answer: the alert is dismissed, then the answer's handler is called.
  ///
  /// - Parameter title: The title of the answer.
  /// - Returns: Whether there is such an answer that can be chosen.
  @discardableResult
  open func simulateTap(_ title: String) -> Bool {
    guard let action = actions.first(where: { $0.title == title && $0.isEnabled }) else {
      return false
    }
    presentingViewController?.dismiss(animated: true)
    action.handler?(action)
    return true
  }

  /// Creates a card with the texts and the answers.
  open override func loadView() {
    let stack = UIStackView()
    stack.axis = .vertical
    stack.spacing = 8
    stack.alignment = .center
    for (text, font) in [
      (title, UIFont.systemFont(ofSize: 17, weight: .semibold)),
      (message, UIFont.systemFont(ofSize: 13)),
    ] where text != nil {
      let label = UILabel()
      label.text = text
      label.font = font
      label.numberOfLines = 0
      label.textAlignment = .center
      stack.addArrangedSubview(label)
    }
    for action in actions {
      let label = UILabel()
      label.text = action.title
      label.textColor = action.style == .destructive ? .systemRed : .systemBlue
      if action.style == .cancel { label.font = .systemFont(ofSize: 17, weight: .semibold) }
      stack.addArrangedSubview(label)
    }
    let card = UIView()
    card.backgroundColor = .secondarySystemBackground
    card.layer.cornerRadius = 14
    let ground = UIView(frame: UIScreen.main.bounds)
    ground.backgroundColor = UIColor.black.withAlphaComponent(0.2)
    ground.addSubview(card)
    card.addSubview(stack)
    for view in [card, stack] { view.translatesAutoresizingMaskIntoConstraints = false }
    NSLayoutConstraint.activate([
      card.widthAnchor.constraint(equalToConstant: 270),
      card.centerXAnchor.constraint(equalTo: ground.centerXAnchor),
      card.centerYAnchor.constraint(equalTo: ground.centerYAnchor),
      stack.topAnchor.constraint(equalTo: card.topAnchor, constant: 16),
      stack.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -16),
      stack.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16),
      stack.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -16),
    ])
    view = ground
  }
}

/// An answer to a question.
@preconcurrency @MainActor
public final class UIAlertAction: NSObject {
  /// What an answer does.
  public enum Style: Int, Hashable, Sendable {
    /// What the app does.
    case `default`
    /// Nothing.
    case cancel
    /// What cannot be undone.
    case destructive
  }

  /// The title.
  public let title: String?
  /// What it does.
  public let style: Style
  /// Whether a person can choose it.
  public var isEnabled = true
  let handler: ((UIAlertAction) -> Void)?

  /// Creates an answer.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}
