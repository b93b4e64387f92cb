import ListDiff
import ListModel

/// Saving one list of a damaged store.
struct Salvage {
  private let source: DamagedFile
  private let name: ListRows.Name
  /// The rows of the changes that make its versions.
  private let rows: [Int: Int64]
  /// Whether there may be other changes.
  private let isUncertain: Bool

  init(_ name: ListRows.Name, at places: ChangePlaces, from source: DamagedFile) {
    (self.name, self.source) = (name, source)
    (rows, isUncertain) = (places[name.row], places.obstacle != nil)
  }

  /// What is known of the list, and what is wrong with it.
  private struct Findings {
    let floor: Int
    let last: Int
    var problems: [String] = []
  }

  /// Saves as many versions as can be proved.
  func save(to target: ListStore) throws -> RepairReport.ListReport {
    var findings = try survey()
    var saved: ClosedRange<Int>?
    if let list = try attempt(
      "the head",
      &findings,
      { [last = findings.last] in try soundHead(last) }
    ) {
      saved = try saveFromHead(list, to: target, &findings)
    }
    if saved == nil { saved = try saveFromChanges(to: target, &findings) }
    let hasAllKeys = try saved.map { try saveKeys(of: $0, to: target, &findings) } ?? false
    return RepairReport.ListReport(
      id: name.id,
      expected: findings.floor...findings.last,
      saved: saved,
      hasAllKeys: hasAllKeys,
      problems: findings.problems
    )
  }

  /// Finds out which versions there are.
  private func survey() throws -> Findings {
    var problems: [String] = []
    var floor = try Damage.noting {
      try source.read { try ListRows.floor(of: name.row, in: $0) }
    } _: {
      problems.append("its oldest version cannot be read: \($0.reason)")
    }
    let timeless = try Damage.hiding {
      try source.read { try ChangeLog.versionsWithoutTime(of: name.row, in: $0) }
    }
    if let timeless, let first = timeless.first {
      let others = timeless.count == 1 ? "" : " and \(timeless.count - 1) others"
      problems.append(
        "version \(first)\(others): an impossible time is saved as the nearest possible"
      )
    }
    let (first, last) = (rows.keys.min() ?? 0, rows.keys.max() ?? 0)
    if let claim = floor, claim < 0 || claim > last, !isUncertain {
      problems.append("it says it has versions \(claim) to \(last)")
      floor = nil
    } else if let claim = floor, claim > first, !rows.isEmpty {
      problems.append("it has version \(first), and says its oldest is \(claim)")
      floor = nil
    }
    let oldest = max(floor ?? (first == 1 ? 0 : first), 0)
    return Findings(floor: oldest, last: max(oldest, last), problems: problems)
  }

  // MARK: Reading

  /// The head, if its rows have the fingerprint of its version.
  private func soundHead(_ last: Int) throws -> List {
    try source.read { database in
      var expected = Fingerprint.empty
      if let place = rows[last] {
        expected = try ChangeLog.fingerprint(at: place, list: name.row, in: database)
      } else if last > 0 {
        throw ListStoreError.corrupted(reason: "version \(last) is missing")
      }
      let list = try StoredList(of: name.row, in: database).list
      guard try list.fingerprint() == expected else {
        throw ListStoreError.corrupted(reason: "its rows have another fingerprint")
      }
      return list
    }
  }

  private func change(_ version: Int) throws -> Change {
    guard let place = rows[version] else {
      throw ListStoreError.corrupted(reason: "it is missing")
    }
    let change = try source.read {
      try ChangeLog.change(at: place, making: version, of: name, in: $0)
    }
    // What no store would take.
    try CommitRequest(list: name.id, expected: .any, key: change.key, author: change.author)
      .validate()
    return change
  }

  /// Who made a version, and when, as far as that can be read.
  private func soundOrigin(of version: Int) -> ChangeOrigin {
    let origin = try? source.read {
      try ChangeLog.origin(of: version, list: name.row, in: $0)
    }
    guard let origin, CommitRequest.canBeName(origin.key), CommitRequest.canBeName(origin.author)
    else {
      return ChangeOrigin(time: origin?.time)
    }
    return origin
  }

