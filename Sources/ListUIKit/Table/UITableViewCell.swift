public import Foundation
import ListAdapter
import ListLayout
public import ListRendering

/// A row of a table view.
open class UITableViewCell: UIView, ReusedView, ListRowView {
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
  /// The view that shows the picture before the title.
  public let imageView: UIImageView? = UIImageView(frame: .zero)
  /// Whether the row is selected.
  open var isSelected = false { didSet { if isSelected != oldValue { stateDidChange() } } }
  /// Whether a finger is on the row.
  open var isHighlighted = false { didSet { if isHighlighted != oldValue { stateDidChange() } } }
  /// How a selected row looks.
  open var selectionStyle = SelectionStyle.default
  /// The view drawn behind the content; accepted for compatibility only.
  open var backgroundView: UIView?
  /// The view drawn behind the content of a selected row: its colour is drawn.
  open var selectedBackgroundView: UIView?
  /// The sign at the end of the row while the table is edited; accepted for compatibility only.
  open var editingAccessoryType = AccessoryType.none
  /// The space at the ends of the line below the row; accepted for compatibility only.
  open var separatorInset = UIEdgeInsets.zero
  /// Whether the sign for moving the row is shown; accepted for compatibility only.
  open var showsReorderControl = false
  /// Whether the row is edited.
  open var isEditing = false
  /// Called with the row's state when its state changes.
  public var configurationUpdateHandler:
    ((_ cell: UITableViewCell, _ state: UICellConfigurationState) -> Void)?
  {
    didSet { stateDidChange() }
  }

  /// How a selected row looks.
  public enum SelectionStyle: Int, Hashable, Sendable {
    /// As others.
    case none
    /// With a ground of its own.
    case blue, gray
    /// With a ground of its own.
    case `default`
  }

  /// What a person can do with a row.
  public enum EditingStyle: Int, Hashable, Sendable {
    /// Nothing.
    case none
    /// Delete it.
    case delete
    /// Insert one.
    case insert
  }

  /// Creates a row in the usual style.
  public convenience init() { self.init(style: .default, reuseIdentifier: nil) }

  /// Selects the row, or ends that; a subclass calls `super`.
  open func setSelected(_ selected: Bool, animated: Bool) {
    if isSelected != selected { isSelected = selected }
  }

  /// Highlights the row, or ends that; a subclass calls `super`.
  open func setHighlighted(_ highlighted: Bool, animated: Bool) {
    if isHighlighted != highlighted { isHighlighted = highlighted }
  }

  /// Begins or ends editing; a subclass calls `super`.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// The state of the row, for its content.
  open var configurationState: UICellConfigurationState {
    var state = UICellConfigurationState(traitCollection: .current)
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    state.isEditing = isEditing
    return state
  }

  /// Configures the row again.
  open func setNeedsUpdateConfiguration() { updateConfiguration(using: configurationState) }

  /// Configures the row for a state; a subclass calls `super`.
  open func updateConfiguration(using state: UICellConfigurationState) {
    configurationUpdateHandler?(self, state)
  }

  private func stateDidChange() { setNeedsUpdateConfiguration() }
  /// The sign at the end of the row.
  open var accessoryType = AccessoryType.none
  /// The view at the end of the row, which is shown instead of the sign.
  open var accessoryView: UIView?
  /// How far the content is indented, in steps of ``indentationWidth``.
  open var indentationLevel = 0
  /// The length of a step.
  open var indentationWidth: CGFloat = 10
  /// The content that is shown instead of the labels.
  open var contentConfiguration: (any UIContentConfiguration)?
  /// The ground of the row.
  open var backgroundConfiguration: UIBackgroundConfiguration?
  var context = ListRowContext()
  /// The height that the table's delegate gives to the row.
  var givenHeight: CGFloat?
  private let style: CellStyle

  /// The sign at the end of a row.
  public enum AccessoryType: Int, Hashable, Sendable {
    /// None.
    case none
    /// A sign that the row opens something.
    case disclosureIndicator
    /// Such a sign, and a button.
    case detailDisclosureButton
    /// A sign that the row is chosen.
    case checkmark
    /// A button.
    case detailButton
  }

