import GRDB
import ListDiff
import ListModel
import ListStorage

/// One verification, inside one read transaction.
///
/// Each part is read by itself: a part that cannot be read is noted, and the next is checked.
final class Verification {
  /// How much of the log is recomputed.
  enum Depth {
    /// Each change is applied, each span is composed again.
    case everything
    /// A change or span that has all its checksums is compared with these; the others are recomputed.
    case sums
  }

  let database: Database
  let depth: Depth
  private(set) var report = VerificationReport()
  /// Whether the store is of a format that has spans.
  var hasSpans = false
  /// Whether the store is of a format whose commits record the rows they touch.
  private var hasTouchedRows = false

  /// A list as far as it is known.
  struct Subject {
    var head: ListRows.Head
    /// The fingerprint of the head; `nil` when it cannot be read.
    var fingerprint: Fingerprint?
    /// Whether the numbers of its versions can be read.
    var hasVersions = true
  }

  init(database: Database, depth: Depth = .everything) {
    (self.database, self.depth) = (database, depth)
  }

  func run(_ progress: (VerificationProgress) -> Void) throws {
    hasSpans = try Damage.hiding { try database.tableExists("liststore_span") } ?? false
    hasTouchedRows =
      try Damage.hiding {
        try database.columns(in: "liststore_change").contains { $0.name == "touched" }
      } ?? false
    try checkFile()
    report.versionsWithoutChecksum =
      try Damage.hiding { try ChangeLog.countWithoutChecksum(in: database) } ?? 0
    let names = try ListNames(in: database)
    for problem in names.problems { note(problem) }
    let subjects = try names.found.map(subject)
    let total = subjects.reduce(0) { $0 &+ ($1.head.version - $1.head.floor) }
    progress(VerificationProgress(completed: 0, total: total))
    for subject in subjects {
      report.lists += 1
      try check(subject) {
        progress(VerificationProgress(completed: report.versions, total: total))
      }
    }
    progress(VerificationProgress(completed: report.versions, total: total))
  }

  func note(_ reason: String, list: List.ID? = nil, version: Int? = nil) {
    report.problems.append(.init(list: list, version: version, reason: reason))
  }

  func count(cells: Int) {
    report.cells += cells
  }

  func count(versions: Int) {
    report.versions += versions
  }

  /// Reads a part, and notes damage that prevents it.
  ///
  /// - Parameters:
  ///   - part: The name of the part, when the list and the version do not tell it.
  ///   - list: The list it concerns.
  ///   - version: The version it concerns.
  ///   - read: Reads the part.
  /// - Returns: The part; `nil` when it is damaged.
  /// - Throws: Errors that are not damage.
  func attempt<Value>(
    _ part: String? = nil,
    of list: List.ID? = nil,
    version: Int? = nil,
    _ read: () throws -> Value
  ) throws -> Value? {
    try Damage.noting(read) { damage in
      note((part.map { "\($0): " } ?? "") + damage.reason, list: list, version: version)
    }
  }

  // MARK: Lists

  private func subject(_ name: ListRows.Name) throws -> Subject {
    let head = try attempt("its head", of: name.id) { try ListRows.head(of: name, in: database) }
    if let head { return Subject(head: head, fingerprint: head.fingerprint) }
    // The versions come from its changes instead.
    let range = try Damage.hiding {
      try SQLStatement(
        "SELECT min(version), max(version) FROM liststore_change WHERE list = ?",
        in: database
      ).bind(name.row).first { try ($0.int(0), $0.int(1)) }
    }
    var (first, last) = range ?? (0, 0)
    if !(0...Change.lastVersion).contains(first) || last > Change.lastVersion {
      (first, last) = (0, 0)
    }
    let fingerprint = try Damage.hiding {
      try ChangeLog.fingerprint(of: last, list: name.row, in: database)
    }
    let rough = ListRows.Head(
      row: name.row,
      id: name.id,
      version: last,
      fingerprint: fingerprint ?? .empty,
      floor: first == 1 ? 0 : first,
      lineage: Digest(value: 0),
      // So that no consumer is reported to have a later one.
      epoch: .max
    )
    return Subject(head: rough, fingerprint: fingerprint, hasVersions: range != nil)
  }

