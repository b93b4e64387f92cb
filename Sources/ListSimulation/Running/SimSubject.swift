public import ListAdapter

/// The subject of a simulation: how a list under test is made, and the presenter that shows it.
public struct SimSubject: Sendable {
  /// Makes the list when the app is started.
  public typealias Make = @Sendable (SimWorld) async throws -> any SimulatedList
  /// Makes the presenter that shows lists in a view.
  public typealias Present =
    @Sendable (
      SimulatedCollectionView, CollectionViewLayoutAdapter
    ) -> any SimPresenter

  let make: Make
  let present: Present

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - present: Makes the presenter that shows lists in a view; the real adapter if left out.
  ///   - make: Makes the list when the app is started.
  public init(
    present: @escaping Present = { AdapterPresenter($0, $1) },
    _ make: @escaping Make
  ) {
    self.present = present
    self.make = make
  }
}
