public import Foundation
import ListLayout

/// One cell of a group.

///

/// It makes a `LayoutItem`.
public class NSCollectionLayoutItem {
  /// Its size, before the insets.
  public let layoutSize: NSCollectionLayoutSize
  /// How much smaller the cell is than its layout size, on each edge.
  public var contentInsets = NSDirectionalEdgeInsets.zero
  /// The space around it.
  public var edgeSpacing: NSCollectionLayoutEdgeSpacing?
  private let ownSupplementaryItems: [NSCollectionLayoutSupplementaryItem]
  /// The views attached to it, such as badges.
  public var supplementaryItems: [NSCollectionLayoutSupplementaryItem] { ownSupplementaryItems }

  /// Creates an item.
  public init(layoutSize: NSCollectionLayoutSize) {
    self.layoutSize = layoutSize
    ownSupplementaryItems = []
  }

  /// Creates an item with views attached to it.
  public init(
    layoutSize: NSCollectionLayoutSize,
    supplementaryItems: [NSCollectionLayoutSupplementaryItem]
  ) {
    self.layoutSize = layoutSize
    ownSupplementaryItems = supplementaryItems
  }

  func subitem(_ code: LayoutCode) -> LayoutSubitem {
    var item = LayoutItem(
      layoutSize: layoutSize.value,
      supplementaryItems: supplementaryItems.map(\.value)
    )
    item.contentInsets = contentInsets.value
    item.edgeSpacing = edgeSpacing?.value
    return .item(item)
  }
}

/// Items side by side or one below the other.

///

/// It makes a `LayoutGroup`.
public final class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  /// Makes the frames of a custom group's cells.
  public typealias ItemProvider = (any NSCollectionLayoutEnvironment)
    -> [NSCollectionLayoutGroupCustomItem]

  private enum Content {
    case fitting(LayoutAxis, [NSCollectionLayoutItem])
    case dividing(LayoutAxis, NSCollectionLayoutItem, Int)
    case repeating(LayoutAxis, NSCollectionLayoutItem, Int)
    case custom(ItemProvider)
  }

  private let content: Content
  /// The space between neighbouring subitems.
  public var interItemSpacing: NSCollectionLayoutSpacing?
  private var attachedToEach: [NSCollectionLayoutSupplementaryItem] = []

  /// Creates a group without subitems.
  public override init(layoutSize: NSCollectionLayoutSize) {
    content = .fitting(.horizontal, [])
    super.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  private init(_ layoutSize: NSCollectionLayoutSize, _ content: Content) {
    self.content = content
    super.init(layoutSize: layoutSize, supplementaryItems: [])
  }

  /// The views attached to each repetition of the group.
  public override var supplementaryItems: [NSCollectionLayoutSupplementaryItem] {
    get { attachedToEach }
    set { attachedToEach = newValue }
  }

  /// Returns a group that repeats subitems side by side until the next one does not fit.
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize,
    subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .fitting(.horizontal, subitems))
  }

  /// Returns a group of `count` subitems side by side, which share its width equally.
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize,
    subitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .dividing(.horizontal, subitem, count))
  }

  /// Returns a group of `count` subitems side by side, each of its own width.
  public static func horizontal(
    layoutSize: NSCollectionLayoutSize,
    repeatingSubitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .repeating(.horizontal, repeatingSubitem, count))
  }

  /// Returns a group that repeats subitems one below the other until the next one does not fit.
  public static func vertical(
    layoutSize: NSCollectionLayoutSize,
    subitems: [NSCollectionLayoutItem]
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .fitting(.vertical, subitems))
  }

  /// Returns a group of `count` subitems one below the other, which share its height equally.
  public static func vertical(
    layoutSize: NSCollectionLayoutSize,
    subitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .dividing(.vertical, subitem, count))
  }

  /// Returns a group of `count` subitems one below the other, each of its own height.
  public static func vertical(
    layoutSize: NSCollectionLayoutSize,
    repeatingSubitem: NSCollectionLayoutItem,
    count: Int
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .repeating(.vertical, repeatingSubitem, count))
  }

  /// Returns a group of cells with the frames that a provider computes.
  public static func custom(
    layoutSize: NSCollectionLayoutSize,
    itemProvider: @escaping ItemProvider
  ) -> NSCollectionLayoutGroup {
    NSCollectionLayoutGroup(layoutSize, .custom(itemProvider))
  }

  func group(_ code: LayoutCode) -> LayoutGroup {
    let content: LayoutGroup.Content
    switch self.content {
    case .fitting(let axis, let subitems):
      content = .stack(axis, .fitting(subitems.map { $0.subitem(code) }))
    case .dividing(let axis, let subitem, let count):
      content = .stack(axis, .dividing(subitem.subitem(code), count: count))
    case .repeating(let axis, let subitem, let count):
      content = .stack(axis, .repeating(subitem.subitem(code), count: count))
    case .custom(let provider): content = .custom(.provider(code.name(provider)))
    }
    var group = LayoutGroup(layoutSize: layoutSize.value, content: content)
    group.contentInsets = contentInsets.value
    group.edgeSpacing = edgeSpacing?.value
    group.interItemSpacing = interItemSpacing?.value
    group.supplementaryItems = attachedToEach.map(\.value)
    return group
  }

  override func subitem(_ code: LayoutCode) -> LayoutSubitem { .group(group(code)) }
}

