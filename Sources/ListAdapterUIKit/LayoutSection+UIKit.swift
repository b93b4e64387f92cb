import Foundation
import ListAdapter
import ListLayout
import ListModel

#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

// A section's description as the objects of UIKit's compositional layout.

/// Makes UIKit's section of a description.
struct SectionMaker {
  /// The code that descriptions call by name.
  let registry: LayoutRegistry

  func section(_ value: LayoutSection) -> NSCollectionLayoutSection {
    let section = NSCollectionLayoutSection(group: group(value.group))
    section.contentInsets = value.contentInsets.uikit
    section.interGroupSpacing = CGFloat(value.interGroupSpacing)
    section.orthogonalScrollingBehavior = value.orthogonalScrollingBehavior.uikit
    section.boundarySupplementaryItems = value.boundarySupplementaryItems.map(\.uikit)
    section.supplementariesFollowContentInsets = value.supplementariesFollowContentInsets
    section.contentInsetsReference = value.contentInsetsReference.uikit
    section.supplementaryContentInsetsReference = value.supplementaryContentInsetsReference.uikit
    section.decorationItems = value.decorationItems.map(\.uikit)
    if let handler = value.visibleItemsInvalidationHandler.flatMap({
      registry.visibleItemsHandlers[$0]
    }) {
      section.visibleItemsInvalidationHandler = { items, offset, environment in
        var attributes = items.compactMap(LayoutAttributes.init)
        let known = attributes
        handler(
          &attributes,
          LayoutPoint(x: Double(offset.x), y: Double(offset.y)),
          environment.value
        )
        for item in items { item.take(attributes, insteadOf: known) }
      }
    }
    return section
  }

  private func group(_ value: LayoutGroup) -> NSCollectionLayoutGroup {
    let size = value.layoutSize.uikit
    let group: NSCollectionLayoutGroup
    switch value.content {
    case .stack(.horizontal, .fitting(let subitems)):
      group = .horizontal(layoutSize: size, subitems: subitems.map(item))
    case .stack(.horizontal, .dividing(let subitem, let count)):
      group = .horizontal(layoutSize: size, subitem: item(subitem), count: count)
    case .stack(.horizontal, .repeating(let subitem, let count)):
      group = .horizontal(layoutSize: size, repeatingSubitem: item(subitem), count: count)
    case .stack(.vertical, .fitting(let subitems)):
      group = .vertical(layoutSize: size, subitems: subitems.map(item))
    case .stack(.vertical, .dividing(let subitem, let count)):
      group = .vertical(layoutSize: size, subitem: item(subitem), count: count)
    case .stack(.vertical, .repeating(let subitem, let count)):
      group = .vertical(layoutSize: size, repeatingSubitem: item(subitem), count: count)
    case .custom(.frames(let frames)):
      group = .custom(layoutSize: size) { _ in frames.map(\.uikit) }
    case .custom(.provider(let name)):
      let provider = registry.itemProviders[name]
      group = .custom(layoutSize: size) { environment in
        provider?(environment.value.container).map(\.uikit) ?? []
      }
    }
    group.contentInsets = value.contentInsets.uikit
    group.edgeSpacing = value.edgeSpacing?.uikit
    group.interItemSpacing = value.interItemSpacing?.uikit
    group.supplementaryItems = value.supplementaryItems.map(\.uikit)
    return group
  }

  private func item(_ value: LayoutSubitem) -> NSCollectionLayoutItem {
    switch value {
    case .group(let value): return group(value)
    case .item(let value):
      let item = NSCollectionLayoutItem(
        layoutSize: value.layoutSize.uikit,
        supplementaryItems: value.supplementaryItems.map(\.uikit)
      )
      item.contentInsets = value.contentInsets.uikit
      item.edgeSpacing = value.edgeSpacing?.uikit
      return item
    }
  }
}

extension LayoutDimension {
  fileprivate var uikit: NSCollectionLayoutDimension {
    switch self {
    case .fractionalWidth(let share): .fractionalWidth(CGFloat(share))
    case .fractionalHeight(let share): .fractionalHeight(CGFloat(share))
    case .absolute(let length): .absolute(CGFloat(length))
    case .estimated(let length): .estimated(CGFloat(length))
    case .uniformAcrossSiblings(let length): .uniformAcrossSiblings(estimate: CGFloat(length))
    }
  }
}

extension LayoutSize {
  fileprivate var uikit: NSCollectionLayoutSize {
    NSCollectionLayoutSize(
      widthDimension: widthDimension.uikit,
      heightDimension: heightDimension.uikit
    )
  }
}

