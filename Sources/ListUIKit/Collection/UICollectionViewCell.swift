public import Foundation
public import ListDescription
import ListLayout

/// A view from a collection view's pool.
open class UICollectionReusableView: UIView, ReusedView {
  /// The identifier of its pool; `nil` if it belongs to none.
  public internal(set) var reuseIdentifier: String?

  /// Creates a view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Creates a view for a pool in which its class is registered.
  ///
  /// A subclass that overrides the other initializers has this one too.
  public required convenience init(forReuse identifier: String, frame: CGRect) {
    self.init(frame: frame)
    reuseIdentifier = identifier
  }

  /// Called before the view is shown again with other content.
  open func prepareForReuse() {}

  /// Called when the layout's attributes of the view have changed, before it is laid out.
  ///
  /// It has their frame already.
  open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}

  /// Returns the attributes that the view prefers to those of the layout: by default, with the size that
  /// its content needs.
  ///
  /// A layout of cells that choose their size takes it.
  open func preferredLayoutAttributesFitting(
    _ layoutAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutAttributes {
    let preferred = layoutAttributes.copy() as? UICollectionViewLayoutAttributes
    if usesConstraints {
      preferred?.size = fittingSize(of: layoutAttributes.size)
    } else {
      preferred?.size = sizeThatFits(offer ?? layoutAttributes.size)
    }
    return preferred ?? layoutAttributes
  }

  /// Returns the size that constraints need: a side that the layout gives stays, one that it estimates is
  /// the view's own, up to what is offered, or stays as estimated if constraints leave it open.
  private func fittingSize(of size: CGSize) -> CGSize {
    let offered = offer ?? CGSize(width: size.width, height: .greatestFiniteMagnitude)
    let isHigh = offered.height > 1_000_000
    func fitting(_ width: CGFloat, _ horizontal: UILayoutPriority) -> CGSize {
      systemLayoutSizeFitting(
        CGSize(width: width, height: isHigh ? size.height : offered.height),
        withHorizontalFittingPriority: horizontal,
        verticalFittingPriority: isHigh ? .fittingSizeLevel : .required
      )
    }
    if abs(offered.width - size.width) > 0.5 {
      let wanted = fitting(size.width, .fittingSizeLevel)
      if wanted.width <= offered.width { return wanted }
    }
    return fitting(offered.width, .required)
  }

  /// The room that is offered while the view is measured; sides that it may choose are without limit.
  private var offer: CGSize?
  /// The attributes that were applied last, and the element that they are of.
  var applied: UICollectionViewLayoutAttributes?
  var appliedValue: LayoutAttributes?
  /// The path for which it was taken from its pool.
  var requestedPath: IndexPath?

  /// Returns the size that the view prefers if it is offered some room.
  override func preferredSize(in offered: CGSize) -> CGSize {
    let attributes = UICollectionViewLayoutAttributes(
      forCellWith: requestedPath ?? IndexPath(item: 0, section: 0)
    )
    attributes.frame = frame
    offer = offered
    defer { offer = nil }
    return preferredLayoutAttributesFitting(attributes).size
  }
}

