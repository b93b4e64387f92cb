import ListPaging
import Testing

extension `One import` {
  @Test func `ListPaging is enough to fill a stored list and to read it`() async throws {
    let source = KeysetSource { _ in
      RemotePage(
        cells: [Cell(id: "a", component: AnyComponent(StoredComponent(type: "Row")))],
        next: nil
      )
    }
    let store = try ListStore.inMemory()
    let pages = ListStorePages(store: store, list: "home", section: "feed")
    let pager = Pager(remote: source, storage: pages)
    try await pager.start()
    for await update in pager.updates {
      let list: List = try pages.list(update)
      await pager.shown(update)
      if !list.sections.isEmpty, !update.window.ids.isEmpty { break }
    }
    #expect(try store.firstPage(of: "home", limit: 5).cells.map(\.id) == ["a"])
  }
}
