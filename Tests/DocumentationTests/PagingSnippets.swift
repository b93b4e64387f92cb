// Swift code of docs/paging.md; see ReadmeSnippets.

import ListAdapter
import ListModel
import ListPaging
import ListStorage

private struct Item: Sendable {
  var id: String
  var stored: StoredComponent
}

private struct Items: Sendable {
  var items: [Item]
  var nextCursor: String?
}

private protocol Feed: Sendable {
  func items(after cursor: String?, limit: Int) async throws -> Items
}

@MainActor private final class Screen {
  let adapter: CollectionViewAdapter

  init(_ adapter: CollectionViewAdapter) { self.adapter = adapter }

  func endRefreshing(_ id: RefreshID) { adapter.endRefreshing(id) }
}

@MainActor private enum PagingSnippets {
  static func make(_ store: ListStore, _ feed: any Feed) -> (ListStorePages, Pager) {
    let source = KeysetSource { query in
      let page = try await feed.items(after: query.key?.rawValue, limit: query.size)
      return RemotePage(
        cells: page.items.map { Cell(id: Cell.ID($0.id), component: AnyComponent($0.stored)) },
        next: page.nextCursor.map { PageKey($0) }
      )
    }
    let pages = ListStorePages(store: store, list: "home", section: "feed")
    let pager = Pager(remote: source, storage: pages)
    return (pages, pager)
  }

  static func show(
    _ pages: ListStorePages,
    _ pager: Pager,
    _ screen: Screen
  ) async throws {
    try await pager.start()
    for await update in pager.updates {
      let list = try pages.list(update)
        .withFooter(of: update.state)
        .withTaps(for: pager)
        .onVisibleCells { cells in
          Task { await pager.viewed(cells) }
        }
        .onRefresh(ending: .whenTold) { refresh in
          Task {
            await pager.refresh()
            screen.endRefreshing(refresh.id)
          }
        }
      _ = await screen.adapter.apply(list, version: update.window.version)
      await pager.shown(update, as: list)
    }
  }

  static func transform(
    _ pages: ListStorePages,
    _ update: PagerUpdate,
    _ muted: Set<Cell.ID>,
    _ day: @escaping @Sendable (Cell) -> Int,
    _ dayHeader: @escaping @Sendable (Int) -> Cell
  ) throws -> List {
    let rows = PagerRows()
      .filter { !muted.contains($0.id) }
      .separated { above, below in
        guard let below, above.map(day) != day(below) else { return nil }
        return dayHeader(day(below))
      }
    let list = try pages.list(update, rows)
    return list
  }

  static func jump(_ pages: ListStorePages, _ pager: Pager, _ update: PagerUpdate) throws -> List {
    var configuration = PagerConfiguration()
    configuration.jumpThreshold = 60
    let list = try pages.list(update).withPlaceholders(of: update)
      .onVisibleCells { cells in
        Task { await pager.viewed(cells) }
      }
    return list
  }

  static func configure() -> PagerConfiguration {
    var configuration = PagerConfiguration(pageSize: 30, prefetchDistance: 10)
    configuration.retry = PagerConfiguration.Retry(limit: 3, base: 1_000, jitter: 0.5)
    configuration.start = .refreshIfOlder(than: 5 * 60_000)
    configuration.maxSize = 300
    return configuration
  }

  static func read(_ store: ListStore) throws {
    var page = try store.firstPage(of: "home", limit: 50)
    while page.hasMore {
      page = try store.page(after: page.cursor, .rebase, limit: 50)
      if let behind = page.behind { print(behind.inserted, behind.deleted) }
    }
    try follow(store, page)
  }

  private static func follow(_ store: ListStore, _ page: StoredPage) throws {
    let reader = try store.consumer("export", of: "home")
    while try reader.consume({ _ in }) {}
    // ... the pages, `.pinned` ...
    try store.removeConsumer("export", of: "home")

    let feed = store.feed(of: "home", after: page.cursor.token)
    _ = feed
  }
}
