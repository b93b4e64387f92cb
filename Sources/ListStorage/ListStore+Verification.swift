import GRDB
import ListDiff
public import ListModel

/// What ``ListStore/verify(progress:)`` found.
public struct VerificationReport: Equatable, Sendable {
  /// Something that is not as it must be.
  public struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// The list it concerns; `nil` for the whole file.
    public var list: List.ID?
    /// The first version it concerns, if it concerns one.
    public var version: Int?
    /// What is wrong.
    public var reason: String

    /// One sentence for people.
    public var description: String {
      let place = list.map { "list \"\($0)\"" } ?? "file"
      return "\(place)\(version.map { ", version \($0)" } ?? ""): \(reason)"
    }
  }

  /// The number of lists looked at.
  public var lists = 0
  /// The number of versions replayed.
  public var versions = 0
  /// The number of cells of all heads.
  public var cells = 0
  /// What is wrong; empty if the store is sound.
  public var problems: [Problem] = []

  /// Whether the store is sound.
  public var isSound: Bool { problems.isEmpty }
}

/// How far a long operation has come.
public struct VerificationProgress: Hashable, Sendable {
  /// The number of versions replayed.
  public var completed: Int
  /// The number of versions to replay.
  public var total: Int
}

extension ListStore {
  /// Recomputes everything that can be recomputed and compares it with what is stored.
  ///
  /// SQLite's own integrity check; every changeset from version 1 on, decoded (with its checksum),
  /// applied and compared with its fingerprints; versions and sequence without gaps; each head's
  /// rows, chunks and digests against the replayed list. Blocks; other connections can go on.
  ///
  /// - Parameter progress: Called now and then.
  /// - Returns: What is wrong, list by list. Damage is reported, not thrown.
  /// - Throws: ``ListStoreError`` when the file cannot be read at all.
  public func verify(
    progress: (VerificationProgress) -> Void = { _ in }
  ) throws -> VerificationReport {
    try database.read { database in
      var verification = Verification(database: database)
      try verification.run(progress)
      return verification.report
    }
  }
}

/// One verification, inside one read transaction.
private struct Verification {
  let database: Database
  var report = VerificationReport()

  mutating func run(_ progress: (VerificationProgress) -> Void) throws {
    try checkFile()
    let heads = try ListRows.all(in: database)
    let total = heads.reduce(0) { $0 + $1.version - $1.floor }
    progress(VerificationProgress(completed: 0, total: total))
    for head in heads {
      report.lists += 1
      try check(head) { progress(VerificationProgress(completed: $0, total: total)) }
    }
    progress(VerificationProgress(completed: report.versions, total: total))
  }

  private mutating func note(_ reason: String, list: List.ID? = nil, version: Int? = nil) {
    report.problems.append(.init(list: list, version: version, reason: reason))
  }

  private mutating func checkFile() throws {
    for line in try String.fetchAll(database, sql: "PRAGMA integrity_check") where line != "ok" {
      note(line)
    }
    for row in try Row.fetchAll(database, sql: "PRAGMA foreign_key_check") {
      note("table \(row[0] as String) has a row that refers to nothing")
    }
    let counts = try Row.fetchOne(
      database,
      sql: "SELECT count(*), coalesce(max(sequence) - min(sequence) + 1, 0) FROM change"
    )
    if let counts, counts[0] as Int != counts[1] as Int {
      note("the sequence of all commits has gaps: \(counts[0] as Int) of \(counts[1] as Int)")
    }
  }

  private mutating func check(
    _ head: ListRows.Head,
    progress: (Int) -> Void
  ) throws {
    do {
      let replica = try replay(head, progress: progress)
      try check(head, against: replica)
    } catch let divergence as ReplicaDivergence {
      note(divergence.explanation, list: head.id, version: divergence.version)
    } catch ListStoreError.corrupted(let reason) {
      note(reason, list: head.id)
    }
  }

  private mutating func replay(
    _ head: ListRows.Head,
    progress: (Int) -> Void
  ) throws -> Replica {
    let log = ChangeLog(database: database, head: head)
    var replica = Replica(of: head.id)
    while replica.version < head.version {
      let page = try log.changes(after: replica.version, through: head.version, limit: 64)
      guard !page.isEmpty else {
        throw ListStoreError.corrupted(
          reason: "version \(replica.version + 1) is missing; the head is \(head.version)"
        )
      }
      for change in page {
        try replica.apply(change)
        report.versions += 1
      }
      progress(report.versions)
    }
    return replica
  }

  /// Compares the rows of a head with the list its changes lead to.
  private mutating func check(_ head: ListRows.Head, against replica: Replica) throws {
    if replica.fingerprint != head.fingerprint {
      note("the head has not the fingerprint of its version", list: head.id, version: head.version)
    }
    let states = try ListRows.sectionStates(of: head.row, in: database)
    let stored = try ListRows.list(head.row, in: database)
    report.cells += stored.cellCount
    if stored != replica.list {
      note("its rows are not the list its changes lead to", list: head.id, version: head.version)
    }
    for (section, state) in zip(stored.sections, states) {
      for (cell, cellState) in zip(section.cells, state.cells)
      where Digest(try cell.component.stored()) != cellState.component {
        note("cell \"\(cell.id)\" has another digest than its content", list: head.id)
      }
    }
    let rows = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM cell WHERE list = ?",
      arguments: [head.row]
    )
    if rows != stored.cellCount {
      note(
        "it has \(rows ?? 0) cell rows, \(stored.cellCount) of them in its order",
        list: head.id
      )
    }
  }
}
