import ListDiffable
import Testing

extension `One import` {
  @Test func `ListDiffable is enough to show a snapshot of identifiers`() throws {
    let view = SimulatedCollectionView()
    view.registerCell(reuseIdentifier: "Row")
    let dataSource = DiffableDataSource<String, Int>(collectionView: view) {
      (view, path, item) throws(CollectionViewError) in
      let cell = try view.dequeueReusableCell(reuseIdentifier: "Row", for: path)
      cell.render(AnyComponent(StoredComponent(type: "Row")))
      return cell
    }
    var snapshot = DiffableDataSourceSnapshot<String, Int>()
    try snapshot.appendSections(["open"])
    try snapshot.appendItems([1, 2])
    dataSource.apply(snapshot)
    view.flush()
    #expect(view.numberOfItemsInSections == [2])
  }
}
