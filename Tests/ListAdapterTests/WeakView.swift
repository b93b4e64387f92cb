import ListAdapter

/// Lets a handler, which is `Sendable`, reach the view of its own test.
///
/// `@unchecked Sendable` is right here: view and handler live in one test, on one thread.
final class WeakView: @unchecked Sendable {
  weak var value: SimulatedCollectionView?
  init(_ value: SimulatedCollectionView) { self.value = value }
}
