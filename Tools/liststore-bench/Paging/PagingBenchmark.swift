import ListAdapter
import ListModel
import ListPaging
import ListStorage

/// Measures what a page costs in a list of which many are loaded.
struct PagingBenchmark {
  let count: Int
  let folder: String
  let comparison: Comparison
  var only: String?
  private(set) var keptBytes = 0

  private static let shown = 300
  private static let page = SteppedPager.pageSize

  init(count: Int, folder: String, comparison: Comparison) {
    self.count = count
    self.folder = folder
    self.comparison = comparison
  }

  mutating func run() throws {
    var bytes = 0
    let benchmark = self
    try StoreBenchmark.withFolder(in: folder) { folder in
      let feed = try HandWrittenPages(path: folder + "/hand.db", count: benchmark.count)
      let pages = try benchmark.filled(folder + "/store.db")
      try benchmark.restarts(pages, feed)
      try benchmark.refreshes(pages, feed)
      bytes = try benchmark.appends(pages, feed, maxSize: Self.shown)
      try benchmark.appendsToAll(pages)
    }
    keptBytes = bytes
  }

  private func includes(_ name: String) -> Bool { only.map(name.contains) ?? true }

  /// Returns a stored list, with the keys that a pager has kept.
  private func filled(_ path: String) throws -> ListStorePages {
    var configuration = ListStore.Configuration()
    configuration.durability = .normal
    let store = try ListStore(path: path, configuration: configuration)
    let kept = """
      {"format":1,"next":{"key":"\(count)","isEnded":false},"previous":{"isEnded":true},"gaps":{},\
      "generation":1,"notBefore":0,"count":\(count),"origin":0,\
      "pages":[{"count":\(count),"pages":\(count / Self.page)}]}
      """
    let list = try List(declaring: (0..<count).map { FeedModel($0) }).inStoredForm()
    try store.commit(
      .list(list).setting(["pager": try Content(parsing: Array(kept.utf8))]),
      to: "feed"
    )
    return ListStorePages(store: store, list: "feed", section: "feed")
  }

  // MARK: Pages at the end

  /// Answers with the items after the key, which is a number.
  private static func items(after request: RemoteRequest) -> RemotePage {
    let start = request.key?.number ?? 0
    let models = (start..<(start + page)).map { FeedModel($0) }
    return RemotePage(cells: cells(models), next: PageKey(start + page))
  }

  private static func cells(_ models: [FeedModel]) -> [Cell] {
    models.compactMap { model in
      let cell = Cell(declaring: model)
      guard let stored = try? cell.component.stored() else { return nil }
      return Cell(id: cell.id, component: AnyComponent(stored))
    }
  }

  private func appends(
    _ pages: ListStorePages,
    _ feed: HandWrittenPages,
    maxSize: Int?
  ) throws -> Int {
    let pager = try SteppedPager(pages, maxSize: maxSize, remote: Self.items)
    var page = RemotePage(cells: [], next: nil)
    func prepare() throws {
      try pager.scrollToEnd()
      page = try pager.page()
    }
    var next = count
    if includes("page appended") {
      try comparison.measure(
        "page appended",
        count,
        [
          .init(
            name: "GRDB, by hand",
            prepare: { _ in
              page = Self.items(
                after: RemoteRequest(number: 0, kind: .append, key: PageKey(next), size: 0)
              )
              next += Self.page
            },
            run: { _ in try feed.append(page.cells, next: "\(next)") }
          ),
          .init(
            name: "pager",
            prepare: { _ in try prepare() },
            run: { _ in try pager.answer(with: page) }
          ),
        ]
      )
    }
    if includes("page shown") {
      let (peerView, view) = (BlankCollectionView(), BlankCollectionView())
      let (peer, adapter) = (Self.adapter(of: peerView), Self.adapter(of: view))
      let size = pager.window.ids.count
      try comparison.measure(
        "page shown",
        count,
        [
          .init(
            name: "GRDB, by hand",
            prepare: { _ in
              page = Self.items(
                after: RemoteRequest(number: 0, kind: .append, key: PageKey(next), size: 0)
              )
              next += Self.page
              try feed.append(page.cells, next: "\(next)")
            },
            run: { _ in peer.apply(try feed.lastItems(size)) }
          ),
          .init(
            name: "pager",
            prepare: { _ in
              try prepare()
              try pager.answer(with: page)
            },
            run: { _ in adapter.apply(try pages.list(PagerUpdate(window: pager.window))) }
          ),
        ]
      )
      withExtendedLifetime((peerView, view)) {}
    }
    return pager.keptBytes
  }

