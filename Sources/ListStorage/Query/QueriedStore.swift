import GRDB
import ListModel

/// The store as one query sees it: its lists at the wanted versions, each proved before it is used.
final class QueriedStore {
  let database: Database
  let heads: HeadCache
  let watch: QueryWatch
  /// The first error of a table; SQLite only knows that there is one.
  var failure: (any Error)?
  /// The lists of which versions were asked for that are not kept, with the oldest one that is.
  private(set) var forgottenBefore: [List.ID: Int] = [:]
  private let selector: VersionSelector
  private var names: [ListRows.Head]?
  private var found: [List.ID: ListRows.Head] = [:]
  private var stored: [Int64: StoredCells] = [:]
  /// Older versions are held in memory, so only a few are kept.
  private let past = RecentValues<Int64, PastCells>(capacity: 4)

  init(
    _ database: Database,
    heads: HeadCache,
    at selector: VersionSelector,
    _ watch: QueryWatch
  ) {
    self.database = database
    self.heads = heads
    self.selector = selector
    self.watch = watch
  }

  /// Returns all lists, or the one with a name.
  func lists(_ name: String?) throws -> [ListRows.Head] {
    if names == nil, let name {
      if let head = found[List.ID(name)] { return [head] }
      if let head = try ListRows.find(List.ID(name), in: database) {
        found[head.id] = head
        return [head]
      }
    }
    // A list that seems to be missing may be there under a name that is damaged.
    let all = try names ?? ListRows.all(in: database)
    names = all
    return all.filter { name == nil || $0.id == List.ID(name ?? "") }
  }

  /// Notes the numbers of versions of a list that are asked for.
  func noteWanted(_ numbers: ClosedRange<Int64>, of head: ListRows.Head) {
    guard head.floor > 1, numbers.lowerBound < head.floor, numbers.upperBound > 0 else { return }
    forgottenBefore[head.id] = head.floor
  }

  /// Checks that a list has no version after its last one, if an answer depends on that.
  ///
  /// A log that has lost its end does not tell; the cells of the list do.
  ///
  /// - Parameters:
  ///   - numbers: The versions that are asked for.
  ///   - head: The list.
  ///   - last: The last version that the query sees.
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  func requireEnd(_ numbers: ClosedRange<Int64>, of head: ListRows.Head, at last: Int) throws {
    if last == head.version, numbers.upperBound > last { _ = try cells(of: head) }
  }

  /// Returns the version of a list that the query is about.
  func version(of head: ListRows.Head) throws -> Int {
    try ListStore.version(selector, of: head, in: database)
  }

  /// Returns the cells of a list at that version, proved.
  func cells(of head: ListRows.Head) throws -> any QueriedCells {
    try watch.check()
    let version = try version(of: head)
    if version == head.version {
      if let known = stored[head.row] { return known }
      let cells = try StoredCells(of: head, in: database, check: watch.check)
      stored[head.row] = cells
      return cells
    }
    if let known = past[head.row] { return known }
    let snapshot = try TimeTravel(database: database, head: head).snapshot(at: version)
    let cells = PastCells(snapshot.list)
    past.set(cells, for: head.row)
    return cells
  }
}
