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
  /// SQLite's own integrity check; every changeset that is retained, decoded (with its checksum),
  /// applied and compared with its fingerprints; versions without gaps; each head's
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
    let total = heads.reduce(0) { $0 &+ ($1.version - $1.floor) }
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
    for (what, query) in Self.strays {
      let count = try Int.fetchOne(database, sql: query) ?? 0
      if count > 0 { note("\(count) \(what)") }
    }
  }

  /// Rows that refer to nothing.
  private static let strays = [
    (
      "sections of no list",
      "SELECT count(*) FROM liststore_section WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
    (
      "chunks of no section",
      """
      SELECT count(*) FROM liststore_chunk
      WHERE section NOT IN (SELECT section FROM liststore_section)
      """
    ),
    (
      "cells without a place",
      """
      SELECT count(*) FROM liststore_cell AS cell WHERE NOT EXISTS (
        SELECT 1 FROM liststore_place AS place
        WHERE place.list = cell.list AND place.id = cell.id AND place.cell = cell.cell
      )
      """
    ),
    (
      "changes of no list",
      "SELECT count(*) FROM liststore_change WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
    (
      "commit keys of versions that never were",
      """
      SELECT count(*) FROM liststore_key AS key WHERE NOT EXISTS (
        SELECT 1 FROM liststore_change AS change
        WHERE change.list = key.list AND change.version >= key.version
      )
      """
    ),
    (
      "changes whose commit key does not stand for them",
      """
      SELECT count(*) FROM liststore_change AS change WHERE key IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM liststore_key AS key
        WHERE key.list = change.list AND key.key = change.key AND key.version >= change.version
      )
      """
    ),
    (
      "consumers of no list",
      "SELECT count(*) FROM liststore_cursor WHERE list NOT IN (SELECT list FROM liststore_list)"
    ),
  ]

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
    // What is older than the floor cannot be replayed: the floor itself comes from the head.
    var replica =
      head.floor == 0
      ? Replica(of: head.id)
      : try Replica(
        of: head.id,
        version: head.floor,
        list: TimeTravel(database: database, head: head).snapshot(at: head.floor).list
      )
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
    let sections = try SectionRows.heads(of: head.row, in: database)
    let stored = try StoredList(of: head.row, in: database).list
    report.cells += stored.cellCount
    if stored != replica.list {
      note("its rows are not the list its changes lead to", list: head.id, version: head.version)
    }
    for (section, state) in zip(stored.sections, sections) {
      if try Digest(section.attributes) != state.attributes {
        note("section \"\(section.id)\" has another digest than its content", list: head.id)
      }
      try check(section, state, of: head)
    }
    let places = try Int.fetchOne(
      database,
      sql: "SELECT count(*) FROM liststore_place WHERE list = ?",
      arguments: [head.row]
    )
    if places != stored.cellCount {
      note(
        "it has \(places ?? 0) cells with a place, \(stored.cellCount) of them in its order",
        list: head.id
      )
    }
  }

  /// Checks the digests and places of a section's cells.
  private mutating func check(
    _ section: Section,
    _ state: SectionHead,
    of head: ListRows.Head
  ) throws {
    var cells = section.cells[...]
    for (chunk, count) in zip(state.chunks.rows, state.chunks.counts) {
      for row in try ChunkRows.cells(of: chunk, count: Int(count), in: database) {
        guard let cell = cells.popFirst() else { return }
        if try Digest(cell.component.stored()) != CellRows.entry(row, in: database).component {
          note("cell \"\(cell.id)\" has another digest than its content", list: head.id)
        }
        let place = try CellRows.place(of: cell.id, list: head.row, in: database)
        if place?.cell != row || place?.chunk != chunk {
          note("cell \"\(cell.id)\" is not where its place says", list: head.id)
        }
      }
    }
  }
}
