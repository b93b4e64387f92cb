import Foundation
import ListStorage
import StorePeer

/// A program in C that writes the same rows as a commit of one cell, into the same tables.
///
/// The careful form of the program does not know the rows in advance and shares the file with others:
/// it finds its cells by id, reads the rows that a change describes (cells and their neighbours), and
/// locks. Its cost is the part of a commit that SQLite and the system cause.
final class CommitPeer {
  private let peer: OpaquePointer
  private let statements: [Int32]
  private var version: Int64
  private var writtenCount: Int64 = 0
  private let cellCount: Int64
  private let chunkCount: Int64

  /// Whether the program reads and locks.
  private let isCareful: Bool

  /// The rows that a commit writes or reads.
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
        (sequence, list, version, parent_fingerprint, fingerprint, time, author, key, touched, body)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
  ///
  /// - Throws: ``PeerFailure``.
  init(
    path: String,
    durability: ListStore.Durability,
    isCareful: Bool,
    cellCount: Int
  ) throws {
    let synchronous: Int32 = durability == .full ? 2 : 1
    let peer = try PeerFailure.opening(path, synchronous: synchronous)
    do {
      statements = try Row.allCases.map { row in
        var statement: Int32 = 0
        try PeerFailure.check(store_peer_prepare(peer, row.sql, &statement), peer)
        return statement
      }
      if isCareful { try PeerFailure.check(store_peer_share(peer, path), peer) }
    } catch {
      store_peer_close(peer)
      throw error
    }
    self.isCareful = isCareful
    self.peer = peer
    self.cellCount = Int64(cellCount)
    chunkCount = Int64(max(1, cellCount / 100))
    version = 1 << 40
  }

  deinit {
    store_peer_close(peer)
  }

  /// Makes a commit.
  ///
  /// - Throws: ``PeerFailure``.
  func run(_ commit: PreparedCommit) throws {
    try PeerFailure.check(store_peer_commit(peer, commit.steps, commit.stepCount), peer)
  }
}

// MARK: - Commits

extension CommitPeer {
  /// Updates the content of a cell.
  func update(_ cell: Int) -> PreparedCommit { update([cell]) }

  /// Updates the content of cells in one transaction, as one version for each cell.
  func update(_ cells: [Int]) -> PreparedCommit {
    PreparedCommit(cells.flatMap { steps(ofUpdating: $0) })
  }

  private func steps(ofUpdating cell: Int) -> [(statement: Int32, values: [PeerValue])] {
    steps(
      looking: [place("cell-\(cell)"), chunkOfCell(cell), (.readCell, [row(cell)])],
      [
        (
          .updateCell,
          [.bytes(bytes(16)), .bytes(Self.type), .bytes(bytes(110)), .number(Int64(cell) + 1)]
        ),
        change(body: 290, touched: 4),
      ]
    )
  }

  /// Inserts a new cell into a chunk.
  func insert(_ id: String, into chunk: Int) -> PreparedCommit {
    let row = cellCount + version + 1
    let looks = [
      place("cell-\(chunk)"), place(id), chunkOfCell(chunk), (.readEntry, [self.row(chunk + 1)]),
    ]
    let (id, chunk) = (Array(id.utf8), self.chunk(chunk))
    return prepared(
      looking: looks,
      [
        (
          .insertCell,
          [
            .number(row), .number(1), .bytes(id), .bytes(bytes(16)), .bytes(Self.type),
            .bytes(bytes(110)),
          ]
        ),
        (.insertPlace, [.number(1), .bytes(id), .number(row), chunk]),
        (.updateChunk, [.number(97), .bytes(bytes(97)), chunk]),
        change(body: 170, touched: 14),
      ]
    )
  }

  /// Moves a cell from one chunk to another.
  func move(_ id: String, from source: Int, to target: Int) -> PreparedCommit {
    let looks = [
      place(id), place("cell-\(target)"), chunkOfCell(source), chunkOfCell(target),
      (.readEntry, [row(source - 1)]), (.readEntry, [row(source + 1)]),
      (.readEntry, [row(target - 1)]),
    ]
    let (source, target) = (chunk(source), chunk(target))
    return prepared(
      looking: looks,
      [
        (.updateChunk, [.number(95), .bytes(bytes(95)), source]),
        (.updateChunk, [.number(97), .bytes(bytes(97)), target]),
        (.updatePlace, [target, .bytes(Array(id.utf8))]),
        change(body: 50, touched: 24),
      ]
    )
  }

  /// Deletes a cell.
  func delete(_ id: String, near cell: Int) -> PreparedCommit {
    let looks = [
      place(id), chunkOfCell(cell), (.readCell, [row(cell)]), (.readEntry, [row(cell - 1)]),
      (.readEntry, [row(cell + 1)]),
    ]
    let id = Array(id.utf8)
    return prepared(
      looking: looks,
      [
        (.updateChunkOfCell, [.number(95), .bytes(bytes(95)), .bytes(id)]),
        (.deleteCell, [.bytes(id)]),
        (.deletePlace, [.bytes(id)]),
        change(body: 170, touched: 14),
      ]
    )
  }

