import Foundation
import GRDB
import ListDiff
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport

/// Changesets that follow the format, with the right checksum, and are many times as large in memory: of
/// operations on hundreds of thousands of elements that a list of ten never had.
package struct SwollenBodies {
  /// The operations there are: the bit that announces them, and what follows an id.
  package enum Kind: Int, CaseIterable, Sendable {
    case sectionsDeleted, sectionsInserted, sectionsMoved, sectionsUpdated
    case cellsDeleted, cellsInserted, cellsMoved, cellsUpdated

    fileprivate var areSections: Bool { rawValue < 4 }
    fileprivate var haveOrigin: Bool { rawValue % 4 > 1 }
    /// Components without type, or attributes of nothing.
    fileprivate var payload: [UInt8] { [[0], [0], [], [0, 0]][rawValue % 4] }
  }

  private let folder: ScratchFolder
  private let store: ListStore
  private let database: DatabaseQueue
  private let sound: [UInt8]
  package init() throws {
    folder = try ScratchFolder()
    store = try ListStore(path: folder.store)
    database = try DatabaseQueue(path: folder.store)
    // So many that the second is made from the first on.
    for version in 1...12 {
      let cells = (0..<10).map { Cell(id: "\($0)", component: TextComponent("\(version)")) }
      try store.commit(List(sections: [Section(id: "s", cells: cells)]), to: "home")
    }
    sound = try store.changes(of: "home")[1].changeset.encoded()
  }

  /// A changeset of so many operations, each with an id of its own, of four bytes, or all with the same
  /// of one byte.
  package static func body(of kind: Kind, count: Int, areDifferent: Bool) -> [UInt8] {
    var bytes: [UInt8] = [1, 1 << kind.rawValue]
    bytes += leb128(count)
    if !kind.areSections {
      // One run, from the first place on; where cells have an origin, they stay there.
      bytes += [0, 0]
      bytes += leb128(count - 1)
      if kind.haveOrigin { bytes += [0, 0] }
    }
    for number in 0..<count {
      if kind.areSections { bytes += kind.haveOrigin ? [0, 0] : [0] }
      if areDifferent {
        bytes.append(4)
        for digit in 0..<4 { bytes.append(UInt8(48 + number >> (6 * digit) & 63)) }
      } else {
        bytes += [1, UInt8(ascii: "a")]
      }
      if number == 0, !kind.areSections, !kind.payload.isEmpty {
        // The first component says the name of its type.
        bytes += [0, 0] + kind.payload.dropFirst()
      } else {
        bytes += kind.payload
      }
    }
    return bytes + withUnsafeBytes(of: Checksum(bytes).value.littleEndian) { Array($0) }
  }

  /// The checksum of a body that leads between two versions of the first list.
  private static func checksum(of body: [UInt8], from parent: Int64, to version: Int64) -> Int64 {
    let end = body.count < 4 ? 0 : body.suffix(4).reversed().reduce(0) { $0 << 8 | Int64($1) }
    let bytes = [1, parent, version, end].flatMap { number in
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    return Int64(Checksum(bytes).value)
  }

  private static func leb128(_ number: Int) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8(number & 127 | 128)] + leb128(number >> 7)
  }

  /// Where a changeset can stand.
  package enum Place: CaseIterable, Sendable {
    case version, span
  }

  /// Writes a changeset in the place of the second one, or of all spans.
  package func put(_ body: [UInt8], in place: Place) throws {
    // As somebody would who knows of the checksums.
    try database.write { database in
      switch place {
      case .version:
        try database.execute(
          sql: "UPDATE liststore_change SET body = ?, body_checksum = ? WHERE version = 2",
          arguments: [Data(body), Self.checksum(of: body, from: 1, to: 2)]
        )
      case .span:
        for parent in 0..<11 as Range<Int64> {
          try database.execute(
            sql: """
              INSERT OR REPLACE INTO liststore_span
              (list, parent, version, parent_fingerprint, fingerprint, body, body_checksum)
              SELECT a.list, a.version - 1, b.version, a.parent_fingerprint, b.fingerprint, ?, ?
              FROM liststore_change AS a JOIN liststore_change AS b ON b.version = a.version + 1
              WHERE a.version = ?
              """,
            arguments: [
              Data(body), Self.checksum(of: body, from: parent, to: parent + 2), parent + 1,
            ]
          )
        }
      }
    }
    try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
  }

  /// Takes out what has been written.
  package func restore() throws {
    try put(sound, in: .version)
    try database.write { try $0.execute(sql: "DELETE FROM liststore_span") }
  }

  /// Reads the list in all ways that lead through a place.
  ///
  /// - Returns: How many ways there were: past a span, to what is right; and through a version, to
  ///   nothing.
  /// - Throws: ``WrongAnswer`` when something else was answered.
  package func read(through place: Place) throws -> Int {
    let ways = ways.filter { place == .version || $0.travels }
    for way in ways {
      do {
        try way.read()
        if place == .version { throw WrongAnswer(text: "\(way.name) does not refuse it") }
      } catch ListStoreError.corrupted where place == .version {}
    }
    let problem = try store.verify().problems.first
    guard problem?.version == (place == .version ? 2 : 0) else {
      throw WrongAnswer(text: "verify says \(problem?.description ?? "nothing")")
    }
    return ways.count + 1
  }

  /// Ways to read the second changeset, and whether they take spans where there are any.
  private var ways: [(name: String, travels: Bool, read: () throws -> Void)] {
    [
      ("changes", false, { _ = try store.changes(of: "home") }),
      ("a change", true, { _ = try store.change(of: "home", from: 1, to: 3) }),
      ("a change backwards", true, { _ = try store.change(of: "home", from: 5, to: 1) }),
      ("walk", false, { try store.walk("home") { _, _ in } }),
      ("a version from the first on", true, { _ = try store.snapshot(of: "home", at: 2) }),
      ("a window", true, { _ = try store.window(.rows(0..<5), in: "home", at: 1) }),
      ("an outline", true, { _ = try store.outline(of: "home", at: 1) }),
      ("a path", true, { _ = try store.path(of: "3", in: "home", at: 1) }),
      ("undo", false, { try store.commit(.undoing(version: 2), to: "home") }),
      ("all lists", false, { _ = try store.changes(afterSequence: 1) }),
      ("export", false, { try store.export("home") { _ in } }),
    ]
  }
}
