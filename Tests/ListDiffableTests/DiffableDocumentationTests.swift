import Foundation
import ListAdapter
import ListDiffable
import ListModel
import ListTestSupport
import Testing

/// The snippets of docs/diffable.md, compiled and run.
@Suite struct DiffableDocumentationTests {
  /// What the snippets show.
  private func row(_ item: Int) -> AnyComponent { AnyComponent(TextComponent("\(item)")) }

  private func makeDataSource(
    _ view: SimulatedCollectionView
  ) -> DiffableDataSource<String, Int> {
    view.registerCell(reuseIdentifier: "Row")
    let dataSource = DiffableDataSource<String, Int>(collectionView: view) {
      (view, path, item) throws(CollectionViewError) in
      let cell = try view.dequeueReusableCell(reuseIdentifier: "Row", for: path)
      cell.render(row(item))
      return cell
    }
    return dataSource
  }

  @Test func `showing and changing a snapshot`() throws {
    let view = SimulatedCollectionView()
    let dataSource = makeDataSource(view)

    var snapshot = DiffableDataSourceSnapshot<String, Int>()
    try snapshot.appendSections(["open", "done"])
    try snapshot.appendItems([1, 2, 3], toSection: "open")
    dataSource.apply(snapshot)

    snapshot = dataSource.snapshot()
    try snapshot.appendItems([2], toSection: "done")  // it is there already: it moves
    try snapshot.reconfigureItems([3])
    dataSource.apply(snapshot) { result in
      if case .failure(let error) = result { print(error) }
    }

    view.flush()
    #expect(view.numberOfItemsInSections == [2, 1])
  }

  @Test func `handling a refusal`() throws {
    var snapshot = DiffableDataSourceSnapshot<String, Int>()
    var message = ""
    do {
      try snapshot.appendItems([1])
    } catch DiffableDataSourceError.noSections {
      try snapshot.appendSections(["open"])
    } catch {
      message = error.uikitMessage ?? error.description
    }
    #expect(snapshot.sectionIdentifiers == ["open"])
    #expect(message == "")
  }

  @Test func `an outline whose children are loaded when they are needed`() throws {
    let view = SimulatedCollectionView()
    let dataSource = makeDataSource(view)

    var outline = DiffableDataSourceSectionSnapshot<Int>()
    try outline.append([1, 2])
    try outline.append([10, 11], to: 1)
    try dataSource.apply(outline, to: "outline")

    dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = {
      (parent, below) throws(DiffableDataSourceError) in
      guard below.items.isEmpty else { return below }
      var loaded = DiffableDataSourceSectionSnapshot<Int>()
      try loaded.append([parent * 10])
      return loaded
    }
    try dataSource.expandItem(2)

    #expect(dataSource.snapshot().itemIdentifiers == [1, 2, 20])
  }

  @Test func `an item moved by a user`() throws {
    let view = SimulatedCollectionView()
    let dataSource = makeDataSource(view)
    var numbers = [1, 2, 3]
    var snapshot = dataSource.snapshot()
    try snapshot.appendSections(["numbers"])
    try snapshot.appendItems(numbers)
    dataSource.apply(snapshot)

    dataSource.reorderingHandlers.canReorderItem = { _ in true }
    dataSource.reorderingHandlers.didReorder = { transaction in
      numbers = numbers.applying(transaction.difference) ?? numbers
    }
    try dataSource.reorderItem(
      at: CellPath(section: 0, item: 0),
      to: CellPath(section: 0, item: 2)
    )
    view.flush()

    #expect(numbers == [2, 3, 1])
  }

  @Test func `every snippet of the page is in this file`() throws {
    let file = URL(filePath: #filePath)
    let page = file.deletingLastPathComponent().appending(path: "../../docs/diffable.md")
    let blocks = try String(contentsOf: page.standardized, encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let source = unindented(try String(contentsOf: file, encoding: .utf8))
    #expect(blocks.count == 5)
    for block in blocks { #expect(source.contains(unindented(block)), "\(block)") }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