  func check(_ subject: Subject, progress: () -> Void) throws {
    let problemCount = report.problems.count
    var (replica, obstacle) = (Replica?.none, Damage?.none)
    if depth == .sums, try checkSums(of: subject) {
      progress()
    } else {
      (replica, obstacle) = try beginning(of: subject)
      if subject.hasVersions { try replay(subject, on: &replica, progress: progress) }
    }
    try checkTimes(of: subject.head)
    if hasTouchedRows { try checkTouchedRows(of: subject.head) }
    try checkRows(of: subject, against: replica)
    let consumers = try attempt("its consumers", of: subject.head.id) {
      try CursorRows.all(of: subject.head.row, in: database)
    }
    checkPlaces(of: consumers ?? [], in: subject.head)
    // Mostly, the same problem has been noted by now.
    if let obstacle, report.problems.count == problemCount {
      note(obstacle.reason, list: subject.head.id, version: subject.head.floor)
    }
    try checkFloor(of: subject.head)
    if hasSpans { try checkSpans(of: subject.head) }
  }

  /// Checks that no consumer has a version that was never made.
  private func checkPlaces(of consumers: [CursorRows.Cursor], in head: ListRows.Head) {
    for consumer in consumers
    where consumer.epoch > head.epoch
      || consumer.epoch == head.epoch && consumer.version > head.version
    {
      note(
        "its consumer \"\(consumer.name)\" is at version \(consumer.version) of epoch "
          + "\(consumer.epoch), and the newest is \(head.version) of \(head.epoch)",
        list: head.id
      )
    }
  }

  /// Checks that there is no change from before the oldest version: it would be out of reach.
  private func checkFloor(of head: ListRows.Head) throws {
    // Damage that prevents this is noted by now.
    let log = ChangeLog(database: database, head: head)
    let oldest = try Damage.hiding { try log.nextVersion(after: .min) }
    guard let oldest, oldest < max(head.floor, 1) else { return }
    note(
      "it is there, and the oldest version is said to be \(head.floor)",
      list: head.id,
      version: oldest
    )
  }

  private func checkTimes(of head: ListRows.Head) throws {
    try noteFirst(of: head, "its time is not in the years 0000 to 9999", others: ", nor that of") {
      try ChangeLog.versionsWithoutTime(of: head.row, in: database)
    }
  }

  /// Checks that the records of touched rows can be read; a store can do without them.
  private func checkTouchedRows(of head: ListRows.Head) throws {
    try noteFirst(of: head, "which rows it touched cannot be read", others: ", nor with") {
      try ChangeLog.versionsWithUnreadableTouchedRows(of: head.row, in: database)
    }
  }

  /// Notes the same problem of several versions once, for the first of them.
  private func noteFirst(
    of head: ListRows.Head,
    _ reason: String,
    others: String,
    _ find: () throws -> [Int]
  ) throws {
    // Damage that prevents this is noted by now.
    guard let versions = try Damage.hiding(find), let first = versions.first else { return }
    let rest = versions.count == 1 ? "" : "\(others) \(versions.count - 1) others"
    note(reason + rest, list: head.id, version: first)
  }

  /// Reads the oldest version, from which on changes are replayed.
  ///
  /// - Returns: The version; `nil` when it cannot be read, and the damage.
  private func beginning(of subject: Subject) throws -> (Replica?, Damage?) {
    let head = subject.head
    guard subject.hasVersions else { return (nil, nil) }
    guard head.floor > 0 else { return (Replica(of: head.id), nil) }
    let log = ChangeLog(database: database, head: head, contents: .digests)
    let change = try attempt(of: head.id, version: head.floor) {
      try log.changes(after: head.floor - 1, through: head.floor, limit: 1).first
    }
    if var change = change ?? nil, change.parentFingerprint == .empty {
      // The list begins with this change.
      change.parent = 0
      var replica = Replica(of: head.id)
      let isSound: Void? = try attempt(of: head.id, version: head.floor) {
        try replica.apply(change)
      }
      return (isSound == nil ? nil : replica, nil)
    }
    // Nothing older can be replayed: the floor itself is read back from the head.
    guard subject.fingerprint != nil else { return (nil, nil) }
    do {
      let list = try TimeTravel(database: database, head: head, longestSpan: 1)
        .snapshot(at: head.floor).list
      return (try Replica(of: head.id, version: head.floor, list: list), nil)
    } catch {
      guard let damage = Damage(error) else { throw error }
      return (nil, damage)
    }
  }

