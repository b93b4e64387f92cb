import ListPaging

/// Something that has happened in a run.
public struct SimEvent: Hashable, Sendable, Codable {
  /// The kind of an event.
  public enum Kind: String, Hashable, Sendable, Codable {
    case launch, load, cancel, page, failure, commit, refused, crash, show, shown
    case display, endDisplay, reachEnd, refresh, refreshEnd, select, visible, remote, background
    case foreground, other
  }

  /// The time, in milliseconds.
  public var t: Int
  /// The kind of the event.
  public var k: Kind
  /// The cell, key or fault.
  public var id: String?
  /// The request, version or index.
  public var n: Int?
  /// How many.
  public var count: Int?
}

/// A hash of the events of a run.
struct TraceHash {
  private var hash = FNVHash()

  var value: UInt64 { hash.value }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { for byte in $0 { hash.add(byte) } }
    // A word: the streams of random numbers, and so all seeds, depend on it.
    add(0xff)
  }

  mutating func add(_ number: Int) {
    // Whole words, unlike FNV-1a: the hash only has to tell runs apart.
    hash.value = (hash.value ^ UInt64(bitPattern: Int64(number))) &* FNVHash.prime
    hash.value ^= hash.value >> 29
  }

  mutating func add(_ event: SimEvent) {
    add(event.t)
    add(event.k.rawValue)
    if let id = event.id { add(id) }
    add(event.n ?? -1)
    add(event.count ?? -1)
  }
}
