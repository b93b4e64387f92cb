package import ListModel

/// Gives ids names: numbers from 0 on, in the order in which the ids came.
///
/// Ids with equal hashes are compared, and the key of the hash is drawn once per process.
package struct NameTable<Element> {
  /// The ids by name.
  package private(set) var ids: [Identifier<Element>] = []
  /// Open addressing: 32 bits of the hash, and a name + 1, or 0 when free.
  ///
  /// At most half of the slots are taken, and their number is a power of two.
  private var slots: [UInt64] = []

  /// Creates a table without ids.
  package init() {}

  /// Makes room for `count` ids.
  package mutating func reserve(_ count: Int) {
    ids.reserveCapacity(count)
    growTable(toHold: count)
  }

  /// The name of an id; `nil` if it has none.
  ///
  /// - Complexity: O(bytes of the id) expected.
  package subscript(id: Identifier<Element>) -> Int? {
    guard !slots.isEmpty else { return nil }
    return Self.name(slots[slot(of: id, hash: EngineHash.process(utf8: id.rawValue))])
  }

  /// The name of an id, which is the next one if the id had none.
  ///
  /// - Complexity: O(bytes of the id) expected, amortized.
  package mutating func name(of id: Identifier<Element>) -> Int {
    if ids.count * 2 >= slots.count { growTable(toHold: ids.count + 1) }
    let hash = EngineHash.process(utf8: id.rawValue)
    let slot = slot(of: id, hash: hash)
    if let name = Self.name(slots[slot]) { return name }
    ids.append(id)
    slots[slot] = Self.entry(ids.count - 1, hash)
    return ids.count - 1
  }

  // MARK: Table

  private mutating func growTable(toHold count: Int) {
    var slotCount = max(16, slots.count)
    while slotCount < 2 * count { slotCount *= 2 }
    guard slotCount > slots.count else { return }
    slots = Array(repeating: 0, count: slotCount)
    for name in ids.indices {
      let hash = EngineHash.process(utf8: ids[name].rawValue)
      var slot = home(of: hash)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Self.entry(name, hash)
    }
  }

  /// The slot that holds an id, or the free slot where it would be.
  private func slot(of id: Identifier<Element>, hash: UInt64) -> Int {
    let ids = ids.span
    var slot = home(of: hash)
    while let name = Self.name(slots[slot]) {
      if slots[slot] >> 32 == hash >> 32, ids[name] == id { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func home(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }

  private static func entry(_ name: Int, _ hash: UInt64) -> UInt64 {
    hash & 0xffff_ffff_0000_0000 | UInt64(UInt32(name + 1))
  }

  private static func name(_ entry: UInt64) -> Int? {
    let number = Int(UInt32(truncatingIfNeeded: entry))
    return number == 0 ? nil : number - 1
  }
}
