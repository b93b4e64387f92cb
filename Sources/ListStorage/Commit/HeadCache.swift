import ListModel
import Synchronization

/// The heads of the most recently committed lists, so that a series of commits reads its list once.
///
/// A commit takes the head out and puts the next one in, so that it is changed in place; when the
/// commit fails, the list is simply read again the next time.
final class HeadCache: Sendable {
  /// The most lists kept.
  static let capacity = 1024
  /// The most chunks and sections kept, of all lists together: about 20 MB.
  static let weightLimit = 1 << 20

  fileprivate struct State {
    var heads: [List.ID: (known: KnownHead, weight: Int, use: UInt64)] = [:]
    var weight = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())
  let lastRows = LastRows()

  /// Removes and returns the head of a list.
  func take(_ id: List.ID) -> KnownHead? {
    state.withLock { $0.take(id) }
  }

  /// The head of a list, which stays where it is.
  func known(_ id: List.ID) -> KnownHead? {
    state.withLock { $0.heads[id]?.known }
  }

  /// Keeps a head, in place of the least recently committed ones when there is too much.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - generation: What ``DataGeneration`` says now; `nil` when the head is to be looked up
  ///     before it is used again.
  func insert(_ head: ListHead, generation: Int?) {
    state.withLock { $0.insert(KnownHead(head: head, generation: generation)) }
  }

  /// The fingerprint of the last known head of a list.
  func fingerprint(of id: List.ID) -> Fingerprint? {
    state.withLock { $0.heads[id]?.known.head.fingerprint }
  }

  func removeAll() {
    state.withLock { $0 = State() }
    lastRows.removeAll()
  }
}

/// A head that was current at some time.
struct KnownHead {
  var head: ListHead
  /// As long as this is the current generation, the head is current too.
  var generation: Int?
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
      guard let oldest = heads.min(by: { $0.value.use < $1.value.use }) else { return }
      _ = take(oldest.key)
    }
  }
}
