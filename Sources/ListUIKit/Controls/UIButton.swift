public import Foundation
public import ListRendering

/// A button.
///
/// A test taps it with `simulateTap()`.
open class UIButton: UIControl {
  /// How a button looks.
  public enum ButtonType: Int, Hashable, Sendable {
    /// As its app wants.
    case custom
    /// With a text in the colour of controls.
    case system
    /// With a sign.
    case detailDisclosure, infoLight, infoDark, contactAdd
    /// With a cross.
    case close
  }

  /// How the button looks.
  open private(set) var buttonType = ButtonType.custom
  /// How the button looks; `nil` for titles and pictures by state.
  open var configuration: Configuration? { didSet { contentDidChange() } }
  /// Called with the button when its state changes, to change ``configuration``.
  open var configurationUpdateHandler: ((UIButton) -> Void)? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// Whether a finger or the state changes the configuration; accepted for compatibility only.
  open var automaticallyUpdatesConfiguration = true
  /// The label of the title: its font and the number of its lines count.
  public let titleLabel: UILabel? = UILabel()
  /// The view of the picture.
  public let imageView: UIImageView? = UIImageView(frame: .zero)
  /// The space around the content.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
  /// The space around the title; its left and right sides count.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
  /// The space around the picture; its left and right sides count.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { contentDidChange() } }
  /// The menu that a tap opens.
  open var menu: UIMenu?
  /// Whether a tap chooses one of the menu's actions; accepted for compatibility only.
  open var changesSelectionAsPrimaryAction = false
  private var titles: [State: String] = [:]
  private var titleColors: [State: UIColor] = [:]
  private var images: [State: UIImage] = [:]
  private var grounds: [State: UIImage] = [:]

