import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListUIKit
import Testing

/// Layout code as apps have it, laid out here.
@MainActor
@Suite struct LayoutCodeTests {
  private func list(_ counts: [Int]) -> List {
    List(
      sections: counts.enumerated().map { section, count in
        Section(
          id: Section.ID("\(section)"),
          cells: (0..<count).map { item in
            Cell(
              id: Cell.ID("\(section).\(item)"),
              component: AnyComponent(StoredComponent(type: "Card", content: nil))
            )
          }
        )
      }
    )
  }

  /// A view that shows a list, laid out by an app's layout.
  private func view(
    _ counts: [Int],
    _ size: LayoutExtent,
    _ layout: UICollectionViewCompositionalLayout
  ) throws -> (SimulatedCollectionView, CollectionViewAdapter) {
    var viewport = SimulatedViewport(width: size.width, height: size.height)
    viewport.displayScale = 2
    let view = SimulatedCollectionView(viewport: viewport)
    let adapter = CollectionViewAdapter(
      collectionView: view,
      layoutAdapter: CollectionViewLayoutAdapter()
    )
    view.setCollectionViewLayout(layout, animated: false)
    adapter.apply(list(counts))
    try view.layoutIfNeeded()
    return (view, adapter)
  }

  private func frames(
    _ section: NSCollectionLayoutSection,
    _ count: Int,
    _ size: LayoutExtent
  ) throws -> CompositionalLayout {
    try CompositionalLayout(
      sections: [
        LayoutSectionContent(layout: .compositional(section.layoutSection), itemCount: count)
      ],
      environment: LayoutEnvironment(container: LayoutContainer(contentSize: size))
    )
  }

  @Test func `a grid with badges and a background has UIKit's frames`() throws {
    let layout = try frames(BenefitLayout.grid(), 7, LayoutExtent(width: 390, height: 844))
    let path = CellPath(section: 0, item: 4)
    #expect(layout.frame(ofItemAt: path) == LayoutRect(x: 132.5, y: 132.5, width: 125, height: 125))
    let badge = layout.layoutAttributes(
      for: .itemSupplementary(kind: "badge", CellPath(section: 0, item: 1))
    )
    #expect(badge?.frame == LayoutRect(x: 235.5, y: 4.5, width: 20, height: 20))
    let background = layout.layoutAttributes(
      for: .decoration(kind: "background", CellPath(section: 0, item: 0))
    )
    #expect(background?.frame == LayoutRect(x: 0, y: 0, width: 390, height: 390))
  }

  @Test func `nested groups have UIKit's frames`() throws {
    let layout = try frames(BenefitLayout.nested(), 12, LayoutExtent(width: 400, height: 800))
    #expect(
      layout.frame(ofItemAt: CellPath(section: 0, item: 9))
        == LayoutRect(x: 300, y: 300, width: 100, height: 100)
    )
    #expect(layout.groupLeafCounts(inSection: 0) == [5, 5, 2])
  }

  @Test func `the shelves of a shop have UIKit's frames and stops`() throws {
    let size = LayoutExtent(width: 390, height: 844)
    let shop = AppStoreLayout()
    let sections = [
      shop.getLayoutFeatureSection(), shop.getLayoutRankingFeatureSection(),
      shop.getLayoutThemeFeatureSection(),
    ]
    let layout = try CompositionalLayout(
      sections: zip(sections, [4, 9, 6]).map {
        LayoutSectionContent(layout: .compositional($0.layoutSection), itemCount: $1)
      },
      environment: LayoutEnvironment(container: LayoutContainer(contentSize: size))
    )
    let scroller = try #require(layout.orthogonalScroller(inSection: 0))
    #expect(scroller.stops.map { ($0 * 10).rounded() } == [-195, 3315, 6825, 10335])
    #expect(abs(scroller.frame.height - 253.2) < 0.01)
    let second = try #require(layout.frame(ofItemAt: CellPath(section: 1, item: 3)))
    #expect(abs(second.x - 357) < 0.01)
  }

  @Test func `a handler of visible items scales the cards at the sides`() throws {
    let (view, adapter) = try view(
      [9],
      LayoutExtent(width: 390, height: 124),
      CarouselLayout.layout()
    )
    #expect(adapter.lastPresentation != nil)
    // The first card stands in the middle: the section begins at −19.5.
    #expect(
      view.frame(ofItemAt: CellPath(section: 0, item: 3))
        == LayoutRect(x: 1063 + 19.5, y: 12, width: 331, height: 100)
    )
    try view.scrollSection(0, to: 331.5)
    let scales = view.visibleAttributes.sorted { $0.frame.x < $1.frame.x }.map(\.scale)
    #expect(scales.count == 3)
    #expect(scales.contains { $0 < 1 })
    try view.flingSection(0, velocity: 1)
    #expect(view.orthogonalOffset(ofSection: 0) == 682.5)
    let middle = view.visibleAttributes.min {
      abs($0.frame.center.x - 195) < abs($1.frame.center.x - 195)
    }
    #expect(middle?.element == .cell(CellPath(section: 0, item: 2)))
    #expect(middle?.scale == 1.1, "the card in the middle is the largest")
  }

  @Test func `a custom group's provider is asked for its places`() throws {
    let group = NSCollectionLayoutGroup.custom(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .absolute(100)
      )
    ) { environment in
      let half = environment.container.contentSize.width / 2
      return [
        NSCollectionLayoutGroupCustomItem(frame: CGRect(x: 0, y: 0, width: half, height: 100)),
        NSCollectionLayoutGroupCustomItem(frame: CGRect(x: half, y: 20, width: half, height: 80)),
      ]
    }
    let section = NSCollectionLayoutSection(group: group)
    let (view, _) = try view(
      [4],
      LayoutExtent(width: 400, height: 800),
      UICollectionViewCompositionalLayout(section: section)
    )
    #expect(
      view.frame(ofItemAt: CellPath(section: 0, item: 3))
        == LayoutRect(x: 200, y: 120, width: 200, height: 80)
    )
  }

  @Test func `the horizontal direction is the configuration's`() throws {
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .horizontal
    configuration.interSectionSpacing = 10
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .absolute(100),
        heightDimension: .fractionalHeight(1)
      )
    )
    let group = NSCollectionLayoutGroup.vertical(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .absolute(100),
        heightDimension: .fractionalHeight(1)
      ),
      subitems: [item]
    )
    let (view, _) = try view(
      [3, 3],
      LayoutExtent(width: 390, height: 200),
      UICollectionViewCompositionalLayout(
        sectionProvider: { _, _ in NSCollectionLayoutSection(group: group) },
        configuration: configuration
      )
    )
    #expect(view.contentLength == 610)
    #expect(view.pathsForVisibleItems.count == 4)
  }
}
