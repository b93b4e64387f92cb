/// The ids of a list's elements, to find out whether one is new.
///
/// A hash table whose buckets are the elements of a ``CountedTree``: versions share the buckets in
/// which they do not differ, as the lists themselves share their nodes. There is a bucket for every
/// few ids; when there are many more ids than that, the table is built anew, twice as large, so
/// that an insertion costs O(log n) on average. The key of the hash is drawn once per process, and
/// ids with equal hashes are compared.
struct IdentitySet: Sendable {
  private var buckets: CountedTree<Bucket>
  private(set) var count: Int

  private struct Entry: Equatable, Sendable {
    let hash: UInt64
    let id: String

    init(_ id: String) {
      hash = EngineHash.process(utf8: id)
      self.id = id
    }

    static func == (lhs: Entry, rhs: Entry) -> Bool {
      lhs.hash == rhs.hash && lhs.id.hasSameBytes(as: rhs.id)
    }
  }

  private struct Bucket: CountedTreeElement {
    var entries: [Entry] = []

    /// Of the number of ids only: nobody compares the trees of two sets.
    var fingerprint: UInt64 { UInt64(entries.count) }

    static var leafCapacity: Int { 16 }
  }

  /// The ids in a bucket of a new table, and the most there may be on average.
  private static let (usual, most) = (4, 16)

  /// Creates a set of ids that are all different.
  ///
  /// - Complexity: O(n).
  init(_ ids: some Collection<String>) {
    self.init(entries: ids.lazy.map(Entry.init), count: ids.count)
  }

  private init(entries: some Sequence<Entry>, count: Int) {
    var buckets = Array(repeating: Bucket(), count: count / Self.usual + 1)
    for entry in entries {
      buckets[Self.index(of: entry, among: buckets.count)].entries.append(entry)
    }
    self.buckets = CountedTree(buckets)
    self.count = count
  }

  /// Adds an id.
  ///
  /// - Returns: Whether it was new.
  /// - Complexity: O(log n) on average over many insertions.
  mutating func insert(_ id: String) -> Bool {
    let entry = Entry(id)
    let isNew = buckets.update(at: Self.index(of: entry, among: buckets.count)) { bucket in
      if bucket.entries.contains(entry) { return false }
      bucket.entries.append(entry)
      return true
    }
    guard isNew else { return false }
    count += 1
    if count > buckets.count * Self.most {
      self = IdentitySet(entries: buckets.lazy.flatMap(\.entries), count: count)
    }
    return true
  }

  /// Removes an id; one that is not there is ignored.
  ///
  /// - Complexity: O(log n).
  mutating func remove(_ id: String) {
    let entry = Entry(id)
    let isRemoved = buckets.update(at: Self.index(of: entry, among: buckets.count)) { bucket in
      guard let position = bucket.entries.firstIndex(of: entry) else { return false }
      bucket.entries.remove(at: position)
      return true
    }
    if isRemoved { count -= 1 }
  }

  func contains(_ id: String) -> Bool {
    let entry = Entry(id)
    return buckets[Self.index(of: entry, among: buckets.count)].entries.contains(entry)
  }

  /// The bucket of an id: hashes are spread evenly, so the high half of a product is.
  private static func index(of entry: Entry, among count: Int) -> Int {
    Int(entry.hash.multipliedFullWidth(by: UInt64(count)).high)
  }
}