  /// Replays the changes of a list, as far as they follow from one another; those after damage are
  /// only read.
  private func replay(
    _ subject: Subject,
    on replica: inout Replica?,
    progress: () -> Void
  ) throws {
    let head = subject.head
    let log = ChangeLog(database: database, head: head, contents: .digests)
    var unreadable = UnreadableVersions(list: head.id)
    var parent = replica?.fingerprint
    var reached = head.floor
    var pageSize = 64
    while reached < head.version {
      do {
        let page = try log.changes(after: reached, through: head.version, limit: pageSize)
        unreadable.note(in: self)
        for change in page { check(change, on: &replica, after: &parent) }
        reached += page.count
        progress()
      } catch {
        guard let damage = Damage(error) else { throw error }
        // One by one, to find the damaged one.
        guard pageSize == 1 else {
          pageSize = 1
          continue
        }
        let next = try Damage.hiding { try log.nextVersion(after: reached + 1) }
        let last = min((next ?? nil) ?? .max, head.version + 1) - 1
        unreadable.add(reached + 1...max(reached + 1, last), damage)
        reached = max(reached + 1, last)
        (replica, parent) = (nil, nil)
      }
    }
    unreadable.note(in: self)
    if let replica, let fingerprint = subject.fingerprint, replica.fingerprint != fingerprint {
      note(
        "the head does not have the fingerprint of its version",
        list: head.id,
        version: head.version
      )
    }
  }

  func check(_ change: Change, on replica: inout Replica?, after parent: inout Fingerprint?) {
    let origin = ChangeOrigin(author: change.author, key: change.key, message: change.message)
    check(origin, of: change.list, version: change.version)
    do {
      if replica != nil {
        try replica?.apply(change)
        count(versions: 1)
      } else if let parent, parent != change.parentFingerprint {
        note(
          "it starts at fingerprint \(change.parentFingerprint), the version before has \(parent)",
          list: change.list,
          version: change.version
        )
      }
      parent = change.fingerprint
    } catch {
      note(error.explanation, list: change.list, version: change.version)
      (replica, parent) = (nil, nil)
    }
  }
}

extension Verification {
  /// Checks that a version has an author, a key and a message that could be committed.
  func check(_ origin: ChangeOrigin, of list: List.ID, version: Int) {
    for (name, value) in [("author", origin.author), ("commit key", origin.key)]
    where !CommitRequest.canBeName(value) {
      note("its \(name) is none", list: list, version: version)
    }
    if CommitRequest.reasonForRefusal(ofMessage: origin.message) != nil {
      note("its message is none", list: list, version: version)
    }
  }
}

/// Consecutive versions that cannot be read: one problem.
private struct UnreadableVersions {
  let list: List.ID
  var versions: ClosedRange<Int>?
  private var reason = ""

  init(list: List.ID) {
    self.list = list
  }

  mutating func add(_ more: ClosedRange<Int>, _ damage: Damage) {
    if versions == nil { reason = damage.reason }
    versions = (versions?.lowerBound ?? more.lowerBound)...more.upperBound
  }

  /// Notes these versions, when there are any.
  mutating func note(in verification: Verification) {
    guard let versions else { return }
    let isOne = versions.count == 1
    verification.note(
      isOne
        ? reason
        : "versions \(versions.lowerBound) to \(versions.upperBound) cannot be read: \(reason)",
      list: list,
      version: versions.lowerBound
    )
    self.versions = nil
  }
}