  /// The lines between rows.
  public enum SeparatorStyle: Int, Hashable, Sendable {
    /// None.
    case none
    /// One.
    case singleLine
  }

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

  /// Returns an empty content that looks as a row does.
  open func defaultContentConfiguration() -> UIListContentConfiguration {
    switch style {
    case .default: .cell()
    case .subtitle: .subtitleCell()
    case .value1, .value2: .valueCell()
    }
  }

  /// Returns the size that the row's content needs in the given width, at least 44 points high; the
  /// delegate's height, if it gives one.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    if let givenHeight { return CGSize(width: size.width, height: givenHeight) }
    let needed = look.sizeThatFits(ContentSize(size), margins: .none)
    let height = max(CGFloat(needed.height), UICollectionViewListCell.leastHeight)
    return CGSize(width: CGFloat(needed.width), height: height)
  }

  /// The row's own views, or its labels where it has none, and the sign at its end.
  open override var look: ContentNode {
    var parts = ListRowParts(content: contentView.look)
    parts.trailing = signs
    parts.inset = Double(context.inset)
    parts.indentation = Double(CGFloat(max(0, indentationLevel)) * indentationWidth)
    if let contentConfiguration {
      parts.content = contentConfiguration.look(in: context, frame.width, parts)
    } else if contentView.subviews.isEmpty {
      parts.content = labelled.look(in: context, frame.width, parts)
    }
    return parts.node
  }

  private var signs: [ContentNode] {
    if let accessoryView { return [accessoryView.look] }
    func sign(_ accessory: UICellAccessory) -> ContentNode {
      accessory.look(isSelected: isSelected, isExpanded: false)
    }
    let button = UIImage(systemName: "info.circle")?.look(tint: .systemBlue) ?? .element("div")
    switch accessoryType {
    case .none: return []
    case .disclosureIndicator: return [sign(.disclosureIndicator())]
    case .detailDisclosureButton: return [button, sign(.disclosureIndicator())]
    case .checkmark: return [sign(.checkmark())]
    case .detailButton: return [button]
    }
  }

  /// The labels as a content.
  private var labelled: UIListContentConfiguration {
    var content = defaultContentConfiguration()
    func show(
      _ label: UILabel?,
      _ properties: inout UIListContentConfiguration.TextProperties
    ) -> String? {
      guard let label, label.text?.isEmpty == false else { return nil }
      properties.font = label.font
      properties.numberOfLines = label.numberOfLines
      if let color = label.textColor { properties.color = color }
      if label.textAlignment == .center { properties.alignment = .center }
      return label.text
    }
    content.text = show(textLabel, &content.textProperties)
    content.secondaryText = show(detailTextLabel, &content.secondaryTextProperties)
    content.image = imageView?.image
    content.imageProperties.tintColor = imageView?.ownTint
    return content
  }
}

extension UITableViewCell: @MainActor HostedListRow {
  /// The colour of its ground: that of a selected row, or its own.
  package var rowColor: ContentColor? {
    if isSelected || isHighlighted, selectionStyle != .none {
      let color = selectedBackgroundView?.backgroundColor ?? .systemGray4
      return ContentColor(css: color.css)
    }
    let color = backgroundConfiguration?.shownColor ?? backgroundColor
    return color.flatMap { ContentColor(css: $0.css) }
  }
}

extension UITableView {
  /// Returns the actions at the leading side of a row; `nil` if there are none.
  public func leadingSwipeActionsConfiguration(
    forRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard hasRow(indexPath) else { return nil }
    return delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: indexPath)
  }

  /// Returns the actions at the trailing side of a row; `nil` if there are none.
  public func trailingSwipeActionsConfiguration(
    forRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    guard hasRow(indexPath) else { return nil }
    return delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: indexPath)
  }

  private func hasRow(_ indexPath: IndexPath) -> Bool {
    let path = CellPath(indexPath)
    return path.item >= 0 && path.item < numberOfRows(inSection: path.section)
  }
}
