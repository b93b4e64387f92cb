package import GRDB
import ListDiff
import ListKeeping
package import ListModel
package import ListStorage
import ListTestSupport

/// The versions a list goes through, known in advance: the same for the same seed.
package struct History: Sendable {
  /// The name of the list.
  package let id: List.ID
  /// The list at each version, from the empty list at 0.
  package let lists: [List]
  /// The fingerprint of each version.
  package let fingerprints: [Fingerprint]

  package init(_ id: List.ID = "home", seed: UInt64, versions: Int, cells: Int = 5) throws {
    self.id = id
    var random = RandomLists(seed: seed)
    random.cellLimit = cells
    var lists = [List()]
    var fingerprints = [Fingerprint.empty]
    var next = random.list()
    while lists.count <= versions {
      let fingerprint = try next.fingerprint()
      if fingerprint != fingerprints[fingerprints.count - 1] {
        lists.append(next)
        fingerprints.append(fingerprint)
      }
      next = random.successor(of: next, editLimit: 8)
    }
    self.lists = lists
    self.fingerprints = fingerprints
  }

  init(id: List.ID, lists: [List], fingerprints: [Fingerprint]) {
    self.id = id
    self.lists = lists
    self.fingerprints = fingerprints
  }

  /// The commit key of a version.
  package func key(_ version: Int) -> String { "k\(version)" }

  /// Commits a version with its key, on top of the one before.
  @discardableResult
  package func commit(_ version: Int, to store: ListStore) throws -> Commit {
    try store.commit(lists[version], to: id, options: CommitOptions(key: key(version)))
  }

  /// Commits a version with its key, in a transaction of the caller's.
  ///
  /// - Throws: ``WrongAnswer`` when the store has it already.
  package func commit(_ version: Int, to store: ListStore, in database: Database) throws {
    let commit = try store.commit(
      .list(lists[version]),
      to: id,
      options: CommitOptions(key: key(version)),
      in: database
    )
    guard commit.version == version, commit.outcome == .committed else {
      throw WrongAnswer(text: "\(commit)")
    }
  }

  /// The head a store has of the list; 0 when it has none.
  package func head(in store: ListStore) throws -> Int {
    do {
      return try store.info(of: id).version
    } catch ListStoreError.unknownList {
      return 0
    }
  }

  /// The oldest version a store retains.
  private func floor(in store: ListStore) throws -> Int {
    do {
      _ = try store.changes(of: id, limit: 1)
      return 0
    } catch ListStoreError.unknownVersion(_, _, let available) {
      return available.lowerBound
    }
  }

  /// The same versions under another name.
  package func named(_ id: List.ID) -> History {
    History(id: id, lists: lists, fingerprints: fingerprints)
  }

  /// What is wrong with a store that should hold the versions up to its head, and verify.
  package func problems(in store: ListStore) throws -> [String] {
    try store.verify().problems.map(\.description) + mismatches(in: store)
  }

  /// What a store has that is not of this history, or not where its versions may begin.
  package func mismatches(in store: ListStore, floors: Set<Int> = [0]) throws -> [String] {
    let head = try head(in: store)
    guard head < lists.count else { return ["head \(head) was never committed"] }
    guard head > 0 else { return [] }
    var mismatches: [String] = []
    let floor = try floor(in: store)
    if !floors.contains(floor) { mismatches.append("the oldest version is \(floor)") }
    let changes = try store.changes(of: id, after: floor)
    if changes.map(\.version) != Array(floor..<head).map({ $0 + 1 }) {
      mismatches.append("versions are not \(floor + 1)…\(head)")
    }
    for change in changes where change.version <= head {
      if change.fingerprint != fingerprints[change.version] {
        mismatches.append("version \(change.version) has another fingerprint than was committed")
      }
      if change.key != key(change.version) {
        mismatches.append("version \(change.version) has the key of another one")
      }
    }
    if try store.snapshot(of: id).list.fingerprint() != fingerprints[head] {
      mismatches.append("the head's rows are not version \(head)")
    }
    let ids = lists[floor].sections.flatMap { $0.cells.map(\.id) }
    if try store.cellIDs(.rows(0..<8), in: id, at: floor) != Array(ids.prefix(8)) {
      mismatches.append("version \(floor) has other cells")
    }
    return mismatches
  }
}
