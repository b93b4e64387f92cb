import Foundation
import GRDB
import ListDiff
import ListModel
import ListStorage
package import ListTestSupport

/// Changesets as somebody would write them into a store who means harm: intact, with the right
/// checksum, and wrong.
package struct CraftedBodies {
  /// What became of a crafted changeset.
  package enum Verdict: Sendable {
    /// It was refused as damage.
    case refused
    /// It was another way to write what was there.
    case equal
  }

  private let folder: ScratchFolder
  private let store: ListStore
  private let database: DatabaseQueue
  private let bodies: [[UInt8]]
  private let fingerprints: [Fingerprint]

  /// Makes a store with `count` lists of two versions each.
  package init(count: Int, seed: UInt64) throws {
    folder = try ScratchFolder()
    store = try ListStore(path: folder.store)
    database = try DatabaseQueue(path: folder.store)
    var random = RandomLists(seed: seed)
    var fingerprints: [Fingerprint] = []
    for number in 0..<count {
      let first = random.list()
      var second = random.successor(of: first, editLimit: 12)
      while second == first { second = random.successor(of: first, editLimit: 12) }
      try store.commit(first, to: Self.name(number))
      try store.commit(second, to: Self.name(number))
      fingerprints.append(try second.fingerprint())
    }
    self.fingerprints = fingerprints
    bodies = try database.read { database in
      try (0..<count).map { number in
        let body = try Data.fetchOne(
          database,
          sql: "SELECT body FROM liststore_change WHERE sequence = ?",
          arguments: [2 * number + 2]
        )
        return [UInt8](body ?? Data())
      }
    }
  }

  private static func name(_ number: Int) -> List.ID { List.ID("list \(number)") }

  /// Gives every list a crafted second changeset, and reads them all.
  ///
  /// - Throws: ``WrongAnswer``, and whatever a store throws that it should not.
  package func run(generator: inout SeededGenerator) throws -> [Verdict] {
    try database.write { database in
      let write = try database.makeStatement(
        sql: "UPDATE liststore_change SET body = ? WHERE sequence = ?"
      )
      for number in bodies.indices {
        let other = bodies[Int.random(in: 0..<bodies.count, using: &generator)]
        let body = Self.craft(bodies[number], with: other, generator: &generator)
        try write.execute(arguments: [Data(body), 2 * number + 2])
      }
    }
    return try bodies.indices.map { try read($0) }
  }

  private func read(_ number: Int) throws -> Verdict {
    var last: Fingerprint?
    do {
      // Backwards from the head, and forwards from nothing.
      _ = try store.snapshot(of: Self.name(number), at: 1)
      try store.walk(Self.name(number)) { _, snapshot in
        last = try snapshot.list.fingerprint()
      }
    } catch ListStoreError.corrupted {
      return .refused
    }
    guard last == fingerprints[number] else {
      throw WrongAnswer(text: "a crafted changeset of list \(number) was believed")
    }
    return .equal
  }

  // MARK: Crafting

  /// The numbers that overflow, and lengths and counts no input can have.
  private static let bombs: [[UInt8]] = [
    [0xFF, 0xFF, 0xFF, 0xFF, 0x07],
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    [0x80, 0x80, 0x80, 0x80, 0x10],
    [0xFF, 0x7F],
    [0x80, 0x00],
  ]

  private static func craft(
    _ body: [UInt8],
    with other: [UInt8],
    generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = Array(body.dropLast(4))
    guard bytes.count > 2 else { return body }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let place = Int.random(in: 1..<bytes.count, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[place] &+= 1
      case 2: bytes[place] &-= 1
      case 3: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 4: bytes.insert(contentsOf: bombs.randomElement(using: &generator) ?? [], at: place)
      case 5:
        let bomb = bombs.randomElement(using: &generator) ?? []
        bytes.replaceSubrange(place..<min(place + 1, bytes.count), with: bomb)
      case 6: bytes.removeSubrange(place..<min(place + 3, bytes.count))
      case 7: bytes[1] = UInt8.random(in: 0...255, using: &generator)
      default:
        // The end of another changeset behind the beginning of this one.
        let cut = Int.random(in: 0..<other.count, using: &generator)
        bytes = Array(bytes[..<place] + other.dropLast(4).dropFirst(cut))
      }
      if bytes.count < 3 { break }
    }
    return sealed(bytes)
  }

  /// Bytes with the checksum that belongs to them.
  private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    bytes + withUnsafeBytes(of: Checksum(bytes).value.littleEndian) { Array($0) }
  }
}
