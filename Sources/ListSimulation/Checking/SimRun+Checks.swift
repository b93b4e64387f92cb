import ListKeeping
import ListModel
import ListPaging
import ListStorage

/// Checks of the cells on screen, and of the cells in the store.
extension SimRun {
  /// Checks that the end was reached by a list that shows a part only, and that it kept to its limit.
  func checkEverythingLoaded() {
    guard let screen, let limit = screen.shownLimit else { return }
    // That everything is stored is checked by the answers: an item that came between loaded ones need not
    // have been read.
    if let last = storedItems?.last(where: isVisible) ?? truth.items.last(where: isExpected)?.id,
      !screen.ids.contains(last)
    {
      violate(.eventuallyLoads, "\(last) is the last item of the list, and is not shown at its end")
    }
    // Cells that the pager adds are not counted: gaps, a header, a footer.
    let count = screen.ids.count(where: truth.knows)
    if count > limit {
      violate(.memoryBound, "\(count) items are shown; at most \(limit) are expected")
    }
  }

  /// Checks that the start of the remote's list is there, after the user has scrolled to it.
  func checkStart() {
    guard violation == nil, let screen else { return }
    let shown = Set(screen.ids)
    // Pages that were removed from the store are read again; the others come from there.
    let first =
      settings.keepsPart
      ? truth.items.first { isExpected($0) || shown.contains($0.id) }?.id
      : storedItems?.first(where: isVisible) ?? truth.items.first(where: isExpected)?.id
    if let first, !shown.contains(first) {
      violate(
        .eventuallyLoads,
        "\(first) is the first item of the list, and did not come back at its start"
      )
    }
  }

  private func isVisible(_ id: Cell.ID) -> Bool { !subject.isHidden(id) }
  private func isExpected(_ item: SimItem) -> Bool { truth.isSteady(item.id) && isVisible(item.id) }

  /// Checks that the next page does not begin behind the first missing item; it may repeat items.
  func checkStoredPages() {
    guard settings.paging == .keyset, ownServer == nil, let stored,
      let kept = try? storedPages(stored), !kept.ids.isEmpty
    else { return }
    guard let key = PagerContents(stored: kept).nextKey, let order = SimServer.order(of: key)
    else { return }
    let steady = server.items.filter { server.steady.contains($0.id) }
    guard let last = kept.ids.last(where: { server.steady.contains($0) }),
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
    guard let stored, let version = version(of: stored.list) else { return }
    let extent: TruthCheck.Extent =
      !settings.loadsEverything
      ? .between : settings.keepsPart ? .toTheEnd : .everything(endAfter: 0)
    if let found = storedFinding(stored, at: version, extent) {
      return violate(found.invariant, found.message)
    }
    checkShownEqualsStored(storedCells(stored)?.map(\.id) ?? [])
    if let store, model == nil { checkReading(store, stored) }
  }

  /// Checks that what is shown is what is stored.
  private func checkShownEqualsStored(_ ids: [Cell.ID]) {
    guard let screen, screen.shownLimit == nil, screen.unanswered.isEmpty else { return }
    let shown = screen.ids.filter { truth.knows($0) && !subject.isHidden($0) }
    let due = ids.filter { truth.knows($0) && !subject.isHidden($0) }
    if !shown.isEmpty, shown != due {
      violate(.replayEqualsSnapshot, "\(shown.count) items are shown, \(due.count) are stored")
    }
  }

  /// Checks that the real store is sound, and that a cursor reads all of the list.
  private func checkReading(_ store: ListStore, _ stored: StoredPlace) {
    do {
      let ids = try store.snapshot(of: stored.list).list.sections.flatMap { $0.cells.map(\.id) }
      // A few pages for any length of the list; the last one is shorter.
      let limit = 7 + ids.count / 4
      var page = try store.firstPage(of: stored.list, limit: limit)
      var read = page.cells.map(\.id)
      while page.hasMore {
        page = try store.page(after: page.cursor, .pinned, limit: limit)
        read += page.cells.map(\.id)
      }
      if read != ids {
        violate(.cursorComplete, "\(read.count) cells were read in pages, \(ids.count) are stored")
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
    guard let store, model == nil, let list = stored?.list, (try? store.info(of: list)) != nil
    else { return }
    do {
      if let cursor = reader.cursor {
        let page = try store.page(after: cursor, .rebase, limit: 5)
        try reader.take(page, store)
      } else {
        try reader.begin(try store.firstPage(of: list, limit: 5))
      }
    } catch {
      violate(.cursorComplete, "\(error)")
    }
  }
}

/// A reader that goes through a stored list in pages while it changes.
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
    let ids = try store.cellIDs(
      .rows(0..<page.cursor.count),
      in: page.cursor.list,
      at: page.cursor.version
    )
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
