public import ListModel
public import ListStorage
import Synchronization

/// Stores a pager's pages in a section of a stored list.
///
/// A page is one transaction: its cells, and the pager's keys as a value of the list. A commit
/// expects the version that it starts from, so several pagers, processes or devices can fill one
/// list. It also has a key, so a commit whose answer was lost is not made twice.
public struct ListStorePages: PagerStorage {
  /// The store.
  public let store: ListStore
  /// The list.
  public let list: List.ID
  /// The section that the pages are in; other sections are not touched.
  public let section: Section.ID
  /// The name of the value that holds the pager's keys.
  public let valueName: String
  /// The window that was shown last, which the next one follows.
  private let shown = ShownWindow()

  /// Creates a storage in a section of a list.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - list: The list, which is made with the first page if it does not exist.
  ///   - section: The section, which is made with the first page if it does not exist.
  ///   - valueName: The name of the value that holds the pager's keys.
  public init(
    store: ListStore,
    list: List.ID,
    section: Section.ID,
    valueName: String = "pager"
  ) {
    self.store = store
    self.list = list
    self.section = section
    self.valueName = valueName
  }

  /// Reads the ids and the keys.
  ///
  /// - Throws: `ListStoreError`.
  public func stored() async throws -> StoredPages { try readStored() }

  /// Reads the ids and the keys, and blocks until they are read.
  package func readStored() throws -> StoredPages {
    try read { 0..<$0 } ?? StoredPages()
  }

  /// Reads the first ids and the keys of a list that has some thousand cells more.
  ///
  /// - Throws: `ListStoreError`.
  public func firstStored(_ count: Int) async throws -> StoredPages? {
    try readFirst(count)
  }

  /// Reads the first ids and the keys, and blocks until they are read.
  ///
  /// - Parameters:
  ///   - count: How many ids are read.
  ///   - least: How many cells the list has besides, at least: fewer are read in some milliseconds.
  /// - Returns: The first cells; `nil` if there are not so many others.
  /// - Throws: `ListStoreError`.
  package func readFirst(_ count: Int, beyond least: Int = 4_000) throws -> StoredPages? {
    try read { $0 - count > least ? 0..<count : nil }
  }

  /// Reads ids at some rows, and the keys, as of one moment: keys of one version with cells of another
  /// would load pages again.
  private func read(_ rows: (_ cellCount: Int) -> Range<Int>?) throws -> StoredPages? {
    guard let read = try store.cellIDsWithValues(of: section, in: list, rows: rows) else {
      return nil
    }
    return StoredPages(
      ids: read.ids,
      kept: read.values[valueName],
      version: read.version,
      unread: read.cellCount - read.ids.count
    )
  }

  /// Commits a page.
  ///
  /// - Throws: `ListStoreError`; then nothing of the page is stored, unless it is `outcomeUnknown`.
  public func commit(_ commit: PageCommit) async throws -> PageCommitAnswer {
    // A commit of keys alone may be made twice, so it needs no key.
    let key = commit.edits.isEmpty ? nil : key(of: commit)
    var attempts = 0
    while true {
      do {
        return try await make(commit, key)
      } catch ListStoreError.versionMismatch {
        return .overtaken(try readStored())
      } catch let error as ListStoreError {
        // It is unknown whether the commit was made: with its key it is made once.
        guard case .outcomeUnknown = error, attempts < 2 else { throw error }
        attempts += 1
      }
    }
  }

  /// Commits a page, and blocks the calling thread.
  ///
  /// - Throws: `ListStoreError`; then nothing of the page is stored, unless it is `outcomeUnknown`.
  package func commitBlocking(_ commit: PageCommit) throws -> PageCommitAnswer {
    let key = commit.edits.isEmpty ? nil : key(of: commit)
    do {
      let made = try store.commit(proposal(of: commit), to: list, options: options(commit, key))
      return .committed(version: made.version)
    } catch ListStoreError.versionMismatch {
      return .overtaken(try readStored())
    }
  }

  private func make(_ commit: PageCommit, _ key: String?) async throws -> PageCommitAnswer {
    let made = try await store.commit(
      proposal(of: commit),
      to: list,
      options: options(commit, key)
    )
    return .committed(version: made.version)
  }

  private func options(_ commit: PageCommit, _ key: String?) -> CommitOptions {
    CommitOptions(expecting: .version(commit.parent), key: key, author: "pager")
  }

