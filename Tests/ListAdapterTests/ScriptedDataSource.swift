import ListAdapter
import ListDiff
import ListModel
import ListTestSupport

/// A data source that answers from a list, without any adapter between.
final class ScriptedDataSource: ScrutinizedDataSource {
  var list: List
  /// How many views it takes out of the pool for each one it gives back.
  var dequeuesPerCell = 1

  init(_ list: List) { self.list = list }

  /// A list of sections with cells of these ids; the content of a cell is its id.
  convenience init(_ cells: [[String]]) {
    self.init(List(cells: cells))
  }

  func numberOfSections(in collectionView: any CollectionView) -> Int { list.sections.count }

  func collectionView(
    _ collectionView: any CollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    list.sections[section].cells.count
  }

  func collectionView(
    _ collectionView: any CollectionView,
    cellForItemAt path: CellPath
  ) throws(CollectionViewError) -> any ReusableView {
    guard let cell = list.cell(at: path) else { throw .missingItem(at: path) }
    for _ in 1..<dequeuesPerCell {
      _ = try collectionView.dequeueReusableCell(
        reuseIdentifier: cell.component.reuseIdentifier,
        for: path
      )
    }
    return try collectionView.dequeueReusableCell(
      reuseIdentifier: cell.component.reuseIdentifier,
      for: path
    )
  }

  func collectionView(
    _ collectionView: any CollectionView,
    viewForSupplementaryElementOfKind kind: SupplementaryKind,
    at path: CellPath
  ) throws(CollectionViewError) -> (any ReusableView)? { nil }

  func scrutinizedSection(at index: Int) -> Section? { list.sections[index] }
}

extension List {
  /// Sections "s0", "s1", … with cells of these ids, whose contents are their ids.
  init(cells: [[String]]) {
    self.init(
      sections: cells.enumerated().map { index, ids in
        Section(id: Section.ID("s\(index)"), cells: ids.map { Cell($0) })
      }
    )
  }
}

extension Cell {
  /// A cell that shows a text; its id, unless another is given.
  init(_ id: String, text: String? = nil) {
    self.init(id: Cell.ID(id), component: TextComponent(text ?? id))
  }
}

extension CellPath {
  /// A path as index paths are written: section, then item.
  init(_ section: Int, _ item: Int) { self.init(section: section, item: item) }
}
