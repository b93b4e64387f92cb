public import Foundation
public import ListRendering

/// A view out of a collection view's pool.
open class UICollectionReusableView: UIView, ReusedView {
  /// The pool it belongs to; `nil` for one that is in none.
  public internal(set) var reuseIdentifier: String?

  /// Creates a view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
  }

  /// Creates a view as if from a file of Interface Builder, of which nothing is read.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Creates a view for a pool: what a class is registered for.
  ///
  /// A subclass that overrides the other initializers has this one too.
  public required convenience init(forReuse identifier: String, frame: CGRect) {
    self.init(frame: frame)
    reuseIdentifier = identifier
  }

  /// Called before the view is shown again, with something else.
  open func prepareForReuse() {}
}

/// A cell of a collection view.
open class UICollectionViewCell: UICollectionReusableView {
  /// What a cell's own views are in.
  public let contentView = UIView(frame: .zero)
  /// What is drawn behind the content.
  open var backgroundView: UIView?
  /// Whether the cell is selected.
  open var isSelected = false
  /// Whether a finger is on the cell.
  open var isHighlighted = false

  /// Creates a cell.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addContent(contentView)
  }

  /// Creates a cell as if from a file of Interface Builder, of which nothing is read.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addContent(contentView)
  }

  /// The content on the cell's ground.
  open override var look: ContentNode {
    let ground = backgroundColor == nil && layer.cornerRadius == 0 && layer.borderWidth == 0
    return ground && subviews.count == 1 ? contentView.look : super.look
  }
}
