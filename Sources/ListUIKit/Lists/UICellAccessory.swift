import Foundation
import ListRendering

/// A sign or a control beside the content of a row.
public struct UICellAccessory {
  /// When an accessory is shown.
  public enum DisplayedState: Int, Hashable, Sendable {
    /// Always.
    case always
    /// While the list is edited.
    case whenEditing
    /// While the list is not edited.
    case whenNotEditing
  }

  /// The side of the row, and when a view of the app is shown there.
  public struct Placement: Hashable, Sendable {
    /// Returns the place among the accessories of a side; it is not asked.
    public typealias Position = (_ accessories: [UICellAccessory]) -> Int

    let isLeading: Bool
    var displayed = DisplayedState.always

    /// Before the content.
    public static let leading = Placement(isLeading: true)
    /// After the content.
    public static let trailing = Placement(isLeading: false)

    /// Before the content, in some states.
    public static func leading(
      displayed: DisplayedState = .always,
      at position: Position = { _ in 0 }
    ) -> Placement {
      Placement(isLeading: true, displayed: displayed)
    }

    /// After the content, in some states.
    public static func trailing(
      displayed: DisplayedState = .always,
      at position: Position = { _ in 0 }
    ) -> Placement {
      Placement(isLeading: false, displayed: displayed)
    }
  }

  /// The kinds of accessories.
  public enum AccessoryType: Hashable, Sendable {
    /// A sign that the row opens something.
    case disclosureIndicator
    /// A sign that the row is chosen.
    case checkmark
    /// A control that deletes the row.
    case delete
    /// A control that inserts a row.
    case insert
    /// A control by which the row is moved.
    case reorder
    /// A sign for each of several chosen rows.
    case multiselect
    /// A control that shows and hides the rows below an item.
    case outlineDisclosure
    /// A text.
    case label
    /// A view of the app.
    case customView
  }

  /// The colour of an accessory, and whether it is hidden.
  public struct DisclosureIndicatorOptions: Hashable, Sendable {
    /// Whether it keeps its space but is not drawn.
    public var isHidden = false
    /// The colour; `nil` for the usual one.
    public var tintColor: UIColor?

    /// Creates options.
    public init(isHidden: Bool = false, tintColor: UIColor? = nil) {
      self.isHidden = isHidden
      self.tintColor = tintColor
    }
  }

  /// The options of a disclosure of an outline.
  public struct OutlineDisclosureOptions: Hashable, Sendable {
    /// What a person taps.
    public enum Style: Int, Hashable, Sendable {
      /// The row in a header, else the sign.
      case automatic
      /// The whole row.
      case header
      /// The sign.
      case cell
    }

    /// What a person taps.
    public var style: Style
    /// Whether it keeps its space but is not drawn.
    public var isHidden: Bool
    /// The colour; `nil` for the usual one.
    public var tintColor: UIColor?

    /// Creates options.
    public init(style: Style = .automatic, isHidden: Bool = false, tintColor: UIColor? = nil) {
      self.style = style
      self.isHidden = isHidden
      self.tintColor = tintColor
    }
  }

  /// The width that an accessory takes; accepted for compatibility only.
  public enum LayoutDimension: Hashable, Sendable {
    /// Its own.
    case actual
    /// That of others.
    case standard
    /// A number of points.
    case custom(CGFloat)
  }

  /// The options of a sign that a row is chosen, and of controls of rows that are edited.
  public struct CheckmarkOptions: Hashable, Sendable {
    /// Whether it keeps its space but is not drawn.
    public var isHidden: Bool
    /// The colour; `nil` for the usual one.
    public var tintColor: UIColor?

    /// Creates options; a width and the others are accepted for compatibility only.
    public init(
      isHidden: Bool = false,
      reservedLayoutWidth: LayoutDimension? = nil,
      tintColor: UIColor? = nil,
      backgroundColor: UIColor? = nil,
      showsVerticalSeparator: Bool? = nil
    ) {
      self.isHidden = isHidden
      self.tintColor = tintColor
    }
  }
  /// The options of a control that deletes a row.
  public typealias DeleteOptions = CheckmarkOptions
  /// The options of a control that inserts a row.
  public typealias InsertOptions = CheckmarkOptions
  /// The options of a control by which a row is moved.
  public typealias ReorderOptions = CheckmarkOptions
  /// The options of a sign for each of several chosen rows.
  public typealias MultiselectOptions = CheckmarkOptions

