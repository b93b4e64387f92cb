public import ListAdapter

/// What a simulation is about: how a list under test is made, and what brings it on the screen.
public struct SimSubject: Sendable {
  /// Makes the list when the app is started.
  public typealias Make = @Sendable (SimWorld) async throws -> any SimulatedList
  /// Makes what brings lists into a view.
  public typealias Present =
    @Sendable (
      SimulatedCollectionView, CollectionViewLayoutAdapter
    ) -> any SimPresenter

  let make: Make
  let present: Present

  /// Describes what is simulated.
  ///
  /// - Parameters:
  ///   - present: Makes what brings lists into a view; the real adapter if left out.
  ///   - make: Makes the list when the app is started.
  public init(
    present: @escaping Present = { AdapterPresenter($0, $1) },
    _ make: @escaping Make
  ) {
    self.present = present
    self.make = make
  }
}
