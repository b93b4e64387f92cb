import ListAdapter
import Testing

extension `One import` {
  @Test func `ListAdapter is enough to show a list and a change of it`() throws {
    let view = SimulatedCollectionView()
    let adapter = CollectionViewAdapter(
      collectionView: view,
      layoutAdapter: CollectionViewLayoutAdapter()
    )
    let row = Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))
    let list = List {
      Section(id: "rows") { row }.withSectionLayout(SectionLayout.vertical(spacing: 4))
    }
    adapter.apply(list)
    let changeset = try Changeset(from: list, to: List())
    #expect(changeset.operationCount > 0)
    adapter.apply(List())
    #expect(adapter.snapshot() == List())
    #expect(ContentNode.text("a").html == "a")
  }
}
