package import GRDB
import ListDiff
import ListModel

/// Reads a list as it was at any version.
package struct TimeTravel {
  let database: Database
  let head: ListRows.Head
  /// The most versions of a span that may be used; 1 to go version by version.
  var longestSpan: Int

  package init(database: Database, head: ListRows.Head, longestSpan: Int = .max) {
    (self.database, self.head, self.longestSpan) = (database, head, longestSpan)
  }

  private var log: ChangeLog {
    ChangeLog(database: database, head: head, longestSpan: longestSpan)
  }

  /// Reads the list at a version: from the empty list, the head, or the list that is kept whole, whichever
  /// is nearest, by one change composed of those between.
  ///
  /// What is damaged on one way is read on another.
  ///
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)``, or
  ///   ``ListStoreError/corrupted(reason:)`` when the result does not have the recorded fingerprint.
  package func snapshot(at version: Int) throws -> Snapshot {
    try head.require(version)
    if version == head.version {
      let stored = try StoredList(of: head.row, in: database)
      return try proven(stored.list, stored.fingerprint(), version)
    }
    // Nothing needs to be read for it, though everything has been inserted since.
    if version == 0 { return try proven(List(), .empty, 0) }
    if let snapshot = try Damage.hiding({ try madeFromWholeList(at: version) }) { return snapshot }
    if try isNearerToBeginning(version) { return try replayed(to: version) }
    do {
      return try log.travelling(after: version, through: head.version) { log in
        let list = try rewound(to: version, log)
        return try proven(list, list.fingerprint(), version)
      }
    } catch ListStoreError.corrupted where head.floor == 0 {
      return try replayed(to: version)
    }
  }

  /// Returns whether a version is made faster from the empty list than from the head.
  ///
  /// From the empty list, everything that the first change inserted is inserted again, which may be
  /// the whole list. Apart from that, only version numbers are compared: the store must not search
  /// for versions if the head's number is damaged.
  private func isNearerToBeginning(_ version: Int) throws -> Bool {
    guard head.floor == 0, version < head.version - version else { return false }
    let first = try ChangeLog.byteCount(of: head.row, after: 0, through: 1, in: database)
    return first / Self.bytesPerVersion < head.version - 2 * version
  }

  /// Inserting this many bytes of the first change, instead of reading them from the head, takes as
  /// much more time as composing the change of one version: some 2 µs, as measured.
  private static let bytesPerVersion = 384

  private func proven(
    _ list: List,
    _ fingerprint: Fingerprint,
    _ version: Int
  ) throws -> Snapshot {
    let recorded = try self.fingerprint(of: version)
    guard fingerprint == recorded else {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\": version \(version) does not match its recorded fingerprint"
      )
    }
    return Snapshot(id: head.id, version: version, fingerprint: recorded, list: list)
  }

  /// Returns the recorded fingerprint of a version.
  package func fingerprint(of version: Int) throws -> Fingerprint {
    if version == head.version { return head.fingerprint }
    if version == 0 { return .empty }
    guard
      let fingerprint = try ChangeLog.fingerprint(of: version, list: head.row, in: database)
    else {
      throw ListStoreError.corrupted(reason: "list \"\(head.id)\": version \(version) is missing")
    }
    return fingerprint
  }

  /// Returns one change between two versions, in either direction, composed of those between.
  ///
  /// - Complexity: O(K log K) for the K operations between; no list is read.
  func change(from source: Int, to target: Int) throws -> Change {
    try head.require(source)
    try head.require(target)
    let (start, end) = (min(source, target), max(source, target))
    var changeset = try log.travelling(after: start, through: end) { log in
      try changesetOfUnproven(after: start, through: end, log)
        ?? composition(after: start, through: end, log)
    }
    if source > target { changeset = changeset.inverted() }
    return Change(
      list: head.id,
      version: target,
      parent: source,
      parentFingerprint: try fingerprint(of: source),
      fingerprint: try fingerprint(of: target),
      changeset: changeset
    )
  }

  /// Composes the changes between two versions, and checks only the contents that are left: of many
  /// changes, most contents are replaced by later ones.
  ///
  /// - Returns: The change; `nil` when something is wrong, and everything has to be checked to say what.
  private func changesetOfUnproven(
    after version: Int,
    through last: Int,
    _ log: ChangeLog
  ) throws -> Changeset? {
    let changesets = try Damage.hiding {
      try log.legs(after: version, through: last).flatMap {
        try log.changesets(of: $0, contents: .unproven)
      }
    }
    guard let changesets, var composition = try? Changeset.composition(of: changesets),
      composition.proveContents()
    else { return nil }
    return composition.normalized()
  }

  private func composition(
    after version: Int,
    through last: Int,
    _ log: ChangeLog
  ) throws -> Changeset {
    let legs = try log.legs(after: version, through: last)
    let changesets = try legs.flatMap { try log.changesets(of: $0) }
    do {
      return try Changeset.composition(of: changesets).normalized()
    } catch {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\", versions \(version) to \(last) contradict each other: "
          + "\(error)"
      )
    }
  }

  /// Reads the list at a version from the nearest one that is kept whole; `nil` when the head or the beginning
  /// is as near.
  private func madeFromWholeList(at version: Int) throws -> Snapshot? {
    let (before, after) = try log.wholeLists(beside: version)
    let origins = [before, after].compactMap { $0 }
      .sorted { abs($0.version - version) < abs($1.version - version) }
    guard let origin = origins.first, abs(origin.version - version) < head.version - version,
      try abs(origin.version - version) < version || !isNearerToBeginning(version),
      let whole = try log.wholeList(origin)
    else { return nil }
    let (first, last) = (min(origin.version, version), max(origin.version, version))
    return try log.travelling(after: first, through: last) { log in
      let changeset = try composition(after: first, through: last, log)
      let list = try apply(
        origin.version == first ? changeset : changeset.inverted(),
        to: whole,
        from: origin.version,
        to: version
      )
      return try proven(list, list.fingerprint(), version)
    }
  }

  private func replayed(to version: Int) throws -> Snapshot {
    try log.travelling(after: 0, through: version) { log in
      let changeset = try composition(after: 0, through: version, log)
      let list = try apply(changeset, to: List(), from: 0, to: version)
      return try proven(list, list.fingerprint(), version)
    }
  }

  private func rewound(to version: Int, _ log: ChangeLog) throws -> List {
    let list = try StoredList(of: head.row, in: database).list
    let changeset = try composition(after: version, through: head.version, log).inverted()
    return try apply(changeset, to: list, from: head.version, to: version)
  }

  private func apply(
    _ changeset: Changeset,
    to list: List,
    from source: Int,
    to target: Int
  ) throws -> List {
    do {
      return try changeset.apply(to: list)
    } catch {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\", changesets from version \(source) to \(target): \(error)"
      )
    }
  }
}
