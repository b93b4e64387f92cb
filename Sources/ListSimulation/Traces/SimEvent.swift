/// Something that has happened in a run.
public struct SimEvent: Hashable, Sendable, Codable {
  /// What kind of thing.
  public enum Kind: String, Hashable, Sendable, Codable {
    case launch, load, cancel, page, failure, commit, refused, crash, show, shown
    case display, endDisplay, reachEnd, refresh, refreshEnd, select, visible, remote, background
    case foreground
  }

  /// When, in milliseconds.
  public var t: Int
  /// What kind of thing.
  public var k: Kind
  /// Which cell, key or fault.
  public var id: String?
  /// Which request, version or index.
  public var n: Int?
  /// How many.
  public var count: Int?
}

/// FNV-1a, 64 bits: names what has happened in a run.
struct TraceHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { for byte in $0 { add(byte) } }
    add(0xff)
  }

  mutating func add(_ number: Int) {
    // Whole words: the hash tells runs apart, it need not be anybody else's.
    value = (value ^ UInt64(bitPattern: Int64(number))) &* 0x0000_0100_0000_01b3
    value ^= value >> 29
  }

  mutating func add(_ event: SimEvent) {
    add(event.t)
    add(event.k.rawValue)
    if let id = event.id { add(id) }
    add(event.n ?? -1)
    add(event.count ?? -1)
  }
}
