import Foundation
import StorePeer

/// A program in C that writes the same rows as a commit of one cell, into the same tables.
final class CommitPeer {
  private let peer: OpaquePointer
  private let statements: [Int32]
  private var version: Int64
  private let cellCount: Int64
  private let chunkCount: Int64

  private static let sql = [
    "UPDATE liststore_cell SET digest = ?, type = ?, content = ? WHERE cell = ?",
    "INSERT INTO liststore_cell (cell, list, id, digest, type, content) VALUES (?, ?, ?, ?, ?, ?)",
    "INSERT INTO liststore_place (list, id, cell, chunk) VALUES (?, ?, ?, ?)",
    "UPDATE liststore_chunk SET cells = ? WHERE chunk = ?",
    "UPDATE liststore_chunk_header SET count = ? WHERE chunk = ?",
    """
    INSERT INTO liststore_change
    (sequence, list, version, parent_fingerprint, fingerprint, time, author, key, body)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """,
  ]

  /// Opens a copy of a store whose only list has one version.
  init?(path: String, isFull: Bool, cellCount: Int) {
    var peer: OpaquePointer?
    guard store_peer_open(path, isFull ? 2 : 1, 4 << 20, &peer) == 0, let peer else { return nil }
    var statements: [Int32] = []
    for sql in Self.sql {
      var statement: Int32 = 0
      guard store_peer_prepare(peer, sql, &statement) == 0 else {
        store_peer_close(peer)
        return nil
      }
      statements.append(statement)
    }
    self.peer = peer
    self.statements = statements
    self.cellCount = Int64(cellCount)
    chunkCount = Int64(max(1, cellCount / 100))
    version = 1 << 40
  }

  deinit {
    store_peer_close(peer)
  }

  var walPages: Int { Int(store_peer_wal_pages(peer)) }

  /// Gives a cell other content.
  func update(_ cell: Int, content: [UInt8], body: Int) -> Bool {
    commit([
      (
        0,
        [
          .bytes(Self.hash), .bytes(Array("FeedItem".utf8)), .bytes(content),
          .number(Int64(cell) + 1),
        ]
      ),
      change(body),
    ])
  }

  /// Puts a cell into a chunk.
  func insert(_ number: Int, into chunk: Int, content: [UInt8], body: Int) -> Bool {
    let row = cellCount + version + 1
    let chunk = Int64(chunk) % chunkCount + 1
    let id = Array("inserted-\(number)".utf8)
    return commit([
      (
        1,
        [
          .number(row), .number(1), .bytes(id), .bytes(Self.hash), .bytes(Array("FeedItem".utf8)),
          .bytes(content),
        ]
      ),
      (2, [.number(1), .bytes(id), .number(row), .number(chunk)]),
      (3, [.bytes(Array(repeating: 1, count: 97 * 8)), .number(chunk)]),
      (4, [.number(97), .number(chunk)]),
      change(body),
    ])
  }

  private enum Value {
    case number(Int64)
    case bytes([UInt8])
    case null
  }

  private static let hash = [UInt8](repeating: 7, count: 16)

  private func change(_ body: Int) -> (Int, [Value]) {
    version += 1
    return (
      5,
      [
        .number(version), .number(1), .number(version), .bytes(Self.hash), .bytes(Self.hash),
        .number(Int64(Date().timeIntervalSince1970 * 1000)), .null, .null,
        .bytes(Array(repeating: 3, count: body)),
      ]
    )
  }

  private func commit(_ steps: [(statement: Int, values: [Value])]) -> Bool {
    // All bytes of a commit in one place that stays where it is while C reads it.
    var bytes: [UInt8] = []
    for step in steps {
      for case .bytes(let value) in step.values { bytes += value }
    }
    return bytes.withUnsafeBytes { buffer in
      var offset = 0
      let values = steps.map { step in
        step.values.map { value in
          switch value {
          case .null:
            return store_peer_value(
              kind: STORE_PEER_NULL,
              number: 0,
              bytes: nil,
              count: 0,
              ends: nil
            )
          case .number(let number):
            return store_peer_value(
              kind: STORE_PEER_NUMBER,
              number: number,
              bytes: nil,
              count: 0,
              ends: nil
            )
          case .bytes(let value):
            defer { offset += value.count }
            return store_peer_value(
              kind: STORE_PEER_BYTES,
              number: 0,
              bytes: buffer.baseAddress.map { $0 + offset },
              count: Int64(value.count),
              ends: nil
            )
          }
        }
      }
      return run(steps.map(\.statement), values)
    }
  }

  private func run(_ steps: [Int], _ values: [[store_peer_value]]) -> Bool {
    let flat = values.flatMap { $0 }
    return flat.withUnsafeBufferPointer { buffer in
      var start = 0
      let peerSteps = zip(steps, values).map { statement, values in
        defer { start += values.count }
        return store_peer_step(
          statement: statements[statement],
          values: buffer.baseAddress.map { $0 + start },
          value_count: Int32(values.count),
          row_count: 1
        )
      }
      return store_peer_commit(peer, peerSteps, Int32(peerSteps.count)) == 0
    }
  }
}
