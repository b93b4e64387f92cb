public import ListDescription

/// The changes between two states of a list, with the indices of a batch update.
///
/// Deleted elements have their places before the changes; inserted elements have their places after
/// them. Every deleted or inserted cell is listed, also in deleted and inserted sections.
public struct LayoutChanges: Rearranging, Sendable {
  /// What goes, comes and moves.
  public var rearrangement = Rearrangement()
  /// The contents of sections by their indices after: of those that are inserted, which count all their
  /// cells, and of those whose layout, header or footer has changed; their measured sizes are discarded.
  public var contents: [Int: LayoutSectionContent] = [:]
  /// The cells whose content changed, by their places after; their measured sizes are discarded.
  public var updatedCells: [CellPath] = []

  /// Creates an empty set of changes.
  public init() {}

  /// Adds a section that comes, by its index after.
  public mutating func insertSection(_ content: LayoutSectionContent, at index: Int) {
    rearrangement.insertedSections.append(index)
    contents[index] = content
  }
}

extension CompositionalLayout {
  /// Applies changes of the list.
  ///
  /// Remaining cells keep their measured sizes, also when they move, with these exceptions: updated
  /// cells, cells of updated sections, and cells from a section without estimated sizes, which
  /// stores none.
  ///
  /// - Throws: `LayoutError` when an inserted or updated section cannot be laid out; the layout
  ///   stays as it was.
  /// - Precondition: The changes fit the list as it is.
  /// - Complexity: O(changes · log cells) if groups have one cell each; inserted, deleted, moved
  ///   and updated sections together take O(sections) more. See `docs/layout.md` for longer groups.
  public mutating func apply(_ changes: LayoutChanges) throws(LayoutError) {
    if changes.touchesSections {
      try applyWithSections(changes)
    } else {
      applyItems(changes, carrying: carriedSizes(changes), origin: { $0 })
    }
    for path in changes.updatedCells { setMeasuredSize(.none, ofItemAt: path) }
  }

  /// Returns the measured sizes of the moved cells.
  private func carriedSizes(_ changes: LayoutChanges) -> [MeasuredSize] {
    changes.movedCells.map { move in
      measuredSize(ofItemAt: move.from)
    }
  }

  /// Removes and inserts cells, section by section.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - sizes: The measured sizes of the moved cells, in the order of
  ///     ``LayoutChanges/movedCells``.
  ///   - origin: Returns the index before of a section after the changes; `nil` for an inserted
  ///     section, whose cells are already counted.
  private mutating func applyItems(
    _ changes: LayoutChanges,
    carrying sizes: [MeasuredSize],
    origin: (Int) -> Int?
  ) {
    var removed: [Int: [Int]] = [:]
    for path in changes.deletedCells { removed[path.section, default: []].append(path.item) }
    for move in changes.movedCells {
      removed[move.from.section, default: []].append(move.from.item)
    }
    var inserted: [Int: [(Int, MeasuredSize)]] = [:]
    for path in changes.insertedCells {
      inserted[path.section, default: []].append((path.item, .none))
    }
    for (move, size) in zip(changes.movedCells, sizes) {
      inserted[move.to.section, default: []].append((move.to.item, size))
    }
    // If no section changes, only the sections with changed cells are visited.
    let candidates =
      changes.touchesSections
      ? Array(0..<numberOfSections) : Set(removed.keys).union(inserted.keys).sorted()
    for section in candidates {
      guard let before = origin(section) else { continue }
      let gone = removed[before] ?? []
      let come = inserted[section] ?? []
      guard !gone.isEmpty || !come.isEmpty else { continue }
      changeItems(
        inSection: section,
        removing: gone.sorted(by: >),
        inserting: come.sorted { $0.0 < $1.0 }
      )
    }
  }

  private mutating func applyWithSections(_ changes: LayoutChanges) throws(LayoutError) {
    let sizes = carriedSizes(changes)
    let origins = changes.sectionOrigins(countBefore: numberOfSections)
    let contents = origins.enumerated().map { index, origin in
      origin.map { sections[$0] } ?? changes.content(ofInserted: index)
    }
    let kept = origins.map { $0.flatMap { geometries[$0] } }
    var copy = self
    try copy.replace(contents, keeping: kept)
    copy.applyItems(changes, carrying: sizes) { origins[$0] }
    copy.fillInserted(origins, changes, carrying: sizes)
    try copy.update(changes.contents.filter { origins[$0.key] != nil })
    self = copy
  }

  /// Lays out sections again, with as many cells as they have.
  private mutating func update(_ updates: [Int: LayoutSectionContent]) throws(LayoutError) {
    guard !updates.isEmpty else { return }
    var contents = sections
    var kept: [SectionGeometry?] = geometries
    for (at, content) in updates {
      let count = contents[at].itemCount
      contents[at] = content
      contents[at].itemCount = count
      kept[at] = nil
    }
    try replace(contents, keeping: kept)
  }

  /// Sets the measured sizes of cells that move into inserted sections.
  private mutating func fillInserted(
    _ origins: [Int?],
    _ changes: LayoutChanges,
    carrying sizes: [MeasuredSize]
  ) {
    var arriving: [Int: [MeasuredSize]] = [:]
    for (move, size) in zip(changes.movedCells, sizes) where size != .none {
      let section = move.to.section
      guard origins[section] == nil else { continue }
      let none = Array(repeating: MeasuredSize.none, count: sections[section].itemCount)
      arriving[section, default: none][move.to.item] = size
    }
    for (section, sizes) in arriving { setMeasuredSizes(sizes, inSection: section) }
  }
}

extension LayoutChanges {
  fileprivate var touchesSections: Bool { rearrangement.movesSections || !contents.isEmpty }

  fileprivate func content(ofInserted index: Int) -> LayoutSectionContent {
    guard let content = contents[index] else {
      preconditionFailure("section \(index) is inserted without its content")
    }
    return content
  }

  /// Returns the index before of each section after the changes; `nil` for one that is inserted.
  fileprivate func sectionOrigins(countBefore: Int) -> [Int?] {
    let leaving = (self.deletedSections + self.movedSections.map(\.from)).sorted()
    let inserted = self.insertedSections.map { (at: $0, element: Int?.none) }
    let moved = self.movedSections.map { (at: $0.to, element: Int?.some($0.from)) }
    do {
      return try (0..<countBefore).map(Optional.some).removing(at: leaving)
        .inserting((inserted + moved).sorted { $0.at < $1.at })
    } catch {
      preconditionFailure("the changes do not fit a list of \(countBefore) sections")
    }
  }

  /// Returns the place of a cell after the changes; `nil` if it is deleted.
  ///
  /// - Complexity: O(changes · log changes).
  public func pathAfter(_ path: CellPath) -> CellPath? { PlaceMap(rearrangement).after(path) }
}
