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
  /// Begins with the summary of a version; no changesets are read.
  init(of list: List.ID, in store: ListStore, from version: Int) throws {
    self.init(
      from: version,
      downTo: try store.oldestVersion(of: list),
      reading: { try store.summaries(of: list, after: $0, through: $1) },
      oldest: { try store.oldestSummary(of: list) }
    )
  }
}

/// A list that goes back through its versions, and knows the list before and after each change.
struct ListOnItsWayBack {
  /// The list after the next change.
  private var after: IndexedList

  init(_ list: List) { after = IndexedList(list) }

  /// Goes back by one change.
  ///
  /// - Returns: The list before and after it.
  /// - Throws: `ChangesetMismatch` if it is not the change that made the list.
  mutating func goBack(_ change: Change) throws -> ListStep {
    let before = try after.applying(change.changeset.inverted())
    defer { after = before }
    return ListStep(change: change, before: before, after: after)
  }
}

/// One version and its parent.
struct ListStep {
  let change: Change
  /// The sections before.
  let sectionsBefore: [Section.ID]
  /// The sections after.
  let sectionsAfter: [Section.ID]

  init(change: Change, before: IndexedList, after: IndexedList) {
    self.change = change
    sectionsBefore = before.sectionIdentifiers
    sectionsAfter = after.sectionIdentifiers
  }

  init(change: Change, before: ListStorage.ListOutline, after: ListStorage.ListOutline) {
    self.change = change
    sectionsBefore = before.sections.map(\.id)
    sectionsAfter = after.sections.map(\.id)
  }
}
