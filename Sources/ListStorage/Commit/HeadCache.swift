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
    var heads: [List.ID: (head: ListHead, weight: Int, use: UInt64)] = [:]
    var weight = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Removes and returns the head of a list.
  func take(_ id: List.ID) -> ListHead? {
    state.withLock { $0.take(id) }
  }

  /// Keeps a head, in place of the least recently committed ones when there is too much.
  func insert(_ head: ListHead) {
    state.withLock { $0.insert(head) }
  }

  func removeAll() {
    state.withLock { $0 = State() }
  }
}

extension HeadCache.State {
  fileprivate mutating func take(_ id: List.ID) -> ListHead? {
    guard let entry = heads.removeValue(forKey: id) else { return nil }
    weight -= entry.weight
    return entry.head
  }

  fileprivate mutating func insert(_ head: ListHead) {
    _ = take(head.id)
    clock += 1
    let own = head.weight
    heads[head.id] = (head, own, clock)
    weight += own
    while heads.count > HeadCache.capacity || weight > HeadCache.weightLimit && heads.count > 1 {
      guard let oldest = heads.min(by: { $0.value.use < $1.value.use }) else { return }
      _ = take(oldest.key)
    }
  }
}
