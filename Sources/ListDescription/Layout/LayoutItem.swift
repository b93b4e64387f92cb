/// One cell of a group; NSCollectionLayoutItem.
public struct LayoutItem: Hashable, Sendable {
  /// Its size, before the insets.
  public var layoutSize: LayoutSize
  /// The distances by which the cell is smaller than ``layoutSize`` at each edge; insets never move
  /// a neighbour.
  ///
  /// Ignored along an estimated dimension.
  public var contentInsets: DirectionalEdgeInsets
  /// The space around it.
  public var edgeSpacing: LayoutEdgeSpacing?
  /// The views that are attached to its cell, such as badges.
  public var supplementaryItems: [LayoutSupplementaryItem]

  /// Creates an item.
  public init(layoutSize: LayoutSize, supplementaryItems: [LayoutSupplementaryItem] = []) {
    self.layoutSize = layoutSize
    self.supplementaryItems = supplementaryItems
    contentInsets = .zero
    edgeSpacing = nil
  }
}

/// Items side by side or one below the other; NSCollectionLayoutGroup.
///
/// A group can be used in place of an item.
public struct LayoutGroup: Hashable, Sendable {
  /// Its size, insets included.
  public var layoutSize: LayoutSize
  /// The distances between its content and its edges.
  ///
  /// Ignored along an estimated dimension.
  public var contentInsets: DirectionalEdgeInsets
  /// The space around it.
  public var edgeSpacing: LayoutEdgeSpacing?
  /// The views that are attached to it: each appears once for each repetition of the group.
  public var supplementaryItems: [LayoutSupplementaryItem]
  /// The space between its subitems; `nil` is `.fixed(0)`.
  public var interItemSpacing: LayoutSpacing?
  /// The content of the group.
  package var content: Content

  /// Creates a group.
  package init(layoutSize: LayoutSize, content: Content) {
    self.layoutSize = layoutSize
    self.content = content
    contentInsets = .zero
    edgeSpacing = nil
    supplementaryItems = []
    interItemSpacing = nil
  }

  /// Creates a group of subitems side by side, repeated until the next one does not fit.
  public static func horizontal(
    layoutSize: LayoutSize,
    subitems: [any LayoutSubitemConvertible]
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.horizontal, .fitting(subitems.map(\.layoutSubitem)))
    )
  }

  /// Creates a group of one subitem `count` times side by side, with equal shares of the group's
  /// width.
  public static func horizontal(
    layoutSize: LayoutSize,
    subitem: any LayoutSubitemConvertible,
    count: Int
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.horizontal, .dividing(subitem.layoutSubitem, count: count))
    )
  }

  /// Creates a group of one subitem `count` times side by side, each with its own width.
  public static func horizontal(
    layoutSize: LayoutSize,
    repeatingSubitem: any LayoutSubitemConvertible,
    count: Int
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.horizontal, .repeating(repeatingSubitem.layoutSubitem, count: count))
    )
  }

  /// Creates a group of subitems one below the other, repeated until the next one does not fit.
  public static func vertical(
    layoutSize: LayoutSize,
    subitems: [any LayoutSubitemConvertible]
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.vertical, .fitting(subitems.map(\.layoutSubitem)))
    )
  }

  /// Creates a group of one subitem `count` times one below the other, with equal shares of the
  /// group's height.
  public static func vertical(
    layoutSize: LayoutSize,
    subitem: any LayoutSubitemConvertible,
    count: Int
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.vertical, .dividing(subitem.layoutSubitem, count: count))
    )
  }

  /// Creates a group of one subitem `count` times one below the other, each with its own height.
  public static func vertical(
    layoutSize: LayoutSize,
    repeatingSubitem: any LayoutSubitemConvertible,
    count: Int
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.vertical, .repeating(repeatingSubitem.layoutSubitem, count: count))
    )
  }

  /// Creates a group of cells at given frames.
  public static func custom(layoutSize: LayoutSize, frames: [LayoutGroupCustomItem]) -> LayoutGroup
  {
    LayoutGroup(layoutSize: layoutSize, content: .custom(.frames(frames)))
  }

  /// Creates a group of cells at frames that a provider computes; the provider is registered by
  /// name in a `LayoutRegistry` and never stored.
  public static func custom(layoutSize: LayoutSize, itemProvider name: String) -> LayoutGroup {
    LayoutGroup(layoutSize: layoutSize, content: .custom(.provider(name)))
  }

  /// Whether code computes the frames of its cells, or of the cells of a group in it.
  package var callsCode: Bool {
    switch content {
    case .stack(_, let stacking):
      stacking.subitems.contains { subitem in
        if case .group(let group) = subitem { group.callsCode } else { false }
      }
    case .custom(.provider): true
    case .custom(.frames): false
    }
  }

  /// The subitems of a stack, each once; none for a custom group.
  public var subitems: [LayoutSubitem] {
    switch content {
    case .stack(_, let stacking): stacking.subitems
    case .custom: []
    }
  }
}

