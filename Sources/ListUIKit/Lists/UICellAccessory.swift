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

  /// The side of the row.
  public enum Placement: Int, Hashable, Sendable {
    /// Before the content.
    case leading
    /// After the content.
    case trailing
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

  /// A view of the app, and where it stands.
  @preconcurrency @MainActor
  public struct CustomViewConfiguration {
    /// The view.
    public let customView: UIView
    /// The side of the row.
    public let placement: Placement

    /// Creates a configuration.
    public init(customView: UIView, placement: Placement) {
      self.customView = customView
      self.placement = placement
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
  public static func checkmark(displayed: DisplayedState = .always) -> UICellAccessory {
    UICellAccessory(.checkmark, displayed, .trailing)
  }

  /// A control that deletes the row.
  public static func delete(
    displayed: DisplayedState = .whenEditing,
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.delete, displayed, .leading)
    accessory.actionHandler = actionHandler
    return accessory
  }

  /// A control that inserts a row.
  public static func insert(
    displayed: DisplayedState = .whenEditing,
    actionHandler: ActionHandler? = nil
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.insert, displayed, .leading)
    accessory.actionHandler = actionHandler
    return accessory
  }

  /// A control by which the row is moved.
  public static func reorder(displayed: DisplayedState = .whenEditing) -> UICellAccessory {
    UICellAccessory(.reorder, displayed, .trailing)
  }

  /// A sign for each of several chosen rows.
  public static func multiselect(displayed: DisplayedState = .whenEditing) -> UICellAccessory {
    UICellAccessory(.multiselect, displayed, .leading)
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
    displayed: DisplayedState = .always
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.label, displayed, .trailing)
    accessory.text = text
    return accessory
  }

  /// A view of the app.
  @MainActor public static func customView(
    configuration: CustomViewConfiguration
  ) -> UICellAccessory {
    var accessory = UICellAccessory(.customView, .always, configuration.placement)
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
