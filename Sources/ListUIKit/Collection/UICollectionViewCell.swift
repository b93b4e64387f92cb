public import Foundation
import ListLayout
public import ListRendering

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
    preferred?.size = sizeThatFits(offer ?? layoutAttributes.size)
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
  open var isSelected = false
  /// Whether a finger is on the cell.
  open var isHighlighted = false
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

  /// The content, drawn on the cell's background.
  open override var look: ContentNode {
    if let contentConfiguration { return contentConfiguration.makeContentView().look }
    let ground = backgroundColor == nil && layer.cornerRadius == 0 && layer.borderWidth == 0
    return ground && subviews.count == 1 ? contentView.look : super.look
  }
}