extension LayoutGroup {
  /// The content of a group.
  package indirect enum Content: Hashable, Sendable {
    /// Subitems along an axis.
    case stack(LayoutAxis, Stacking)
    /// Cells at given frames.
    case custom(CustomItems)
  }

  /// The way in which the subitems of a group are repeated.
  package enum Stacking: Hashable, Sendable {
    /// The subitems in turn, until the next one does not fit. In a group of estimated length, each
    /// subitem once.
    case fitting([LayoutSubitem])
    /// `subitem:count:`: one subitem `count` times, with equal lengths instead of its own.
    case dividing(LayoutSubitem, count: Int)
    /// `repeatingSubitem:count:`: one subitem `count` times, each with its own length.
    case repeating(LayoutSubitem, count: Int)

    /// The subitems, each once.
    package var subitems: [LayoutSubitem] {
      switch self {
      case .fitting(let subitems): subitems
      case .dividing(let subitem, _), .repeating(let subitem, _): [subitem]
      }
    }
  }

  /// The frames of the cells of a custom group.
  package enum CustomItems: Hashable, Sendable {
    /// These frames, for each group.
    case frames([LayoutGroupCustomItem])
    /// The frames that the provider with this name computes.
    case provider(String)
  }
}

/// The frame of a cell in a custom group; NSCollectionLayoutGroupCustomItem.
public struct LayoutGroupCustomItem: Hashable, Sendable {
  /// The frame, from the group's top left corner.
  public var frame: LayoutRect
  /// The drawing order: larger numbers are in front.
  public var zIndex: Int

  /// Creates a custom item.
  public init(frame: LayoutRect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

/// An element of a group: an item or a group.
public enum LayoutSubitem: Hashable, Sendable {
  /// One cell.
  case item(LayoutItem)
  /// A group in a group.
  case group(LayoutGroup)
}

/// An item or a group, so that both can be written in one array of subitems.
public protocol LayoutSubitemConvertible {
  /// The value as a subitem.
  var layoutSubitem: LayoutSubitem { get }
}

extension LayoutItem: LayoutSubitemConvertible {
  /// The item as a subitem.
  public var layoutSubitem: LayoutSubitem { .item(self) }
}

extension LayoutGroup: LayoutSubitemConvertible {
  /// The group as a subitem.
  public var layoutSubitem: LayoutSubitem { .group(self) }
}

extension LayoutSubitem: LayoutSubitemConvertible {
  /// The subitem itself.
  public var layoutSubitem: LayoutSubitem { self }

  package var layoutSize: LayoutSize {
    switch self {
    case .item(let item): item.layoutSize
    case .group(let group): group.layoutSize
    }
  }

  package var contentInsets: DirectionalEdgeInsets {
    switch self {
    case .item(let item): item.contentInsets
    case .group(let group): group.contentInsets
    }
  }

  package var edgeSpacing: LayoutEdgeSpacing? {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  package var supplementaryItems: [LayoutSupplementaryItem] {
    switch self {
    case .item(let item): item.supplementaryItems
    case .group(let group): group.supplementaryItems
    }
  }
}
