public import Foundation
public import ListRendering

/// A text.
open class UILabel: UIView {
  /// What it says.
  open var text: String?
  /// How large and thick its letters are.
  open var font = UIFont.systemFont(ofSize: 17)
  /// The colour of its letters; `nil` for what can be read on its ground.
  open var textColor: UIColor?
  /// How its lines stand.
  open var textAlignment = NSTextAlignment.natural
  /// How many lines there may be; 0 for any number.
  open var numberOfLines = 1

  /// The size of its text.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let lines = numberOfLines > 0 ? numberOfLines : Int.max
    let width = min(Double(size.width), 1e6)
    let text = TextMeasurer().size(of: text ?? "", in: font.textStyle, width: width, atMost: lines)
    return CGSize(width: text.width.rounded(.up), height: text.height)
  }

  /// The text in its letters.
  open override var look: ContentNode {
    var style = groundStyle
    style.append("font-size: \(Double(font.pointSize))px")
    style.append("font-weight: \(font.isBold ? "bold" : "normal")")
    if let textColor { style.append("color: \(textColor.css)") }
    switch textAlignment {
    case .center: style.append("text-align: center")
    case .right: style.append("text-align: right")
    case .left, .justified, .natural: break
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

/// A picture; drawn as a place with its name.
open class UIImageView: UIView {
  /// The picture.
  open var image: UIImage?
  /// How the picture fills its place; taken for UIKit's sake.
  open var contentMode = UIView.ContentMode.scaleToFill

  /// Creates a view of a picture.
  public convenience init(image: UIImage?) {
    self.init(frame: .zero)
    self.image = image
  }

  /// A place with the name of the picture.
  open override var look: ContentNode {
    .element("img", ["alt": image?.name ?? "", "style": groundStyle.joined(separator: "; ")])
  }
}

extension UIView {
  /// How a content fills its place.
  public enum ContentMode: Int, Hashable, Sendable {
    /// Stretched.
    case scaleToFill
    /// As large as fits.
    case scaleAspectFit
    /// As large as fills.
    case scaleAspectFill
    /// In the middle, as it is.
    case center
  }
}

/// Views in a row or a column.
open class UIStackView: UIView {
  /// The direction in which they follow each other.
  open var axis = NSLayoutConstraint.Axis.horizontal
  /// The space between two.
  open var spacing: CGFloat = 0
  /// How they stand across the axis.
  open var alignment = Alignment.fill
  /// How they share the length.
  open var distribution = Distribution.fill
  /// What is kept free around them, where ``isLayoutMarginsRelativeArrangement`` says so.
  open var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 8,
    leading: 8,
    bottom: 8,
    trailing: 8
  )
  /// Whether the margins are kept free.
  open var isLayoutMarginsRelativeArrangement = false

  /// How views stand across the axis.
  public enum Alignment: Hashable, Sendable {
    /// As long as the stack.
    case fill
    /// At its start.
    case leading, top
    /// In its middle.
    case center
    /// At its end.
    case trailing, bottom
  }

  /// How views share the length.
  public enum Distribution: Hashable, Sendable {
    /// As they need.
    case fill, fillProportionally, equalCentering
    /// All alike.
    case fillEqually
    /// With the same space between any two.
    case equalSpacing
  }

  /// Creates a stack of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// The views in it.
  public var arrangedSubviews: [UIView] { subviews }

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: UIView) { addSubview(view) }

  /// The views in a row or a column.
  open override var look: ContentNode {
    var style = groundStyle + ["display: flex", "gap: \(Double(spacing))px"]
    if axis == .vertical { style.append("flex-direction: column") }
    switch alignment {
    case .fill: break
    case .leading, .top: style.append("align-items: start")
    case .center: style.append("align-items: center")
    case .trailing, .bottom: style.append("align-items: end")
    }
    if distribution == .equalSpacing { style.append("justify-content: space-between") }
    if isLayoutMarginsRelativeArrangement {
      let margins = directionalLayoutMargins
      let edges = [margins.top, margins.trailing, margins.bottom, margins.leading]
      style.append("padding: " + edges.map { "\(Double($0))px" }.joined(separator: " "))
    }
    let shown = subviews.filter { !$0.isHidden && $0.alpha > 0 }.map(\.look)
    let children = distribution == .fillEqually ? shown.map(Self.growing) : shown
    return .element("div", ["style": style.joined(separator: "; ")], children)
  }

  private static func growing(_ node: ContentNode) -> ContentNode {
    .element("div", ["style": "flex: 1"], [node])
  }
}

/// The namespace of an axis; constraints there are none.
public enum NSLayoutConstraint {
  /// The direction of something.
  public enum Axis: Int, Hashable, Sendable {
    /// To the side.
    case horizontal
    /// Down.
    case vertical
  }
}
