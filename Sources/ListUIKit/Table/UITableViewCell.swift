public import Foundation
public import ListRendering

/// A row of a table view.
open class UITableViewCell: UIView, ReusedView {
  /// How the labels of a row are arranged.
  public enum CellStyle: Int, Hashable, Sendable {
    /// A title alone.
    case `default`
    /// A title, and a second text at the end of the row.
    case value1
    /// A title beside a second text.
    case value2
    /// A title, and a second text below it.
    case subtitle
  }

  /// The identifier of its pool; `nil` if it belongs to none.
  public let reuseIdentifier: String?
  /// The view that holds the row's own views.
  public let contentView = UIView(frame: .zero)
  /// The title.
  public let textLabel: UILabel? = UILabel()
  /// The second text; `nil` in the style that has none.
  public let detailTextLabel: UILabel?
  /// Whether the row is selected.
  open var isSelected = false
  private let style: CellStyle

  /// Creates a row.
  public init(style: CellStyle, reuseIdentifier: String?) {
    self.style = style
    self.reuseIdentifier = reuseIdentifier
    detailTextLabel = style == .default ? nil : UILabel()
    super.init(frame: .zero)
    detailTextLabel?.font = .systemFont(ofSize: 13)
    detailTextLabel?.textColor = .secondaryLabel
    addContent(contentView)
  }

  /// Creates a row as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    style = .default
    reuseIdentifier = nil
    detailTextLabel = nil
    super.init(coder: coder)
    addContent(contentView)
  }

  /// Creates a row for a pool in which its class is registered.
  ///
  /// A subclass that overrides the other initializers has this one too.
  public required convenience init(forReuse identifier: String, frame: CGRect) {
    self.init(style: .default, reuseIdentifier: identifier)
    self.frame = frame
  }

  /// Called before the row is shown again with other content.
  open func prepareForReuse() {}

  /// Returns the size that the row's content needs in the given width.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let needed = look.sizeThatFits(ContentSize(size), margins: .none)
    return CGSize(width: needed.width, height: needed.height)
  }

  /// The row's own views, or its labels where it has none.
  open override var look: ContentNode {
    guard contentView.subviews.isEmpty else { return contentView.look }
    let labels = [textLabel, detailTextLabel].compactMap(\.self).filter {
      $0.text?.isEmpty == false
    }
    var style = [
      "display: flex", "gap: \(self.style == .subtitle ? 1 : 8)px", "padding: 12px 16px",
    ]
    switch self.style {
    case .default, .subtitle: style += ["flex-direction: column", "justify-content: center"]
    case .value1: style += ["justify-content: space-between", "align-items: center"]
    case .value2: style.append("align-items: center")
    }
    return .element("div", ["style": style.joined(separator: "; ")], labels.map(\.look))
  }
}
