/// The changes between two states of a list, with the indices of a batch update.
///
/// Deleted elements have their places before the changes; inserted elements have their places after
/// them. Every deleted or inserted cell is listed, also in deleted and inserted sections.
public struct LayoutChanges: Sendable {
  /// The deleted sections, by their indices before.
  public var deletedSections: [Int] = []
  /// The inserted sections, by their indices after; the contents count all cells.
  public var insertedSections: [(at: Int, content: LayoutSectionContent)] = []
  /// The moved sections.
  public var movedSections: [(from: Int, to: Int)] = []
  /// The sections whose layout, header or footer changed, by their indices after; their measured
  /// sizes are discarded.
  public var updatedSections: [(at: Int, content: LayoutSectionContent)] = []
  /// The deleted cells, by their places before.
  public var deletedItems: [CellPath] = []
  /// The inserted cells, by their places after.
  public var insertedItems: [CellPath] = []
  /// The moved cells.
  public var movedItems: [(from: CellPath, to: CellPath)] = []
  /// The cells whose content changed, by their places after; their measured sizes are discarded.
  public var updatedItems: [CellPath] = []

  /// Creates an empty set of changes.
  public init() {}
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
    for path in changes.updatedItems { setMeasuredSize(.none, ofItemAt: path) }
  }

  /// Returns the measured sizes of the moved cells.
  private func carriedSizes(_ changes: LayoutChanges) -> [MeasuredSize] {
    changes.movedItems.map { move in
      measuredSize(ofItemAt: move.from)
    }
  }

  /// Removes and inserts cells, section by section.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - sizes: The measured sizes of the moved cells, in the order of
  ///     ``LayoutChanges/movedItems``.
  ///   - origin: Returns the index before of a section after the changes; `nil` for an inserted
  ///     section, whose cells are already counted.
  private mutating func applyItems(
    _ changes: LayoutChanges,
    carrying sizes: [MeasuredSize],
    origin: (Int) -> Int?
  ) {
    var removed: [Int: [Int]] = [:]
    for path in changes.deletedItems { removed[path.section, default: []].append(path.item) }
    for move in changes.movedItems {
      removed[move.from.section, default: []].append(move.from.item)
    }
    var inserted: [Int: [(Int, MeasuredSize)]] = [:]
    for path in changes.insertedItems {
      inserted[path.section, default: []].append((path.item, .none))
    }
    for (move, size) in zip(changes.movedItems, sizes) {
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
    var contents: [LayoutSectionContent] = []
    var kept: [SectionGeometry?] = []
    for origin in origins {
      switch origin {
      case .before(let section):
        contents.append(sections[section])
        kept.append(geometries[section])
      case .inserted(let content):
        contents.append(content)
        kept.append(nil)
      }
    }
    var copy = self
    try copy.replace(contents, keeping: kept)
    copy.applyItems(changes, carrying: sizes) { section in
      if case .before(let before) = origins[section] { before } else { nil }
    }
    copy.fillInserted(origins, changes, carrying: sizes)
    if !changes.updatedSections.isEmpty {
      var contents = copy.sections
      var kept = copy.geometries
      for (at, content) in changes.updatedSections {
        let count = contents[at].itemCount
        contents[at] = content
        contents[at].itemCount = count
        kept[at] = nil
      }
      try copy.replace(contents, keeping: kept)
    }
    self = copy
  }
}

extension CompositionalLayout {
  /// Sets the measured sizes of cells that move into inserted sections.
  private mutating func fillInserted(
    _ origins: [LayoutChanges.SectionOrigin],
    _ changes: LayoutChanges,
    carrying sizes: [MeasuredSize]
  ) {
    var arriving: [Int: [MeasuredSize]] = [:]
    for (move, size) in zip(changes.movedItems, sizes) where size != .none {
      let section = move.to.section
      guard case .inserted(let content) = origins[section] else { continue }
      let none = Array(repeating: MeasuredSize.none, count: content.itemCount)
      arriving[section, default: none][move.to.item] = size
    }
    for (section, sizes) in arriving { setMeasuredSizes(sizes, inSection: section) }
  }
}

extension LayoutChanges {
  fileprivate enum SectionOrigin {
    case before(Int)
    case inserted(LayoutSectionContent)
  }

  var touchesSections: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
      || !updatedSections.isEmpty
  }

  /// Returns the origin of each section after the changes.
  fileprivate func sectionOrigins(countBefore: Int) -> [SectionOrigin] {
    let gone = Set(deletedSections).union(movedSections.map(\.from))
    var placed: [Int: SectionOrigin] = [:]
    for section in insertedSections { placed[section.at] = .inserted(section.content) }
    for move in movedSections { placed[move.to] = .before(move.from) }
    var staying = (0..<countBefore).lazy.filter { !gone.contains($0) }.makeIterator()
    let count = countBefore - deletedSections.count + insertedSections.count
    return (0..<count).compactMap { index in
      placed[index] ?? staying.next().map { .before($0) }
    }
  }

  /// Returns the index of a section after the changes; `nil` if it is deleted.
  func sectionAfter(_ section: Int) -> Int? {
    if deletedSections.contains(section) { return nil }
    if let move = movedSections.first(where: { $0.from == section }) { return move.to }
    let gone = deletedSections + movedSections.map(\.from)
    let come = insertedSections.map(\.at) + movedSections.map(\.to)
    return Self.place(section, without: gone, with: come)
  }

  /// Returns the place of a cell after the changes; `nil` if it is deleted.
  ///
  /// - Complexity: O(changes · log changes).
  public func pathAfter(_ path: CellPath) -> CellPath? {
    if let move = movedItems.first(where: { $0.from == path }) { return move.to }
    guard !deletedItems.contains(path), let section = sectionAfter(path.section) else { return nil }
    let gone =
      deletedItems.filter { $0.section == path.section }.map(\.item)
      + movedItems.filter { $0.from.section == path.section }.map(\.from.item)
    let come =
      insertedItems.filter { $0.section == section }.map(\.item)
      + movedItems.filter { $0.to.section == section }.map(\.to.item)
    return CellPath(
      section: section,
      item: Self.place(path.item, without: gone, with: come)
    )
  }

  private static func place(_ index: Int, without gone: [Int], with come: [Int]) -> Int {
    var place = index - gone.count { $0 < index }
    for arrival in come.sorted() where arrival <= place { place += 1 }
    return place
  }
}
