import ListModel
import Synchronization

/// The heads of the lists that were committed to or read last, so that a series of commits or windows
/// reads its list once.
///
/// A commit takes the head out and puts the next one in, so that it is changed in place; when the
/// commit fails, the list is simply read again the next time. Reads meanwhile have heads of their
/// own, which catch up with these commits as with those of another process.
final class HeadCache: Sendable {
  /// The most lists kept of those committed to, and the most of those read.
  static let capacity = 1024
  /// The most chunks and sections kept, of all lists together: about 20 MB for lists that were
  /// committed to, and as much for lists that were read.
  static let weightLimit = 1 << 20

  fileprivate struct State {
    var heads: [List.ID: (known: KnownHead, weight: Int, use: UInt64)] = [:]
    var weight = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  private let read = Mutex(State())
  let lastRows = LastRows()
  let declaredLists = DeclaredLists()

  /// Removes and returns the head of a list, to be committed to.
  func take(_ id: List.ID) -> KnownHead? {
    let committed = state.withLock { $0.take(id) }
    let read = read.withLock { $0.heads[id]?.known }
    return KnownHead.newest(committed, read)
  }

  /// Returns the newest known head of a list up to a version.
  func known(_ id: List.ID, upTo version: Int) -> KnownHead? {
    func known(_ state: inout State) -> KnownHead? {
      state.heads[id].flatMap { $0.known.head.version <= version ? $0.known : nil }
    }
    return KnownHead.newest(state.withLock { known(&$0) }, read.withLock { known(&$0) })
  }

  /// Keeps a head after a commit; drops the least recently committed ones when there is too much.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - generation: The current generation, see ``DataGeneration``; `nil` when the head is to be
  ///     looked up before it is used again.
  func insert(_ head: ListHead, generation: Int?) {
    state.withLock { $0.insert(KnownHead(head: head, generation: generation)) }
  }

  /// Keeps a head that was read; drops the least recently read ones when there is too much.
  func insertRead(_ head: ListHead) {
    read.withLock { $0.insert(KnownHead(head: head, generation: nil)) }
  }

  /// Returns the fingerprint of the last known head of a list.
  func fingerprint(of id: List.ID) -> Fingerprint? {
    state.withLock { $0.heads[id]?.known.head.fingerprint }
  }

  /// Makes a whole list the next version: its difference from the list declared before, if that is
  /// still the head as far as known, or all of it.
  ///
  /// - Throws: ``ListStoreError/invalidList(_:)``.
  func nextVersion(_ list: List, of id: List.ID) throws -> Committer.NextVersion {
    let head = fingerprint(of: id)
    if let declared = declaredLists[id], declared.fingerprint == head ?? declared.fingerprint,
      let change = declared.change(to: list)
    {
      return .declared(change)
    }
    return .list(try ListProposal(list, knowing: head))
  }

  func removeAll() {
    state.withLock { $0 = State() }
    read.withLock { $0 = State() }
    lastRows.removeAll()
    declaredLists.removeAll()
  }
}

/// A head that was current at some time.
struct KnownHead {
  var head: ListHead
  /// As long as this is the current generation, the head is current too.
  var generation: Int?

  /// Returns the head of the higher version; the first if both have the same.
  fileprivate static func newest(_ first: KnownHead?, _ second: KnownHead?) -> KnownHead? {
    guard let first, let second else { return first ?? second }
    return second.head.version > first.head.version ? second : first
  }
}

extension HeadCache.State {
  fileprivate mutating func take(_ id: List.ID) -> KnownHead? {
    guard let entry = heads.removeValue(forKey: id) else { return nil }
    weight -= entry.weight
    return entry.known
  }

  fileprivate mutating func insert(_ known: KnownHead) {
    _ = take(known.head.id)
    clock += 1
    let own = known.head.weight
    heads[known.head.id] = (known, own, clock)
    weight += own
    while heads.count > HeadCache.capacity || weight > HeadCache.weightLimit && heads.count > 1 {
      takeOldest()
    }
  }

  /// Drops the least recently used eighth, at least one head: finding them takes a look at all.
  private mutating func takeOldest() {
    let uses = heads.values.map(\.use).sorted()
    guard !uses.isEmpty else { return }
    let last = uses[uses.count / 8]
    for id in heads.filter({ $0.value.use <= last }).keys { _ = take(id) }
  }
}
