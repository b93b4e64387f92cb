import ListDiff
import ListModel
import ListStorage

/// The versions of a list, the newest first, in pages: a long history is never in memory as a whole.
struct VersionWalk {
  private let store: ListStore
  private let list: List.ID
  /// The version that comes next; the first of all when there is no more.
  private(set) var version: Int
  private let oldest: Int
  private var page: [Change] = []
  private var isAtEnd = false

  /// Begins with a version.
  init(of list: List.ID, in store: ListStore, from version: Int) throws {
    self.store = store
    self.list = list
    self.version = version
    oldest = try store.oldestVersion(of: list)
  }

  /// The change that made the next version; `nil` after the oldest one that is known.
  mutating func next() throws -> Change? {
    if page.isEmpty, version > oldest {
      let start = max(oldest, version - 128)
      page = try store.changes(of: list, after: start, through: version)
      version = start
    }
    if let change = page.popLast() { return change }
    // What came before the oldest version is gone; what made it is not.
    guard !isAtEnd, version == oldest else { return nil }
    isAtEnd = true
    return try store.oldestChange(of: list)
  }
}

/// A list on its way back through its versions, which knows what each change was made on.
struct ListOnItsWayBack {
  /// The list after the change that comes next.
  private var after: IndexedList

  init(_ list: List) { after = IndexedList(list) }

  /// Goes back by a change.
  ///
  /// - Returns: The list before and after it.
  /// - Throws: `ChangesetMismatch` when it is not the one that made the list.
  mutating func goBack(_ change: Change) throws -> ListStep {
    let before = try after.applying(change.changeset.inverted())
    defer { after = before }
    return ListStep(change: change, before: before, after: after)
  }
}

/// One version and the one it was made on.
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
