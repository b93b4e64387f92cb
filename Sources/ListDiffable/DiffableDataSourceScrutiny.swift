import ListModel

/// The ids by which a strict view knows sections and items, whose identifiers may be of any type:
/// numbers that are given when the view first asks.
///
/// An item's content is a count of how often it was shown again, so that a view which compares
/// contents notices a reload that was asked for and not announced.
struct DiffableDataSourceScrutiny<Section: Hashable & Sendable, Item: Hashable & Sendable> {
  private var sectionIDs: [Section: ListModel.Section.ID] = [:]
  private var cells: [Item: Cell] = [:]
  private var nextNumber = 0

  /// A section as the view is to see it.
  mutating func section(
    at index: Int,
    of snapshot: DiffableDataSourceSnapshot<Section, Item>
  ) -> ListModel.Section? {
    guard snapshot.sectionIdentifiers.indices.contains(index) else { return nil }
    let section = snapshot.sectionIdentifiers[index]
    let id = sectionIDs[section] ?? .init(takeNumber())
    sectionIDs[section] = id
    return .init(id: id, cells: snapshot.items.elements(in: section).map { cell(for: $0) })
  }

  /// Changes the contents of items that are shown again.
  mutating func renew(_ items: some Sequence<Item>) {
    for item in items {
      guard let cell = cells[item], let shown = try? cell.as(Appearance.self) else { continue }
      cells[item]?.component = AnyComponent(Appearance(viewModel: shown.viewModel + 1))
    }
  }

  /// Forgets the sections and items that are gone, once there are more of them than of those that
  /// are there.
  mutating func forget(absentFrom snapshot: DiffableDataSourceSnapshot<Section, Item>) {
    if cells.count > 2 * snapshot.numberOfItems + 64 {
      cells = cells.filter { snapshot.items.contains($0.key) }
    }
    if sectionIDs.count > 2 * snapshot.numberOfSections + 64 {
      sectionIDs = sectionIDs.filter { snapshot.sectionIndices[$0.key] != nil }
    }
  }

  private mutating func cell(for item: Item) -> Cell {
    if let cell = cells[item] { return cell }
    let cell = Cell(id: .init(takeNumber()), component: Appearance(viewModel: 0))
    cells[item] = cell
    return cell
  }

  private mutating func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }
}

/// How often an item was shown again.
private struct Appearance: Component {
  static let componentType = "DiffableDataSource.Appearance"
  var viewModel: Int
}
