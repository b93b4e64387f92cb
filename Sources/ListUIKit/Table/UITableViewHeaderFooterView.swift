public import Foundation
public import ListDescription

/// The title above or below a section of a table view, or a view of the app in its place.
open class UITableViewHeaderFooterView: UICollectionReusableView, ListRowView {
  /// The label that has the title; the table decides how the title looks.
  public let textLabel: UILabel? = UILabel()
  /// The label of the second text; accepted for compatibility only.
  public let detailTextLabel: UILabel? = UILabel()
  /// The view that holds an app's own views.
  public let contentView = UIView(frame: .zero)
  /// The view drawn behind the title; accepted for compatibility only.
  open var backgroundView: UIView?
  /// The ground; accepted for compatibility only.
  open var backgroundConfiguration: UIBackgroundConfiguration?
  /// The content that is shown instead of the title.
  open var contentConfiguration: (any UIContentConfiguration)?
  var context = ListRowContext()
  /// The view of the delegate.
  var ownView: UIView?
  /// The height that the table's delegate gives to it.
  var givenHeight: CGFloat?

  /// Creates a view.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addContent(contentView)
  }

  /// Creates a view for an identifier.
  public init(reuseIdentifier: String?) {
    super.init(frame: .zero)
    self.reuseIdentifier = reuseIdentifier
    addContent(contentView)
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    addContent(contentView)
  }

  /// Creates a view for a pool in which its class is registered.
  public required convenience init(forReuse identifier: String, frame: CGRect) {
    self.init(reuseIdentifier: identifier)
    self.frame = frame
  }

  /// Returns an empty content that looks as a title in its place does.
  open func defaultContentConfiguration() -> UIListContentConfiguration { context.defaultContent }

  /// Returns the size of the title, or of the app's view: its own height, if it has one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    if let givenHeight { return CGSize(width: size.width, height: givenHeight) }
    guard let ownView else { return super.sizeThatFits(size) }
    let height = ownView.frame.size.height
    return CGSize(
      width: size.width,
      height: height > 0 ? height : ownView.sizeThatFits(size).height
    )
  }

  /// The title in the letters of its place, or the app's view.
  open override var look: ContentNode {
    if let ownView { return ownView.look }
    if !contentView.subviews.isEmpty { return contentView.look }
    var content: any UIContentConfiguration = contentConfiguration ?? defaultContentConfiguration()
    if contentConfiguration == nil, var list = content as? UIListContentConfiguration {
      list.text = textLabel?.text
      content = list
    }
    return content.look(in: context, frame.width, ListRowParts(content: .element("div")))
  }
}
