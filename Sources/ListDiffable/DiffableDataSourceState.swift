/// The state that a diffable data source shows, or is asked to show: the items, and the hierarchies
/// of some sections.
struct DiffableDataSourceState<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  typealias Snapshot = DiffableDataSourceSnapshot<Section, Item>
  typealias SectionSnapshot = DiffableDataSourceSectionSnapshot<Item>

  var snapshot = Snapshot()
  /// The hierarchies of the sections a section snapshot was applied to; the visible items of each
  /// are the items of its section.
  private var hierarchies: [Section: SectionSnapshot] = [:]

  /// The hierarchy of a section; one without a section snapshot has only roots.
  func sectionSnapshot(for section: Section) -> SectionSnapshot {
    hierarchies[section] ?? SectionSnapshot(uniqueRoots: snapshot.items.elements(in: section))
  }

  /// Returns the state that a whole snapshot asks for.
  ///
  /// Sections whose items it leaves alone keep their hierarchies; the others become flat.
  func replacing(with snapshot: Snapshot) -> Self {
    var state = self
    state.snapshot = snapshot
    state.hierarchies = hierarchies.filter { section, hierarchy in
      snapshot.sectionIndices[section] != nil
        && snapshot.items.elements(in: section) == hierarchy.visibleItems
    }
    return state
  }

  /// Returns the state that the section snapshot of one section asks for; the section is appended
  /// if it is not there.
  ///
  /// - Throws: ``DiffableDataSourceError/itemsOfOtherSections(_:section:)``.
  func replacing(
    _ section: Section,
    with hierarchy: SectionSnapshot
  ) throws(DiffableDataSourceError) -> Self {
    let elsewhere = hierarchy.items.filter { item in
      snapshot.items.group(of: item).map { $0 != section } ?? false
    }
    if !elsewhere.isEmpty {
      throw .itemsOfOtherSections(.init(erasing: elsewhere), section: DiffableIdentifier(section))
    }
    var state = self
    if snapshot.sectionIndices[section] == nil { try state.snapshot.appendSections([section]) }
    state.snapshot.replaceItems(of: section, with: hierarchy.visibleItems)
    state.hierarchies[section] = hierarchy.isFlat ? nil : hierarchy
    return state
  }

  /// Returns the state without marks, after all marked elements were shown again.
  func withoutMarks() -> Self {
    var state = self
    state.snapshot.marks = .init()
    return state
  }
}
