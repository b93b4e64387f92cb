import ListAdapterUIKit
import Testing

extension `One import` {
  @MainActor @Test func `ListAdapterUIKit is enough to lay out a list with the layout of an app`()
    throws
  {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .absolute(44)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size,
      subitems: [NSCollectionLayoutItem(layoutSize: size)]
    )
    let layout = UICollectionViewCompositionalLayout(
      section: NSCollectionLayoutSection(group: group)
    )
    let view = SimulatedCollectionView(viewport: SimulatedViewport(width: 100, height: 200))
    let adapter = CollectionViewAdapter(
      collectionView: view,
      layoutAdapter: CollectionViewLayoutAdapter()
    )
    view.setCollectionViewLayout(layout, animated: false)
    let row = Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))
    adapter.apply(List(sections: [Section(id: "rows", cells: [row])]))
    #expect(view.numberOfItemsInSections == [1])
  }
}
