import Foundation
import ListAdapter
import ListDiffable
import ListModel
import ListUIKit
import Testing

/// An identifier of a class, as apps have them.
final class Video: Hashable {
  let id = UUID()
  var title: String

  init(_ title: String) {
    self.title = title
  }

  static func == (lhs: Video, rhs: Video) -> Bool { lhs.id == rhs.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@MainActor
@Suite struct DiffableNamesTests {
  /// A list of videos.
  final class VideosController: UIViewController {
    let collectionView = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: 300, height: 600),
      collectionViewLayout: UICollectionViewCompositionalLayout(
        section: rows(.absolute(50), header: true)
      )
    )
    private(set) lazy var dataSource = makeDataSource()

    private func makeDataSource() -> UICollectionViewDiffableDataSource<String, Video> {
      let cells = UICollectionView.CellRegistration<TitleCell, Video> { cell, _, video in
        cell.label.text = video.title
      }
      let headers = UICollectionView.SupplementaryRegistration<TitleView>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { [weak self] view, _, path in
        view.label.text = self?.dataSource.snapshot().sectionIdentifiers[path.section]
      }
      let dataSource = UICollectionViewDiffableDataSource<String, Video>(
        collectionView: collectionView
      ) { view, path, video in
        view.dequeueConfiguredReusableCell(using: cells, for: path, item: video)
      }
      dataSource.supplementaryViewProvider = { view, _, path in
        view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
      }
      return dataSource
    }
  }

  @Test func `classes are identifiers`() {
    let screen = VideosController()
    let videos = ["one", "two", "three"].map(Video.init)
    var snapshot = NSDiffableDataSourceSnapshot<String, Video>()
    snapshot.appendSections(["new"])
    snapshot.appendItems(videos)
    var completions = 0
    screen.dataSource.apply(snapshot) { completions += 1 }
    #expect(completions == 0)
    screen.collectionView.simulation.flush()
    #expect(completions == 1)
    screen.collectionView.layoutIfNeeded()
    #expect(texts(screen.collectionView.simulation).sorted() == ["new", "one", "three", "two"])
    #expect(screen.dataSource.indexPath(for: videos[2]) == [0, 2])
    #expect(screen.dataSource.itemIdentifier(for: [0, 1]) === videos[1])

    videos[0].title = "first"
    snapshot.moveItem(videos[0], afterItem: videos[2])
    snapshot.reconfigureItems([videos[0]])
    screen.dataSource.apply(snapshot, animatingDifferences: false) { completions += 1 }
    #expect(completions == 2)
    #expect((screen.collectionView.cellForItem(at: [0, 2]) as? TitleCell)?.label.text == "first")
    #expect(screen.collectionView.failures.isEmpty)
  }

  @Test func `a snapshot that cannot be is refused by name, and nothing is shown`() {
    let screen = VideosController()
    let video = Video("one")
    var snapshot = NSDiffableDataSourceSnapshot<String, Video>()
    snapshot.appendItems([video])
    #expect(snapshot.error == .noSections)
    snapshot.appendSections(["new"])
    snapshot.appendItems([video, video])
    var isCompleted = false
    screen.dataSource.apply(snapshot) { isCompleted = true }
    #expect(isCompleted)
    #expect(screen.collectionView.failures.count == 1)
    #expect(screen.dataSource.snapshot().numberOfSections == 0)
  }

  @Test func `a snapshot is applied from anywhere`() async throws {
    let screen = VideosController()
    let source = screen.dataSource
    await withCheckedContinuation { continuation in
      Task.detached {
        var snapshot = NSDiffableDataSourceSnapshot<String, Video>()
        snapshot.appendSections(["new"])
        snapshot.appendItems([Video("one")])
        source.apply(snapshot, animatingDifferences: false) { continuation.resume() }
      }
    }
    #expect(screen.collectionView.numberOfItems(inSection: 0) == 1)
    #expect(screen.collectionView.failures.isEmpty)
  }

  @Test func `a section's snapshot shows what is expanded`() {
    let screen = VideosController()
    let (parent, child) = (Video("parent"), Video("child"))
    var snapshot = NSDiffableDataSourceSectionSnapshot<Video>()
    snapshot.append([parent])
    snapshot.append([child], to: parent)
    screen.dataSource.apply(snapshot, to: "new", animatingDifferences: false)
    #expect(screen.collectionView.numberOfItems(inSection: 0) == 1)
    snapshot.expand([parent])
    screen.dataSource.apply(snapshot, to: "new", animatingDifferences: false)
    #expect(screen.collectionView.numberOfItems(inSection: 0) == 2)
    #expect(screen.dataSource.snapshot(for: "new").level(of: child) == 1)
    snapshot.expand([Video("nobody's")])
    #expect(snapshot.error == nil)
    snapshot.delete([Video("nobody's")])
    #expect(snapshot.error?.uikitMessage?.hasPrefix("Failed to find index of item") == true)
    #expect(snapshot.items == [parent, child])
  }