  private typealias Step = (row: Row, values: [PeerValue])

  private func place(_ id: String) -> Step { (.findPlace, [.bytes(Array(id.utf8))]) }
  private func chunkOfCell(_ cell: Int) -> Step { (.readChunk, [chunk(cell)]) }

  private func row(_ cell: Int) -> PeerValue {
    .number(min(max(Int64(cell), 0), cellCount - 1) + 1)
  }

  private func chunk(_ cell: Int) -> PeerValue {
    .number(Int64(cell) % chunkCount + 1)
  }

  private static let type = Array("FeedItem".utf8)

  /// Returns bytes that no row has had before, because SQLite does not write a page whose bytes stay
  /// the same.
  private func bytes(_ count: Int) -> [UInt8] {
    writtenCount += 1
    let number = withUnsafeBytes(of: writtenCount.bigEndian) { Array($0) }
    return number + Array(repeating: 2, count: count - number.count)
  }

  private func change(body: Int, touched: Int) -> (Row, [PeerValue]) {
    version += 1
    return (
      .insertChange,
      [
        .number(version), .number(1), .number(version), .bytes(bytes(16)), .bytes(bytes(16)),
        .number(Int64(Date().timeIntervalSince1970 * 1000)), .null, .null,
        .bytes(Array(repeating: 3, count: touched)), .bytes(bytes(body)),
      ]
    )
  }

  private func prepared(looking looks: [Step], _ writes: [Step]) -> PreparedCommit {
    PreparedCommit(steps(looking: looks, writes))
  }

  private func steps(
    looking looks: [Step],
    _ writes: [Step]
  ) -> [(statement: Int32, values: [PeerValue])] {
    (isCareful ? looks + writes : writes).map { (statements[$0.row.rawValue], $0.values) }
  }
}

/// A commit as the C program reads it, so that the program only has to write it.
final class PreparedCommit {
  fileprivate let steps: UnsafeMutablePointer<store_peer_step>
  fileprivate let stepCount: Int32
  private let values: UnsafeMutablePointer<store_peer_value>
  private let bytes: UnsafeMutableRawPointer

  fileprivate init(_ parts: [(statement: Int32, values: [PeerValue])]) {
    let flat = parts.flatMap(\.values)
    let content = flat.flatMap { value -> [UInt8] in
      if case .bytes(let bytes) = value { bytes } else { [] }
    }
    bytes = .allocate(byteCount: max(1, content.count), alignment: 1)
    bytes.copyMemory(from: content, byteCount: content.count)
    values = .allocate(capacity: flat.count)
    var offset = 0
    for (index, value) in flat.enumerated() {
      (values + index).initialize(to: value.value(in: bytes, at: &offset))
    }
    steps = .allocate(capacity: parts.count)
    var first = values
    for (index, part) in parts.enumerated() {
      (steps + index).initialize(
        to: store_peer_step(
          statement: part.statement,
          values: first,
          value_count: Int32(part.values.count),
          row_count: 1
        )
      )
      first += part.values.count
    }
    stepCount = Int32(parts.count)
  }

  deinit {
    steps.deallocate()
    values.deallocate()
    bytes.deallocate()
  }
}

private enum PeerValue {
  case number(Int64)
  case bytes([UInt8])
  case null

  /// Returns the value as C reads it, and copies its bytes, if any, to the offset.
  func value(in bytes: UnsafeMutableRawPointer, at offset: inout Int) -> store_peer_value {
    var value = store_peer_value()
    switch self {
    case .null:
      value.kind = STORE_PEER_NULL
    case .number(let number):
      (value.kind, value.number) = (STORE_PEER_NUMBER, number)
    case .bytes(let own):
      (value.kind, value.bytes) = (STORE_PEER_BYTES, UnsafeRawPointer(bytes + offset))
      value.count = Int64(own.count)
      offset += own.count
    }
    return value
  }
}

/// The failure of a C program, with SQLite's message.
struct PeerFailure: Error, CustomStringConvertible {
  let description: String

  static func opening(_ path: String, synchronous: Int32) throws -> OpaquePointer {
    var peer: OpaquePointer?
    let logByteCount = Int64(ListStore.Configuration().checkpointThreshold)
    let code = store_peer_open(path, synchronous, logByteCount, &peer)
    guard code == 0, let peer else {
      throw PeerFailure(description: "the program in C cannot open \(path): code \(code)")
    }
    return peer
  }

  static func check(_ code: Int32, _ peer: OpaquePointer) throws {
    guard code != 0 else { return }
    let message = store_peer_message(peer).map { String(cString: $0) } ?? ""
    throw PeerFailure(description: "the program in C: \(message) (code \(code))")
  }
}