/// The frame of a cell in a custom group.

///

/// It makes a `LayoutGroupCustomItem`.
public final class NSCollectionLayoutGroupCustomItem {
  /// The frame, measured from the group's top left corner.
  public let frame: CGRect
  /// Its drawing order: higher is drawn later.
  public let zIndex: Int

  /// Creates an item of a custom group.
  public init(frame: CGRect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }

  var value: LayoutGroupCustomItem {
    LayoutGroupCustomItem(
      frame: LayoutRect(
        x: Double(frame.origin.x),
        y: Double(frame.origin.y),
        width: Double(frame.size.width),
        height: Double(frame.size.height)
      ),
      zIndex: zIndex
    )
  }
}

/// A view attached to an item or a group.

///

/// It makes a `LayoutSupplementaryItem`.
public final class NSCollectionLayoutSupplementaryItem {
  private let layoutSize: NSCollectionLayoutSize
  /// The kind of the view.
  public let elementKind: String
  /// The point of the item or group at which the view is attached.
  public let containerAnchor: NSCollectionLayoutAnchor
  /// The point of the view that is put there.
  public let itemAnchor: NSCollectionLayoutAnchor?
  /// How much smaller the view is than its layout size, on each edge.
  public var contentInsets = NSDirectionalEdgeInsets.zero
  /// Its drawing order: higher is drawn later.
  public var zIndex = 1

  /// Creates an attached view.
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    itemAnchor = nil
  }

  /// Creates an attached view.
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    containerAnchor: NSCollectionLayoutAnchor,
    itemAnchor: NSCollectionLayoutAnchor
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
  }

  var value: LayoutSupplementaryItem {
    var item = LayoutSupplementaryItem(
      layoutSize: layoutSize.value,
      elementKind: elementKind,
      containerAnchor: containerAnchor.value,
      itemAnchor: itemAnchor?.value
    )
    item.contentInsets = contentInsets.value
    item.zIndex = zIndex
    return item
  }
}

/// A header, footer or the like.

///

/// It makes a `LayoutBoundarySupplementaryItem`.
public final class NSCollectionLayoutBoundarySupplementaryItem {
  private let layoutSize: NSCollectionLayoutSize
  /// The kind of the view.
  public let elementKind: String
  /// The edge or corner at which the view stands.
  public let alignment: NSRectAlignment
  /// How far it is shifted from there.
  public let offset: CGPoint
  /// How much smaller the view is than its layout size, on each edge.
  public var contentInsets = NSDirectionalEdgeInsets.zero
  /// Whether it makes the section longer.
  public var extendsBoundary = true
  /// Whether it stays on screen as long as its section.
  public var pinToVisibleBounds = false
  /// Its drawing order: higher is drawn later.
  public var zIndex = 1

  /// Creates a header, footer or the like.
  public init(
    layoutSize: NSCollectionLayoutSize,
    elementKind: String,
    alignment: NSRectAlignment,
    absoluteOffset: CGPoint = .zero
  ) {
    self.layoutSize = layoutSize
    self.elementKind = elementKind
    self.alignment = alignment
    offset = absoluteOffset
  }

  var value: LayoutBoundarySupplementaryItem {
    var item = LayoutBoundarySupplementaryItem(
      layoutSize: layoutSize.value,
      elementKind: elementKind,
      alignment: alignment.value,
      absoluteOffset: LayoutPoint(offset)
    )
    item.contentInsets = contentInsets.value
    item.extendsBoundary = extendsBoundary
    item.pinToVisibleBounds = pinToVisibleBounds
    item.zIndex = zIndex
    return item
  }
}

/// A view that shows no data.

///

/// It makes a `LayoutDecorationItem`.
public final class NSCollectionLayoutDecorationItem {
  /// The kind of the view.
  public let elementKind: String
  /// How much smaller the view is than the whole section, on each edge.
  public var contentInsets = NSDirectionalEdgeInsets.zero
  /// Its drawing order: higher is drawn later.
  public var zIndex = 0

  private init(elementKind: String) {
    self.elementKind = elementKind
  }

  /// Returns a background of the whole section.
  public static func background(elementKind: String) -> NSCollectionLayoutDecorationItem {
    NSCollectionLayoutDecorationItem(elementKind: elementKind)
  }

  var value: LayoutDecorationItem {
    var item = LayoutDecorationItem.background(elementKind: elementKind)
    item.contentInsets = contentInsets.value
    item.zIndex = zIndex
    return item
  }
}