  /// The options of a text.
  public struct LabelOptions: Sendable {
    /// Whether it keeps its space but is not drawn.
    public var isHidden: Bool
    /// The colour; `nil` for the usual one.
    public var tintColor: UIColor?

    /// Creates options; a width and a font are accepted for compatibility only.
    public init(
      isHidden: Bool = false,
      reservedLayoutWidth: LayoutDimension? = nil,
      tintColor: UIColor? = nil,
      font: UIFont = .preferredFont(forTextStyle: .body),
      adjustsFontForContentSizeCategory: Bool = true
    ) {
      self.isHidden = isHidden
      self.tintColor = tintColor
    }
  }

  private func with(_ options: CheckmarkOptions) -> UICellAccessory {
    var copy = self
    copy.isHidden = options.isHidden
    copy.tintColor = options.tintColor
    return copy
  }

  /// A view of the app, and where it stands.
  @preconcurrency @MainActor
  public struct CustomViewConfiguration {
    /// The view.
    public let customView: UIView
    /// The side of the row.
    public let placement: Placement

    /// Creates a configuration.
    ///
    /// A width, a colour and whether it keeps its size are accepted for compatibility only.
    public init(
      customView: UIView,
      placement: Placement,
      isHidden: Bool? = nil,
      reservedLayoutWidth: LayoutDimension? = nil,
      tintColor: UIColor? = nil,
      maintainsFixedSize: Bool? = nil
    ) {
      self.customView = customView
      self.placement = placement
      if let tintColor { customView.tintColor = tintColor }
    }
  }

  /// Performs what a tap on the accessory does.
  public typealias ActionHandler = () -> Void

  /// The kind.
  public let accessoryType: AccessoryType
  /// When it is shown.
  public var displayedState: DisplayedState
  /// The side of the row.
  public var placement: Placement
  /// Whether it keeps its space but is not drawn.
  public var isHidden = false
  /// The colour; `nil` for the usual one.
  public var tintColor: UIColor?
  var text = ""
  var customView: UIView?
  var outlineStyle = OutlineDisclosureOptions.Style.automatic
  var actionHandler: ActionHandler?

  private init(_ type: AccessoryType, _ state: DisplayedState, _ placement: Placement) {
    accessoryType = type
    displayedState = state
    self.placement = placement
  }

  /// Returns whether it is shown in a list that is edited or not.
  func isDisplayed(isEditing: Bool) -> Bool {
    switch displayedState {
    case .always: true
    case .whenEditing: isEditing
    case .whenNotEditing: !isEditing
    }
  }
}

extension UICellAccessory {
  /// A sign that the row opens something.
  public static func disclosureIndicator(
    displayed: DisplayedState = .always,
    options: DisclosureIndicatorOptions = DisclosureIndicatorOptions()
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.disclosureIndicator, displayed, .trailing)
    accessory.isHidden = options.isHidden
    accessory.tintColor = options.tintColor
    return accessory
  }

  /// A sign that the row is chosen.
  public static func checkmark(
    displayed: DisplayedState = .always,
    options: CheckmarkOptions = CheckmarkOptions()
  ) -> UICellAccessory {
    UICellAccessory(.checkmark, displayed, .trailing).with(options)
  }

  /// A control that deletes the row.
  public static func delete(
    displayed: DisplayedState = .whenEditing,
    options: DeleteOptions = DeleteOptions(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.delete, displayed, .leading).with(options)
    accessory.actionHandler = actionHandler
    return accessory
  }

  /// A control that inserts a row.
  public static func insert(
    displayed: DisplayedState = .whenEditing,
    options: InsertOptions = InsertOptions(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.insert, displayed, .leading).with(options)
    accessory.actionHandler = actionHandler
    return accessory
  }

  /// A control by which the row is moved.
  public static func reorder(
    displayed: DisplayedState = .whenEditing,
    options: ReorderOptions = ReorderOptions()
  ) -> UICellAccessory {
    UICellAccessory(.reorder, displayed, .trailing).with(options)
  }

  /// A sign for each of several chosen rows.
  public static func multiselect(
    displayed: DisplayedState = .whenEditing,
    options: MultiselectOptions = MultiselectOptions()
  ) -> UICellAccessory {
    UICellAccessory(.multiselect, displayed, .leading).with(options)
  }

  /// A control that shows and hides the rows below an item.
  ///
  /// Without a handler, the diffable data source of the list expands or collapses the item.
  public static func outlineDisclosure(
    displayed: DisplayedState = .always,
    options: OutlineDisclosureOptions = OutlineDisclosureOptions(),
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.outlineDisclosure, displayed, .trailing)
    accessory.isHidden = options.isHidden
    accessory.tintColor = options.tintColor
    accessory.outlineStyle = options.style
    accessory.actionHandler = actionHandler
    return accessory
  }

  /// A text.
  public static func label(
    text: String,
    displayed: DisplayedState = .always,
    options: LabelOptions = LabelOptions()
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.label, displayed, .trailing)
    accessory.text = text
    accessory.isHidden = options.isHidden
    accessory.tintColor = options.tintColor
    return accessory
  }

  /// A view of the app.
  @MainActor public static func customView(
    configuration: CustomViewConfiguration
  ) -> UICellAccessory {
    let placement = configuration.placement
    let side: Placement = placement.isLeading ? .leading : .trailing
    var accessory = UICellAccessory(.customView, placement.displayed, side)
    accessory.customView = configuration.customView
    return accessory
  }
}

