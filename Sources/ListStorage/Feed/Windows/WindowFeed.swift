import GRDB
import ListDiff
import ListModel

/// The feed of a list as a window sees it.
struct WindowFeed {
  /// The most sections of a version that is kept for the next page.
  private static let keptSections = 1 << 16
  /// The most versions through which a window is followed.
  private static let followedVersions = 256

  private let head: ListRows.Head
  private var reader: VersionReader
  private let known: RecentValues<CursorToken, SectionExtents>

  init(of head: ListRows.Head, store: ListStore, in database: Database) throws {
    self.head = head
    reader = try VersionReader(of: head, heads: store.heads, in: database)
    known = store.extents
  }

  /// Returns the cells of a window at a version.
  mutating func window(_ bounds: WindowBounds, at token: CursorToken) throws -> ListWindow {
    let slice = WindowSlice(bounds, in: try reader.extents(at: token.version))
    let trail = CellTrail(slice.extent.rows.map { slice.path(at: $0) })
    return ListWindow(
      list: head.id,
      version: token.version,
      fingerprint: token.fingerprint,
      extent: slice.extent,
      cells: try reader.cells(of: trail, from: token.version)
    )
  }

  /// Returns the cells of a window at a version, of which one was shown at an earlier version or the
  /// same: what is in both, or in the changes between, is not read.
  ///
  /// - Returns: The window; `nil` if it has to be read: the changes between are not retained, damaged,
  ///   or so long that reading takes less time, or `old` is of a later version, of another list, or of
  ///   another past of this one.
  mutating func window(
    _ bounds: WindowBounds,
    at version: Int,
    following old: ListWindow
  ) throws -> ListWindow? {
    guard old.list == head.id, (0...Self.followedVersions).contains(version - old.version) else {
      return nil
    }
    return try Damage.hiding {
      let byteCount = try ChangeLog.byteCount(
        of: head.row,
        after: old.version,
        through: version,
        in: reader.database
      )
      let travel = TimeTravel(database: reader.database, head: head)
      guard try travel.fingerprint(of: old.version) == old.fingerprint,
        old.isLonger(thanChangesOf: byteCount, to: bounds)
      else { return nil }
      let change = try travel.change(from: old.version, to: version)
      var window = old
      for change in try changes([change], from: old.extent.bounds, in: bounds) {
        guard (try? window.apply(change)) != nil else { return nil }
      }
      return window
    }
  }

  /// Turns changes of the list, each of which follows the one before, into changes of a window, which
  /// shows the rows `bounds` after the first change, and `first` before it if these are others.
  mutating func changes(
    _ changes: [Change],
    from first: WindowBounds? = nil,
    in bounds: WindowBounds
  ) throws -> [WindowChange] {
    guard let last = changes.last else { return [] }
    var extents = try extents(before: changes)
    var old = WindowSlice(first ?? bounds, in: extents)
    var reading = CellReading()
    let results = try changes.enumerated().map { index, change in
      try extents.goOn(through: PlaceChanges(change.changeset))
      let new = WindowSlice(bounds, in: extents)
      reading.trail.follow(change.changeset)
      let difference = WindowDifference(from: old, to: new, through: change.changeset)
      reading.append(difference.missing, of: index)
      old = new
      return WindowChange(change, difference, new.extent)
    }
    if last.version < head.version, extents.sections.count <= Self.keptSections {
      known.set(extents, for: head.token(version: last.version, fingerprint: last.fingerprint))
    }
    return try read(reading, into: results, at: last.version)
  }

  /// Returns the sections before some changes: as kept from the last page, or back from the head.
  private mutating func extents(before changes: [Change]) throws -> SectionExtents {
    guard let first = changes.first, let last = changes.last else {
      return try reader.extents(at: head.version)
    }
    let start = head.token(version: first.parent, fingerprint: first.parentFingerprint)
    if let extents = known[start] { return extents }
    var extents = try reader.extents(at: last.version)
    for change in changes.reversed() {
      try extents.goOn(through: PlaceChanges(change.changeset).inverted())
    }
    return extents
  }

  private mutating func read(
    _ reading: CellReading,
    into changes: [WindowChange],
    at version: Int
  ) throws -> [WindowChange] {
    var changes = changes
    let cells = try reader.cells(of: reading.trail, from: version)
    for (place, cell) in zip(reading.places, cells) {
      changes[place.change].inserted[place.insertion].cell = cell
    }
    return changes
  }
}

extension ListWindow {
  /// Whether changes of so many bytes are shorter than half of what is read of the window otherwise:
  /// contents, and some bytes for each cell.
  fileprivate func isLonger(thanChangesOf byteCount: Int, to bounds: WindowBounds) -> Bool {
    var rest = byteCount
    for cell in cells.prefix(bounds.rows.clamped(to: 0..<Int.max).count) {
      if rest <= 0 { break }
      rest -= (cell.component.storedForm?.content?.bytes.count ?? 0) / 2 + 32
    }
    return rest <= 0
  }
}

/// The cells that enter a window and have to be read.
private struct CellReading {
  var trail = CellTrail()
  private(set) var places: [(change: Int, insertion: Int)] = []

  mutating func append(_ missing: [(insertion: Int, path: CellPath)], of change: Int) {
    for (insertion, path) in missing {
      trail.append(path)
      places.append((change, insertion))
    }
  }
}

extension WindowChange {
  fileprivate init(_ change: Change, _ difference: WindowDifference, _ extent: WindowExtent) {
    self.init(
      list: change.list,
      version: change.version,
      parent: change.parent,
      parentFingerprint: change.parentFingerprint,
      fingerprint: change.fingerprint,
      author: change.author,
      time: change.time,
      removed: difference.removed,
      inserted: difference.inserted,
      moved: difference.moved,
      updated: difference.updated,
      extent: extent
    )
  }
}
