public import ListModel
public import ListPaging

/// A stored feed of posts that loads more as a person scrolls.
public struct Feed: Sendable {
  /// Loads and stores the pages.
  public let pager: Pager

  /// Creates a feed.
  ///
  /// - Parameters:
  ///   - service: The source of the posts.
  ///   - storage: The storage of the pages.
  ///   - clock: The clock; in tests, the clock of the simulation.
  public init(
    service: any PostService,
    storage: any PagerStorage,
    clock: any PagerClock = SystemPagerClock()
  ) {
    let source = KeysetSource { query in
      let page = try await service.posts(after: query.key?.rawValue, limit: query.size)
      return RemotePage(
        cells: try page.posts.map(Self.cell),
        next: page.cursor.map { PageKey($0) }
      )
    }
    var configuration = PagerConfiguration(pageSize: 20, prefetchDistance: 8)
    configuration.retry = PagerConfiguration.Retry(limit: 2)
    pager = Pager(remote: source, storage: storage, configuration: configuration, clock: clock)
  }

  private static func cell(_ post: Post) throws -> Cell {
    let component = StoredComponent(type: "Post", content: try Content(encoding: post))
    return Cell(id: Cell.ID(post.id), component: AnyComponent(component))
  }

  /// Returns the list to show: the posts, the handlers for scrolling and pulling, and a footer to tap
  /// when loading has failed.
  ///
  /// - Parameters:
  ///   - posts: The posts of an update.
  ///   - update: The update.
  ///   - endRefreshing: Stops the refresh control.
  /// - Returns: The list to show.
  public func list(
    _ posts: List,
    _ update: PagerUpdate,
    endRefreshing: @escaping @Sendable (RefreshID) -> Void
  ) -> List {
    let pager = pager
    return posts.withFooter(of: update.state).withTaps(for: pager)
      .onVisibleCells { cells in
        Task { await pager.viewed(cells) }
      }
      .onRefresh(ending: .whenTold) { refresh in
        Task {
          await pager.refresh()
          endRefreshing(refresh.id)
        }
      }
  }
}