  @Test func `every change of a snapshot is ListDiffable's`() {
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["a", "c"])
    snapshot.insertSections(["b"], afterSection: "a")
    snapshot.insertSections(["0"], beforeSection: "a")
    snapshot.appendItems([1, 2, 5], toSection: "a")
    snapshot.appendItems([9])
    snapshot.insertItems([3], afterItem: 2)
    snapshot.insertItems([4], beforeItem: 5)
    snapshot.moveItem(1, beforeItem: 5)
    snapshot.deleteItems([3, 77])
    snapshot.moveSection("c", beforeSection: "0")
    snapshot.moveSection("0", afterSection: "b")
    snapshot.reloadItems([2])
    snapshot.reloadSections(["b"])
    #expect(snapshot.error == nil)
    #expect(snapshot.sectionIdentifiers == ["c", "a", "b", "0"])
    #expect(snapshot.itemIdentifiers == [9, 2, 4, 1, 5])
    #expect(snapshot.itemIdentifiers(inSection: "a") == [2, 4, 1, 5])
    #expect(snapshot.numberOfItems(inSection: "nowhere") == 0)
    #expect(snapshot.sectionIdentifier(containingItem: 4) == "a")
    #expect(snapshot.indexOfItem(9) == 0)
    #expect(snapshot.indexOfSection("b") == 2)
    #expect(snapshot.reloadedItemIdentifiers == [2])
    #expect(snapshot.reloadedSectionIdentifiers == ["b"])
    snapshot.deleteSections(["a"])
    #expect(snapshot.numberOfItems == 1)
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 0)
  }
}

@MainActor
@Suite struct TableViewTests {
  /// A data source with titles, as apps subclass it.
  final class Titled: UITableViewDiffableDataSource<String, String> {
    override func tableView(
      _ tableView: UITableView,
      titleForHeaderInSection section: Int
    ) -> String? { sectionIdentifier(for: section) }
  }

  final class Delegate: UIViewController, UITableViewDelegate {
    var selected: [IndexPath] = []

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      selected.append(indexPath)
      tableView.deselectRow(at: indexPath, animated: true)
    }
  }

  @Test func `a table is a list of one column`() throws {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "Row")
    let source = Titled(tableView: table) { table, path, name in
      let cell = table.dequeueReusableCell(withIdentifier: "Row", for: path)
      cell.textLabel?.text = name
      return cell
    }
    let delegate = Delegate()
    table.delegate = delegate
    var snapshot = NSDiffableDataSourceSnapshot<String, String>()
    snapshot.appendSections(["Fruit", "Nuts"])
    snapshot.appendItems(["Apple", "Pear"], toSection: "Fruit")
    snapshot.appendItems(["Almond"], toSection: "Nuts")
    source.apply(snapshot, animatingDifferences: false)
    table.layoutIfNeeded()
    #expect(table.failures.isEmpty)
    let shown = ["Almond", "Apple", "Fruit", "Nuts", "Pear"]
    #expect(texts(table.simulation).sorted() == shown)
    let width = table.simulation.frame(ofItemAt: CellPath(section: 1, item: 0))?.width
    #expect(width == 320)
    table.simulation.tapItem(at: CellPath(section: 0, item: 1))
    #expect(delegate.selected == [IndexPath(row: 1, section: 0)])
    #expect(source.itemIdentifier(for: [0, 1]) == "Pear")
    #expect(table.numberOfRows(inSection: 0) == 2)
  }
}

@Suite struct SnapshotFailureTests {
  private struct Unseen: Hashable, CustomStringConvertible {
    var description: String
  }

  /// The failures about an item or section of a name that no other test uses.
  private func failures(_ name: String) -> Int {
    SnapshotFailure.failures.count { "\($0)".contains(name) }
  }

  @Test func `what UIKit refuses at a call is a failure at the call`() {
    var snapshot = NSDiffableDataSourceSnapshot<Unseen, Unseen>()
    let (twin, missing) = (Unseen(description: "a twin"), Unseen(description: "a missing one"))
    snapshot.appendSections([twin])
    snapshot.appendItems([twin, Unseen(description: "other")])
    #expect(failures("a twin") == 0)
    let double = Unseen(description: "a double")
    snapshot.appendItems([double, double])
    #expect(failures("a double") == 1)
    snapshot.appendSections([twin])
    #expect(failures("a twin") == 1)
    snapshot.reloadItems([missing])
    #expect(failures("a missing one") == 1)
    #expect(snapshot.itemIdentifiers(inSection: missing) == [])
    #expect(snapshot.numberOfItems(inSection: missing) == 0)
    #expect(failures("a missing one") == 3)
    #expect(snapshot.itemIdentifiers == [twin, Unseen(description: "other")])
  }
}
