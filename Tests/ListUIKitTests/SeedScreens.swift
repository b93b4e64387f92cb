#if canImport(UIKit)
  import UIKit
#else
  import ListUIKit
#endif

// Layout code as apps write it for UIKit: nothing in it is written for this package.

/// An App Store: features, rankings and themes, each scrolling sideways by itself.
struct AppStoreLayout {
  enum AppSection: Int, Hashable, CaseIterable {
    case feature
    case rankingFeature
    case themeFeature
  }

  private enum SupplementaryKind {
    static let header = "section-header-element-kind"
    static let footer = "section-footer-element-kind"
  }

  func layout() -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout { section, env -> NSCollectionLayoutSection? in
      guard let sectionKind = AppSection(rawValue: section) else { return nil }
      switch sectionKind {
      case .feature:
        return self.getLayoutFeatureSection()
      case .rankingFeature:
        return self.getLayoutRankingFeatureSection()
      case .themeFeature:
        return self.getLayoutThemeFeatureSection()
      }
    }
  }

  func getLayoutFeatureSection() -> NSCollectionLayoutSection {
    let itemSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1.0),
      heightDimension: .fractionalHeight(1.0)
    )

    let item = NSCollectionLayoutItem(layoutSize: itemSize)
    item.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 6, bottom: 8, trailing: 6)

    let groupSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(0.9),
      heightDimension: .fractionalHeight(0.3)
    )
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])

    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered

    let sectionFooter = NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1.0),
        heightDimension: .absolute(1)
      ),
      elementKind: SupplementaryKind.footer,
      alignment: .bottom
    )
    section.boundarySupplementaryItems = [sectionFooter]

    return section
  }

  func getLayoutRankingFeatureSection() -> NSCollectionLayoutSection {
    let itemSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1.0),
      heightDimension: .fractionalHeight(1.0)
    )
    let item = NSCollectionLayoutItem(layoutSize: itemSize)
    item.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 6, bottom: 8, trailing: 6)

    let groupSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(0.9),
      heightDimension: .fractionalHeight(1.0 / 3.0)
    )
    let group = NSCollectionLayoutGroup.vertical(layoutSize: groupSize, subitem: item, count: 3)

    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPagingCentered
    let sectionHeader = configureSectionHeader()
    let sectionFooter = configureSeparatorFooter()
    section.boundarySupplementaryItems = [sectionHeader, sectionFooter]

    return section
  }

  func getLayoutThemeFeatureSection() -> NSCollectionLayoutSection {
    let itemSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1.0),
      heightDimension: .fractionalHeight(1.0)
    )
    let item = NSCollectionLayoutItem(layoutSize: itemSize)
    item.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 6, bottom: 8, trailing: 6)

    let groupSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(0.65),
      heightDimension: .fractionalHeight(0.25)
    )
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])
    group.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 10, bottom: 0, trailing: 0)

    let section = NSCollectionLayoutSection(group: group)
    section.orthogonalScrollingBehavior = .groupPaging
    let sectionHeader = configureSectionHeader()
    let sectionFooter = configureSeparatorFooter()
    section.boundarySupplementaryItems = [sectionHeader, sectionFooter]

    return section
  }

  func configureSectionHeader() -> NSCollectionLayoutBoundarySupplementaryItem {
    NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1.0),
        heightDimension: .estimated(50)
      ),
      elementKind: SupplementaryKind.header,
      alignment: .top
    )
  }

  func configureSeparatorFooter() -> NSCollectionLayoutBoundarySupplementaryItem {
    NSCollectionLayoutBoundarySupplementaryItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1.0),
        heightDimension: .absolute(1)
      ),
      elementKind: SupplementaryKind.footer,
      alignment: .bottom
    )
  }
}

/// Squares in three columns with badges and a background; and one large square beside four small ones.
enum BenefitLayout {
  struct ElementKind {
    static let badge = "badge"
    static let background = "background"
  }

  static func grid() -> NSCollectionLayoutSection {
    let itemSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1 / 3),
      heightDimension: .fractionalHeight(1)
    )
    let supplementarySize = NSCollectionLayoutSize(
      widthDimension: .absolute(20),
      heightDimension: .absolute(20)
    )
    let badgeSupplementaryItem = NSCollectionLayoutSupplementaryItem(
      layoutSize: supplementarySize,
      elementKind: ElementKind.badge,
      containerAnchor: NSCollectionLayoutAnchor(
        edges: [.top, .trailing],
        fractionalOffset: CGPoint(x: -0.1, y: 0.1)
      )
    )
    let item = NSCollectionLayoutItem(
      layoutSize: itemSize,
      supplementaryItems: [badgeSupplementaryItem]
    )
    item.contentInsets = NSDirectionalEdgeInsets(top: 2.5, leading: 2.5, bottom: 2.5, trailing: 2.5)
    let groupSize = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalWidth(1 / 3)
    )
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])
    let section = NSCollectionLayoutSection(group: group)
    let backgroundItem = NSCollectionLayoutDecorationItem.background(
      elementKind: ElementKind.background
    )
    section.decorationItems = [backgroundItem]
    return section
  }

  static func nested() -> NSCollectionLayoutSection {
    let largeItem = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(0.5),
        heightDimension: .fractionalHeight(1)
      )
    )
    let smallItem = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalHeight(0.5)
      )
    )
    let innerGroup = NSCollectionLayoutGroup.vertical(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(0.25),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [smallItem]
    )
    let outerGroup = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .fractionalWidth(0.5)
      ),
      subitems: [largeItem, innerGroup, innerGroup]
    )
    return NSCollectionLayoutSection(group: outerGroup)
  }
}

/// Cards of a carousel that get smaller towards the sides.
enum CarouselLayout {
  static func layout() -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout {
      (sectionNumber, env) -> NSCollectionLayoutSection? in
      let item = NSCollectionLayoutItem(
        layoutSize: .init(
          widthDimension: .fractionalWidth(1.0),
          heightDimension: .fractionalHeight(1.0)
        )
      )
      item.contentInsets = .init(top: 0, leading: 10, bottom: 0, trailing: 10)

      let group = NSCollectionLayoutGroup.horizontal(
        layoutSize: .init(
          widthDimension: .fractionalWidth(0.9),
          heightDimension: .fractionalHeight(1.0)
        ),
        subitems: [item]
      )

      let section = NSCollectionLayoutSection(group: group)
      section.orthogonalScrollingBehavior = .groupPagingCentered
      section.contentInsets = .init(top: 12, leading: 0, bottom: 12, trailing: 0)
      section.visibleItemsInvalidationHandler = { (items, offset, environment) in
        // swift-format-ignore: ReplaceForEachWithForLoop
        items.forEach { item in
          let distanceFromCenter = abs(
            (item.frame.midX - offset.x) - environment.container.contentSize.width / 2.0
          )
          let minScale: CGFloat = 0.7
          let maxScale: CGFloat = 1.1
          let scale = max(
            maxScale - (distanceFromCenter / environment.container.contentSize.width),
            minScale
          )
          item.transform = CGAffineTransform(scaleX: scale, y: scale)
        }
      }
      return section
    }
  }
}
