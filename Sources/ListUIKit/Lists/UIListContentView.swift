public import Foundation
public import ListRendering

/// A view that shows the texts and the picture of a row.
open class UIListContentView: UIView, UIContentView {
  private var content: UIListContentConfiguration
  /// The space that the row keeps free before and after the content.
  var rowMargins: (leading: CGFloat, trailing: CGFloat) = (0, 0)
  /// The width of the row, if it is known.
  var rowWidth: CGFloat?

  /// The content that is shown; a content of another type changes nothing.
  public var configuration: any UIContentConfiguration {
    get { content }
    set { if let known = newValue as? UIListContentConfiguration { content = known } }
  }

  /// Creates a view.
  public init(configuration: UIListContentConfiguration) {
    content = configuration
    super.init(frame: .zero)
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    content = .cell()
    super.init(coder: coder)
  }

  /// The picture and the texts, between their margins.
  open override var look: ContentNode {
    let margins = effectiveMargins
    let padding = [margins.top, margins.trailing, margins.bottom, margins.leading]
    let style =
      groundStyle + [
        "display: flex", "align-items: center", "gap: \(Double(content.imageToTextPadding))px",
        "padding: " + padding.map { "\(Double($0))px" }.joined(separator: " "),
      ]
    let parts = [picture, texts].compactMap(\.self)
    return .element("div", ["style": style.joined(separator: "; ")], parts)
  }

  private var effectiveMargins: NSDirectionalEdgeInsets {
    var margins = content.directionalLayoutMargins
    guard content.axesPreservingSuperviewLayoutMargins.contains(.horizontal) else { return margins }
    margins.leading = max(margins.leading, rowMargins.leading)
    margins.trailing = max(margins.trailing, rowMargins.trailing)
    return margins
  }

  /// The part of the view that its text takes; guides have no place of their own.
  open private(set) lazy var textLayoutGuide: UILayoutGuide? = ownGuide()
  /// The part of the view that its second text takes; guides have no place of their own.
  open private(set) lazy var secondaryTextLayoutGuide: UILayoutGuide? = ownGuide()
  /// The part of the view that its picture takes; guides have no place of their own.
  open private(set) lazy var imageLayoutGuide: UILayoutGuide? = ownGuide()

  /// Returns a guide in the middle of the view, from margin to margin.
  private func ownGuide() -> UILayoutGuide {
    let guide = UILayoutGuide()
    addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
      guide.trailingAnchor.constraint(lessThanOrEqualTo: layoutMarginsGuide.trailingAnchor),
      guide.topAnchor.constraint(equalTo: layoutMarginsGuide.topAnchor),
      guide.bottomAnchor.constraint(equalTo: layoutMarginsGuide.bottomAnchor),
    ])
    return guide
  }

  /// The size of the picture and the texts in one line.
  open override var intrinsicContentSize: CGSize {
    let node = look.sizeThatFits(ContentSize(width: 1e6, height: 1e6), margins: .none)
    return CGSize(width: Self.noIntrinsicMetric, height: CGFloat(node.height).rounded(.up))
  }

  // A symbol is drawn in its colour; a box of the colour stands for any other picture with one.
  private var picture: ContentNode? {
    guard let image = content.image else { return nil }
    let properties = content.imageProperties
    if image.isSymbolImage {
      let symbol = properties.preferredSymbolConfiguration
      let shown = symbol.flatMap { image.applyingSymbolConfiguration($0) } ?? image
      let tint = properties.resolvedTintColor(for: inheritedTint)
      return shown.look(tint: tint, in: largest(shown.size), style: [])
    }
    let size = properties.size
    var style = ["width: \(Double(size.width))px", "height: \(Double(size.height))px"]
    let radius = properties.cornerRadius
    if let tint = properties.tintColor {
      style.append("background: \(tint.css)")
      style.append("border-radius: \(radius > 0 ? Double(radius) : 6)px")
      return .element("div", ["style": style.joined(separator: "; ")], [])
    }
    if radius > 0 { style.append("border-radius: \(Double(radius))px") }
    return .element("img", ["alt": image.name, "style": style.joined(separator: "; ")])
  }

  /// Returns a size, at most that which the content allows.
  private func largest(_ size: CGSize) -> CGSize {
    let most = content.imageProperties.maximumSize
    let factor = min(
      1,
      most.width > 0 ? most.width / size.width : 1,
      most.height > 0 ? most.height / size.height : 1
    )
    return CGSize(width: size.width * factor, height: size.height * factor)
  }

  private var texts: ContentNode {
    let title = content.text.map { Self.node($0, content.textProperties) }
    let detail = content.secondaryText.map { Self.node($0, content.secondaryTextProperties) }
    guard let title, let detail, standsSideBySide else {
      let gap = Double(content.textToSecondaryTextVerticalPadding)
      return .element(
        "div",
        ["style": "flex: 1; display: flex; flex-direction: column; gap: \(gap)px"],
        [title, detail].compactMap(\.self)
      )
    }
    let gap = Double(content.textToSecondaryTextHorizontalPadding)
    let whole = ContentNode.element("div", ["style": "flex: 1"], [title])
    return .element(
      "div",
      ["style": "flex: 1; display: flex; align-items: center; gap: \(gap)px"],
      [whole, detail]
    )
  }

  /// Whether both texts fit in one line.
  private var standsSideBySide: Bool {
    guard content.prefersSideBySideTextAndSecondaryText else { return false }
    guard let rowWidth else { return true }
    let margins = effectiveMargins
    var room = rowWidth - margins.leading - margins.trailing
    if content.image != nil {
      room -= content.imageProperties.size.width + content.imageToTextPadding
    }
    func width(_ text: String?, _ properties: UIListContentConfiguration.TextProperties) -> Double {
      TextMeasurer().width(of: properties.shown(text ?? ""), in: properties.font.metrics)
    }
    let needed =
      width(content.text, content.textProperties)
      + width(content.secondaryText, content.secondaryTextProperties)
      + Double(content.textToSecondaryTextHorizontalPadding)
    return needed <= Double(room)
  }

  private static func node(
    _ text: String,
    _ properties: UIListContentConfiguration.TextProperties
  ) -> ContentNode {
    var style = [
      "font-size: \(Double(properties.font.pointSize))px",
      "font-weight: \(properties.font.isBold ? "bold" : "normal")",
      "color: \(properties.resolvedColor().css)",
    ]
    if properties.alignment == .center { style.append("text-align: center") }
    if properties.numberOfLines > 0 {
      style.append("-webkit-line-clamp: \(properties.numberOfLines)")
    }
    return .element("p", ["style": style.joined(separator: "; ")], text: properties.shown(text))
  }
}
