import ListAdapter
import ListDiffable
import ListModel

/// The part that the data sources of collection views and of table views share.
@MainActor
final class DiffableCore<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
  typealias Source = DiffableDataSource<
    Identified<SectionIdentifierType>, Identified<ItemIdentifierType>
  >
  typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  typealias SectionSnapshot = NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>

  let source: Source
  private unowned let host: ListHost

  init(_ host: ListHost, cellProvider: @escaping Source.CellProvider) {
    self.host = host
    source = Source(collectionView: host.simulation, cellProvider: cellProvider)
  }

  /// How a snapshot is shown.
  enum Style {
    case animated, immediate, reload
  }

  func apply(_ snapshot: Snapshot, _ style: Style, _ completion: (() -> Void)?) {
    if let error = snapshot.error {
      host.fail(error)
      completion?()
      return
    }
    let completion = answering(completion)
    switch style {
    case .reload: source.applySnapshotUsingReloadData(snapshot.value, completion: completion)
    case .animated, .immediate:
      source.apply(
        snapshot.value,
        animatingDifferences: style == .animated,
        completion: completion
      )
    }
    if style == .immediate { host.simulation.flush() } else { host.animationsBegan() }
  }

  func apply(
    _ snapshot: SectionSnapshot,
    to section: SectionIdentifierType,
    _ style: Style,
    _ completion: (() -> Void)?
  ) {
    if let error = snapshot.error {
      host.fail(error)
      completion?()
      return
    }
    host.attempt {
      try source.apply(
        snapshot.value,
        to: Identified(section),
        animatingDifferences: style == .animated,
        completion: answering(completion)
      )
    }
    if style == .immediate { host.simulation.flush() } else { host.animationsBegan() }
  }

  /// Returns a completion that adds an error to the view's failures: UIKit's completion takes no
  /// result.
  private func answering(_ completion: (() -> Void)?) -> Source.Completion {
    { [weak host] answer in
      if case .failure(let error) = answer { host?.fail(error) }
      completion?()
    }
  }
}

/// A value that an app gives to a data source on any thread, for use on the main actor.
///
/// `@unchecked Sendable`: UIKit takes a snapshot from any thread too, and an app does not change the
/// identifiers in a snapshot while it is passed on.
struct Parcel<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Does the work on the main actor: at once if the caller runs there, else in a task.
  func open(_ work: @escaping @MainActor (Value) -> Void) {
    if MainActorCheck.isOnMainActor {
      MainActor.assumeIsolated { work(value) }
    } else {
      Task { @MainActor in work(value) }
    }
  }
}