/// A cell of a collection view.
open class UICollectionViewCell: UICollectionReusableView {
  /// The view that holds the cell's own views.
  public let contentView = UIView(frame: .zero)
  /// The view drawn behind the content.
  open var backgroundView: UIView?
  /// The view drawn behind the content while the cell is selected or touched.
  open var selectedBackgroundView: UIView?
  /// Whether the state changes the content; accepted for compatibility only.
  open var automaticallyUpdatesContentConfiguration = true
  /// Whether the state changes the ground; accepted for compatibility only.
  open var automaticallyUpdatesBackgroundConfiguration = true
  /// Whether the cell is selected.
  open var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsUpdateConfiguration() } }
  }
  /// Whether a finger is on the cell.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { setNeedsUpdateConfiguration() } }
  }
  /// Called with the cell's state before the cell is shown, and again when its state changes.
  public var configurationUpdateHandler: ConfigurationUpdateHandler? {
    didSet { setNeedsUpdateConfiguration() }
  }
  /// Configures a cell for its state.
  public typealias ConfigurationUpdateHandler = (
    _ cell: UICollectionViewCell, _ state: UICellConfigurationState
  ) -> Void

  private var configurationIsStale = true
  /// Whether the view that shows the cell configures it before that.
  private var isBeingFilled = false
  /// The content that is shown instead of the cell's own views.
  open var contentConfiguration: (any UIContentConfiguration)? {
    didSet { showConfiguration() }
  }
  /// The view of a content with constraints, which fills the cell's content view.
  private var configured: (any UIView & UIContentView)?
  /// The ground of a row of a list.
  open var backgroundConfiguration: UIBackgroundConfiguration?

  /// Creates a cell.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addContent(contentView)
  }

  /// Creates a cell as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addContent(contentView)
  }

  /// The state of the cell, for its content.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: .current)
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    return state
  }

  /// Configures the cell again: at once if it is on screen, else before it is shown.
  open func setNeedsUpdateConfiguration() {
    configurationIsStale = true
    if shownIn != nil, !isBeingFilled { updateConfigurationIfNeeded() }
  }

  /// Configures the cell for a state; a subclass that overrides it calls `super`.
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
    if configured != nil { showConfiguration() }
  }

  /// Shows a content whose view has constraints as the only view in the content view.
  private func showConfiguration() {
    let content = contentConfiguration?.updated(for: configurationState)
    if let configured, let content, type(of: configured.configuration) == type(of: content) {
      configured.configuration = content
      return
    }
    configured?.removeFromSuperview()
    configured = nil
    guard let content, !(content is UIListContentConfiguration) else { return }
    let view = content.makeContentView()
    guard view.usesConstraints else { return }
    configured = view
    view.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(view)
    NSLayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: contentView.topAnchor),
      view.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
      view.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
    ])
  }

  /// Whether the content has a view of its own in the content view.
  var showsConfiguredView: Bool { configured != nil }

  /// Waits with the configuration until the data source has filled the cell.
  func beginFilling() {
    isBeingFilled = true
    configurationIsStale = true
  }

  /// Configures the cell that the data source has filled.
  func endFilling() {
    isBeingFilled = false
    updateConfigurationIfNeeded()
  }

  private func updateConfigurationIfNeeded() {
    // A handler that sets the state itself is called once more, and not without end.
    for _ in 0..<2 where configurationIsStale {
      configurationIsStale = false
      isBeingFilled = true
      updateConfiguration(using: configurationState)
      isBeingFilled = false
    }
  }

  /// The content, drawn on the cell's background.
  open override var look: ContentNode {
    let content = shownContent
    guard let ground = shownGround else { return content }
    let size = [
      "width: \(Double(frame.width))px", "height: \(Double(frame.height))px",
      "position: absolute", "left: 0px", "top: 0px",
    ]
    func layer(_ node: ContentNode) -> ContentNode {
      .element(
        "div",
        [
          "style": (size + ["display: flex", "flex-direction: column", "justify-content: center"])
            .joined(separator: "; ")
        ],
        [node]
      )
    }
    guard frame.width > 0, frame.height > 0 else { return content }
    let style = "width: \(Double(frame.width))px; height: \(Double(frame.height))px"
    return .element("div", ["style": "\(style)"], [layer(ground), layer(content)])
  }

  /// The view, or the colour, that is drawn behind the content.
  private var shownGround: ContentNode? {
    let view =
      isSelected || isHighlighted ? selectedBackgroundView ?? backgroundView : backgroundView
    if let view {
      view.frame = CGRect(origin: .zero, size: frame.size)
      view.layoutIfNeeded()
      return view.look.filling(frame.size)
    }
    guard !(self is UICollectionViewListCell), let own = backgroundConfiguration else { return nil }
    var style: [String] = []
    if let color = own.shownColor, color != .clear { style.append("background: \(color.css)") }
    if own.cornerRadius > 0 { style.append("border-radius: \(Double(own.cornerRadius))px") }
    if own.strokeWidth > 0, let stroke = own.strokeColor {
      style.append("border: \(Double(own.strokeWidth))px solid \(stroke.css)")
    }
    guard !style.isEmpty else { return nil }
    guard own.backgroundInsets != .zero else {
      return ContentNode.element("div", ["style": style.joined(separator: "; ")], [])
        .filling(frame.size)
    }
    let place = own.frame(in: frame.size)
    style += [
      "position: absolute", "left: \(Double(place.minX))px", "top: \(Double(place.minY))px",
    ]
    let ground = ContentNode.element("div", ["style": style.joined(separator: "; ")], [])
    return ContentNode.element(
      "div",
      ["style": "position: relative"],
      [ground.filling(place.size)]
    ).filling(frame.size)
  }

  private var shownContent: ContentNode {
    if let contentConfiguration, configured == nil {
      return contentConfiguration.updated(for: configurationState).makeContentView().look
    }
    let ground =
      backgroundColor == nil && layer.cornerRadius == 0 && layer.borderWidth == 0
      && layer.shadowOpacity == 0
    return ground && subviews.count == 1 ? contentView.look : super.look
  }
}

extension ContentNode {
  /// Returns the node in a size.
  func filling(_ size: CGSize) -> ContentNode {
    guard case .element(var element) = self else { return self }
    let own = element.attributes["style"].map { $0 + "; " } ?? ""
    element.attributes["style"] =
      own + "width: \(Double(size.width))px; height: \(Double(size.height))px"
    return .element(element)
  }
}
