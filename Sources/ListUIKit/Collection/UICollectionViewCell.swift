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
      let width = layoutAttributes.size.width
      let free = CGSize(width: width, height: .greatestFiniteMagnitude)
      preferred?.size = super.preferredSize(in: offer ?? free)
    } else {
      preferred?.size = sizeThatFits(offer ?? layoutAttributes.size)
    }
    return preferred ?? layoutAttributes
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
  open var contentConfiguration: (any UIContentConfiguration)?
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
  }

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
    if let contentConfiguration { return contentConfiguration.makeContentView().look }
    let ground = backgroundColor == nil && layer.cornerRadius == 0 && layer.borderWidth == 0
    return ground && subviews.count == 1 ? contentView.look : super.look
  }
}
