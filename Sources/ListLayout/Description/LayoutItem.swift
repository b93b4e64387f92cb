/// One cell of a group; NSCollectionLayoutItem.
public struct LayoutItem: Hashable, Sendable {
  /// Its size, before the insets.
  public var layoutSize: LayoutSize
  /// What the cell is smaller than its place, edge by edge; never moves a neighbour.
  ///
  /// Ignored along an estimated dimension.
  public var contentInsets: DirectionalEdgeInsets
  /// The space around it.
  public var edgeSpacing: LayoutEdgeSpacing?
  /// What is attached to its cell, such as badges.
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
/// A group may stand wherever an item may.
public struct LayoutGroup: Hashable, Sendable {
  /// Its size, insets included.
  public var layoutSize: LayoutSize
  /// What its content keeps away from its edges.
  ///
  /// Ignored along an estimated dimension.
  public var contentInsets: DirectionalEdgeInsets
  /// The space around it.
  public var edgeSpacing: LayoutEdgeSpacing?
  /// What is attached to it: one view for each time the group is repeated.
  public var supplementaryItems: [LayoutSupplementaryItem]
  /// The space between its neighbours; `nil` is `.fixed(0)`.
  public var interItemSpacing: LayoutSpacing?
  /// What is in it.
  public var content: Content

  /// Creates a group.
  public init(layoutSize: LayoutSize, content: Content) {
    self.layoutSize = layoutSize
    self.content = content
    contentInsets = .zero
    edgeSpacing = nil
    supplementaryItems = []
    interItemSpacing = nil
  }

  /// Subitems side by side, again and again, until the next one does not fit.
  public static func horizontal(
    layoutSize: LayoutSize,
    subitems: [any LayoutSubitemConvertible]
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.horizontal, .fitting(subitems.map(\.layoutSubitem)))
    )
  }

  /// `count` times one subitem side by side, which share the group's width equally.
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

  /// `count` times one subitem side by side, each of its own width.
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

  /// Subitems one below the other, again and again, until the next one does not fit.
  public static func vertical(
    layoutSize: LayoutSize,
    subitems: [any LayoutSubitemConvertible]
  ) -> LayoutGroup {
    LayoutGroup(
      layoutSize: layoutSize,
      content: .stack(.vertical, .fitting(subitems.map(\.layoutSubitem)))
    )
  }

  /// `count` times one subitem one below the other, which share the group's height equally.
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

  /// `count` times one subitem one below the other, each of its own height.
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

  /// Cells at given places.
  public static func custom(layoutSize: LayoutSize, frames: [LayoutGroupCustomItem]) -> LayoutGroup
  {
    LayoutGroup(layoutSize: layoutSize, content: .custom(.frames(frames)))
  }

  /// Cells at the places that a provider computes; it is registered by its name in a
  /// ``LayoutRegistry`` and never stored.
  public static func custom(layoutSize: LayoutSize, itemProvider name: String) -> LayoutGroup {
    LayoutGroup(layoutSize: layoutSize, content: .custom(.provider(name)))
  }

  /// Whether the places of its cells, or of those of a group in it, are computed by code.
  var callsCode: Bool {
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
  /// What is in a group.
  public indirect enum Content: Hashable, Sendable {
    /// Subitems along an axis.
    case stack(LayoutAxis, Stacking)
    /// Cells at places of their own.
    case custom(CustomItems)
  }

  /// How often the subitems of a group are repeated.
  public enum Stacking: Hashable, Sendable {
    /// In turn, until the next one does not fit. In a group whose length is estimated, each once.
    case fitting([LayoutSubitem])
    /// `subitem:count:`: so many of one, of equal length, whatever its own.
    case dividing(LayoutSubitem, count: Int)
    /// `repeatingSubitem:count:`: so many of one, each of its own length.
    case repeating(LayoutSubitem, count: Int)

    /// The subitems, each once.
    public var subitems: [LayoutSubitem] {
      switch self {
      case .fitting(let subitems): subitems
      case .dividing(let subitem, _), .repeating(let subitem, _): [subitem]
      }
    }
  }

  /// Where the cells of a custom group are.
  public enum CustomItems: Hashable, Sendable {
    /// These places, for each group.
    case frames([LayoutGroupCustomItem])
    /// The places that the provider registered by this name computes.
    case provider(String)
  }
}

/// The place of a cell in a custom group; NSCollectionLayoutGroupCustomItem.
public struct LayoutGroupCustomItem: Hashable, Sendable {
  /// The place, from the group's top left corner.
  public var frame: LayoutRect
  /// The order in which it is drawn.
  public var zIndex: Int

  /// Creates a place.
  public init(frame: LayoutRect, zIndex: Int = 0) {
    self.frame = frame
    self.zIndex = zIndex
  }
}

/// An item or a group: what a group consists of.
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
  /// Itself.
  public var layoutSubitem: LayoutSubitem { self }

  var layoutSize: LayoutSize {
    switch self {
    case .item(let item): item.layoutSize
    case .group(let group): group.layoutSize
    }
  }

  var contentInsets: DirectionalEdgeInsets {
    switch self {
    case .item(let item): item.contentInsets
    case .group(let group): group.contentInsets
    }
  }

  var edgeSpacing: LayoutEdgeSpacing? {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  var supplementaryItems: [LayoutSupplementaryItem] {
    switch self {
    case .item(let item): item.supplementaryItems
    case .group(let group): group.supplementaryItems
    }
  }
}
