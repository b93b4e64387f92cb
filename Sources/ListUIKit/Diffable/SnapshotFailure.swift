public import ListDiffable
import Synchronization

/// What was asked of snapshots that is not possible, for which UIKit raises an exception at the call.
///
/// A snapshot is a value and belongs to no view, so these failures are kept here, of all snapshots.
public enum SnapshotFailure {
  private static let noted = Mutex<[DiffableDataSourceError]>([])

  /// The failures, in order.
  public static var failures: [DiffableDataSourceError] { noted.withLock { $0 } }

  /// Forgets the failures.
  public static func removeAll() { noted.withLock { $0 = [] } }

  static func note(_ error: DiffableDataSourceError) { noted.withLock { $0.append(error) } }
}
