import Foundation
import ListAdapter
import ListLayout
import ListRendering

/// What a row of a list knows of its place before it is filled.
struct ListRowContext: Hashable {
  /// How its section looks; `nil` for a section that is not a list.
  var appearance: LayoutList.Appearance?
  var role = Role.cell
  /// The space before the text of a row, from the row's side.
  var inset: CGFloat = 16

  enum Role: Hashable {
    case cell, header, footer
  }

  /// The content that a row has by default.
  @MainActor var defaultContent: UIListContentConfiguration {
    let isSidebar = appearance == .sidebar || appearance == .sidebarPlain
    let isPlain = appearance == .plain
    switch role {
    case .cell: return isSidebar ? .sidebarCell() : .cell()
    case .header: return isSidebar ? .sidebarHeader() : isPlain ? .plainHeader() : .groupedHeader()
    case .footer: return isPlain ? .plainFooter() : .groupedFooter()
    }
  }
}

/// A view that looks different in each place of a list.
@MainActor
protocol ListRowView: UIView {
  var context: ListRowContext { get set }
}

extension SimulatedCollectionView {
  /// Returns what a cell or another view of a section knows of its place.
  @MainActor
  func rowContext(_ path: CellPath, kind: SupplementaryKind? = nil) -> ListRowContext {
    let list = self.list(inSection: path.section)
    var context = ListRowContext(appearance: list?.appearance)
    context.inset = CGFloat(LayoutListRow.textInset(inWidth: viewport.width))
    switch kind {
    case .header?: context.role = .header
    case .footer?: context.role = .footer
    default:
      let isHeader = list?.headerMode == .firstItemInSection && path.item == 0
      context.role = isHeader ? .header : .cell
    }
    return context
  }
}

/// The parts of a row, side by side.
struct ListRowParts {
  var content: ContentNode
  var leading: [ContentNode] = []
  var trailing: [ContentNode] = []
  /// The space before the first part, or before the content alone.
  var indentation = 0.0
  /// Whether the parts before the content are indented too.
  var indentsLeading = true
  /// The space beside parts that are not the content.
  var inset = 16.0

  var node: ContentNode {
    guard !leading.isEmpty || !trailing.isEmpty || indentation > 0 else { return content }
    let left = leading.isEmpty ? 0 : inset
    let isOutside = indentsLeading || leading.isEmpty
    let style = [
      "display: flex", "align-items: center",
      "padding: 0px \(trailing.isEmpty ? 0 : inset)px 0px \(left + (isOutside ? indentation : 0))px",
    ]
    let inner = isOutside ? "flex: 1" : "flex: 1; padding: 0px 0px 0px \(indentation)px"
    let whole = ContentNode.element("div", ["style": inner], [content])
    let parts = leading + [whole] + trailing.flatMap { [Self.space, $0] }.dropFirst()
    return .element("div", ["style": style.joined(separator: "; ")], parts)
  }

  /// The space between two parts at the end of a row.
  private static let space = ContentNode.element("div", ["style": "width: 8px"], [])
}
