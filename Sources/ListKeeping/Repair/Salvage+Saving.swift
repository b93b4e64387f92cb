import Foundation
import ListDiff
import ListModel
import ListStorage

extension Salvage {
  /// Goes back from the head as far as the changes are sound, and saves the versions from there on;
  /// versions before the damage are saved from the beginning on.
  ///
  /// - Returns: The saved versions.
  func saveFromHead(
    _ head: List,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> Saved? {
    guard findings.last > 0 else {
      findings.problems.append("none of its versions was found")
      return nil
    }
    let oldest = try oldestState(
      before: State(version: findings.last, list: head, fingerprint: try head.fingerprint()),
      &findings
    )
    guard oldest.version > findings.floor else {
      return try save(from: oldest, to: target, &findings)
    }
    // Versions before the damage may be reached from the beginning.
    var found = findings
    let past = try saveFromChanges(under: name.id, meeting: oldest, to: target, &found)
    if let past, past.upperBound == findings.last {
      findings = found
      return Saved(versions: past)
    }
    guard var saved = try save(from: oldest, to: target, &findings) else { return nil }
    if let past { saved.earlier = try saveApart(past, to: target, &findings) }
    return saved
  }

  /// Goes back as far as the changes are sound.
  private func oldestState(before head: State, _ findings: inout Findings) throws -> State {
    var state = head
    while state.version > findings.floor {
      let before = try attempt("version \(state.version)", &findings) {
        let change = try change(state.version)
        guard change.fingerprint == state.fingerprint else {
          throw ListStoreError.corrupted(reason: "it does not lead to the one after")
        }
        let list = try change.changeset.inverted().apply(to: state.list)
        let proof = try list.fingerprint()
        guard proof == change.parentFingerprint, state.version > 1 || proof == .empty else {
          throw ListStoreError.corrupted(reason: "it does not follow the one before")
        }
        return State(version: state.version - 1, list: list, fingerprint: proof)
      }
      guard let before else { break }
      state = before
    }
    return state
  }

  /// Saves a version, in place of older ones, and the versions after it.
  func save(
    from oldest: State,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> Saved? {
    var version = oldest.version
    if version > 0 {
      let snapshot = Snapshot(
        id: name.id,
        version: version,
        fingerprint: oldest.fingerprint,
        list: oldest.list
      )
      let beginning = try Change(beginning: snapshot, origin(of: version).origin)
      let isBegun = try write(&findings) {
        try target.apply(beginning, replacing: .olderVersions)
      }
      guard isBegun else { return nil }
      noteOrigin(of: version, &findings)
    }
    while version < findings.last {
      let next = try change(version + 1)
      guard try write(&findings, { try target.apply(next) }) else { break }
      version += 1
      noteOrigin(of: version, &findings)
    }
    return Saved(versions: oldest.version...version)
  }

  /// Saves versions under another name, because those between them and the later ones are missing.
  private func saveApart(
    _ versions: ClosedRange<Int>,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> RepairReport.EarlierVersions? {
    let suffix = " (versions \(versions.lowerBound) to \(versions.upperBound))"
    guard let list = try freeName(suffix, in: target) else { return nil }
    var past = Findings(floor: findings.floor, last: versions.upperBound)
    let saved = try saveFromChanges(under: list, meeting: nil, to: target, &past)
    return saved.map { RepairReport.EarlierVersions(list: list, versions: $0) }
  }

  /// Saves what can be read of a head that is not proved, as a list of its own.
  func save(
    _ remains: HeadRemains,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> List.ID? {
    guard !remains.isEmpty, let list = try freeName(" (what is left of the newest)", in: target)
    else { return nil }
    do {
      try target.commit(remains.remainingList(), to: list)
      return list
    } catch let error as ListStoreError {
      guard case .invalidList = error else { throw error }
      findings.problems.append("what is left of the head: \(error)")
      return nil
    }
  }

  /// Returns a name for a part of this list that no list has.
  private func freeName(_ suffix: String, in target: ListStore) throws -> List.ID? {
    let text = String(
      decoding: name.id.rawValue.utf8.prefix(List.ID.maximumByteCount - suffix.utf8.count - 8),
      as: UTF8.self
    )
    let names = try source.read { try ListNames(in: $0).found.map(\.id) } + target.lists().map(\.id)
    return (1...).lazy.map { List.ID(text + suffix + ($0 == 1 ? "" : " \($0)")) }
      .first { !names.contains($0) }
  }

  /// Replays the changes from the first one on, as far as they are sound.
  ///
  /// A list that began with a later version than the first is replayed from that beginning. The
  /// contents that a change replaces are not needed to make its version, nor is a change that leads
  /// to a version known from elsewhere.
  ///
  /// - Parameters:
  ///   - list: The name the versions are saved under.
  ///   - known: A version that is known from elsewhere.
  ///   - target: The new store.
  ///   - findings: New findings are added.
  /// - Returns: The versions that were saved.
  /// - Throws: Errors that are not damage.
  func saveFromChanges(
    under list: List.ID,
    meeting known: State?,
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
      beginning.list = list
      guard try write(&findings, { try target.apply(beginning) }) else { return nil }
      noteOrigin(of: version, &findings)
    }
    while version < findings.last {
      guard try saveNext(after: version, under: list, meeting: known, to: target, &findings)
      else { break }
      version += 1
      noteOrigin(of: version, &findings)
    }
    return version > 0 ? findings.floor...version : nil
  }

  /// Saves the version after a saved one.
  ///
  /// - Returns: Whether it can be proved.
  private func saveNext(
    after version: Int,
    under list: List.ID,
    meeting known: State?,
    to target: ListStore,
    _ findings: inout Findings
  ) throws -> Bool {
    var next = try attempt("version \(version + 1)", &findings) { try change(version + 1) }
    next?.list = list
    if let next, try write(&findings, { try target.apply(next) }) { return true }
    let before = version == 0 ? List() : try target.snapshot(of: list, at: version).list
    let proof = try before.fingerprint()
    if var next, next.parentFingerprint == proof {
      next.changeset = next.changeset.replacing(what: before)
      if try write(&findings, { try target.apply(next) }) {
        findings.problems.append("version \(version + 1): what it replaced is made again")
        return true
      }
    }
    guard let known, known.version == version + 1 else { return false }
    let origin = origin(of: version + 1).origin
    let madeAnew = Change(
      list: list,
      version: version + 1,
      parent: version,
      time: origin.time,
      author: origin.author,
      key: origin.key,
      message: origin.message,
      parentFingerprint: proof,
      fingerprint: known.fingerprint,
      changeset: try Changeset(from: before, to: known.list)
    )
    guard try write(&findings, { try target.apply(madeAnew) }) else { return false }
    findings.problems.append("version \(version + 1): it is made again from those beside it")
    return true
  }

  /// Saves the keys of commits that changed nothing; other keys came with their versions.
  ///
  /// - Returns: Whether all could be read.
  func saveKeys(
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
    let unreadable = found.count { $0.key == nil }
    if unreadable > 0 {
      findings.problems.append("commit keys that cannot be read: \(unreadable)")
    }
    // Keys of versions that a compaction has removed may stay for a while.
    let strayed = found.count { $0.key != nil && $0.version > findings.last }
    if strayed > 0 {
      findings.problems.append("commit keys of versions that were not found: \(strayed)")
    }
    return unreadable + strayed == 0
  }

  /// Writes a change that the new store may refuse for its content.
  ///
  /// - Throws: Errors of the new store itself.
  private func write(
    _ findings: inout Findings,
    _ work: () throws -> AppendOutcome
  ) throws -> Bool {
    do {
      _ = try work()
      noteSaved()
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