  /// Creates a button.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel?.font = .systemFont(ofSize: 15)
  }

  /// Creates a button as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    titleLabel?.font = .systemFont(ofSize: 15)
  }

  /// Creates a button of a type.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction? = nil) {
    self.init(frame: .zero)
    buttonType = type
    take(primaryAction)
    switch type {
    case .close: setImage(UIImage(systemName: "xmark"), for: .normal)
    case .contactAdd: setImage(UIImage(systemName: "plus.circle"), for: .normal)
    case .detailDisclosure, .infoLight, .infoDark:
      setImage(UIImage(systemName: "info.circle"), for: .normal)
    case .custom, .system: break
    }
  }

  /// Creates a button with a configuration.
  public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
    self.init(frame: .zero)
    buttonType = .system
    self.configuration = configuration
    if self.configuration?.title == nil, primaryAction?.title.isEmpty == false {
      self.configuration?.title = primaryAction?.title
    }
    if self.configuration?.image == nil { self.configuration?.image = primaryAction?.image }
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Returns a button of the system.
  public static func systemButton(with image: UIImage, target: Any?, action: Selector?) -> UIButton
  {
    let button = UIButton(type: .system)
    button.setImage(image, for: .normal)
    if let action { button.addTarget(target, action: action, for: .touchUpInside) }
    return button
  }

  private func take(_ action: UIAction?) {
    guard let action else { return }
    if !action.title.isEmpty { setTitle(action.title, for: .normal) }
    if let image = action.image { setImage(image, for: .normal) }
    addAction(action, for: .primaryActionTriggered)
  }

  // MARK: Titles and pictures by state

  /// Sets the title of a state.
  open func setTitle(_ title: String?, for state: State) {
    titles[state] = title
    if state == .normal { titleLabel?.text = title }
    contentDidChange()
  }
  /// Returns the title of a state.
  open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }
  /// Sets the title of a state; its first attributes count.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
    let label = UILabel()
    label.attributedText = title
    if title != nil { titleLabel?.font = label.font }
    if let color = label.textColor { titleColors[state] = color }
    setTitle(title?.string, for: state)
  }
  /// Sets the colour of the title of a state.
  open func setTitleColor(_ color: UIColor?, for state: State) { titleColors[state] = color }
  /// Returns the colour of the title of a state.
  open func titleColor(for state: State) -> UIColor? { titleColors[state] ?? titleColors[.normal] }
  /// Sets the picture of a state.
  open func setImage(_ image: UIImage?, for state: State) {
    images[state] = image
    contentDidChange()
  }
  /// Returns the picture of a state.
  open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
  /// Sets the ground of a state; accepted for compatibility only.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { grounds[state] = image }
  /// Returns the ground of a state.
  open func backgroundImage(for state: State) -> UIImage? { grounds[state] }
  /// Sets how large the symbols of a state are.
  open func setPreferredSymbolConfiguration(
    _ configuration: UIImage.SymbolConfiguration?,
    forImageIn state: State
  ) {
    guard let configuration else { return }
    symbols[state] = configuration
    contentDidChange()
  }
  private var symbols: [State: UIImage.SymbolConfiguration] = [:]

  /// The title that is shown.
  open var currentTitle: String? { configuration?.shownTitle ?? title(for: state) }
  /// The picture that is shown.
  open var currentImage: UIImage? {
    if let image = configuration?.image { return image }
    let image = image(for: state)
    guard let symbol = symbols[state] ?? symbols[.normal] else { return image }
    return image?.applyingSymbolConfiguration(symbol) ?? image
  }
  /// The colour of the title that is shown.
  open var currentTitleColor: UIColor { lettersColor }

  /// Calls ``configurationUpdateHandler``.
  open func setNeedsUpdateConfiguration() { updateConfiguration() }
  /// Calls ``configurationUpdateHandler``; a subclass may change the configuration instead.
  open func updateConfiguration() { configurationUpdateHandler?(self) }

  override func stateDidChange() {
    super.stateDidChange()
    if configurationUpdateHandler != nil { updateConfiguration() }
  }

  private func contentDidChange() {
    invalidateIntrinsicContentSize()
    superview?.setNeedsLayout()
  }

  // MARK: Size and look

  /// The size of its content.
  open override var intrinsicContentSize: CGSize {
    let needed = content.sizeThatFits(ContentSize(width: 1e6, height: 1e6), margins: .none)
    return CGSize(width: needed.width.rounded(.up), height: needed.height.rounded(.up))
  }

  /// Returns the size of its content, at most as wide as the room.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let wanted = intrinsicContentSize
    return size.width > 0
      ? CGSize(width: min(wanted.width, size.width), height: wanted.height) : wanted
  }

  /// The title and the picture on the button's ground.
  open override var look: ContentNode {
    var style = groundStyle
    if let configuration {
      style += configuration.ground(height: frame.height, tint: tint, isEnabled: isEnabled)
    }
    if isHighlighted { style.append("opacity: 0.5") }
    style += ["display: flex", "flex-direction: column", "justify-content: center"]
    let alignment =
      switch contentHorizontalAlignment {
      case .left, .leading: "start"
      case .right, .trailing: "end"
      case .center, .fill: "center"
      }
    style.append("align-items: \(alignment)")
    return .element("div", ["style": style.joined(separator: "; ")], [content])
  }

  private var tint: UIColor { inheritedTint }

  private var lettersColor: UIColor {
    if !isEnabled, titleColors[.disabled] == nil { return .tertiaryLabel }
    if let configuration { return configuration.letters(tint: tint) }
    return titleColor(for: state) ?? (buttonType == .custom ? .white : tint)
  }

  private var content: ContentNode {
    if let configuration {
      return configuration.content(color: lettersColor)
    }
    var parts: [ContentNode] = []
    if let image = currentImage {
      parts.append(
        image.look(tint: buttonType == .custom ? imageView?.ownTint ?? tint : lettersColor)
      )
    }
    if let title = currentTitle, !title.isEmpty {
      let font = titleLabel?.font ?? .systemFont(ofSize: 15)
      parts.append(
        .element(
          "p",
          [
            "style":
              "font-size: \(Double(font.pointSize))px; font-weight: \(font.isBold ? "bold" : "normal"); "
              + "color: \(lettersColor.css)"
          ],
          text: title
        )
      )
    }
    let insets = contentEdgeInsets
    let gap = max(0, titleEdgeInsets.left + imageEdgeInsets.right)
    let high = insets == .zero && parts.count > 0 && currentImage == nil ? 6.0 : 0
    let edges = [
      Double(insets.top) + high, Double(insets.right), Double(insets.bottom) + high,
      Double(insets.left),
    ]
    let style = [
      "display: flex", "align-items: center", "gap: \(Double(gap))px",
      "padding: " + edges.map { "\($0)px" }.joined(separator: " "),
    ]
    return .element("div", ["style": style.joined(separator: "; ")], parts)
  }
}
