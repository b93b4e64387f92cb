import Feed
import ListPaging
import ListSimulation
import Testing

/// The remote of the simulated world as a service of posts.
struct SimulatedService: PostService {
  let remote: SimRemote

  func posts(after cursor: String?, limit: Int) async throws -> PostPage {
    let page = try await remote.page(after: cursor.map { PageKey($0) }, size: limit)
    let posts = page.cells.map { Post(id: $0.id.rawValue, text: "Post \($0.id)") }
    return PostPage(posts: posts, cursor: page.next?.rawValue)
  }
}

/// The feed on a simulated screen.
func feed(_ world: SimWorld) -> SimulatedPager {
  let (service, pages) = (SimulatedService(remote: world.remote), world.pages())
  let feed = Feed(service: service, storage: pages, clock: world.clock)
  return SimulatedPager(feed.pager) { update, screen in
    feed.list(try pages.list(update), update) { screen.endRefreshing($0) }
  }
}

/// Sets up the service: it pages by cursors only, and begins with the newest post.
func cursors(_ settings: inout SimSettings) {
  (settings.paging, settings.startsInMiddle) = (.keyset, false)
}

@Suite struct FeedTests {
  @Test func `a user who scrolls sees all posts, though the server fails once`() throws {
    let result = try simulate(feed) { user in
      user.settle()
      user.fault(.fails)
      user.jump(to: .end)
      user.settle()
    }
    #expect(result.shownIDs == result.remoteIDs + [PagerFooter.cellID])
  }

  @Test func `whatever users, servers and stores do, no post is lost`() throws {
    try explore(seeds: 0..<40, steps: 60, adjust: cursors, feed)
  }
}
