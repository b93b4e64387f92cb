import ListDiff
import ListModel
import ListStorage

/// The changes or summaries of a list's versions, newest first, read in pages so that a long history is
/// never in memory as a whole.
struct VersionWalk<Element> {
  /// The version from which the next page is read; the oldest one at the end.
  private(set) var version: Int
  private let oldest: Int
  private var page: [Element] = []
  private var isAtEnd = false
  private let read: (_ after: Int, _ last: Int) throws -> [Element]
  private let readOldest: () throws -> Element?

  private init(
    from version: Int,
    downTo oldest: Int,
    reading read: @escaping (_ after: Int, _ last: Int) throws -> [Element],
    oldest readOldest: @escaping () throws -> Element?
  ) {
    self.version = version
    self.oldest = oldest
    self.read = read
    self.readOldest = readOldest
  }

  /// Returns the next element, or `nil` after the oldest one that is known.
  mutating func next() throws -> Element? {
    if page.isEmpty, version > oldest {
      let start = max(oldest, version - 128)
      page = try read(start, version)
      version = start
    }
    if let element = page.popLast() { return element }
    // The versions before the oldest one are gone, but the change that made it is retained.
    guard !isAtEnd, version == oldest else { return nil }
    isAtEnd = true
    return try readOldest()
  }
}

extension VersionWalk where Element == Change {
  /// Begins with the change that made a version.
  init(of list: List.ID, in store: ListStore, from version: Int) throws {
    self.init(
      from: version,
      downTo: try store.oldestVersion(of: list),
      reading: { try store.changes(of: list, after: $0, through: $1) },
      oldest: { try store.oldestChange(of: list) }
    )
  }
}

extension VersionWalk where Element == ChangeSummary {
  /// Begins with the summary of a version; of the changesets, only the parts about `cells` are kept.
  init(
    of list: List.ID,
    in store: ListStore,
    from version: Int,
    cells: [Cell.ID]? = nil
  ) throws {
    self.init(
      from: version,
      downTo: try store.oldestVersion(of: list),
      reading: { try store.summaries(of: list, after: $0, through: $1, cells: cells) },
      oldest: { try store.oldestSummary(of: list, cells: cells) }
    )
  }
}

/// The sections of a list that goes back through its versions.
///
/// Its cells are not needed: each change has the contents that it names.
struct SectionsOnTheirWayBack {
  /// The sections after the next change.
  private var after: [Section.ID]

  init(_ outline: ListStorage.ListOutline) { after = outline.sections.map(\.id) }

  /// Goes back by one change, which has all operations on sections.
  ///
  /// - Returns: The sections before and after it.
  /// - Throws: `ListStoreError.corrupted` if it is not the change that made the sections.
  mutating func goBack(_ changes: Changeset, from version: Int) throws -> ListStep {
    let before = try sections(before: changes, from: version)
    defer { after = before }
    return ListStep(changeset: changes, sectionsBefore: before, sectionsAfter: after)
  }

  private func sections(before changes: Changeset, from version: Int) throws -> [Section.ID] {
    let arriving =
      changes.insertedSections.map { ($0.id, $0.at) } + changes.movedSections.map { ($0.id, $0.to) }
    let leaving =
      changes.deletedSections.map { ($0.id, $0.at) }
      + changes.movedSections.map { ($0.id, $0.from) }
    guard !arriving.isEmpty || !leaving.isEmpty else { return after }
    let places = Set(arriving.map(\.1))
    let areThere = arriving.allSatisfy { id, at in after.indices.contains(at) && after[at] == id }
    var before = after.indices.filter { !places.contains($0) }.map { after[$0] }
    for (id, at) in leaving.sorted(by: { $0.1 < $1.1 }) {
      guard areThere, at <= before.count else {
        throw ListStoreError.corrupted(
          reason: "version \(version) does not have the sections that its change leads to"
        )
      }
      before.insert(id, at: at)
    }
    return before
  }
}

/// One version and its parent.
struct ListStep {
  /// What changed, or the part of it that is wanted.
  let changeset: Changeset
  /// The sections before.
  let sectionsBefore: [Section.ID]
  /// The sections after.
  let sectionsAfter: [Section.ID]
}