  private static func adapter(of view: BlankCollectionView) -> CollectionViewAdapter {
    CollectionViewAdapter(
      configuration: CollectionViewAdapterConfiguration(
        enablesReconfigureItems: true,
        batchUpdateInterruptCount: .max
      ),
      collectionView: view,
      layoutAdapter: CollectionViewLayoutAdapter()
    )
  }

  /// Measures a pager that shows all loaded cells.
  private func appendsToAll(_ pages: ListStorePages) throws {
    guard includes("all shown") else { return }
    let pager = try SteppedPager(pages, maxSize: nil, remote: Self.items)
    let view = BlankCollectionView()
    let adapter = Self.adapter(of: view)
    var page = RemotePage(cells: [], next: nil)
    func prepare() throws {
      try pager.scrollToEnd()
      page = try pager.page()
    }
    try comparison.measure(
      "page appended, all shown",
      count,
      [
        .init(
          name: "pager",
          prepare: { _ in try prepare() },
          run: { _ in try pager.answer(with: page) }
        )
      ]
    )
    try comparison.measure(
      "page shown, all shown",
      count,
      rounds: 3,
      [
        .init(
          name: "pager",
          prepare: { _ in
            try prepare()
            try pager.answer(with: page)
          },
          run: { _ in adapter.apply(try pages.list(PagerUpdate(window: pager.window))) }
        )
      ]
    )
    withExtendedLifetime(view) {}
  }

  // MARK: Refreshes and restarts

  private func refreshes(_ pages: ListStorePages, _ feed: HandWrittenPages) throws {
    guard includes("page refreshed") else { return }
    let pager = try SteppedPager(pages, maxSize: Self.shown, remote: Self.items)
    for (name, new) in [("page refreshed, none new", 0), ("page refreshed, 5 new", 5)] {
      var heads = [0, 1].map { _ in (0..<Self.page).map { FeedModel($0) } }
      var page = RemotePage(cells: [], next: nil)
      func prepare(_ contender: Int, _ round: Int) {
        let models = (0..<new).map { FeedModel(-1 - $0 - 100 * (round + 1)) }
        heads[contender] = Array((models + heads[contender]).prefix(Self.page))
        page = RemotePage(cells: Self.cells(heads[contender]), next: "50")
      }
      var steps = [-1, -1]
      try comparison.measure(
        name,
        count,
        [
          .init(
            name: "GRDB, by hand",
            prepare: { _ in
              steps[0] += 1
              prepare(0, steps[0])
            },
            run: { _ in try feed.refresh(page.cells, next: "50") }
          ),
          .init(
            name: "pager",
            prepare: { _ in
              steps[1] += 1
              prepare(1, steps[1])
              try pager.refresh()
            },
            run: { _ in try pager.answer(with: page) }
          ),
        ]
      )
    }
  }

  private func restarts(_ pages: ListStorePages, _ feed: HandWrittenPages) throws {
    guard includes("restart") else { return }
    let pager = try SteppedPager(pages, maxSize: Self.shown, remote: Self.items)
    // A new process has shown no window yet.
    var newPages: ListStorePages {
      ListStorePages(store: pages.store, list: pages.list, section: pages.section)
    }
    try comparison.measure(
      "restart",
      count,
      [
        .init(name: "GRDB, by hand") { _ in _ = try feed.restart(Self.shown) },
        .init(name: "pager") { _ in
          try pager.restart()
          _ = try newPages.list(PagerUpdate(window: pager.window))
        },
        .init(name: "pager, until it can load") { _ in
          try pager.restart()
          _ = try newPages.list(PagerUpdate(window: pager.window))
          try pager.open()
        },
      ]
    )
  }
}
