/// The content of a component that can describe its look as a node.
///
/// Any object can be the content of a component; a content that conforms to this protocol can be
/// seen without a screen.
public protocol DescribedContent: AnyObject {
  /// The current look of the content.
  var node: ContentNode { get }
  /// Whether only the node is drawn, without a background and without margins.
  ///
  /// A tree of views is drawn alone. By default, a content that brings no background is drawn on
  /// the background of a cell and with the margins of a row.
  var isDrawnAlone: Bool { get }
}

extension DescribedContent {
  /// By default, the content is not drawn alone.
  public var isDrawnAlone: Bool { false }
}

/// A line of text.
public final class TextContent: DescribedContent {
  /// The text.
  public var text: String
  /// The element in which the text is written.
  public var tag: ContentNode.Name

  /// Creates content that shows a text.
  public init(_ text: String = "", in tag: ContentNode.Name = "p") {
    self.text = text
    self.tag = tag
  }

  /// The text in its element.
  public var node: ContentNode { .element(tag, text: text) }
}

/// A content that shows any node.
public final class NodeContent: DescribedContent {
  /// The look of the content; each drawing sets it again.
  public var node: ContentNode

  /// Creates content that shows a node.
  public init(_ node: ContentNode = .text("")) {
    self.node = node
  }
}

/// The content of a component that declares no content: it shows the type and the view model.
public final class PlainContent: DescribedContent {
  /// The type of the component.
  package private(set) var type = ""
  private var describeViewModel: () -> String? = { nil }

  /// Creates content that shows nothing yet.
  package init() {}

  /// Shows a component.
  ///
  /// - Parameters:
  ///   - type: The type of the component.
  ///   - json: Returns its view model as JSON; called only when the content is read.
  package func show(_ type: String, json: @escaping () -> String?) {
    self.type = type
    describeViewModel = json
  }

  /// The view model as JSON; `nil` when there is none, or it cannot be encoded.
  package var json: String? { describeViewModel() }

  /// The type, and the view model if there is one.
  public var node: ContentNode {
    let type = ContentNode.element("b", text: type)
    guard let json else { return .element("p", [:], [type]) }
    return .element("p", [:], [type, .text(" "), .element("code", text: json)])
  }
}