extension LayoutSpacing {
  fileprivate var uikit: NSCollectionLayoutSpacing {
    isFlexible ? .flexible(CGFloat(spacing)) : .fixed(CGFloat(spacing))
  }
}

extension LayoutEdgeSpacing {
  fileprivate var uikit: NSCollectionLayoutEdgeSpacing {
    NSCollectionLayoutEdgeSpacing(
      leading: leading?.uikit,
      top: top?.uikit,
      trailing: trailing?.uikit,
      bottom: bottom?.uikit
    )
  }
}

extension DirectionalEdgeInsets {
  fileprivate var uikit: NSDirectionalEdgeInsets {
    NSDirectionalEdgeInsets(
      top: CGFloat(top),
      leading: CGFloat(leading),
      bottom: CGFloat(bottom),
      trailing: CGFloat(trailing)
    )
  }
}

extension LayoutGroupCustomItem {
  fileprivate var uikit: NSCollectionLayoutGroupCustomItem {
    let rect = CGRect(
      x: CGFloat(frame.x),
      y: CGFloat(frame.y),
      width: CGFloat(frame.width),
      height: CGFloat(frame.height)
    )
    return NSCollectionLayoutGroupCustomItem(frame: rect, zIndex: zIndex)
  }
}

extension LayoutAnchor {
  fileprivate var uikit: NSCollectionLayoutAnchor {
    let edges = NSDirectionalRectEdge(rawValue: .init(edges.rawValue))
    return switch offset {
    case .absolute(let point):
      NSCollectionLayoutAnchor(edges: edges, absoluteOffset: CGPoint(x: point.x, y: point.y))
    case .fractional(let point):
      NSCollectionLayoutAnchor(edges: edges, fractionalOffset: CGPoint(x: point.x, y: point.y))
    }
  }
}

extension LayoutSupplementaryItem {
  fileprivate var uikit: NSCollectionLayoutSupplementaryItem {
    let (size, kind) = (layoutSize.uikit, SupplementaryKind(rawValue: elementKind).uikitName)
    let item =
      itemAnchor.map {
        NSCollectionLayoutSupplementaryItem(
          layoutSize: size,
          elementKind: kind,
          containerAnchor: containerAnchor.uikit,
          itemAnchor: $0.uikit
        )
      }
      ?? NSCollectionLayoutSupplementaryItem(
        layoutSize: size,
        elementKind: kind,
        containerAnchor: containerAnchor.uikit
      )
    item.contentInsets = contentInsets.uikit
    item.zIndex = zIndex
    return item
  }
}

extension LayoutBoundarySupplementaryItem {
  fileprivate var uikit: NSCollectionLayoutBoundarySupplementaryItem {
    let item = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: layoutSize.uikit,
      elementKind: SupplementaryKind(rawValue: elementKind).uikitName,
      alignment: alignment.uikit,
      absoluteOffset: CGPoint(x: absoluteOffset.x, y: absoluteOffset.y)
    )
    item.contentInsets = contentInsets.uikit
    item.extendsBoundary = extendsBoundary
    item.pinToVisibleBounds = pinToVisibleBounds
    item.zIndex = zIndex
    return item
  }
}

extension LayoutDecorationItem {
  fileprivate var uikit: NSCollectionLayoutDecorationItem {
    let item = NSCollectionLayoutDecorationItem.background(elementKind: elementKind)
    item.contentInsets = contentInsets.uikit
    item.zIndex = zIndex
    return item
  }
}

extension LayoutAlignment {
  fileprivate var uikit: NSRectAlignment {
    switch self {
    case .none: .none
    case .top: .top
    case .topLeading: .topLeading
    case .leading: .leading
    case .bottomLeading: .bottomLeading
    case .bottom: .bottom
    case .bottomTrailing: .bottomTrailing
    case .trailing: .trailing
    case .topTrailing: .topTrailing
    }
  }
}

extension LayoutInsetsReference {
  fileprivate var uikit: UIContentInsetsReference {
    switch self {
    case .automatic: .automatic
    case .none: .none
    case .safeArea: .safeArea
    case .layoutMargins: .layoutMargins
    case .readableContent: .readableContent
    }
  }
}

extension SectionLayout.OrthogonalScrollingBehavior {
  fileprivate var uikit: UICollectionLayoutSectionOrthogonalScrollingBehavior {
    switch self {
    case .none: .none
    case .continuous: .continuous
    case .continuousGroupLeadingBoundary: .continuousGroupLeadingBoundary
    case .paging: .paging
    case .groupPaging: .groupPaging
    case .groupPagingCentered: .groupPagingCentered
    }
  }
}
