import ListModel
import ListStorage
import StorePeer

/// A program in C that writes the same rows as the first commit of a list, into the same tables.
struct ImportPeer {
  private var bytes: [UInt8] = []
  private var ends: [Int64] = []
  private var steps: [Step] = []

  /// Rows of one table.
  private struct Step {
    var sql: String
    var columns: [Column]
    var rowCount: Int
  }

  fileprivate enum Column {
    case number(Int)
    /// 1 in the first row, and one more in each further row.
    case counter
    /// The same bytes in each row.
    case bytes(Range<Int>)
    /// The bytes of each row, one after the other from `start` on; `ends` from `firstEnd` on holds
    /// where each row ends, counted from `start`.
    case slices(start: Int, firstEnd: Int)
  }

  /// Collects the rows, so that the program only has to write them.
  init(_ list: List) throws {
    let cells = list.sections.flatMap(\.cells)
    let ids = cells.map { Array($0.id.rawValue.utf8) }
    let digest = Column.bytes(append(Array(repeating: 7, count: 16)))
    let contents = try cells.map { try $0.component.stored().content?.bytes ?? [] }
    steps.append(
      Step(
        sql: """
          INSERT INTO liststore_cell (cell, list, id, digest, type, content)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        columns: [
          .counter, .number(1), append(each: ids), digest, .bytes(append(Array("FeedItem".utf8))),
          append(each: contents),
        ],
        rowCount: cells.count
      )
    )
    let sorted = ids.sorted { $0.lexicographicallyPrecedes($1) }
    steps.append(
      Step(
        sql: "INSERT INTO liststore_place (list, id, cell, chunk) VALUES (?, ?, ?, ?)",
        columns: [.number(1), append(each: sorted), .counter, .number(cells.count / 200)],
        rowCount: cells.count
      )
    )
    steps.append(
      Step(
        sql: "INSERT INTO liststore_chunk (section, position, count, cells) VALUES (?, ?, ?, ?)",
        columns: [
          .number(1), .counter, .number(96), .bytes(append(Array(repeating: 2, count: 96))),
        ],
        rowCount: cells.count / 96
      )
    )
    let body = contents.reduce(0) { $0 + $1.count } + ids.reduce(0) { $0 + $1.count }
    steps.append(
      Step(
        sql: """
          INSERT INTO liststore_change
          (sequence, list, version, parent_fingerprint, fingerprint, time, author, key, body)
          VALUES (1, 1, 1, ?, ?, 0, NULL, NULL, ?)
          """,
        columns: [digest, digest, .bytes(append(Array(repeating: 3, count: body)))],
        rowCount: 1
      )
    )
  }

  private mutating func append(_ value: [UInt8]) -> Range<Int> {
    defer { bytes += value }
    return bytes.count..<bytes.count + value.count
  }

  private mutating func append(each values: [[UInt8]]) -> Column {
    let column = Column.slices(start: bytes.count, firstEnd: ends.count)
    let start = bytes.count
    for value in values {
      bytes += value
      ends.append(Int64(bytes.count - start))
    }
    return column
  }

  /// Writes the rows into the file of an empty store, and waits for the device.
  ///
  /// - Throws: ``PeerFailure``.
  func write(to path: String) throws {
    let peer = try PeerFailure.opening(path, synchronous: 2)
    defer { store_peer_close(peer) }
    let statements = try steps.map { step in
      var statement: Int32 = 0
      try PeerFailure.check(store_peer_prepare(peer, step.sql, &statement), peer)
      return statement
    }
    try bytes.withUnsafeBytes { bytes in
      try ends.withUnsafeBufferPointer { ends in
        guard let bytes = bytes.baseAddress, let ends = ends.baseAddress else { return }
        let values = steps.flatMap { $0.columns.map { $0.value(bytes, ends) } }
        try values.withUnsafeBufferPointer { try run(peer, statements, $0) }
      }
    }
  }

  private func run(
    _ peer: OpaquePointer,
    _ statements: [Int32],
    _ values: UnsafeBufferPointer<store_peer_value>
  ) throws {
    var start = 0
    let peerSteps = zip(steps, statements).map { step, statement in
      defer { start += step.columns.count }
      return store_peer_step(
        statement: statement,
        values: values.baseAddress.map { $0 + start },
        value_count: Int32(step.columns.count),
        row_count: Int64(step.rowCount)
      )
    }
    try PeerFailure.check(store_peer_commit(peer, peerSteps, Int32(peerSteps.count)), peer)
  }
}

extension ImportPeer.Column {
  /// Returns the value as the program reads it.
  fileprivate func value(
    _ bytes: UnsafeRawPointer,
    _ ends: UnsafePointer<Int64>
  ) -> store_peer_value {
    switch self {
    case .number(let number):
      store_peer_value(
        kind: STORE_PEER_NUMBER,
        number: Int64(number),
        bytes: nil,
        count: 0,
        ends: nil
      )
    case .counter:
      store_peer_value(kind: STORE_PEER_COUNTER, number: 1, bytes: nil, count: 0, ends: nil)
    case .bytes(let range):
      store_peer_value(
        kind: STORE_PEER_BYTES,
        number: 0,
        bytes: bytes + range.lowerBound,
        count: Int64(range.count),
        ends: nil
      )
    case .slices(let start, let firstEnd):
      store_peer_value(
        kind: STORE_PEER_SLICE,
        number: 0,
        bytes: bytes + start,
        count: 0,
        ends: ends + firstEnd
      )
    }
  }
}
