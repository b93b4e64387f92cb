/// The content of a component that can say what it looks like.
///
/// Any object can be the content of a component; one that conforms to this can be looked at without
/// a screen.
public protocol DescribedContent: AnyObject {
  /// What the content looks like now.
  var node: ContentNode { get }
  /// Whether the node is all that is drawn: nothing behind it, and nothing kept clear around it.
  ///
  /// A tree of views is. Other contents, as by default, are drawn on the ground of a cell and with the margins
  /// of a row, where they bring no ground of their own.
  var isDrawnAlone: Bool { get }
}

extension DescribedContent {
  /// By default, it is not.
  public var isDrawnAlone: Bool { false }
}

/// A line of text.
public final class TextContent: DescribedContent {
  /// The text.
  public var text: String
  /// The element the text is written in.
  public var tag: ContentNode.Name

  /// Creates content that shows a text.
  public init(_ text: String = "", in tag: ContentNode.Name = "p") {
    self.text = text
    self.tag = tag
  }

  /// The text in its element.
  public var node: ContentNode { .element(tag, text: text) }
}

/// Anything that a node can describe.
public final class NodeContent: DescribedContent {
  /// What the content looks like; each drawing sets it anew.
  public var node: ContentNode

  /// Creates content that shows a node.
  public init(_ node: ContentNode = .text("")) {
    self.node = node
  }
}

/// What a component shows that declares no content of its own: its type and its view model.
public final class PlainContent: DescribedContent {
  /// The type of the component.
  public private(set) var type = ""
  private var describeViewModel: () -> String? = { nil }

  /// Creates content that shows nothing yet.
  public init() {}

  /// Shows a component.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - json: Its view model as JSON; only called when somebody looks.
  public func show(_ type: String, json: @escaping () -> String?) {
    self.type = type
    describeViewModel = json
  }

  /// The view model as JSON; `nil` when there is none, or it cannot be encoded.
  public var json: String? { describeViewModel() }

  /// The type, and the view model if there is one.
  public var node: ContentNode {
    let type = ContentNode.element("b", text: type)
    guard let json else { return .element("p", [:], [type]) }
    return .element("p", [:], [type, .text(" "), .element("code", text: json)])
  }
}

/// A content that knows how large it wants to be.
public protocol MeasuredContent: AnyObject {
  /// The size that fits best what is drawn in it now, in a container of the given size.
  func sizeThatFits(_ size: ContentSize) -> ContentSize
}

// What says what it looks like can be measured: a picture draws it at the size it has by this.

extension TextContent: MeasuredContent {
  /// The size of the text in lines, with the margins of a row.
  public func sizeThatFits(_ size: ContentSize) -> ContentSize { node.sizeThatFits(size) }
}

extension NodeContent: MeasuredContent {
  /// The size that the node needs; one that brings no ground of its own has the margins of a row.
  public func sizeThatFits(_ size: ContentSize) -> ContentSize { node.sizeThatFits(size) }
}
