import Foundation
import GRDB
import ListDiff
import ListModel

extension QueryTable {
  static let versions = QueryTable(
    name: "versions",
    columns: [
      Column(name: "list", type: "TEXT", search: .text(share: 0.1)),
      Column(name: "version", type: "INTEGER", search: .range),
      .time,
      Column(name: "author", type: "TEXT", search: .none),
      Column(name: "message", type: "TEXT", search: .none),
      Column(name: "key", type: "TEXT", search: .none),
      Column(name: "sequence", type: "INTEGER", search: .none),
      Column(name: "fingerprint", type: "TEXT", search: .none),
      Column(name: "operations", type: "INTEGER", search: .none),
    ],
    rowCount: 100_000,
    order: 1,
    cursor: { VersionsCursor($0) }
  )
}

/// A version without what it changes.
struct VersionRecord {
  var version: Int
  var sequence: Int
  var origin: ChangeOrigin
  var parentFingerprint: Fingerprint
  var fingerprint: Fingerprint
  /// The number of its operations; `nil` if the changeset was not read.
  var operations: Int?
}

extension VersionRecord {
  /// Reads the row of a change.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when the row is not what was recorded.
  init(_ row: SQLRow, of list: ListRows.Head, counting: Bool) throws {
    version = try row.int(0)
    origin = try ChangeLog.origin(row, of: list.id)
    sequence = try row.int(1)
    parentFingerprint = try row.fingerprint(2)
    fingerprint = try row.fingerprint(3)
    guard counting else { return }
    try ChangeLog.requireIntactBody(row, of: list, making: version)
    operations = try ChangeLog.body(row, 7, making: version, of: list.id, within: nil) {
      bytes throws(InvalidEncoding) in try OperationTally(encoded: bytes).count
    }
  }
}

extension ChangeLog {
  /// Checks by both checksums that the changeset in a row of ``columns(in:)`` is what was recorded.
  static func requireIntactBody(
    _ row: SQLRow,
    of list: ListRows.Head,
    making version: Int
  ) throws {
    try requireBody(row, 7, checksum: 11, of: list.row, list.id, making: version)
    let isIntact = row.withBytes(7) { bytes in
      Changeset.isIntact(encoded: bytes.assumingMemoryBound(to: UInt8.self))
    }
    guard isIntact else {
      throw ListStoreError.corrupted(
        reason: "list \"\(list.id)\", changeset of version \(version): wrong checksum"
      )
    }
  }

  /// Reads versions after one, oldest first, without what they change.
  fileprivate func records(
    after version: Int,
    through last: Int,
    counting: Bool
  ) throws -> [VersionRecord] {
    let columns = try counting ? Self.columns(in: database) : Self.columns(in: database, "NULL")
    return try SQLStatement(
      """
      SELECT \(columns) FROM liststore_change
      WHERE list = ? AND version > ? AND version <= ? ORDER BY version
      """,
      in: database
    ).bind(head.row).bind(version).bind(last).all {
      try VersionRecord($0, of: head, counting: counting)
    }
  }
}

extension OperationTally {
  /// The number of all operations.
  fileprivate var count: Int {
    [sections, cells].reduce(0) { $0 + $1.deleted + $1.inserted + $1.moved + $1.updated }
  }
}

/// The versions of one list that a query may see and wants, and whether they follow from one another.
struct VersionSequence {
  let head: ListRows.Head
  /// The versions that are wanted.
  let wanted: ClosedRange<Int>?
  private var reached: Int
  private var parent: Fingerprint?

  /// - Parameters:
  ///   - head: The list.
  ///   - last: The last version that the query may see.
  ///   - numbers: The versions it wants.
  init(of head: ListRows.Head, through last: Int, _ numbers: ClosedRange<Int64>) {
    self.head = head
    // What made the oldest version is retained, though no older version is.
    let first = max(Int64(max(head.floor, 1)), numbers.lowerBound)
    let end = min(Int64(last), numbers.upperBound)
    wanted = first <= end ? Int(first)...Int(end) : nil
    reached = Int(first) - 1
  }

  /// Notes the next version.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)`` when it does not follow from the last one.
  mutating func note(_ record: VersionRecord) throws {
    reached += 1
    guard record.version == reached else { throw missing(reached) }
    guard parent == nil || parent == record.parentFingerprint else {
      throw ListStoreError.corrupted(
        reason: "list \"\(head.id)\": version \(reached) does not start where the one before ends"
      )
    }
    parent = record.fingerprint
  }

  /// Checks that no version is missing up to one.
  func requireEnd(_ version: Int) throws {
    if reached < version { throw missing(reached + 1) }
  }

  private func missing(_ version: Int) -> ListStoreError {
    .corrupted(reason: "list \"\(head.id)\": version \(version) is missing")
  }
}

extension QueryValue {
  /// A time as SQLite's functions for dates write it, in UTC to the millisecond.
  static func time(_ time: Date?) -> QueryValue {
    guard let time, let text = Change.timestamp(of: time) else { return .null }
    return .text(text.replacing("T", with: " ").replacing("Z", with: ""))
  }
}

/// Reads the versions of lists, page by page.
private final class VersionsCursor: QueryCursor {
  /// The most versions that are held at once.
  private static let pageSize = 256

  private let store: QueriedStore
  private var wish = QueryWish()
  private var lists: ArraySlice<ListRows.Head> = []
  private var sequence: VersionSequence?
  private var page: ArraySlice<VersionRecord> = []
  /// The last version that was read.
  private var reached = 0

  init(_ store: QueriedStore) { self.store = store }

  var isAtEnd: Bool { page.isEmpty }

  func begin(_ wish: QueryWish) throws {
    self.wish = wish
    (lists, page, sequence) = (try store.lists(wish.texts[0])[...], [], nil)
    try fill()
  }

  func goOn() throws {
    page.removeFirst()
    if page.isEmpty { try fill() }
  }

  private func fill() throws {
    while page.isEmpty {
      if let sequence, let wanted = sequence.wanted, reached < wanted.upperBound {
        try read(through: min(reached + Self.pageSize, wanted.upperBound), of: sequence.head)
        continue
      }
      if sequence != nil { lists.removeFirst() }
      guard let head = lists.first else {
        sequence = nil
        return
      }
      store.noteWanted(wish.numbers, of: head)
      let last = try store.version(of: head)
      try store.requireEnd(wish.numbers, of: head, at: last)
      let next = VersionSequence(of: head, through: last, wish.numbers)
      reached = (next.wanted?.lowerBound ?? 1) - 1
      sequence = next
    }
  }

  private func read(through last: Int, of head: ListRows.Head) throws {
    try store.watch.check()
    let log = ChangeLog(database: store.database, head: head)
    page = try log.records(after: reached, through: last, counting: wish.uses(8))[...]
    for record in page { try sequence?.note(record) }
    try sequence?.requireEnd(last)
    reached = last
  }

  func value(_ column: Int) throws -> QueryValue {
    guard let record = page.first, let sequence else { return .null }
    return switch column {
    case 0: .text(sequence.head.id.rawValue)
    case 1: .number(record.version)
    case 2: .time(record.origin.time)
    case 3: .text(record.origin.author)
    case 4: .text(record.origin.message)
    case 5: .text(record.origin.key)
    case 6: .number(record.sequence)
    case 7: .text(record.fingerprint.description)
    default: record.operations.map { .number($0) } ?? .null
    }
  }
}
