public import ListModel
public import ListPaging
public import ListStorage

/// The world of a list under test, from one start of its app to the end of that start.
public struct SimWorld: Sendable {
  let run: SimRun
  let epoch: Int

  /// The store: a real one, which outlives the app.
  ///
  /// Its `async` methods write on another thread, which a simulation cannot follow: use the
  /// blocking ones, or ``pages(of:section:)``. A list that uses it is not run with a model of the store
  /// (``SimSettings/Storage/model``).
  public var store: ListStore { run.realStore() }

  /// The settings of the world.
  public var settings: SimSettings { run.settings }
  /// The remote that pages come from.
  public var remote: SimRemote { SimRemote(run: run, epoch: epoch) }
  /// The time.
  public var clock: SimClock { SimClock(executor: run.executor) }

  /// Returns a source as the remote of this world: with the latency and the faults of the world, and
  /// seen by the kit, which then knows what each answer has proved.
  public func remote(_ source: some RemoteSource) -> SimRemote {
    SimRemote(run: run, epoch: epoch, source: source)
  }

  /// The server of the list under test (``SimSubject/served(by:)``); `nil` if it is of another type.
  public func server<Server: SimulatedServer>(_ type: Server.Type = Server.self) -> Server? {
    run.ownServer as? Server
  }

  /// Returns whether a fault of the list under test happens now (``SimSubject/fault(_:percent:)``).
  public func happens(_ fault: String) -> Bool { run.happens(fault) }

  /// Does work that must not run on the simulation's thread, such as a request of a real HTTP client
  /// to a loopback port; the simulation stands still until it is done.
  ///
  /// - Throws: An error of the work; ``SimulationError`` after 30 seconds.
  public func outside<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    try OutsideWork.run(work)
  }

  /// Returns the storage of a pager's pages in a section of a list of the store.
  public func pages(of list: List.ID = "list", section: Section.ID = "items") -> SimPages {
    let place = SimRun.StoredPlace(list: list, section: section)
    run.shares(place)
    return SimPages(run: run, epoch: epoch, place: place)
  }

  /// Returns a stream of random numbers that is the same in every run of the seed.
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
/// It may have a pager, a view model on the main actor, or a loop. It must only take time from the
/// world's clock, and data from the world's remote.
public protocol SimulatedList: Sendable {
  /// Shows the list, and goes on until the task is cancelled: that is the end of the app.
  ///
  /// - Throws: An error that the list cannot cope with; it ends the run.
  func run(on screen: SimScreen) async throws

  /// Tells the list whether a user looks.
  func visibilityChanged(to visibility: Pager.Visibility) async

  /// Tells the list that others have changed what is stored.
  func storeChanged() async
}

extension SimulatedList {
  /// Does nothing by default.
  public func visibilityChanged(to visibility: Pager.Visibility) async {}

  /// Does nothing by default.
  public func storeChanged() async {}
}
