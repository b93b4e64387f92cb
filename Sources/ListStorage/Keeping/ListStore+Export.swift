public import ListDiff
public import ListModel

// A list with its history as change documents, one on a line, which another store can read.

extension ListStore {
  /// Writes a list and its history as change documents that hold what they replace.
  ///
  /// When the export begins with a later version than the first, its first document leads there at
  /// once: its parent is version 0, the empty list. The keys of commits that changed nothing are
  /// not exported.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - first: The version to begin with; the oldest if `nil`.
  ///   - last: The version to end with, as the list was at that time; the head if `nil`.
  ///   - write: Called with each document, without the end of its line.
  /// - Throws: ``ListStoreError/unknownList(_:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)``,
  ///   ``ListStoreError/corrupted(reason:)``, and what `write` throws.
  public func export(
    _ list: List.ID,
    from first: Int? = nil,
    through last: Int? = nil,
    write: ([UInt8]) throws -> Void
  ) throws {
    let head = try database.read { try ListRows.require(list, in: $0) }
    let end = last ?? head.version
    try head.require(end)
    let start = first ?? head.floor
    guard start <= end else {
      throw ListStoreError.unknownVersion(start, list: list, available: min(head.floor, end)...end)
    }
    // The change that makes version 1 is a beginning by itself, and says who made it and when.
    var version = start == 1 && head.floor == 0 ? 0 : start
    if version > 0 { try write(try document(of: beginning(of: list, at: version))) }
    while version < end {
      let page = try page(of: list, after: version, through: end, limit: 64)
      for change in page { try write(try document(of: change)) }
      version += page.count
    }
  }

  /// Appends an exported change: as it is, or, when it leads from the empty list to a later version
  /// than the first, as the beginning of its list.
  ///
  /// Changes that are there already are passed over, so that an interrupted import can be repeated,
  /// as long as the store retains the import's first version: an older change is refused, because
  /// it cannot be compared any more. After a compaction, go on with an export that begins with the
  /// store's head or a version before it, see ``export(_:from:through:write:)``.
  ///
  /// - Parameters:
  ///   - change: The next change of its list.
  ///   - replaced: The versions to replace when the change begins the list with a version later
  ///     than all it has.
  /// - Returns: The outcome.
  /// - Throws: What `apply` and `adopt` throw.
  @discardableResult
  public func importChange(
    _ change: Change,
    replacing replaced: ReplacedVersions = .nothing
  ) throws -> AppendOutcome {
    guard change.parent == 0, change.version > 1, try !follows(change) else {
      return try apply(change)
    }
    if let known = try known(change, replacing: replaced) { return known }
    let list: List
    do {
      list = try change.changeset.apply(to: List())
    } catch {
      throw ListStoreError.changeRefused(list: change.list, reason: "\(error)")
    }
    let snapshot = Snapshot(
      id: change.list,
      version: change.version,
      fingerprint: change.fingerprint,
      list: list
    )
    return try adopt(
      snapshot,
      ChangeOrigin(
        time: change.time,
        author: change.author,
        key: change.key,
        message: change.message
      ),
      replacing: replaced
    )
  }

  /// Returns whether a change of the empty list continues the list here, because that is empty.
  private func follows(_ change: Change) throws -> Bool {
    do {
      let head = try info(of: change.list)
      return head.version == change.version - 1 && head.fingerprint == .empty
    } catch ListStoreError.unknownList {
      return false
    }
  }

  /// Returns the answer to a beginning that the list has already; `nil` when it has not.
  private func known(
    _ beginning: Change,
    replacing replaced: ReplacedVersions
  ) throws -> AppendOutcome? {
    let own: Fingerprint
    do {
      own = try token(of: beginning.list, at: beginning.version).fingerprint
    } catch ListStoreError.unknownList {
      return nil
    } catch ListStoreError.unknownVersion(_, _, let available) {
      guard beginning.version < available.lowerBound else {
        if replaced == .olderVersions { return nil }
        throw ListStoreError.gap(
          in: beginning.list,
          after: available.upperBound,
          to: beginning.version,
          isBeginning: true
        )
      }
      throw ListStoreError.changeRefused(
        list: beginning.list,
        reason: "version \(beginning.version) is older than what the store retains, which begins "
          + "with version \(available.lowerBound)"
      )
    }
    guard own == beginning.fingerprint else {
      throw ListStoreError.forked(list: beginning.list, version: beginning.version)
    }
    return .duplicate(version: beginning.version)
  }

  /// Returns one change that leads from the empty list to a version.
  private func beginning(of list: List.ID, at version: Int) throws -> Change {
    let (snapshot, origin) = try database.read { database in
      let head = try ListRows.require(list, in: database)
      return (
        try TimeTravel(database: database, head: head).snapshot(at: version),
        try ChangeLog.origin(of: version, list: head.row, list, in: database)
      )
    }
    let changeset: Changeset
    do {
      changeset = try Changeset(from: List(), to: snapshot.list)
    } catch {
      throw ListStoreError.corrupted(reason: "list \"\(list)\", version \(version): \(error)")
    }
    return Change(
      list: list,
      version: version,
      parent: 0,
      time: origin?.time,
      author: origin?.author,
      key: origin?.key,
      message: origin?.message,
      parentFingerprint: .empty,
      fingerprint: snapshot.fingerprint,
      changeset: changeset
    )
  }

  private func document(of change: Change) throws -> [UInt8] {
    do {
      return try change.document(including: .replacedValues)
    } catch {
      throw ListStoreError.corrupted(reason: "version \(change.version): \(error)")
    }
  }
}