// MARK: Drawing

extension UICellAccessory {
  /// The look of the accessory.
  @MainActor func look(isSelected: Bool, isExpanded: Bool) -> ContentNode {
    switch accessoryType {
    case .disclosureIndicator: sign("M5 4l6 6.5l-6 6.5", width: 12, grey)
    case .outlineDisclosure:
      isExpanded
        ? sign("M1.5 8l6.5 6l6.5 -6", width: 16, blue) : sign("M5 4l6 6.5l-6 6.5", width: 16, blue)
    case .checkmark: sign("M2 11l5 5.5l9 -12", width: 18, blue)
    case .reorder: sign("M1 6h18M1 10.5h18M1 15h18", width: 20, grey, thickness: 1.5)
    case .delete: disc("M5.5 10.5h10", "#ff3b30")
    case .insert: disc("M5.5 10.5h10M10.5 5.5v10", "#34c759")
    case .multiselect:
      isSelected ? disc("M5.5 10.5l4 4l6 -8", blue) : ring
    case .label:
      .element(
        "p",
        ["style": "font-size: 17px; color: secondaryLabel; -webkit-line-clamp: 1"],
        text: text
      )
    case .customView: customView?.look ?? .element("div")
    }
  }

  private var blue: String { "#007aff" }
  /// A colour that can be seen on bright and dark grounds.
  private var grey: String { "#8e8e93" }

  private func color(_ usual: String) -> String {
    tintColor.flatMap { ContentColor(css: $0.css)?.light.hex } ?? usual
  }

  private func drawing(_ width: Double, _ shapes: [ContentNode]) -> ContentNode {
    .element(
      "svg",
      ["width": "\(width)", "height": "21", "viewBox": "0 0 \(width) 21"],
      isHidden ? [] : shapes
    )
  }

  private func sign(
    _ path: String,
    width: Double,
    _ usual: String,
    thickness: Double = 2
  ) -> ContentNode {
    drawing(width, [Self.line(path, color(usual), thickness, usual == grey ? 0.65 : 1)])
  }

  private func disc(_ path: String, _ usual: String) -> ContentNode {
    let circle = ContentNode.element(
      "circle",
      ["cx": "10.5", "cy": "10.5", "r": "10", "fill": "\(color(usual))"]
    )
    return drawing(21, [circle, Self.line(path, "#ffffff", 2)])
  }

  private var ring: ContentNode {
    drawing(
      21,
      [
        .element(
          "circle",
          [
            "cx": "10.5", "cy": "10.5", "r": "9.5", "fill": "none", "stroke": "\(grey)",
            "stroke-width": "1.5",
          ]
        )
      ]
    )
  }

  private static func line(
    _ path: String,
    _ color: String,
    _ thickness: Double,
    _ opacity: Double = 1
  ) -> ContentNode {
    .element(
      "path",
      [
        "d": "\(path)", "fill": "none", "stroke": "\(color)", "stroke-width": "\(thickness)",
        "stroke-opacity": "\(opacity)",
        "stroke-linecap": "round", "stroke-linejoin": "round",
      ]
    )
  }
}
