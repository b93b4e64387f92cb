public import Foundation
public import ListRendering

/// A view that shows a text.
open class UILabel: UIView {
  /// The text that is shown.
  open var text: String?
  /// The size and weight of its letters.
  open var font = UIFont.systemFont(ofSize: 17)
  /// The colour of its letters; `nil` for one that can be read on its background.
  open var textColor: UIColor?
  /// How its lines are aligned.
  open var textAlignment = NSTextAlignment.natural
  /// The most lines that are shown; 0 for any number.
  open var numberOfLines = 1

  /// Returns the size of its text.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let lines = numberOfLines > 0 ? numberOfLines : Int.max
    let width = min(Double(size.width), 1e6)
    let text = TextMeasurer().size(of: text ?? "", in: font.textStyle, width: width, atMost: lines)
    return CGSize(width: text.width.rounded(.up), height: text.height)
  }

  /// The text, drawn in its font and colour.
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

/// A view of a picture, drawn as a box with the picture's name.
open class UIImageView: UIView {
  /// The picture.
  open var image: UIImage?
  /// How the picture fills the view; accepted for compatibility only.
  open var contentMode = UIView.ContentMode.scaleToFill

  /// Creates a view of a picture.
  public convenience init(image: UIImage?) {
    self.init(frame: .zero)
    self.image = image
  }

  /// A box with the name of the picture.
  open override var look: ContentNode {
    .element("img", ["alt": image?.name ?? "", "style": groundStyle.joined(separator: "; ")])
  }
}

extension UIView {
  /// How content fills a view.
  public enum ContentMode: Int, Hashable, Sendable {
    /// Stretched.
    case scaleToFill
    /// Scaled to fit.
    case scaleAspectFit
    /// Scaled to fill.
    case scaleAspectFill
    /// Centred, in its own size.
    case center
  }
}

/// Views in a row or a column.
open class UIStackView: UIView {
  /// The direction in which the views follow each other.
  open var axis = NSLayoutConstraint.Axis.horizontal
  /// The space between two views.
  open var spacing: CGFloat = 0
  /// How the views are aligned across the axis.
  open var alignment = Alignment.fill
  /// How the views share the length of the stack.
  open var distribution = Distribution.fill
  /// The space kept free around the views, if ``isLayoutMarginsRelativeArrangement`` is `true`.
  open var directionalLayoutMargins = NSDirectionalEdgeInsets(
    top: 8,
    leading: 8,
    bottom: 8,
    trailing: 8
  )
  /// Whether the margins are kept free.
  open var isLayoutMarginsRelativeArrangement = false

  /// How views are aligned across the axis.
  public enum Alignment: Hashable, Sendable {
    /// As long as the stack is across the axis.
    case fill
    /// At its start.
    case leading, top
    /// In its middle.
    case center
    /// At its end.
    case trailing, bottom
  }

  /// How views share the length of the stack.
  public enum Distribution: Hashable, Sendable {
    /// Each as long as it needs.
    case fill, fillProportionally, equalCentering
    /// All equally long.
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

/// The namespace of an axis; there are no constraints.
public enum NSLayoutConstraint {
  /// A direction.
  public enum Axis: Int, Hashable, Sendable {
    /// To the side.
    case horizontal
    /// Down.
    case vertical
  }
}
