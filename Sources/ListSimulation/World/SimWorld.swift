public import ListModel
public import ListPaging
public import ListStorage

/// What a list under test lives in, from one start of its app to the end of that.
public struct SimWorld: Sendable {
  let run: SimRun
  let epoch: Int
  /// The store: a real one, that outlives the app.
  ///
  /// Its methods that are awaited write on another thread, which a simulation cannot follow: use the
  /// blocking ones, or ``pages(of:section:)``.
  public let store: ListStore

  /// What the world is like.
  public var settings: SimSettings { run.settings }
  /// Where pages come from.
  public var remote: SimRemote { SimRemote(run: run, epoch: epoch) }
  /// The time.
  public var clock: SimClock { SimClock(executor: run.executor) }

  /// A section of a list of the store, as the place of a pager's pages.
  public func pages(of list: List.ID = "list", section: Section.ID = "items") -> SimPages {
    SimPages(
      run: run,
      epoch: epoch,
      pages: ListStorePages(store: store, list: list, section: section)
    )
  }

  /// A stream of random numbers that is the same in every run of the seed.
  public func random(_ stream: String) -> SimRandom {
    SimRandom(seed: run.settings.seed, stream: "list/\(stream)")
  }

  /// The key of the item that the list begins with, if it begins in the middle.
  public var initialKey: PageKey? {
    settings.startsInMiddle ? run.initialKey : nil
  }
}

/// A list under test: any type that declares a `List` and has it shown.
///
/// ```swift
/// struct Feed: SimulatedList {
///   let world: SimWorld
///   func run(on screen: SimScreen) async throws {
///     let page = try await world.remote.page()
///     await screen.show(List(sections: [Section(id: "feed", cells: page.cells)]))
///   }
/// }
/// ```
///
/// Whether it has a pager, a view model on the main actor, or a loop, is its own affair: all it must do
/// is to take time from the world's clock and data from its remote.
public protocol SimulatedList: Sendable {
  /// Shows the list, and goes on until the task is cancelled: that is the end of the app.
  ///
  /// - Throws: What the list cannot cope with; the run ends with it.
  func run(on screen: SimScreen) async throws

  /// Nobody looks any more, or somebody does again.
  func visibilityChanged(to visibility: Pager.Visibility) async
}

extension SimulatedList {
  /// By default, the list does not care.
  public func visibilityChanged(to visibility: Pager.Visibility) async {}
}
