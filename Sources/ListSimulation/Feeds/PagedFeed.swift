package import ListModel
public import ListPaging

/// A list that a pager fills, as in an app and in the documentation.
///
/// Use it to try out a configuration of a pager, or as a pattern for a list of your own.
public struct PagedFeed: SimulatedList {
  /// The pager.
  public let pager: Pager
  private let pages: SimPages
  private let usesPoints: Bool
  /// How many cells are shown at most; `nil` for all.
  package let limit: Int?
  private let distance: Int?
  private let configuration: PagerConfiguration
  /// Whether a line stands between any two cells.
  private let hasLines: Bool
  /// Whether placeholders stand for the items that are not loaded.
  private let hasPlaceholders: Bool

  /// Creates the feed of a world.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - configuration: How the pager loads; drawn from the world's seed if `nil`.
  ///   - remote: The remote of the pager; the world's remote if `nil`.
  ///   - storage: The storage of the pager; the world's store if `nil`.
  public init(
    _ world: SimWorld,
    configuration: PagerConfiguration? = nil,
    remote: (any RemoteSource)? = nil,
    storage: (any PagerStorage)? = nil
  ) {
    let configuration = configuration ?? Self.configuration(of: world)
    self.configuration = configuration
    var random = world.random("rows")
    hasLines = random.happens(20)
    hasPlaceholders =
      world.settings.counts && !hasLines && configuration.maxSize == nil
      && configuration.prefetchDistance != nil
    pages = world.pages()
    usesPoints = configuration.prefetchDistance == nil
    distance = configuration.prefetchDistance
    limit = configuration.maxSize.map {
      max($0, 2 * max(configuration.pageSize, configuration.initialLoadSize))
        + configuration.pageSize
        + 2 * (configuration.prefetchDistance ?? configuration.pageSize) + 2
    }
    pager = Pager(
      remote: remote ?? world.remote,
      storage: storage ?? pages,
      configuration: configuration,
      clock: world.clock
    )
  }

  /// Draws the configuration of a pager.
  public static func configuration(of world: SimWorld) -> PagerConfiguration {
    var random = world.random("configuration")
    let settings = world.settings
    let initial = settings.paging == .pageNumber ? 1 : random.pick([1, 1, 3]) ?? 1
    // Earlier pages are requested only with a prefetch distance.
    // A limit needs one too: what is on screen must be known.
    let distances = [settings.startsInMiddle || settings.showsPart ? 5 : nil, 1, 5, 10, 10]
    let distance = random.pick(distances) ?? 10
    var configuration = PagerConfiguration(
      pageSize: settings.pageSize,
      initialLoadSize: settings.pageSize * initial,
      prefetchDistance: distance,
      initialKey: world.initialKey
    )
    if settings.paging == .offset { configuration.overlap = random.number(in: 1...3) }
    if random.happens(20) { configuration.refreshMode = .replace }
    if random.happens(20) { configuration.onCursorExpired = .restart }
    if random.happens(30) { configuration.retry = PagerConfiguration.Retry(limit: 2, jitter: 0.5) }
    configuration.start =
      random.pick([.refreshIfEmpty, .always, .refreshIfOlder(than: 60_000), .never])
      ?? .refreshIfEmpty
    configuration.seed = random.next()
    // A part has room for the cells on screen, and for those that are loaded beyond them.
    let least = Int(settings.height / settings.cellHeight) + 1 + 2 * (distance ?? 0)
    if settings.showsPart {
      configuration.maxSize = least + settings.pageSize * random.number(in: 1...3)
    }
    if settings.counts {
      var more = world.random("configuration/jumps")
      configuration.jumpThreshold =
        more.pick([nil, settings.pageSize, 3 * settings.pageSize]) ?? nil
    }
    if random.happens(12) { configuration.refetch.onReturn = .always }
    if settings.keepsPart {
      configuration.retention = .lastPages(least / settings.pageSize + random.number(in: 2...4))
    }
    return configuration
  }

  /// Shows the updates of the pager.
  ///
  /// - Throws: An error of the store.
  public func run(on screen: SimScreen) async throws {
    var list = SimulatedPager(pager, atMost: limit, within: distance, declare)
    list.configuration = configuration
    try await list.run(on: screen)
  }

  /// Returns the list of an update, with its handlers.
  ///
  /// - Throws: An error of the store.
  package func declare(_ update: PagerUpdate, on screen: SimScreen) throws -> List {
    let pager = pager
    let list = try cells(of: update).withHeader(of: update.state).withFooter(of: update.state)
      .withTaps(for: pager)
      .onRefresh(ending: .whenTold) { context in
        Task {
          await pager.refresh()
          screen.endRefreshing(context.id)
        }
      }
    let ending = usesPoints ? list.onReachEnd { _ in Task { await pager.reached(.append) } } : list
    // Also with a distance in points: `maxSize` needs to know which cells are on screen.
    guard !usesPoints || limit != nil else { return ending }
    return ending.onVisibleCells { cells in
      Task { await pager.viewed(cells) }
    }
  }

  /// Returns the cells of an update, in some worlds with a line between any two.
  private func cells(of update: PagerUpdate) throws -> List {
    guard hasLines else {
      let list = try pages.list(update)
      return hasPlaceholders ? list.withPlaceholders(of: update) : list
    }
    let rows = PagerRows().separated { above, below in
      guard let above, below != nil else { return nil }
      return Cell(
        id: Cell.ID("line-\(above.id)"),
        component: AnyComponent(StoredComponent(type: "Line"))
      )
    }
    return try pages.list(update).showing(rows, of: update.state)
  }

  /// Tells the pager whether a user looks.
  public func visibilityChanged(to visibility: Pager.Visibility) async {
    await pager.setVisibility(visibility)
  }

  /// Tells the pager that others have changed what is stored.
  public func storeChanged() async { try? await pager.reload() }
}
