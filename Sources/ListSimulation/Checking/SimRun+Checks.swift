import ListModel
import ListPaging
import ListStorage

/// Checks of the cells on screen, and of the cells in the store.
extension SimRun {
  /// Checks that the cells shown are a run of the remote's list.
  func checkContent() {
    guard let screen else { return }
    let steady = server.steadyIDs
    let places = Dictionary(uniqueKeysWithValues: steady.enumerated().map { ($1, $0) })
    var last: (id: Cell.ID, place: Int)?
    for section in screen.list.sections {
      for cell in section.cells {
        if cell.component.type == PagerGap.componentType { last = nil }
        guard let place = places[cell.id] else { continue }
        if let last, place != last.place + 1 {
          let found = "\(cell.id) is shown after \(last.id)"
          violate(
            .nothingLost,
            place > last.place
              ? "\(found); \(place - last.place - 1) items are missing between them, from "
                + "\(steady[last.place + 1]) on"
              : "\(found), and comes before it at the remote"
          )
          return
        }
        last = (cell.id, place)
      }
    }
  }

  /// Checks that everything that was there from the start was loaded.
  func checkEverythingLoaded() {
    guard let screen else { return }
    let shown = Set(screen.ids)
    let steady = server.steadyIDs
    let limit = screen.shownLimit
    let due = limit == nil ? steady[...] : steady.suffix(1)
    let missing = due.filter { !shown.contains($0) }
    if let first = missing.first {
      violate(
        .eventuallyLoads,
        "\(missing.count) of \(steady.count) items were never loaded, from \(first) on"
      )
    }
    if let limit, screen.ids.count > limit {
      violate(.memoryBound, "\(screen.ids.count) cells are shown; at most \(limit) are expected")
    }
  }

  /// Checks that the next page does not begin behind the first missing item; it may repeat items.
  func checkStoredPages() {
    guard settings.paging == .keyset, let store else { return }
    let pages = ListStorePages(store: store, list: "list", section: "items")
    guard let stored = try? pages.readStored(), !stored.ids.isEmpty else { return }
    guard let key = PagerContents(stored: stored).nextKey, let order = SimServer.order(of: key)
    else { return }
    let steady = server.items.filter { server.steady.contains($0.id) }
    guard let last = stored.ids.last(where: { server.steady.contains($0) }),
      let place = steady.firstIndex(where: { $0.id == last })
    else { return }
    let next = steady.first { $0.order > order }
    let expected = place + 1 < steady.count ? steady[place + 1] : nil
    if let expected, next.map({ $0.order > expected.order }) ?? true {
      violate(
        .atomicPage,
        "the stored list ends with \(last), and the stored key reads on at "
          + "\(next?.id.rawValue ?? "the end"); expected \(expected.id)"
      )
    }
  }

  /// Checks that the store is sound, and that its pages make up the list.
  func checkStore() {
    guard let store, let snapshot = try? store.snapshot(of: "list") else { return }
    let ids = snapshot.list.sections.flatMap { $0.cells.map(\.id) }
    do {
      // A few pages for any length of the list; the last one is shorter.
      let limit = 7 + ids.count / 4
      var page = try store.firstPage(of: "list", limit: limit)
      var read = page.cells.map(\.id)
      while page.hasMore {
        page = try store.page(after: page.cursor, .pinned, limit: limit)
        read += page.cells.map(\.id)
      }
      if read != ids {
        violate(.cursorComplete, "\(read.count) cells were read in pages, \(ids.count) are stored")
      }
      if let screen, screen.shownLimit == nil, screen.unanswered.isEmpty {
        let shown = screen.list.sections.first { $0.id == "items" }?.cells.map(\.id) ?? []
        if !shown.isEmpty, shown != ids {
          violate(.replayEqualsSnapshot, "\(shown.count) cells are shown, \(ids.count) are stored")
        }
      }
      if settings.storage == .file || settings.seed % 16 == 0 {
        let report = try store.verify()
        if !report.problems.isEmpty {
          violate(.replayEqualsSnapshot, "the store is damaged: \(report.problems[0])")
        }
      }
    } catch {
      violate(.cursorComplete, "the store cannot be read: \(error)")
    }
  }

  /// Reads the next page with a cursor, and follows the changes of the part that was read.
  func read() {
    guard let store, (try? store.info(of: "list")) != nil else { return }
    do {
      if let cursor = reader.cursor {
        let page = try store.page(after: cursor, .rebase, limit: 5)
        try reader.take(page, store)
      } else {
        try reader.begin(try store.firstPage(of: "list", limit: 5))
      }
    } catch {
      violate(.cursorComplete, "\(error)")
    }
  }
}

/// Somebody who reads a stored list in pages while it changes.
struct SimReader {
  private(set) var cursor: PageCursor?
  private var read: Set<Cell.ID> = []

  mutating func begin(_ page: StoredPage) throws {
    cursor = page.cursor
    read = Set(page.cells.map(\.id))
  }

  mutating func take(_ page: StoredPage, _ store: ListStore) throws {
    if let behind = page.behind {
      guard behind.isComplete else {
        cursor = nil
        return
      }
      read.subtract(behind.deleted)
      read.subtract(behind.movedAhead)
      read.formUnion(behind.inserted)
      read.formUnion(behind.movedBehind)
    }
    read.formUnion(page.cells.map(\.id))
    cursor = page.cursor
    let ids = try store.cellIDs(.rows(0..<page.cursor.count), in: "list", at: page.cursor.version)
    if Set(ids) != read {
      let odd = Set(ids).symmetricDifference(read).sorted().first
      throw SimViolation(
        .cursorComplete,
        "the pages that were read and their reports differ from the list at \(odd?.rawValue ?? "")"
      )
    }
    if !page.hasMore { cursor = nil }
  }
}
