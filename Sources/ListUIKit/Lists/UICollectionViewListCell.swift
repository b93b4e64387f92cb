public import Foundation
import ListAdapter
public import ListRendering

/// A row of a list: a content, with accessories beside it.
///
/// A list draws its ground, corners and separators. It is at least 44 points high, and as high as its
/// content needs.
open class UICollectionViewListCell: UICollectionViewCell, ListRowView {
  /// The signs and controls beside the content.
  open var accessories: [UICellAccessory] = [] { didSet { keepAccessoriesFree() } }
  /// How far the content is indented, in steps of ``indentationWidth``; a diffable data source sets it
  /// for the items of a section snapshot.
  open var indentationLevel = 0
  /// The length of a step.
  open var indentationWidth: CGFloat = 10
  /// Whether the accessories before the content are indented too.
  open var indentsAccessories = true
  /// Whether the list is edited.
  public internal(set) var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      setNeedsUpdateConfiguration()
      keepAccessoriesFree()
    }
  }
  /// Whether the rows below the item are shown.
  public internal(set) var isExpanded = false {
    didSet { if isExpanded != oldValue { setNeedsUpdateConfiguration() } }
  }
  var context = ListRowContext()
  /// Expands or collapses the item; a diffable data source sets it.
  var toggleOutline: (() -> Void)?

  /// The part of the row below which its line is drawn; the list draws the line.
  open private(set) lazy var separatorLayoutGuide: UILayoutGuide = {
    let guide = UILayoutGuide()
    addLayoutGuide(guide)
    return guide
  }()

  /// Returns an empty ground that looks as a row in its place does.
  open func defaultBackgroundConfiguration() -> UIBackgroundConfiguration {
    UIBackgroundConfiguration()
  }

  /// Returns an empty content that looks as a row in its place does.
  open func defaultContentConfiguration() -> UIListContentConfiguration { context.defaultContent }

  /// The state of the row, for its content.
  open override var configurationState: UICellConfigurationState {
    var state = super.configurationState
    state.isEditing = isEditing
    state.isExpanded = isExpanded
    return state
  }

  /// Performs what a tap on an accessory does.
  ///
  /// - Returns: Whether the row shows such an accessory.
  @discardableResult
  public func tapAccessory(_ type: UICellAccessory.AccessoryType) -> Bool {
    guard let accessory = shownAccessories.first(where: { $0.accessoryType == type }) else {
      return false
    }
    if let action = accessory.actionHandler {
      action()
    } else if type == .outlineDisclosure {
      toggleOutline?()
    }
    return true
  }

  /// Called when a person taps the row.
  func rowWasTapped() {
    let outline = shownAccessories.first { $0.accessoryType == .outlineDisclosure }
    guard let outline else { return }
    let isHeader = outline.outlineStyle == .automatic && context.role == .header
    if outline.outlineStyle == .header || isHeader { tapAccessory(.outlineDisclosure) }
  }

  /// Forgets what the row before it in this cell was.
  func begin(isEditing: Bool) {
    self.isEditing = isEditing
    isExpanded = false
    indentationLevel = 0
    toggleOutline = nil
  }

  private var shownAccessories: [UICellAccessory] {
    accessories.filter { $0.isDisplayed(isEditing: isEditing) }
  }

  /// Returns the size of the row.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    var needed = super.sizeThatFits(size)
    if context.role == .cell { needed.height = max(needed.height, Self.leastHeight) }
    return needed
  }

  static let leastHeight: CGFloat = 44

  /// Gives the content view what the accessories leave of the row, if constraints stand in it.
  private func keepAccessoriesFree() {
    let room = bounds.size
    func space(_ placement: UICellAccessory.Placement) -> CGFloat {
      var parts = ListRowParts(content: .element("div"))
      let looks = shownAccessories.filter { $0.placement == placement }
        .map { $0.look(isSelected: isSelected, isExpanded: isExpanded) }
      if placement == .leading { parts.leading = looks } else { parts.trailing = looks }
      parts.inset = Double(context.inset)
      guard !looks.isEmpty else { return 0 }
      let needed = parts.node.sizeThatFits(ContentSize(width: 1e6, height: 44), margins: .none)
      return CGFloat(needed.width)
    }
    let (leading, trailing) = (space(.leading), space(.trailing))
    guard contentView.usesConstraints, room.width > leading + trailing else { return }
    contentView.frame = CGRect(
      x: leading,
      y: 0,
      width: room.width - leading - trailing,
      height: room.height
    )
  }

  /// Gives the content view what the accessories leave of the row.
  open override func layoutSubviews() {
    super.layoutSubviews()
    keepAccessoriesFree()
  }

  /// The content and the accessories.
  open override var look: ContentNode {
    func looks(_ placement: UICellAccessory.Placement) -> [ContentNode] {
      shownAccessories.filter { $0.placement == placement }
        .map { $0.look(isSelected: isSelected, isExpanded: isExpanded) }
    }
    var parts = ListRowParts(content: contentView.look)
    parts.leading = looks(.leading)
    parts.trailing = looks(.trailing)
    parts.inset = Double(context.inset)
    parts.indentsLeading = indentsAccessories
    parts.indentation = Double(CGFloat(max(0, indentationLevel)) * indentationWidth)
    if let contentConfiguration, !showsConfiguredView {
      parts.content = contentConfiguration.updated(for: configurationState)
        .look(in: context, frame.width, parts)
    }
    return parts.node
  }
}

extension UICollectionViewListCell: @MainActor HostedListRow {
  /// The colour of its ground: that of a selected row, or that of its configuration.
  package var rowColor: ContentColor? {
    if isSelected || isHighlighted { return ContentColor(css: UIColor.systemGray4.css) }
    let color = backgroundConfiguration?.shownColor ?? backgroundColor
    return color.flatMap { ContentColor(css: $0.css) }
  }
}

extension UIContentConfiguration {
  /// Returns the look of the content in a row.
  @MainActor func look(
    in context: ListRowContext,
    _ width: CGFloat,
    _ parts: ListRowParts
  ) -> ContentNode {
    let view = makeContentView()
    guard let list = view as? UIListContentView else { return view.look }
    list.rowMargins = (
      parts.leading.isEmpty ? context.inset : 8, parts.trailing.isEmpty ? context.inset : 8
    )
    if width > 0, parts.leading.isEmpty, parts.trailing.isEmpty {
      list.rowWidth = width - CGFloat(parts.indentation)
    }
    return list.look
  }
}

extension UITraitCollection {
  /// The traits of the screen.
  @MainActor static var current: UITraitCollection {
    UITraitCollection(
      list: UIScreen.main.bounds.size,
      screen: UIScreen.main.bounds.size,
      idiom: UIDevice.current.chosenIdiom,
      isRightToLeft: false,
      displayScale: UIScreen.main.scale
    )
  }
}
