import ListDiff
public import ListModel
public import ListStorage

/// How to read on in a list that has changed since its last page.
public enum PageReading: String, Hashable, Sendable {
  /// In the version of the first page: all pages together are the list as it was then.
  case pinned
  /// In the newest version, with a report of what has changed in the part that was read.
  case rebase
}

/// A page of a stored list.
public struct StoredPage: Equatable, Sendable {
  /// The cells.
  public var cells: [Cell]
  /// Whether more follow.
  public var hasMore: Bool
  /// The cursor to read on from.
  public var cursor: PageCursor
  /// What has changed in the part that was read before; `nil` if that was the same version.
  public var behind: ChangesBehind?
}

/// What has changed in the part of a list that was read.
///
/// The pages that were read, corrected by the reports, equal the newest version.
public struct ChangesBehind: Hashable, Sendable {
  /// Whether the changes are still known; if not, the other properties are empty.
  public var isComplete = true
  /// The inserted cells, in order.
  public var inserted: [Cell.ID] = []
  /// The deleted cells, in their old order.
  public var deleted: [Cell.ID] = []
  /// The cells that moved into the part that is still to be read, where they come again.
  public var movedAhead: [Cell.ID] = []
  /// The cells that moved out of that part, and do not come again.
  public var movedBehind: [Cell.ID] = []
}

extension ListStore {
  /// Reads the first cells of a list.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - limit: How many cells, at least 1.
  /// - Returns: The page, with the cursor to read on from.
  /// - Throws: `ListStoreError`.
  public func firstPage(of list: List.ID, limit: Int) throws -> StoredPage {
    try page(
      from: PageCursor(list: list, token: token(of: list), count: 0, last: nil),
      limit: limit,
      behind: nil
    )
  }

  /// Reads the cells after a cursor.
  ///
  /// - Parameters:
  ///   - cursor: The cursor of the page before.
  ///   - reading: Which version to read.
  ///   - limit: How many cells, at least 1.
  /// - Returns: The page; empty at the end of the list.
  /// - Throws: `ListStoreError`; `unknownVersion` when the pinned version is no longer retained:
  ///   read on with `rebase` then. ``PageCursorError`` when the cursor belongs to another list or
  ///   another past.
  /// - Complexity: Depends on the changes since the cursor, and on the page; the list is not read.
  public func page(
    after cursor: PageCursor,
    _ reading: PageReading,
    limit: Int
  ) throws -> StoredPage {
    let token = try token(of: cursor.list)
    let head = token.version
    guard cursor.token.lineage == token.lineage, cursor.token.epoch == token.epoch,
      cursor.version <= head
    else { throw PageCursorError.otherPast(cursor) }
    var moved = cursor
    moved.token = token
    do {
      guard try self.token(of: cursor.list, at: cursor.version) == cursor.token else {
        throw PageCursorError.otherPast(cursor)
      }
      guard reading == .rebase, head != cursor.version else {
        return try page(from: cursor, limit: limit, behind: nil)
      }
      let behind = try changes(behind: cursor, upTo: head, moving: &moved)
      return try page(from: moved, limit: limit, behind: behind)
    } catch ListStoreError.unknownVersion(cursor.version, _, _) where reading == .rebase {
      // The changes are no longer known. The last cell gives the position, if it still exists.
      let starts = try rowStarts(of: cursor.list, at: head)
      if let last = cursor.last, let path = try path(of: last, in: cursor.list, at: head) {
        moved.count = starts.row(path) + 1
      } else {
        moved.count = min(moved.count, starts.count)
      }
      return try page(from: moved, limit: limit, behind: ChangesBehind(isComplete: false))
    }
  }

  private func page(
    from cursor: PageCursor,
    limit: Int,
    behind: ChangesBehind?
  ) throws -> StoredPage {
    let (end, overflow) = cursor.count.addingReportingOverflow(max(1, limit))
    let rows = cursor.count..<(overflow ? .max : end)
    let window = try window(.rows(rows), in: cursor.list, at: cursor.version)
    var next = cursor
    next.count += window.cells.count
    next.last = window.cells.last?.id ?? cursor.last
    return StoredPage(
      cells: window.cells,
      hasMore: window.after > 0,
      cursor: next,
      behind: behind
    )
  }

  private func changes(
    behind cursor: PageCursor,
    upTo head: Int,
    moving moved: inout PageCursor
  ) throws -> ChangesBehind {
    let changes = try change(of: cursor.list, from: cursor.version, to: head).changeset
    let before = try rowStarts(of: cursor.list, at: cursor.version)
    let after = try rowStarts(of: cursor.list, at: head)
    // The last cell that was read, and was neither deleted nor moved, gives the position.
    let gone = Set(changes.deletedCells.map(\.id)).union(changes.movedCells.map(\.id))
    moved.count = 0
    var end = cursor.count
    search: while end > 0 {
      let start = max(0, end - 64)
      let ids = try cellIDs(.rows(start..<end), in: cursor.list, at: cursor.version)
      for id in ids.reversed() where !gone.contains(id) {
        guard let path = try path(of: id, in: cursor.list, at: head) else { continue }
        moved.count = after.row(path) + 1
        moved.last = id
        break search
      }
      end = start
    }
    var behind = ChangesBehind()
    for cell in changes.deletedCells where before.row(cell.at) < cursor.count {
      behind.deleted.append(cell.id)
    }
    for cell in changes.insertedCells where after.row(cell.at) < moved.count {
      behind.inserted.append(cell.id)
    }
    for cell in changes.movedCells {
      let wasRead = before.row(cell.from) < cursor.count
      let isBehind = after.row(cell.to) < moved.count
      if wasRead, !isBehind { behind.movedAhead.append(cell.id) }
      if !wasRead, isBehind { behind.movedBehind.append(cell.id) }
    }
    return behind
  }

  private func rowStarts(of list: List.ID, at version: Int) throws -> RowStarts {
    var starts = RowStarts()
    for section in try outline(of: list, at: version).sections {
      starts.starts.append(starts.count)
      starts.count += section.cellCount
    }
    return starts
  }
}

/// The row where each section begins.
private struct RowStarts {
  var starts: [Int] = []
  var count = 0

  func row(_ path: CellPath) -> Int {
    (starts.indices.contains(path.section) ? starts[path.section] : count) + path.item
  }
}
