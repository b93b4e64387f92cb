import Foundation
import ListLayout
import ListModel

#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

extension SectionMaker {
  /// Returns UIKit's section of a list, with the insets that the description adds to those of the list.
  func list(
    _ list: LayoutList,
    _ value: LayoutSection,
    _ environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    let plain = list.section(in: environment.value)
    let section = NSCollectionLayoutSection.list(
      using: list.uikit,
      layoutEnvironment: environment
    )
    section.contentInsets.top += CGFloat(value.contentInsets.top - plain.contentInsets.top)
    section.contentInsets.leading += CGFloat(
      value.contentInsets.leading - plain.contentInsets.leading
    )
    section.contentInsets.bottom += CGFloat(
      value.contentInsets.bottom - plain.contentInsets.bottom
    )
    section.contentInsets.trailing += CGFloat(
      value.contentInsets.trailing - plain.contentInsets.trailing
    )
    for item in section.boundarySupplementaryItems {
      let own = value.boundarySupplementaryItems.first {
        SupplementaryKind(rawValue: $0.elementKind)
          == SupplementaryKind(rawValue: item.elementKind)
      }
      if let own { item.pinToVisibleBounds = own.pinToVisibleBounds }
    }
    return section
  }
}

extension LayoutList {
  fileprivate var uikit: UICollectionLayoutListConfiguration {
    var list = UICollectionLayoutListConfiguration(appearance: appearance.uikit)
    list.headerMode =
      switch headerMode {
      case .none: .none
      case .supplementary: .supplementary
      case .firstItemInSection: .firstItemInSection
      }
    list.footerMode = footerMode == .supplementary ? .supplementary : .none
    if let headerTopPadding { list.headerTopPadding = CGFloat(headerTopPadding) }
    list.showsSeparators = showsSeparators
    list.separatorConfiguration.topSeparatorVisibility = separators.top.uikit
    list.separatorConfiguration.bottomSeparatorVisibility = separators.bottom.uikit
    return list
  }
}

extension LayoutList.Appearance {
  fileprivate var uikit: UICollectionLayoutListConfiguration.Appearance {
    switch self {
    case .plain: .plain
    case .grouped: .grouped
    case .insetGrouped: .insetGrouped
    case .sidebar: .sidebar
    case .sidebarPlain: .sidebarPlain
    }
  }
}

extension LayoutListSeparators.Visibility {
  fileprivate var uikit: UIListSeparatorConfiguration.Visibility {
    switch self {
    case .automatic: .automatic
    case .visible: .visible
    case .hidden: .hidden
    }
  }
}
