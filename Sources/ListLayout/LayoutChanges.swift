/// What changes between two states of a list, by index: in the coordinates of a batch update.
///
/// What disappears is named by its place before, what appears by its place after. Every cell that
/// disappears or appears is named, also in sections that are deleted or inserted.
public struct LayoutChanges: Sendable {
  /// Sections that disappear, before.
  public var deletedSections: [Int] = []
  /// Sections that appear, after, with all their cells counted.
  public var insertedSections: [(at: Int, content: LayoutSectionContent)] = []
  /// Sections that change places.
  public var movedSections: [(from: Int, to: Int)] = []
  /// Sections whose layout, header or footer is another, after: what was measured in them is
  /// forgotten.
  public var updatedSections: [(at: Int, content: LayoutSectionContent)] = []
  /// Cells that disappear, before.
  public var deletedItems: [LayoutIndexPath] = []
  /// Cells that appear, after.
  public var insertedItems: [LayoutIndexPath] = []
  /// Cells that change places.
  public var movedItems: [(from: LayoutIndexPath, to: LayoutIndexPath)] = []
  /// Cells whose content is another, after: what was measured of them is forgotten.
  public var updatedItems: [LayoutIndexPath] = []

  /// Creates no change.
  public init() {}
}

extension CompositionalLayout {
  /// Follows a change of the list.
  ///
  /// Cells that stay keep their measured sizes wherever they go, unless they are updated, or their
  /// section is, or they come from a section whose cells have no sizes to choose, which keeps none.
  ///
  /// - Throws: ``LayoutError`` when an inserted or updated section cannot be laid out; the layout
  ///   stays as it was.
  /// - Precondition: The changes fit the list as it is.
  /// - Complexity: O(changes · log cells) where groups have one cell each and no section comes, goes
  ///   or moves; those take O(sections) together. See `docs/layout.md` for longer groups.
  public mutating func apply(_ changes: LayoutChanges) throws(LayoutError) {
    if changes.touchesSections {
      try applyWithSections(changes)
    } else {
      applyItems(changes, carrying: carriedSizes(changes), origin: { $0 })
    }
    for path in changes.updatedItems { setMeasuredSize(.none, ofItemAt: path) }
  }

  /// What is known of the cells that move.
  private func carriedSizes(_ changes: LayoutChanges) -> [MeasuredSize] {
    changes.movedItems.map { move in
      measuredSize(ofItemAt: move.from)
    }
  }

  /// Takes cells away and puts others in, section by section.
  ///
  /// - Parameters:
  ///   - changes: What comes and goes.
  ///   - sizes: What is known of the cells that move, in the order of ``LayoutChanges/movedItems``.
  ///   - origin: The place a section had before, for one that is there after; `nil` for one that has
  ///     just come, whose cells are all counted.
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
    // Where no section changes its place, only those are looked at that are named.
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
  /// Gives cells that move into sections that have just come the sizes they bring along.
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

  /// Where each section after comes from.
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

  /// Where a section is after; `nil` if it is gone.
  func sectionAfter(_ section: Int) -> Int? {
    if deletedSections.contains(section) { return nil }
    if let move = movedSections.first(where: { $0.from == section }) { return move.to }
    let gone = deletedSections + movedSections.map(\.from)
    let come = insertedSections.map(\.at) + movedSections.map(\.to)
    return Self.place(section, without: gone, with: come)
  }

  /// Where a cell is after; `nil` if it is gone.
  ///
  /// - Complexity: O(changes · log changes).
  public func pathAfter(_ path: LayoutIndexPath) -> LayoutIndexPath? {
    if let move = movedItems.first(where: { $0.from == path }) { return move.to }
    guard !deletedItems.contains(path), let section = sectionAfter(path.section) else { return nil }
    let gone =
      deletedItems.filter { $0.section == path.section }.map(\.item)
      + movedItems.filter { $0.from.section == path.section }.map(\.from.item)
    let come =
      insertedItems.filter { $0.section == section }.map(\.item)
      + movedItems.filter { $0.to.section == section }.map(\.to.item)
    return LayoutIndexPath(
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
