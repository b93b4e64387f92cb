import ListAdapter
import ListDiffable
import ListModel
import ListTestSupport

/// A diffable data source of numbers on a strict simulated view that shows everything, and a record
/// of what became of each apply.
final class DiffableFixture {
  let view: SimulatedCollectionView
  let dataSource: DiffableDataSource<Int, Int>
  let contents = Contents()
  private(set) var answers: [Answer] = []

  /// What the items look like: how often each was changed.
  final class Contents {
    var revisions: [Int: Int] = [:]
    /// Called for each cell before it is drawn.
    var willDraw: (Int) -> Void = { _ in }

    func component(_ item: Int) -> AnyComponent {
      AnyComponent(TextComponent("\(item)", revision: revisions[item, default: 0]))
    }
  }

  struct Answer: Equatable {
    var name: String
    var error: DiffableDataSourceError?
  }

  init(viewport: SimulatedViewport = SimulatedViewport(height: 1_000_000)) {
    view = SimulatedCollectionView(viewport: viewport)
    view.registerCell(reuseIdentifier: "Number")
    dataSource = DiffableDataSource(collectionView: view) {
      [contents] (view, path, item) throws(CollectionViewError) in
      contents.willDraw(item)
      let cell = try view.dequeueReusableCell(reuseIdentifier: "Number", for: path)
      cell.render(contents.component(item))
      return cell
    }
  }

  /// Applies a snapshot and records the answer under a name.
  func apply(_ name: String, _ snapshot: NumberSnapshot, animatingDifferences: Bool = true) {
    dataSource.apply(
      snapshot,
      animatingDifferences: animatingDifferences,
      completion: record(name)
    )
  }

  /// A completion that records the answer under a name.
  func record(_ name: String) -> DiffableDataSource<Int, Int>.Completion {
    { [weak self] result in
      switch result {
      case .success: self?.answers.append(Answer(name: name))
      case .failure(let error): self?.answers.append(Answer(name: name, error: error))
      }
    }
  }

  /// What the cells on screen show, section by section.
  var drawn: [[String]] {
    view.numberOfItemsInSections.enumerated().map { section, count in
      (0..<count).map { item in
        let cell = view.visibleCell(at: CellPath(section: section, item: item))
        let component = (cell as? SimulatedReusableView)?.component
        return (try? component?.as(TextComponent.self))?.viewModel.text ?? "?"
      }
    }
  }

  /// Whether the view, by its own account of who stands where and by what its cells show, agrees
  /// with a snapshot.
  func shows(_ snapshot: NumberSnapshot) -> Bool {
    guard let items = try? snapshot.itemsBySection,
      dataSource.snapshot() == snapshot, view.numberOfItemsInSections == items.map(\.count)
    else { return false }
    return items.indices.allSatisfy { section in
      view.cellIDs(inSection: section)
        == dataSource.scrutinizedSection(at: section)?.cells.map(\.id)
        && items[section].indices.allSatisfy { item in
          let path = CellPath(section: section, item: item)
          let cell = view.visibleCell(at: path) as? SimulatedReusableView
          return cell?.component == contents.component(items[section][item])
            && dataSource.itemIdentifier(for: path) == items[section][item]
            && dataSource.indexPath(for: items[section][item]) == path
        }
    }
  }
}

extension CellPath {
  /// A path as index paths are written: section, then item.
  init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }
}
