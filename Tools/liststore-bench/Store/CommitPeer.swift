import Foundation
import StorePeer

/// A program in C that writes the same rows as a commit of one cell, into the same tables.
///
/// It can also be one that does not know beforehand what is there, and is not alone with the file: it
/// finds its cells by id, reads what a change says of them and of their neighbours, and locks. That
/// is what is left of the store when all that is not SQLite's and the system's is taken away.
final class CommitPeer {
  private let peer: OpaquePointer
  private let statements: [Int32]
  private var version: Int64
  private let cellCount: Int64
  private let chunkCount: Int64

  /// Whether it reads and locks.
  private let isCareful: Bool

  /// What a commit writes or reads.
  private enum Row: Int, CaseIterable {
    case updateCell
    case insertCell
    case deleteCell
    case insertPlace
    case updatePlace
    case deletePlace
    case updateChunk
    case updateChunkOfCell
    case insertChange
    case findPlace
    case readChunk
    case readEntry
    case readCell

    var sql: String {
      switch self {
      case .updateCell:
        "UPDATE liststore_cell SET digest = ?, type = ?, content = ? WHERE cell = ?"
      case .insertCell:
        """
        INSERT INTO liststore_cell (cell, list, id, digest, type, content)
        VALUES (?, ?, ?, ?, ?, ?)
        """
      case .deleteCell:
        "DELETE FROM liststore_cell WHERE cell = (SELECT cell \(Self.place))"
      case .insertPlace:
        "INSERT INTO liststore_place (list, id, cell, chunk) VALUES (?, ?, ?, ?)"
      case .updatePlace:
        "UPDATE liststore_place SET chunk = ? WHERE list = 1 AND id = ?"
      case .deletePlace:
        "DELETE \(Self.place)"
      case .updateChunk:
        "UPDATE liststore_chunk SET count = ?, cells = ? WHERE chunk = ?"
      case .updateChunkOfCell:
        "UPDATE liststore_chunk SET count = ?, cells = ? WHERE chunk = (SELECT chunk \(Self.place))"
      case .insertChange:
        """
        INSERT INTO liststore_change
        (sequence, list, version, parent_fingerprint, fingerprint, time, author, key, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
      case .findPlace: "SELECT cell, chunk \(Self.place)"
      case .readChunk: "SELECT section, position, count, cells FROM liststore_chunk WHERE chunk = ?"
      case .readEntry: "SELECT id, digest FROM liststore_cell WHERE cell = ?"
      case .readCell: "SELECT id, digest, type, content FROM liststore_cell WHERE cell = ?"
      }
    }

    private static let place = "FROM liststore_place WHERE list = 1 AND id = ?"
  }

  /// Opens a copy of a store whose only list has one version.
  init?(path: String, isFull: Bool, isCareful: Bool, cellCount: Int) {
    var peer: OpaquePointer?
    guard store_peer_open(path, isFull ? 2 : 1, 4 << 20, &peer) == 0, let peer else { return nil }
    var statements: [Int32] = []
    for row in Row.allCases {
      var statement: Int32 = 0
      guard store_peer_prepare(peer, row.sql, &statement) == 0 else {
        store_peer_close(peer)
        return nil
      }
      statements.append(statement)
    }
    guard !isCareful || store_peer_share(peer, path) == 0 else {
      store_peer_close(peer)
      return nil
    }
    self.isCareful = isCareful
    self.peer = peer
    self.statements = statements
    self.cellCount = Int64(cellCount)
    chunkCount = Int64(max(1, cellCount / 100))
    version = 1 << 40
  }

  deinit {
    store_peer_close(peer)
  }

  /// Gives a cell other content.
  func update(_ cell: Int) -> Bool {
    commit(
      looking: [place("cell-\(cell)"), chunkOfCell(cell), (.readCell, [row(cell)])],
      [
        (
          .updateCell,
          [.bytes(Self.hash), .bytes(Self.type), .bytes(Self.content), .number(Int64(cell) + 1)]
        ),
        change(body: 290),
      ]
    )
  }

  /// Puts a new cell into a chunk.
  func insert(_ id: String, into chunk: Int) -> Bool {
    let row = cellCount + version + 1
    let looks = [
      place("cell-\(chunk)"), place(id), chunkOfCell(chunk), (.readEntry, [self.row(chunk + 1)]),
    ]
    let (id, chunk) = (Array(id.utf8), self.chunk(chunk))
    return commit(
      looking: looks,
      [
        (
          .insertCell,
          [
            .number(row), .number(1), .bytes(id), .bytes(Self.hash), .bytes(Self.type),
            .bytes(Self.content),
          ]
        ),
        (.insertPlace, [.number(1), .bytes(id), .number(row), chunk]),
        (.updateChunk, [.number(97), .bytes(Self.cells(97)), chunk]),
        change(body: 170),
      ]
    )
  }

  /// Takes a cell from one chunk to another.
  func move(_ id: String, from source: Int, to target: Int) -> Bool {
    let looks = [
      place(id), place("cell-\(target)"), chunkOfCell(source), chunkOfCell(target),
      (.readEntry, [row(source - 1)]), (.readEntry, [row(source + 1)]),
      (.readEntry, [row(target - 1)]),
    ]
    let (source, target) = (chunk(source), chunk(target))
    return commit(
      looking: looks,
      [
        (.updateChunk, [.number(95), .bytes(Self.cells(95)), source]),
        (.updateChunk, [.number(97), .bytes(Self.cells(97)), target]),
        (.updatePlace, [target, .bytes(Array(id.utf8))]),
        change(body: 50),
      ]
    )
  }

  /// Deletes a cell.
  func delete(_ id: String, near cell: Int) -> Bool {
    let looks = [
      place(id), chunkOfCell(cell), (.readCell, [row(cell)]), (.readEntry, [row(cell - 1)]),
      (.readEntry, [row(cell + 1)]),
    ]
    let id = Array(id.utf8)
    return commit(
      looking: looks,
      [
        (.updateChunkOfCell, [.number(95), .bytes(Self.cells(95)), .bytes(id)]),
        (.deleteCell, [.bytes(id)]),
        (.deletePlace, [.bytes(id)]),
        change(body: 170),
      ]
    )
  }

  private typealias Step = (row: Row, values: [Value])

  private func place(_ id: String) -> Step { (.findPlace, [.bytes(Array(id.utf8))]) }
  private func chunkOfCell(_ cell: Int) -> Step { (.readChunk, [chunk(cell)]) }

  private func row(_ cell: Int) -> Value {
    .number(min(max(Int64(cell), 0), cellCount - 1) + 1)
  }

  private func chunk(_ cell: Int) -> Value {
    .number(Int64(cell) % chunkCount + 1)
  }

  private enum Value {
    case number(Int64)
    case bytes([UInt8])
    case null
  }

  private static let hash = [UInt8](repeating: 7, count: 16)
  private static let type = Array("FeedItem".utf8)
  private static let content = [UInt8](repeating: UInt8(ascii: "x"), count: 110)
  private static func cells(_ count: Int) -> [UInt8] { Array(repeating: 2, count: count) }

  private func change(body: Int) -> (Row, [Value]) {
    version += 1
    return (
      .insertChange,
      [
        .number(version), .number(1), .number(version), .bytes(Self.hash), .bytes(Self.hash),
        .number(Int64(Date().timeIntervalSince1970 * 1000)), .null, .null,
        .bytes(Array(repeating: 3, count: body)),
      ]
    )
  }

  private func commit(looking looks: [Step], _ writes: [Step]) -> Bool {
    let steps = isCareful ? looks + writes : writes
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
      return run(steps.map(\.row.rawValue), values)
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
