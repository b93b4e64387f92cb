import ListModel
import Synchronization

/// The lists that were declared last.
final class DeclaredLists: Sendable {
  /// About how many bytes of memory all lists together take at most; a larger list is not kept.
  static let weightLimit = 64 << 20

  fileprivate struct State {
    var lists: [List.ID: (list: DeclaredList, use: UInt64)] = [:]
    var weight = 0
    var clock: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The last declared list of a name.
  subscript(id: List.ID) -> DeclaredList? {
    state.withLock { $0.lists[id]?.list }
  }

  /// Keeps a list in place of the one before; drops the least recently declared ones when there is
  /// too much.
  func insert(_ list: DeclaredList, for id: List.ID) {
    // Dropped lists are freed after the lock is released: they may be large.
    let removed = state.withLock { $0.insert(list, for: id) }
    withExtendedLifetime(removed) {}
  }

  func removeAll() {
    let removed = state.withLock { state in
      defer { state = State() }
      return state.lists
    }
    withExtendedLifetime(removed) {}
  }
}

extension DeclaredLists.State {
  fileprivate mutating func insert(_ list: DeclaredList, for id: List.ID) -> [DeclaredList] {
    var removed = [remove(id)].compactMap(\.self)
    guard list.weight <= DeclaredLists.weightLimit else { return removed }
    clock += 1
    lists[id] = (list, clock)
    weight += list.weight
    guard weight > DeclaredLists.weightLimit else { return removed }
    // Down to three quarters, because finding the oldest takes a look at all.
    for (id, _) in lists.sorted(by: { $0.value.use < $1.value.use }) {
      guard weight > DeclaredLists.weightLimit / 4 * 3, lists.count > 1 else { break }
      removed += [remove(id)].compactMap(\.self)
    }
    return removed
  }

  private mutating func remove(_ id: List.ID) -> DeclaredList? {
    guard let entry = lists.removeValue(forKey: id) else { return nil }
    weight -= entry.list.weight
    return entry.list
  }
}