  /// Tries what damage can prevent.
  private func attempt<Value>(
    _ part: String,
    _ findings: inout Findings,
    _ work: () throws -> Value
  ) throws -> Value? {
    try Damage.noting(work) { findings.problems.append("\(part): \($0.reason)") }
  }

  // MARK: Saving

  /// Goes back from the head as far as the changes are sound, and forth from there.
  ///
  /// - Returns: The versions that were saved.
  private func saveFromHead(
    _ head: List,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> ClosedRange<Int>? {
    guard findings.last > 0 else {
      findings.problems.append("none of its versions was found")
      return nil
    }
    var (version, list, fingerprint) = (findings.last, head, try head.fingerprint())
    while version > findings.floor {
      let before = try attempt("version \(version)", &findings) {
        let change = try change(version)
        guard change.fingerprint == fingerprint else {
          throw ListStoreError.corrupted(
            reason: "it does not lead to the one after"
          )
        }
        let before = try change.changeset.inverted().apply(to: list)
        let proof = try before.fingerprint()
        guard proof == change.parentFingerprint, version > 1 || proof == .empty else {
          throw ListStoreError.corrupted(
            reason: "it does not follow the one before"
          )
        }
        return (list: before, fingerprint: proof)
      }
      guard let before else { break }
      (version, list, fingerprint) = (version - 1, before.list, before.fingerprint)
    }
    let first = version
    if first > 0 {
      let snapshot = Snapshot(id: name.id, version: first, fingerprint: fingerprint, list: list)
      let origin = soundOrigin(of: first)
      guard try write(&findings, { try target.adopt(snapshot, origin) }) else { return nil }
    }
    while version < findings.last {
      let next = try change(version + 1)
      guard try write(&findings, { try target.apply(next) }) else { break }
      version += 1
    }
    return first...version
  }

  /// Replays the changes from the first one on, as far as they are sound.
  ///
  /// A list that began with a later version than the first is replayed from that beginning.
  ///
  /// - Returns: The versions that were saved.
  private func saveFromChanges(
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> ClosedRange<Int>? {
    var version = findings.floor
    if version > 0 {
      let read = try attempt("version \(version)", &findings) { try change(version) }
      guard var beginning = read else { return nil }
      guard beginning.parentFingerprint == .empty else {
        findings.problems.append("what was before version \(version) is not retained")
        return nil
      }
      beginning.parent = 0
      guard try write(&findings, { try target.importChange(beginning) }) else { return nil }
    }
    while version < findings.last {
      let read = try attempt("version \(version + 1)", &findings) { try change(version + 1) }
      guard let next = read, try write(&findings, { try target.apply(next) }) else { break }
      version += 1
    }
    return version > 0 ? findings.floor...version : nil
  }

  /// Saves the keys of commits that changed nothing; those of others came with their versions.
  ///
  /// - Returns: Whether all could be read.
  private func saveKeys(
    of saved: ClosedRange<Int>,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> Bool {
    let found = try attempt("the commit keys", &findings) {
      try source.read { try ChangeLog.keys(of: name.row, in: $0) }
    }
    guard let found else { return false }
    try target.database.write { database in
      let list = try ListRows.require(name.id, in: database).row
      for case (let key?, let version) in found where saved.contains(version) {
        guard try ChangeLog.version(of: key, list: list, in: database) == nil else { continue }
        try ChangeLog.record(key, for: version, list: list, in: database)
      }
    }
    let lost = found.count { $0.key == nil }
    if lost > 0 { findings.problems.append("commit keys that cannot be read: \(lost)") }
    return lost == 0
  }

  /// Writes what the new store can refuse only because of what it is.
  ///
  /// - Throws: What is wrong with the new store.
  private func write(
    _ findings: inout Findings,
    _ work: () throws -> AppendOutcome
  ) throws -> Bool {
    do {
      _ = try work()
      return true
    } catch let error as ListStoreError {
      switch error {
      case .changeRefused, .forked, .invalidList, .invalidName, .invalidEdit, .keyReused:
        findings.problems.append("\(error)")
        return false
      default: throw error
      }
    }
  }
}
