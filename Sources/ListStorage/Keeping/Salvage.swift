import Foundation
import ListDiff
import ListModel

/// Saves one list of a damaged store.
struct Salvage {
  private let source: DamagedFile
  private let name: ListRows.Name
  /// Why the name may be another one.
  private let doubt: String?
  /// The rows of the changes that make its versions.
  private let rows: [Int: Int64]
  /// Whether there may be other changes.
  private let isUncertain: Bool
  /// Called for each version that was saved.
  private let noteSaved: () -> Void

  init(
    _ name: ListRows.Name,
    doubting doubt: String?,
    at places: ChangePlaces,
    from source: DamagedFile,
    _ noteSaved: @escaping () -> Void
  ) {
    (self.name, self.doubt, self.source, self.noteSaved) = (name, doubt, source, noteSaved)
    (rows, isUncertain) = (places[name.row], places.obstacle != nil)
  }

  /// The versions of the list, and its problems.
  private struct Findings {
    let floor: Int
    let last: Int
    var problems: [String] = []
    /// Whether the origin of each saved version is known: who made it, and when.
    var hasAllOrigins = true
    /// Whether the rows are of a later version, whose change is missing.
    var isHeadOfLaterVersion = false
  }

  /// A version and its list, which the fingerprint proves.
  private struct State {
    var version: Int
    var list: List
    var fingerprint: Fingerprint
  }

  /// Saves as many versions as can be proved.
  func save(to target: ListStore) throws -> RepairReport.ListReport {
    var findings = try survey()
    var head = try attempt("the head", &findings) { [last = findings.last] in
      try soundHead(last)
    }
    let remains = head == nil ? try readRemains() : nil
    if head == nil, let remains { head = try completedHead(remains, &findings) }
    if head == nil, try hasLaterHead() {
      findings.isHeadOfLaterVersion = true
      findings.problems.append(
        "its rows are sound, and not version \(findings.last): the change of a later one is missing"
      )
    }
    var saved: Saved?
    if let head { saved = try saveFromHead(head, to: target, &findings) }
    if saved == nil {
      saved = try saveFromChanges(under: name.id, meeting: nil, to: target, &findings)
        .map { Saved(versions: $0) }
    }
    var left: List.ID?
    if let remains, saved?.versions.upperBound != findings.last || findings.isHeadOfLaterVersion {
      left = try save(remains, to: target, &findings)
    }
    let hasAllKeys =
      try saved.map { try saveKeys(of: $0.versions, to: target, &findings) } ?? false
    return RepairReport.ListReport(
      id: name.id,
      hasName: doubt == nil,
      expected: findings.floor...findings.last + (findings.isHeadOfLaterVersion ? 1 : 0),
      saved: saved?.versions,
      earlier: saved?.earlier,
      remains: left,
      hasAllKeys: hasAllKeys,
      hasAllOrigins: findings.hasAllOrigins,
      problems: findings.problems
    )
  }

  /// The versions of a list that were saved.
  private struct Saved {
    var versions: ClosedRange<Int>
    var earlier: RepairReport.EarlierVersions?
  }

  /// Finds the versions that exist.
  private func survey() throws -> Findings {
    var problems = doubt.map { [$0] } ?? []
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
    var obstacle: Damage?
    _ = try Damage.noting {
      try source.read { try ListRows.head(of: name, in: $0) }
    } _: {
      obstacle = $0
    }
    // Mostly, the same problem has been noted by now.
    if problems.isEmpty, let obstacle { problems.append(obstacle.reason) }
    let oldest = max(floor ?? (first == 1 ? 0 : first), 0)
    return Findings(floor: oldest, last: max(oldest, last), problems: problems)
  }

  // MARK: Reading

  /// Reads the head, if its rows have the fingerprint of its version.
  private func soundHead(_ last: Int) throws -> List {
    try source.read { database in
      var expected = Fingerprint.empty
      if let place = rows[last] {
        expected = try ChangeLog.fingerprint(at: place, list: name.row, in: database)
      } else if last > 0 {
        throw ListStoreError.corrupted(reason: "version \(last) is missing")
      }
      let stored = try StoredList(of: name.row, proving: false, in: database)
      guard try stored.fingerprint() == expected else {
        throw ListStoreError.corrupted(reason: "its rows have another fingerprint")
      }
      return stored.list
    }
  }

  private func readRemains() throws -> HeadRemains {
    try Damage.outlasted { remains in
      try source.read { remains = try HeadRemains(of: name.row, in: $0) }
    }
  }

