package import ListModel
import Synchronization

/// The plain form of the version of an indexed list that was asked for last.
///
/// The common parts of two versions are made once, so that asking for every version of a history
/// costs only the change of each.
package final class PlainListCache: Sendable {
  private let newest = Mutex<(indexed: IndexedList, plain: List)?>(nil)

  /// Creates an empty cache.
  package init() {}

  /// Keeps a plain form of a list that the caller has already.
  package func learn(_ plain: List, of list: IndexedList) {
    newest.withLock { $0 = (list, plain) }
  }

  /// The plain form of a list.
  ///
  /// - Complexity: O(1) for the version that was asked for last; else O(sections + cells of the
  ///   sections in which it differs from that).
  package func plainForm(of list: IndexedList) -> List {
    newest.withLock { newest in
      let plain: List
      if let newest {
        plain = List(list, reusing: newest)
      } else {
        plain = List(list)
      }
      newest = (list, plain)
      return plain
    }
  }
}
