import Foundation
import ListDiff
import ListModel
import ListStorage

/// Saves one list of a damaged store.
struct Salvage {
  let source: DamagedFile
  let name: ListRows.Name
  /// Why the name may be another one.
  private let doubt: String?
  /// The rows of the changes that make its versions.
  private let rows: [Int: Int64]
  /// Whether there may be other changes.
  private let isUncertain: Bool
  /// Called for each version that was saved.
  let noteSaved: () -> Void

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
  struct Findings {
    let floor: Int
    let last: Int
    var problems: [String] = []
    /// Whether the origin of each saved version is known: who made it, and when.
    var hasAllOrigins = true
    /// Whether the rows are of a later version, whose change is missing.
    var isHeadOfLaterVersion = false
  }

  /// A version and its list, which the fingerprint proves.
  struct State {
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
  struct Saved {
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
  func change(_ version: Int) throws -> Change {
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
  func origin(of version: Int) -> (origin: ChangeOrigin, isSound: Bool) {
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
  func noteOrigin(of version: Int, _ findings: inout Findings) {
    guard version > 0, !origin(of: version).isSound else { return }
    findings.hasAllOrigins = false
    findings.problems.append(
      "version \(version): who made it and when is not what was recorded; it is saved without author, "
        + "key and message, and with the time that is there"
    )
  }

  /// Tries work that damage can prevent.
  func attempt<Value>(
    _ part: String,
    _ findings: inout Findings,
    _ work: () throws -> Value
  ) throws -> Value? {
    try Damage.noting(work) { findings.problems.append("\(part): \($0.reason)") }
  }
}

extension Changeset {
  /// Returns the same changeset, with the replaced contents taken from a list.
  ///
  /// Replaced contents that the list does not have stay as they are.
  func replacing(what list: List) -> Changeset {
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
