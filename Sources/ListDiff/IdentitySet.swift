/// The ids of a list's elements, to find out whether one is new.
///
/// The ids are held in a ``CountedTree``, sorted by a hash: versions share what they have in
/// common, as the lists themselves do. A place is found by interpolation, because hashes are spread
/// evenly (Perl, Itai, Avni, *Interpolation search – a log log n search*, CACM 21(7), 1978); every
/// other step halves the range, so that no input costs more than O(log n) steps. The key of the
/// hash is drawn once per process, and ids with equal hashes are compared.
struct IdentitySet: Sendable {
  private var entries: CountedTree<Entry>

  struct Entry: CountedTreeElement {
    let hash: UInt64
    let id: String

    var fingerprint: UInt64 { hash }

    static func == (lhs: Entry, rhs: Entry) -> Bool {
      lhs.hash == rhs.hash && lhs.id.hasSameBytes(as: rhs.id)
    }

    static var leafCapacity: Int { 64 }
  }

  /// Creates a set of ids that are all different.
  ///
  /// - Complexity: O(n log n).
  init(_ ids: [String]) {
    var order = ids.indices.map { (hash: Self.hash(ids[$0]), index: $0) }
    order.sort { $0.hash < $1.hash }
    entries = CountedTree(order.map { Entry(hash: $0.hash, id: ids[$0.index]) })
  }

  var count: Int { entries.count }

  /// Adds an id.
  ///
  /// - Returns: Whether it was new.
  /// - Complexity: O(log n) expected.
  mutating func insert(_ id: String) -> Bool {
    let (position, isThere) = locate(id)
    if isThere { return false }
    entries.insert(Entry(hash: Self.hash(id), id: id), at: position)
    return true
  }

  /// Removes an id; one that is not there is ignored.
  ///
  /// - Complexity: O(log n) expected.
  mutating func remove(_ id: String) {
    let (position, isThere) = locate(id)
    if isThere { entries.remove(at: position) }
  }

  func contains(_ id: String) -> Bool { locate(id).isThere }

  /// Where an id is, or is to be inserted.
  private func locate(_ id: String) -> (position: Int, isThere: Bool) {
    let hash = Self.hash(id)
    var position = lowerBound(of: hash)
    while position < entries.count {
      let entry = entries[position]
      if entry.hash != hash { break }
      if entry.id.hasSameBytes(as: id) { return (position, true) }
      position += 1
    }
    return (position, false)
  }

  /// The first position whose hash is not less than `hash`.
  private func lowerBound(of hash: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    var (least, greatest) = (UInt64.min, UInt64.max)
    var step = 0
    while low < high {
      // What is before `low` is below `hash`, what is from `high` on is not.
      let isHalving = step & 3 == 3 || greatest <= least
      let position =
        isHalving
        ? low + (high - low) / 2
        : min(high - 1, low + Self.share(hash - least, of: greatest - least, in: high - low))
      step += 1
      let found = entries[position].hash
      if found < hash {
        (low, least) = (position + 1, found)
      } else {
        (high, greatest) = (position, found)
      }
    }
    return low
  }

  /// `count` · `part` / `whole`.
  private static func share(_ part: UInt64, of whole: UInt64, in count: Int) -> Int {
    let product = UInt64(count).multipliedFullWidth(by: min(part, whole))
    return Int(whole.dividingFullWidth(product).quotient)
  }

  private static func hash(_ id: String) -> UInt64 { EngineHash.process(utf8: id) }
}
