import Feed
import Foundation
import ListModel
import ListPaging
import ListSimulation
import Testing

/// The world's remote, as the service of posts.
struct SimulatedService: PostService {
  let remote: SimRemote

  func posts(after cursor: String?, limit: Int) async throws -> PostPage {
    let page = try await remote.page(after: cursor.map { PageKey($0) }, size: limit)
    let posts = page.cells.map { Post(id: $0.id.rawValue, text: "Post \($0.id)") }
    return PostPage(posts: posts, cursor: page.next?.rawValue)
  }
}

/// The feed on a simulated screen.
struct FeedScreen: SimulatedList {
  let feed: Feed
  let pages: SimPages

  init(_ world: SimWorld) {
    pages = world.pages()
    feed = Feed(
      service: SimulatedService(remote: world.remote),
      storage: pages,
      clock: world.clock
    )
  }

  func run(on screen: SimScreen) async throws {
    try await feed.pager.start()
    for await update in feed.pager.updates {
      let list = feed.list(try pages.list(update), update) { screen.endRefreshing($0) }
      await screen.show(list, version: update.window.version, anchor: .firstVisibleCell)
      await feed.pager.shown(update)
    }
  }

  func visibilityChanged(to visibility: Pager.Visibility) async {
    await feed.pager.setVisibility(visibility)
  }
}

@Suite struct FeedTests {
  @Test func `a user who scrolls sees all posts, though the server fails once`() throws {
    let result = try simulate(FeedScreen.init) { user in
      user.settle()
      user.fault(.fails)
      user.jump(to: .end)
      user.settle()
    }
    #expect(result.shownIDs == result.remoteIDs + [PagerFooter.cellID])
  }

  @Test func `whatever users, servers and stores do, no post is lost`() throws {
    let count = ProcessInfo.processInfo.environment["LISTSTORE_SEEDS"].flatMap(UInt64.init) ?? 100
    try explore(seeds: 0..<count, steps: 60) { settings in
      // This service knows cursors only, and begins with the newest post.
      settings.paging = .keyset
      settings.startsInMiddle = false
    } _: {
      FeedScreen($0)
    }
  }
}
