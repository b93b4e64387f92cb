import ListModel
import ListPaging
import ListStorage

/// The pages of a run as a value: what the real store does with them, without a database.
///
/// A commit to the real store costs more than everything else that a step does. So most random worlds
/// keep their pages here, and the second run of a seed (``SimExploration/repetition``) keeps them in the
/// real store and must do the same: a difference between the two is found there.
struct ModelStore {
  /// A version of a list; lists keep all versions since they were cleared last.
  private struct Version {
    var sections: [Section.ID: [Cell]] = [:]
    /// The commit that has made it, and the section that it was for.
    var commit: (made: PageCommit, section: Section.ID)?
  }

  /// A list with its past.
  private struct Past {
    /// The number of the first version; 0 before there is one.
    var floor = 0
    var versions: [Version] = []
    var kept: Content?

    var head: Int { versions.isEmpty ? 0 : floor + versions.count - 1 }
  }

  private var lists: [List.ID: Past] = [:]

  /// The newest version of a list; `nil` if there is no such list.
  func version(of list: List.ID) -> Int? {
    lists[list].flatMap { $0.versions.isEmpty ? nil : $0.head }
  }

  /// The newest cells of a section; `nil` if there is no such section.
  func cells(of place: SimRun.StoredPlace) -> [Cell]? {
    lists[place.list]?.versions.last?.sections[place.section]
  }

  func stored(_ place: SimRun.StoredPlace) -> StoredPages {
    let past = lists[place.list] ?? Past()
    let cells = past.versions.last?.sections[place.section] ?? []
    return StoredPages(ids: cells.map(\.id), kept: past.kept, version: past.head)
  }

  /// Returns the cells of an update's window, as `ListStorePages.list(_:)` does.
  func list(_ update: PagerUpdate, _ place: SimRun.StoredPlace) -> List {
    let window = update.window
    guard window.version > 0, let past = lists[place.list], let head = past.versions.last else {
      return List()
    }
    let index = window.version - past.floor
    let cells: ArraySlice<Cell>
    if past.versions.indices.contains(index) {
      let all = past.versions[index].sections[place.section] ?? []
      cells = all.dropFirst(window.before).prefix(window.ids.count)
    } else {
      let all = head.sections[place.section] ?? []
      let start = Self.start(of: window, in: all)
      cells = all.dropFirst(start).prefix(window.ids.count)
    }
    return List(sections: [Section(id: place.section, cells: Array(cells))])
  }

  private static func start(of window: PagerWindow, in cells: [Cell]) -> Int {
    for (index, id) in window.ids.enumerated() {
      if let row = cells.firstIndex(where: { $0.id == id }) { return max(0, row - index) }
    }
    return 0
  }

  // MARK: Writing

  /// Makes an empty list without a past of a list, as `ListStore.Proposal.clearing` does.
  mutating func clear(_ list: List.ID) {
    guard var past = lists[list], !past.versions.isEmpty else { return }
    past.kept = nil
    let isClear = past.versions.count == 1 && past.versions[0].sections.isEmpty
    if !isClear {
      past.floor = past.head + 1
      past.versions = [Version()]
    }
    lists[list] = past
  }

  /// Makes a commit, as `ListStorePages.commit(_:)` does.
  ///
  /// - Throws: `ListStoreError.invalidEdit` when an edit is not possible; then nothing is changed.
  mutating func commit(
    _ commit: PageCommit,
    _ place: SimRun.StoredPlace
  ) throws -> PageCommitAnswer {
    var past = lists[place.list] ?? Past()
    if let version = repeated(commit, past, place.section) {
      if version == past.head { past.kept = commit.kept }
      lists[place.list] = past
      return .committed(version: version)
    }
    guard commit.parent == past.head else { return .overtaken(stored(place)) }
    if !commit.edits.isEmpty {
      var version = past.versions.last ?? Version()
      let before = version.sections[place.section]
      let cells = try Self.cells(before ?? [], after: commit.edits)
      if try before.map({ try !Self.isSame($0, cells) }) ?? true {
        version.sections[place.section] = cells
        version.commit = (commit, place.section)
        if past.versions.isEmpty { past.floor = 1 }
        past.versions.append(version)
      }
    }
    past.kept = commit.kept
    lists[place.list] = past
    return .committed(version: past.head)
  }

  /// Returns the version that the same commit has made before.
  private func repeated(_ commit: PageCommit, _ past: Past, _ section: Section.ID) -> Int? {
    // The version that a commit has made follows its parent.
    let index = commit.parent + 1 - past.floor
    guard !commit.edits.isEmpty, past.versions.indices.contains(index),
      let other = past.versions[index].commit, other.section == section,
      other.made.kept == commit.kept, other.made.edits.count == commit.edits.count,
      zip(other.made.edits, commit.edits).allSatisfy(Self.isSame)
    else { return nil }
    return past.floor + index
  }

  private static func isSame(_ one: PageCommit.Edit, _ other: PageCommit.Edit) -> Bool {
    switch (one, other) {
    case (.delete(let one), .delete(let other)): one == other
    case (.insert(let one, let above), .insert(let other, let above2)):
      above == above2 && isSame(one, other)
    case (.move(let one, let above), .move(let other, let above2)): one == other && above == above2
    case (.update(let one), .update(let other)): isSame(one, other)
    default: false
    }
  }

  private static func isSame(_ one: Cell, _ other: Cell) -> Bool {
    guard one.id == other.id else { return false }
    guard let left = try? one.component.stored(), let right = try? other.component.stored() else {
      return false
    }
    return left == right
  }

  private static func isSame(_ one: [Cell], _ other: [Cell]) throws -> Bool {
    guard one.count == other.count else { return false }
    for (left, right) in zip(one, other) where left.id != right.id { return false }
    return try zip(one, other).allSatisfy {
      try $0.component.stored() == $1.component.stored()
    }
  }

  /// Returns cells after edits.
  private static func cells(_ cells: [Cell], after edits: [PageCommit.Edit]) throws -> [Cell] {
    var cells = cells
    /// The place of the cell that was edited last, below which the next one mostly comes.
    var last = -1
    func place(_ id: Cell.ID) throws -> Int {
      if cells.indices.contains(last), cells[last].id == id { return last }
      guard let found = cells.firstIndex(where: { $0.id == id }) else {
        throw ListStoreError.invalidEdit(reason: "there is no cell \"\(id)\"")
      }
      return found
    }
    var ids = Set(cells.map(\.id))
    for edit in edits {
      switch edit {
      case .delete(let id):
        cells.remove(at: try place(id))
        ids.remove(id)
      case .insert(let cell, let above):
        guard ids.insert(cell.id).inserted else {
          throw ListStoreError.invalidEdit(reason: "there is a cell \"\(cell.id)\" already")
        }
        last = try above.map { try place($0) + 1 } ?? 0
        cells.insert(try plain(cell), at: last)
      case .move(let id, let above):
        guard above != id else { continue }
        let cell = cells.remove(at: try place(id))
        last = try above.map { try place($0) + 1 } ?? 0
        cells.insert(cell, at: last)
      case .update(let cell): cells[try place(cell.id)] = try plain(cell)
      }
    }
    return cells
  }

  /// Returns a cell as it is read from a store: with the stored form of its component, and no handlers.
  private static func plain(_ cell: Cell) throws -> Cell {
    Cell(id: cell.id, component: AnyComponent(try cell.component.stored()))
  }
}
