public import Foundation
public import ListAdapter
import ListLayout
public import ListModel
public import ListRendering

/// The simplest list: rows one below the other, loaded a page at a time without end.
///
/// `Row` is the component of a row: ``PlainRowComponent`` in the first screen, ``MeasuredRowComponent``
/// in the second.
public struct SampleScreen<Row: RowComponent>: ScreenModel {
  /// The actions of the screen.
  public enum Action: Hashable, Sendable {
    /// The user pulled the content down.
    case refresh
    /// The end of the list is near.
    case reachEnd
    /// A row appeared, disappeared, was touched or released.
    case note(String)
    /// Scrolling has come to rest.
    case rest
  }

  static var pageSize: Int { 100 }
  static var rowLimit: Int { 10_000 }

  /// A configuration with a refresh control of the app's own.
  public static var configuration: CollectionViewAdapterConfiguration {
    CollectionViewAdapterConfiguration(
      refreshControl: .enabled(
        tintColor: "clear",
        text: "Refreshing…",
        textColor: "white",
        appearance: .init(
          indicator: .image("arrow.clockwise").size(22).tintColor("systemGray").spin()
        )
      )
    )
  }

  /// The rows.
  public private(set) var rows: [RowViewModel] = []
  /// The notes that rows sent since the last rest, oldest first.
  public private(set) var notes: [String] = []
  /// How often scrolling came to rest.
  public private(set) var rests = 0
  private var words: WordSource

  /// Creates a screen with one page of random rows; equal seeds give equal rows.
  public init(seed: UInt64 = 1) {
    words = WordSource(seed: seed)
    append()
  }

  /// Changes the state; notes of rows do not change the list.
  ///
  /// - Returns: Batches.
  public mutating func handle(_ action: Action) -> CollectionViewAdapterUpdateStrategy {
    switch action {
    case .refresh:
      rows = []
      append()
    case .reachEnd: append()
    case .note(let note): notes.append(note)
    case .rest:
      notes = []
      rests += 1
    }
    return .animatedBatchUpdates
  }

  private mutating func append() {
    for _ in 0..<min(Self.pageSize, Self.rowLimit - rows.count) { rows.append(words.row()) }
  }

  /// Declares one section with a pinned header.
  public func list(_ send: @escaping @Sendable (Action) -> Void) -> List {
    List {
      Section(id: "rows") {
        for row in rows {
          Cell(id: Cell.ID(row.id), component: Row(viewModel: row))
            .willDisplay { send(.note("+\($0.id)")) }
            .didEndDisplay { send(.note("-\($0.id)")) }
            .onHighlight { send(.note("touched \($0.id)")) }
            .onUnhighlight { send(.note("let go \($0.id)")) }
        }
      }
      .withHeader(SectionHeaderComponent("Header", "It stays while its section is on screen."))
      .withSectionLayout(
        .vertical()
          .withSectionContentInsets(.init(top: 16, leading: 20, bottom: 8, trailing: 20))
          .withHeaderPinToVisibleBounds(true)
      )
    }
    .onRefresh { _ in send(.refresh) }
    .onReachEnd(offsetFromEnd: .relativeToContainerSize(multiplier: 1)) { _ in send(.reachEnd) }
    .didEndDecelerating { _ in send(.rest) }
  }
}

/// The texts of a row.
public struct RowViewModel: Codable, Equatable, Sendable {
  /// The identity of the row.
  public var id: String
  /// The first line.
  public var title: String
  /// The second line.
  public var subtitle: String?

  /// The lines as elements, above a separator.
  var node: ContentNode {
    let subtitle = subtitle.map { [ContentNode.element("p", text: $0)] } ?? []
    return .element(
      "div",
      ["style": "border-bottom: 1px solid \(Palette.line); padding: 8px 0"],
      [.element("h3", text: title)] + subtitle
    )
  }
}

/// A component that shows a row, and its picture.
public protocol RowComponent: ComponentRemoteImagePrefetchable where ViewModel == RowViewModel {}

extension RowComponent {
  /// The picture beside the row.
  public var remoteImageURLs: [URL] {
    URL(string: "https://images.example/\(viewModel.id).png").map { [$0] } ?? []
  }

  /// As high as its lines.
  public var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 54) }
}

/// A row that is redrawn as a whole.
public struct PlainRowComponent: RowComponent {
  /// The stored name of the component.
  public static let componentType = "PlainRow"
  /// The texts of the row.
  public var viewModel: RowViewModel

  /// Creates a row.
  public init(viewModel: RowViewModel) { self.viewModel = viewModel }

  /// Creates a content without lines.
  public func renderContent(coordinator: Void) -> NodeContent { NodeContent() }

  /// Draws the lines.
  public func render(in content: NodeContent, coordinator: Void) {
    content.node = viewModel.node
  }
}

/// A row whose content measures its height, as content with constraints does.
public struct MeasuredRowComponent: RowComponent {
  /// Lines that measure their height.
  public final class RowContent: DescribedContent, MeasuredContent {
    fileprivate var row: RowViewModel?

    /// The lines.
    public var node: ContentNode { row?.node ?? .text("") }

    /// Returns the size of all lines as they are drawn.
    public func sizeThatFits(_ size: ContentSize) -> ContentSize { node.sizeThatFits(size) }
  }

  /// The stored name of the component.
  public static let componentType = "MeasuredRow"
  /// The texts of the row.
  public var viewModel: RowViewModel

  /// Creates a row.
  public init(viewModel: RowViewModel) { self.viewModel = viewModel }

  /// Creates a content without lines.
  public func renderContent(coordinator: Void) -> RowContent { RowContent() }

  /// Draws the lines.
  public func render(in content: RowContent, coordinator: Void) { content.row = viewModel }
}