  private func proposal(of commit: PageCommit) -> ListStore.Proposal {
    guard !commit.edits.isEmpty else { return .setting([valueName: commit.kept]) }
    let edits: ListStore.Proposal = .edit { [section] draft in
      if !draft.sectionIDs.contains(section) { try draft.appendSection(Section(id: section)) }
      try Self.make(commit.edits, in: &draft, section)
    }
    return edits.setting([valueName: commit.kept])
  }

  private static func make(
    _ edits: [PageCommit.Edit],
    in draft: inout ListDraft,
    _ section: Section.ID
  ) throws {
    func placement(_ id: Cell.ID?) -> CellPlacement { id.map { .after($0) } ?? .start(of: section) }
    var run: [Cell] = []
    var start: Cell.ID?
    func flush(_ draft: inout ListDraft) throws {
      guard !run.isEmpty else { return }
      try draft.insertCells(run, placement(start))
      run = []
    }
    for edit in edits {
      if case .insert(let cell, let after) = edit {
        if run.isEmpty || run.last?.id != after {
          try flush(&draft)
          start = after
        }
        run.append(cell)
        continue
      }
      try flush(&draft)
      switch edit {
      case .insert: break
      case .delete(let id): try draft.deleteCell(id)
      case .move(let id, let after): try draft.moveCell(id, placement(after))
      case .update(let cell): try draft.updateCell(cell)
      }
    }
    try flush(&draft)
  }

  /// Returns the key of a commit, made of its content: the same page on the same version has the
  /// same key.
  private func key(of commit: PageCommit) -> String {
    var hash = FNVHash()
    func add(_ cell: Cell) {
      hash.add(cell.id.rawValue.utf8)
      hash.add(cell.component.type.utf8)
      if let content = try? cell.component.stored().content { hash.add(content.bytes) }
    }
    hash.add(commit.kept.bytes)
    for edit in commit.edits {
      switch edit {
      case .delete(let id): hash.add("d\(id)".utf8)
      case .insert(let cell, let after):
        hash.add("i\(after?.rawValue ?? "")".utf8)
        add(cell)
      case .move(let id, let after): hash.add("m\(id),\(after?.rawValue ?? "")".utf8)
      case .update(let cell):
        hash.add("u".utf8)
        add(cell)
      }
    }
    return "\(valueName):\(commit.parent):\(String(hash.value, radix: 16))"
  }

  /// Returns the rows of an update's window, as a list of one section.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - rows: How the cells are shown.
  /// - Returns: The list, with one section.
  /// - Throws: `ListStoreError`.
  public func list(_ update: PagerUpdate, _ rows: PagerRows) throws -> List {
    try list(update).showing(rows, of: update.state)
  }

  /// Returns the cells of an update's window, as a list of one section.
  ///
  /// The window follows the one that was shown before it, unless much has changed between: of the cells
  /// of both, and of those that the changes hold, none is read again. So the storage keeps the cells that
  /// were shown last.
  ///
  /// If another writer has cleared the list since, or the store does not retain the window's version
  /// any more, the list has the cells that are stored there now.
  ///
  /// - Throws: `ListStoreError`.
  public func list(_ update: PagerUpdate) throws -> List {
    let window = update.window
    guard window.version > 0 else { return List() }
    let cells: [Cell]
    do {
      cells = try self.cells(from: window.before, window.ids.count, at: window.version)
    } catch ListStoreError.unknownVersion {
      cells = try self.cells(from: newestStart(of: window), window.ids.count)
    }
    return List(sections: [Section(id: section, cells: cells)])
  }

  private func cells(from start: Int, _ count: Int, at version: Int? = nil) throws -> [Cell] {
    let bounds = WindowBounds.rows(start..<(start + count), of: section)
    let old = shown.window.withLock { $0 }
    let window = try store.window(bounds, in: list, at: version, following: old)
    shown.window.withLock { $0 = window }
    return window.cells
  }

  /// Returns the row at which a window begins in the newest version: where its first cell that is
  /// still stored says, otherwise at the start.
  private func newestStart(of window: PagerWindow) throws -> Int {
    guard let own = try store.outline(of: list).sections.firstIndex(where: { $0.id == section })
    else { return 0 }
    for (index, id) in window.ids.enumerated() {
      guard let path = try store.path(of: id, in: list), path.section == own else { continue }
      return max(0, path.item - index)
    }
    return 0
  }
}

/// A window that is kept to be followed.
private final class ShownWindow: Sendable {
  let window = Mutex<ListWindow?>(nil)
}