  /// Makes a head whole with the contents of cells from the changes, if the fingerprint of its version
  /// proves the result.
  private func completedHead(_ remains: HeadRemains, _ findings: inout Findings) throws -> List? {
    guard var lost = remains.lostCells, let place = rows[findings.last],
      let expected = try Damage.hiding({
        try source.read { try ChangeLog.fingerprint(at: place, list: name.row, in: $0) }
      })
    else { return nil }
    let count = lost.count
    var contents: [Cell.ID: AnyComponent] = [:]
    for version in rows.keys.sorted(by: >) where !lost.isEmpty {
      guard let changeset = try Damage.hiding({ try change(version) })?.changeset else { continue }
      let updates = changeset.updatedCells.map { ($0.id, $0.new) }
      for (id, content) in updates + changeset.insertedCells.map({ ($0.id, $0.component) })
      where lost.remove(id) != nil {
        contents[id] = content
      }
    }
    let list = remains.list(with: contents)
    guard try list.fingerprint() == expected else { return nil }
    findings.problems.append("the head: \(count) of its cells are made again from the changes")
    return list
  }

  /// Returns whether the rows of a head agree with each other, though they do not have the fingerprint
  /// of the newest version: then the rows are not damaged.
  private func hasLaterHead() throws -> Bool {
    try Damage.hiding {
      try source.read { database in
        let list = try StoredList(of: name.row, in: database).list
        guard list.cellCount == (try CellRows.placeCount(of: name.row, in: database)) else {
          return false
        }
        return try list.sections.flatMap(\.cells).allSatisfy { cell in
          try CellRows.place(of: cell.id, list: name.row, in: database) != nil
        }
      }
    } ?? false
  }

  /// Reads a change, with its origin as far as that is sound.
  private func change(_ version: Int) throws -> Change {
    guard let place = rows[version] else {
      throw ListStoreError.corrupted(reason: "it is missing")
    }
    var change = try source.read {
      try ChangeLog.change(at: place, making: version, of: name, in: $0)
    }
    let origin = origin(of: version).origin
    (change.time, change.author, change.key) = (origin.time, origin.author, origin.key)
    change.message = origin.message
    return change
  }

  /// Returns who made a version, and when; only about when, if the rest cannot be read, is not what
  /// was recorded, or would be refused by any store.
  private func origin(of version: Int) -> (origin: ChangeOrigin, isSound: Bool) {
    let origin = try? source.read {
      try ChangeLog.origin(of: version, list: name.row, name.id, in: $0)
    }
    if let origin, CommitRequest.canBeName(origin.key), CommitRequest.canBeName(origin.author),
      CommitRequest.reasonForRefusal(ofMessage: origin.message) == nil
    {
      return (origin, true)
    }
    let time = try? source.read { try ChangeLog.time(of: version, list: name.row, in: $0) }
    return (ChangeOrigin(time: time ?? .now), false)
  }

  /// Notes if it is not known who made a version, and when.
  private func noteOrigin(of version: Int, _ findings: inout Findings) {
    guard version > 0, !origin(of: version).isSound else { return }
    findings.hasAllOrigins = false
    findings.problems.append(
      "version \(version): who made it and when is not what was recorded; it is saved without author, "
        + "key and message, and with the time that is there"
    )
  }

  /// Tries work that damage can prevent.
  private func attempt<Value>(
    _ part: String,
    _ findings: inout Findings,
    _ work: () throws -> Value
  ) throws -> Value? {
    try Damage.noting(work) { findings.problems.append("\(part): \($0.reason)") }
  }

  // MARK: Saving

  /// Goes back from the head as far as the changes are sound, and saves the versions from there on;
  /// versions before the damage are saved from the beginning on.
  ///
  /// - Returns: The saved versions.
  private func saveFromHead(
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
  private func save(
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
  private func save(
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
  private func saveFromChanges(
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

extension Changeset {
  /// Returns the same changeset, with the replaced contents taken from a list.
  ///
  /// Replaced contents that the list does not have stay as they are.
  fileprivate func replacing(what list: List) -> Changeset {
    var cells: [Cell.ID: AnyComponent] = [:]
    for cell in list.sections.lazy.flatMap(\.cells) { cells[cell.id] = cell.component }
    var sections: [Section.ID: Section.Attributes] = [:]
    for section in list.sections { sections[section.id] = section.attributes }
    var changeset = self
    for (index, deletion) in deletedCells.enumerated() {
      changeset.deletedCells[index].component = cells[deletion.id] ?? deletion.component
    }
    for (index, update) in updatedCells.enumerated() {
      changeset.updatedCells[index].old = cells[update.id] ?? update.old
    }
    for (index, deletion) in deletedSections.enumerated() {
      changeset.deletedSections[index].attributes = sections[deletion.id] ?? deletion.attributes
    }
    for (index, update) in updatedSections.enumerated() {
      changeset.updatedSections[index].old = sections[update.id] ?? update.old
    }
    return changeset
  }
}
