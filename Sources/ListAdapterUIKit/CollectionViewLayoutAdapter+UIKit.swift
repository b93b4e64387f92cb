public import ListAdapter
public import ListLayout
import ListModel

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

extension CollectionViewLayoutAdapter {
  /// Returns a layout that arranges each section of the shown list as the section says.
  ///
  /// - Parameters:
  ///   - configuration: The settings that apply to all sections.
  ///   - estimatedHeights: The heights that cells, headers and footers have until they are measured.
  ///   - registry: The code that layouts call by name.
  /// - Returns: The layout, for one collection view.
  @MainActor
  public func makeLayout(
    configuration: UICollectionViewCompositionalLayoutConfiguration =
      UICollectionViewCompositionalLayoutConfiguration(),
    estimatedHeights: LayoutSectionContent.EstimatedHeights = .standard,
    registry: LayoutRegistry = LayoutRegistry()
  ) -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout(
      sectionProvider: { [self] index, environment in
        section(index, environment, estimatedHeights, registry)
      },
      configuration: configuration
    )
  }

  /// Returns the layout of a section of the shown list, for a section provider of UIKit's layout.
  ///
  /// The spelling of the label `enviroment` is TurboListKit's.
  public func sectionLayout(
    index: Int,
    enviroment environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection? {
    section(index, environment, .standard, LayoutRegistry())
  }

  private func section(
    _ index: Int,
    _ environment: any NSCollectionLayoutEnvironment,
    _ estimatedHeights: LayoutSectionContent.EstimatedHeights,
    _ registry: LayoutRegistry
  ) -> NSCollectionLayoutSection? {
    guard let known = try? sectionLayout(index: index)?.known() ?? .vertical() else { return nil }
    let kinds = [SupplementaryKind.header, .footer]
    let supplementaries = kinds.compactMap { kind in
      alignment(ofKind: kind, inSection: index).map { alignment in
        LayoutSectionContent.Supplementary(
          kind: kind.rawValue,
          alignment: LayoutAlignment(rawValue: alignment.rawValue) ?? .top
        )
      }
    }
    let value = try? known.section(
      in: environment.value,
      at: index,
      supplementaries: supplementaries,
      estimatedHeights: estimatedHeights,
      registry: registry
    )
    guard let value else { return nil }
    let maker = SectionMaker(registry: registry)
    let section =
      value.list.map { maker.list($0, value, environment) } ?? maker.section(value)
    followScrolling(of: section, at: index, known, environment.value, registry)
    if value.hidesWhenEmpty, numberOfCells(inSection: index) == 0 {
      section.boundarySupplementaryItems = []
      section.contentInsets = .zero
    }
    return section
  }
}

extension LayoutSectionContent.EstimatedHeights {
  /// The heights of a row, and of a header or footer, of an app that sets no others.
  public static let standard = Self(cell: 44, supplementaryView: 32)
}

extension CollectionViewAdapter {
  /// Creates an adapter that shows lists in a collection view.
  @MainActor
  public convenience init(
    configuration: CollectionViewAdapterConfiguration = CollectionViewAdapterConfiguration(),
    collectionView: UICollectionView,
    layoutAdapter: CollectionViewLayoutAdapter,
    prefetchingPlugins: [any CollectionViewPrefetchingPlugin] = []
  ) {
    self.init(
      configuration: configuration,
      collectionView: HostedCollectionView(collectionView),
      layoutAdapter: layoutAdapter,
      prefetchingPlugins: prefetchingPlugins
    )
  }
}
