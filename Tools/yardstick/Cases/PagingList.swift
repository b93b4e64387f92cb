import ListModel
import ListPaging

/// The stored list, in memory: cells, keys, and a version.
struct PagingList {
  private(set) var ids: [Cell.ID]
  private(set) var kept: Content?
  private(set) var version: Int
  private var contents: [Cell.ID: Cell] = [:]

  init(_ ids: [String]) {
    self.ids = ids.map { Cell.ID($0) }
    version = ids.isEmpty ? 0 : 1
    for id in ids { contents[Cell.ID(id)] = PagingRemote.cell(id) }
  }

  var stored: StoredPages { StoredPages(ids: ids, kept: kept, version: version) }

  func cells(_ ids: [Cell.ID]) -> [Cell] {
    ids.map { contents[$0] ?? PagingRemote.cell($0.rawValue) }
  }

  /// Makes a page's edits, or returns `false` if another commit came first.
  mutating func commit(_ commit: PageCommit) -> Bool {
    guard commit.parent == version else { return false }
    kept = commit.kept
    var hasChanged = false
    for edit in commit.edits {
      switch edit {
      case .delete(let id):
        ids.removeAll { $0 == id }
        contents[id] = nil
        hasChanged = true
      case .insert(let cell, let after):
        ids.insert(cell.id, at: index(after: after))
        contents[cell.id] = cell
        hasChanged = true
      case .move(let id, let after):
        ids.removeAll { $0 == id }
        ids.insert(id, at: index(after: after))
        hasChanged = true
      case .update(let cell):
        if contents[cell.id]?.component != cell.component { hasChanged = true }
        contents[cell.id] = cell
      }
    }
    if hasChanged { version += 1 }
    return true
  }

  private func index(after id: Cell.ID?) -> Int {
    guard let id else { return 0 }
    return ids.firstIndex(of: id).map { $0 + 1 } ?? ids.count
  }

  /// Makes a version as a step describes it.
  mutating func change(_ step: JSONValue) throws {
    if let text = step["delete"]?.text {
      let gone = Set(IDText.ids(text).map { Cell.ID($0) })
      ids.removeAll { gone.contains($0) }
    }
    if let text = step["insert"]?.text ?? step["move"]?.text {
      let new = IDText.ids(text)
      let moved = Set(new.map { Cell.ID($0) })
      ids.removeAll { moved.contains($0) }
      let index = try place(step, ids.map(\.rawValue))
      ids.insert(contentsOf: new.map { Cell.ID($0) }, at: index)
      for id in new { contents[Cell.ID(id)] = PagingRemote.cell(id) }
    }
    version += 1
  }
}
