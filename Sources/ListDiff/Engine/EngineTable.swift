/// An open-addressing table from keys to indices into a column of keys.
///
/// A slot holds 32 bits of the key's hash and an index + 1, or 0 when free; the keys stay in their
/// column. At most half of the slots are taken, so linear probing stays short.
struct EngineTable: ~Copyable {
  private var slots = EngineBuffer<UInt64>()
  private var mask = 0
  private var shift: UInt64 = 63

  init() {}

  /// Empties the table and makes room for `count` keys.
  ///
  /// - Complexity: O(count).
  mutating func prepare(for count: Int) {
    var bits: UInt64 = 4
    while 1 << bits < 2 * count { bits += 1 }
    mask = 1 << bits - 1
    shift = 64 - bits
    let slots = self.slots.reserve(mask + 1)
    slots[...mask].update(repeating: 0)
  }

  /// The table as plain pointers, for the duration of a loop.
  var view: View {
    View(slots: slots.elements, mask: mask, shift: shift)
  }

  struct View {
    let slots: UnsafeMutableBufferPointer<UInt64>
    let mask: Int
    let shift: UInt64

    @inline(__always)
    func home(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> shift) }

    /// Adds `index` under its key's hash unless an equal tag is there already.
    ///
    /// So equal keys cost one probe, not a walk along all of them. A different key with the same
    /// tag is dropped too, which only means that it is not found.
    @inline(__always)
    func insertFirst(_ index: Int, hash: UInt64) {
      var slot = home(of: hash)
      while slots[slot] != 0 {
        if Self.tag(slots[slot]) == Self.tag(hash: hash) { return }
        slot = (slot &+ 1) & mask
      }
      slots[slot] = Self.entry(index, hash)
    }

    /// The slot that holds `key`, or the free slot where it would be.
    @inline(__always)
    func slot(of key: UInt64, hash: UInt64, keyAt: (_ index: Int) -> UInt64) -> Int {
      var slot = home(of: hash)
      while slots[slot] != 0 {
        if Self.tag(slots[slot]) == Self.tag(hash: hash), keyAt(Self.index(slots[slot])) == key {
          return slot
        }
        slot = (slot &+ 1) & mask
      }
      return slot
    }

    /// The index that is stored under `key`; `nil` if there is none.
    @inline(__always)
    func index(of key: UInt64, hash: UInt64, keyAt: (_ index: Int) -> UInt64) -> Int? {
      let entry = slots[slot(of: key, hash: hash, keyAt: keyAt)]
      return entry == 0 ? nil : Self.index(entry)
    }

    @inline(__always)
    static func entry(_ index: Int, _ hash: UInt64) -> UInt64 {
      hash << 32 | UInt64(truncatingIfNeeded: index &+ 1)
    }

    @inline(__always)
    static func index(_ entry: UInt64) -> Int {
      Int(truncatingIfNeeded: entry & 0xffff_ffff) &- 1
    }

    @inline(__always)
    static func tag(_ entry: UInt64) -> UInt64 { entry >> 32 }

    @inline(__always)
    static func tag(hash: UInt64) -> UInt64 { hash & 0xffff_ffff }
  }
}
