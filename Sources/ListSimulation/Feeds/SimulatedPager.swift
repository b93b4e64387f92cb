package import ListAdapter
public import ListModel
public import ListPaging

/// A pager of an app as a list under test: it is started, its updates are shown, and it is told
/// which were shown.
///
/// ```swift
/// func feed(_ world: SimWorld) -> SimulatedPager {
///   let pages = world.pages()
///   let pager = Pager(remote: world.remote, storage: pages, clock: world.clock)
///   return SimulatedPager(pager) { update, screen in try pages.list(update) }
/// }
/// ```
public struct SimulatedPager: SimulatedList {
  /// Declares the list of an update, with its handlers.
  public typealias Declare = @Sendable (_ update: PagerUpdate, _ screen: SimScreen) throws -> List

  /// The pager.
  public let pager: Pager
  private let limit: Int?
  private let distance: Int?
  /// How the pager is configured, if that is to be checked.
  package var configuration: PagerConfiguration?
  private let declare: Declare
  /// How often a list is tried on a view that refuses it.
  private static let patience = 4

  /// Describes the list of a pager.
  ///
  /// - Parameters:
  ///   - pager: The pager.
  ///   - limit: How many cells it shows at most; nothing is checked if `nil`.
  ///   - distance: Its `prefetchDistance`; nothing is checked if `nil`.
  ///   - declare: Declares the list of an update, with its handlers.
  public init(
    _ pager: Pager,
    atMost limit: Int? = nil,
    within distance: Int? = nil,
    _ declare: @escaping Declare
  ) {
    self.pager = pager
    self.limit = limit
    self.distance = distance
    self.declare = declare
  }

  /// Shows the updates of the pager, until the app ends.
  ///
  /// - Throws: Errors of the declaration and of the pager's storage.
  public func run(on screen: SimScreen) async throws {
    if let limit { screen.expect(atMost: limit) }
    if let distance { screen.expect(prefetchDistance: distance) }
    if let configuration { screen.expect(configuration) }
    try await pager.start()
    do {
      for await update in pager.updates {
        // A state never comes before its version was shown.
        screen.note(update.state)
        let list = try await show(update, on: screen)
        await pager.shown(update, as: list)
      }
    } catch {
      await pager.stop()
      throw error
    }
    await pager.stop()
  }

  private func show(_ update: PagerUpdate, on screen: SimScreen) async throws -> List {
    let list = try declare(update, screen)
    screen.cause = update.window.cause
    // A list that the view has refused is shown whole the next time.
    for _ in 0..<Self.patience {
      let outcome = await screen.show(
        list,
        version: update.window.version,
        anchor: Self.anchor(of: update, on: screen)
      )
      guard case .failed(.refusedByView) = outcome else { break }
    }
    screen.note(update.state)
    return list
  }

  /// Returns what stays in place when an update is shown: the first cell on screen, unless the user
  /// is at the top and should see new cells.
  package static func anchor(of update: PagerUpdate, on screen: SimScreen) -> ScrollAnchor {
    update.window.cause == .prepend || screen.contentOffset > 0 ? .firstVisibleCell : .contentOffset
  }

  /// Tells the pager whether a user looks.
  public func visibilityChanged(to visibility: Pager.Visibility) async {
    await pager.setVisibility(visibility)
  }

  /// Tells the pager that others have changed what is stored.
  public func storeChanged() async { try? await pager.reload() }
}
