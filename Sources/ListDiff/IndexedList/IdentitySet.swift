/// The ids of a list's elements, to find out whether one is new.
///
/// It holds only hashes, in a tree that is searched by their bits, four at a time (Bagwell, *Ideal
/// hash trees*, 2001). Versions share the parts of the tree in which they do not differ. Copying a
/// leaf is copying numbers, with no reference to count, so a thousand new ids cost little more than
/// finding their leaves. The key of the hash is drawn once per process.
///
/// Two ids may have the same hash, which is then held twice. So an id whose hash is not held is
/// new, but a hash that is held proves nothing: the list itself has to be asked, see
/// ``insert(_:unless:)``.
package struct IdentitySet: Sendable {
  private var root: Node
  /// The number of ids.
  package private(set) var count: Int

  /// Creates a set of ids that are all different.
  ///
  /// - Complexity: O(n).
  package init(_ ids: some Sequence<String>) {
    let hashes = ids.map { EngineHash.process(utf8: $0) }
    root = Node(hashes)
    count = hashes.count
  }

  /// Creates a set of ids, if they certainly are all different.
  ///
  /// - Returns: `nil` if two ids are equal, or have the same hash.
  /// - Complexity: O(n).
  init?(distinct ids: some Collection<String>) {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(ids.count)
    for id in ids { hashes.append(EngineHash.process(utf8: id)) }
    root = Node(hashes)
    count = hashes.count
    guard !root.holdsEqualHashes else { return nil }
  }

  /// Whether an id may be there; if not, it certainly is new.
  ///
  /// - Complexity: O(log n).
  package func mayContain(_ id: String) -> Bool {
    root.contains(EngineHash.process(utf8: id))
  }

  /// Adds an id if it is new.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isPresent: Returns whether the id is there, exactly. Called only if its hash is held.
  /// - Returns: Whether it was new.
  /// - Complexity: O(log n).
  package mutating func insert(_ id: String, unless isPresent: () -> Bool) -> Bool {
    let hash = EngineHash.process(utf8: id)
    if root.contains(hash), isPresent() { return false }
    root.insert(hash)
    count += 1
    return true
  }

  /// Removes an id that is there.
  ///
  /// - Complexity: O(log n).
  package mutating func remove(_ id: String) {
    if root.remove(EngineHash.process(utf8: id)) { count -= 1 }
  }

  /// Whether these are the hashes of the given ids, for tests.
  ///
  /// - Complexity: O(n log n).
  func holds(_ ids: some Sequence<String>) -> Bool {
    let hashes = ids.map { EngineHash.process(utf8: $0) }
    return hashes.count == count && hashes.sorted() == root.hashes.sorted()
  }
}

/// A part of the hashes: those that agree in the bits that lead to it.
private enum Node: Sendable {
  /// Hashes, in no order.
  case leaf([UInt64])
  /// Nodes, by the next four bits.
  case branch([Node])

  /// Leaves of 128 numbers are searched as fast as they are found, and copied in one go.
  private static let leafCapacity = 128
  private static let fanOut = 16

  /// Creates a node of hashes that agree in the first `shift` bits.
  init(_ hashes: [UInt64], shift: Int = 0) {
    // Beyond the last bits there are only equal hashes.
    guard hashes.count > Self.leafCapacity, shift < UInt64.bitWidth else {
      self = .leaf(hashes)
      return
    }
    var counts = Array(repeating: 0, count: Self.fanOut)
    for hash in hashes { counts[Self.slot(of: hash, shift)] += 1 }
    var parts = counts.map { count in
      var part: [UInt64] = []
      part.reserveCapacity(count)
      return part
    }
    for hash in hashes { parts[Self.slot(of: hash, shift)].append(hash) }
    self = .branch(parts.map { Node($0, shift: shift + 4) })
  }

  private static func slot(of hash: UInt64, _ shift: Int) -> Int {
    Int(truncatingIfNeeded: hash >> UInt64(truncatingIfNeeded: shift)) & (fanOut - 1)
  }

  func contains(_ hash: UInt64) -> Bool {
    var node = self
    var shift = 0
    while case .branch(let children) = node {
      node = children[Self.slot(of: hash, shift)]
      shift += 4
    }
    guard case .leaf(let hashes) = node else { return false }
    return hashes.contains(hash)
  }

  mutating func insert(_ hash: UInt64, shift: Int = 0) {
    switch self {
    case .leaf(var hashes):
      // The node gives its array up first, so that memory that only it holds is changed in
      // place.
      self = .leaf([])
      hashes.append(hash)
      self = Node(hashes, shift: shift)
    case .branch(var children):
      self = .leaf([])
      children[Self.slot(of: hash, shift)].insert(hash, shift: shift + 4)
      self = .branch(children)
    }
  }

  /// - Returns: Whether it was there.
  mutating func remove(_ hash: UInt64, shift: Int = 0) -> Bool {
    let isRemoved: Bool
    switch self {
    case .leaf(var hashes):
      guard let position = hashes.firstIndex(of: hash) else { return false }
      self = .leaf([])
      hashes.swapAt(position, hashes.count - 1)
      hashes.removeLast()
      self = .leaf(hashes)
      isRemoved = true
    case .branch(var children):
      self = .leaf([])
      isRemoved = children[Self.slot(of: hash, shift)].remove(hash, shift: shift + 4)
      self = .branch(children)
    }
    return isRemoved
  }

  /// Whether two of the hashes are equal.
  var holdsEqualHashes: Bool {
    switch self {
    case .leaf(let hashes):
      let sorted = hashes.sorted()
      return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
    case .branch(let children): return children.contains(where: \.holdsEqualHashes)
    }
  }

  /// All hashes, in no order.
  var hashes: [UInt64] {
    switch self {
    case .leaf(let hashes): hashes
    case .branch(let children): children.flatMap(\.hashes)
    }
  }
}
