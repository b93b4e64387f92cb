public import Foundation

/// What a bar shows: a title and a picture.
@preconcurrency @MainActor
open class UIBarItem: NSObject {
  /// The title.
  open var title: String?
  /// The picture.
  open var image: UIImage?
  /// Whether a person can tap it.
  open var isEnabled = true
  /// A number by which an app identifies it.
  open var tag = 0
  /// A name by which tests find it.
  open var accessibilityIdentifier: String?
  /// What is read aloud.
  open var accessibilityLabel: String?

  /// Creates an item without a title.
  public override init() { super.init() }

  /// Sets how the title looks; accepted for compatibility only.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?,
    for state: UIControl.State
  ) {}
}

/// A button of a bar.
///
/// A test taps it with ``simulateTap()``.
open class UIBarButtonItem: UIBarItem {
  /// How a button looks.
  public enum Style: Int, Hashable, Sendable {
    /// As the others.
    case plain
    /// With a bold title.
    case done
  }

  /// The buttons that the system has texts or signs for.
  public enum SystemItem: Int, Hashable, Sendable {
    /// A text.
    case done, cancel, edit, save
    /// A sign.
    case add
    /// Space that grows.
    case flexibleSpace
    /// Space of a width.
    case fixedSpace
    /// A sign.
    case compose, reply, action, organize, bookmarks, search, refresh, stop, camera, trash, play
    /// A sign.
    case pause, rewind, fastForward
    /// A text.
    case undo, redo, close
  }

  /// The object that the action is sent to.
  open weak var target: AnyObject?
  /// The method that a tap calls.
  open var action: Selector?
  /// What a tap runs.
  open var primaryAction: UIAction?
  /// The menu that a tap opens.
  open var menu: UIMenu?
  /// How the button looks.
  open var style = Style.plain
  /// The view in the place of the button.
  open var customView: UIView?
  /// The colour; `nil` for that of the bar.
  open var tintColor: UIColor?
  /// The width of fixed space.
  open var width: CGFloat = 0
  /// Accepted for compatibility only.
  open var possibleTitles: Set<String>?
  /// Whether it is not shown.
  open var isHidden = false
  private(set) var systemItem: SystemItem?
  private weak var edited: UIViewController?
  /// The actions that no target had a method for, in order.
  public private(set) var unansweredActions: [Selector] = []

  /// Creates a button without a title.
  public override init() { super.init() }

  /// Creates a button as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) { super.init() }

  /// Creates a button with a title.
  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init()
    self.title = title
    self.style = style
    connect(target, action)
  }

  /// Creates a button with a picture.
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init()
    self.image = image
    self.style = style
    connect(target, action)
  }

  /// Creates a button of the system.
  public convenience init(
    barButtonSystemItem systemItem: SystemItem,
    target: Any?,
    action: Selector?
  ) {
    self.init()
    show(systemItem)
    connect(target, action)
  }

  /// Creates a button of the system that runs an action or opens a menu.
  public convenience init(
    systemItem: SystemItem,
    primaryAction: UIAction? = nil,
    menu: UIMenu? = nil
  ) {
    self.init()
    show(systemItem)
    self.primaryAction = primaryAction
    self.menu = menu
  }

  /// Creates a button that runs an action or opens a menu.
  public convenience init(
    title: String? = nil,
    image: UIImage? = nil,
    primaryAction: UIAction? = nil,
    menu: UIMenu? = nil
  ) {
    self.init()
    self.title = title ?? primaryAction.flatMap { $0.title.isEmpty ? nil : $0.title }
    self.image = image ?? primaryAction?.image
    self.primaryAction = primaryAction
    self.menu = menu
  }

  /// Creates an item that shows a view.
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }

  /// Creates the button that begins and ends the editing of a screen.
  convenience init(editing controller: UIViewController) {
    self.init()
    edited = controller
    show(.edit)
  }

  /// Returns space that grows.
  public static func flexibleSpace() -> UIBarButtonItem {
    UIBarButtonItem(systemItem: .flexibleSpace)
  }

  /// Returns space of a width.
  public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(systemItem: .fixedSpace)
    item.width = width
    return item
  }

  private func connect(_ target: Any?, _ action: Selector?) {
    self.target = target as AnyObject?
    self.action = action
  }

  private func show(_ systemItem: SystemItem) {
    self.systemItem = systemItem
    if systemItem == .done { style = .done }
    if let symbol = systemItem.symbol {
      image = UIImage(systemName: symbol)
    } else if !systemItem.isSpace {
      title = "\(systemItem)".prefix(1).uppercased() + "\(systemItem)".dropFirst()
    }
  }

  /// The title that is shown: that of the editing button changes.
  var shownTitle: String? { edited?.isEditing == true ? "Done" : title }

  /// A person taps the button: it runs its action, and sends its selector to its target.
  ///
  /// - Returns: Whether the button is enabled and something has run.
  @discardableResult
  open func simulateTap() -> Bool {
    guard isEnabled, !isHidden else { return false }
    if let edited {
      edited.setEditing(!edited.isEditing, animated: true)
      return true
    }
    if let primaryAction {
      primaryAction.run(from: self)
      return true
    }
    guard let action else { return false }
    if action.send(to: target, from: self) { return true }
    unansweredActions.append(action)
    return false
  }
}

extension UIBarButtonItem.SystemItem {
  var isSpace: Bool { self == .flexibleSpace || self == .fixedSpace }

  /// The symbol that is drawn; `nil` for a text.
  fileprivate var symbol: String? {
    switch self {
    case .add: "plus"
    case .compose: "square.and.pencil"
    case .reply: "arrowshape.turn.up.left"
    case .action: "square.and.arrow.up"
    case .organize: "folder"
    case .bookmarks: "book"
    case .search: "magnifyingglass"
    case .refresh: "arrow.clockwise"
    case .stop, .close: "xmark"
    case .camera: "camera"
    case .trash: "trash"
    case .play: "play.fill"
    case .pause: "pause.fill"
    case .rewind: "backward.fill"
    case .fastForward: "forward.fill"
    case .done, .cancel, .edit, .save, .undo, .redo, .flexibleSpace, .fixedSpace: nil
    }
  }
}
