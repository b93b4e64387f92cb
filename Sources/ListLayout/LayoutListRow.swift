/// What is drawn with a row of a list: its lines and its corners.
///
/// Places are from the top left corner of the row.
public struct LayoutListRow: Hashable, Sendable {
  /// How the section of the row looks.
  public var appearance: LayoutList.Appearance
  /// Whether the row is the first one of its section, and drawn as a header.
  public var isHeader: Bool
  /// The size of the row.
  public var extent: LayoutExtent
  /// The lines of the row: those above come first.
  public var separators: [Separator]
  /// The radius of the corners at the top.
  public var topCornerRadius: Double
  /// The radius of the corners at the bottom.
  public var bottomCornerRadius: Double
  /// The place of a text in the row: between the margins, whole points high, above the line below.
  public var textFrame: LayoutRect
  /// The colour of the screen behind the rows of the list, as a name or a value of CSS; `nil` for that
  /// of the appearance.
  public var backgroundColor: String?

  /// A line.
  public struct Separator: Hashable, Sendable {
    /// Its place.
    public var frame: LayoutRect
    /// Its colour, as a name or a value of CSS; `nil` for that of separators.
    public var color: String?
  }

  /// Returns the space before the text of a row, in a list of a width.
  package static func textInset(inWidth width: Double) -> Double {
    ListMetrics.textInset(width)
  }

  /// The radius of the corners of cards.
  static let cornerRadius = 10.0
}

extension CompositionalLayout {
  /// Returns what is drawn with a row; `nil` if there is no such cell, or if it is not in a list.
  ///
  /// - Complexity: O(log cells + log sections), and O(groups of one repetition), and one call of the list's separator handler.
  public func listRow(at path: CellPath) -> LayoutListRow? {
    guard let list = list(inSection: path.section),
      let frame = layoutAttributes(for: .cell(path))?.frame
    else { return nil }
    return listRow(list, path, frame.extent)
  }

  /// Returns the list of which a section is; `nil` for another section.
  package func list(inSection section: Int) -> LayoutList? {
    guard geometries.indices.contains(section) else { return nil }
    return geometries[section]?.plan.layout.list
  }

  private func listRow(_ list: LayoutList, _ path: CellPath, _ extent: LayoutExtent)
    -> LayoutListRow
  {
    let last = numberOfItems(inSection: path.section) - 1
    let headers = list.headerMode == .firstItemInSection ? 1 : 0
    let place = RowPlace(
      isHeader: path.item < headers,
      isFirst: path.item == headers,
      isLast: path.item >= headers && path.item == last
    )
    let pixel = ListMetrics(environment, rules).pixel
    let inset = ListMetrics.textInset(environment.container.contentSize.width)
    var chosen = list.separators
    if let name = list.separatorHandler, let handler = registry.separatorHandlers[name] {
      chosen = handler(path, chosen)
    }
    func line(_ edge: RowEdge, _ visibility: LayoutListSeparators.Visibility) -> LayoutListRow
      .Separator?
    {
      guard list.showsSeparators,
        visibility == .visible
          || visibility == .automatic && list.appearance.hasLine(edge, of: place)
      else { return nil }
      let own = edge == .top ? chosen.topInsets : chosen.bottomInsets
      let isOuter = list.appearance == .grouped && place.isOuter(edge)
      let leading = (own.leading ?? (isOuter ? 0 : inset)).finite
      let trailing = (own.trailing ?? 0).finite
      let frame = LayoutRect(
        x: leading,
        y: edge == .top ? 0 : max(0, extent.height - pixel),
        width: max(0, extent.width - leading - trailing),
        height: min(pixel, extent.height)
      )
      return LayoutListRow.Separator(frame: directed(frame, in: extent), color: chosen.color)
    }
    let hasCard = list.appearance == .insetGrouped
    let text = LayoutRect(
      x: inset,
      y: 0,
      width: max(0, extent.width - 2 * inset),
      height: max(0, (extent.height - pixel).rounded(.down))
    )
    return LayoutListRow(
      appearance: list.appearance,
      isHeader: place.isHeader,
      extent: extent,
      separators: [line(.top, chosen.top), line(.bottom, chosen.bottom)].compactMap(\.self),
      topCornerRadius: hasCard && place.isFirst ? LayoutListRow.cornerRadius : 0,
      bottomCornerRadius: hasCard && place.isLast ? LayoutListRow.cornerRadius : 0,
      textFrame: directed(text, in: extent),
      backgroundColor: list.backgroundColor
    )
  }

  /// Returns a place in a row, mirrored if lines of text begin at the right.
  private func directed(_ rect: LayoutRect, in extent: LayoutExtent) -> LayoutRect {
    environment.layoutDirection == .rightToLeft ? rect.mirrored(in: extent.width) : rect
  }
}

/// An edge of a row.
private enum RowEdge {
  case top, bottom
}

/// Where a row stands in its section.
private struct RowPlace {
  /// Whether it is the row that stands for a header; it is not part of the card or group below it.
  var isHeader: Bool
  var isFirst: Bool
  var isLast: Bool

  /// Whether an edge of the row is one of the section, too.
  func isOuter(_ edge: RowEdge) -> Bool { edge == .top ? isFirst : isLast }
}

extension LayoutList.Appearance {
  /// Returns whether a row has a line of itself (L6).
  fileprivate func hasLine(_ edge: RowEdge, of place: RowPlace) -> Bool {
    guard !place.isHeader else { return false }
    return switch self {
    case .plain: edge == .bottom
    case .grouped: edge == .bottom || place.isFirst
    case .insetGrouped: edge == .bottom && !place.isLast
    case .sidebar, .sidebarPlain: false
    }
  }
}

extension Double {
  /// The number, or 0 if a handler has answered one that is not finite.
  fileprivate var finite: Double { isFinite ? self : 0 }
}
