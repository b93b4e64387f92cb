import ExampleScreens
import ListAdapter
import ListModel
import Testing

@Suite struct DemoScreenTests {
  private let screen = Screen(DemoScreen(), layout: .rows)

  private var text: String { screen.view.screenText }

  @Test func `the screen opens at its top, by one reload`() {
    #expect(screen.outcomes == [.applied(version: 1)])
    #expect(screen.view.statistics.reloads == 1)
    #expect(
      text.hasPrefix(
        """
        header [0] Overview | What this is, and what is selected.
        [0, 0] Component → Cell → Section → List → CollectionViewAdapter | Layouts, headers, events \
        and batch updates on one screen.
        [0, 1] Now | Nothing is selected yet.
        header [1] Cards | Side by side, one at a time.
        [1, 0] Layouts | Lists, rows and grids.

        """
      )
    )
  }

  @Test func `a tap on a card changes the status and nothing else on screen`() {
    let before = screen.view.statistics
    screen.perform { $0.tapItem(at: CellPath(section: 1, item: 1)) }
    #expect(text.contains("[0, 1] Now | The card “Events” at [1, 1] is selected.\n"))
    #expect(screen.adapter.selection == ["card.events"])
    // One cell is reloaded, one line of the log is inserted below the screen.
    let after = screen.view.statistics
    #expect(after.operations - before.operations == 2)
    #expect(after.dequeuedCells - before.dequeuedCells == 1)
    #expect(after.reloads == before.reloads)
  }

  @Test func `tags and entries can be selected too`() throws {
    screen.perform { $0.tapItem(at: CellPath(section: 2, item: 3)) }
    #expect(screen.model.status == "The tag “prefetching” is selected.")
    try screen.perform { try $0.scroll(to: 300) }
    screen.perform { $0.tapItem(at: CellPath(section: 3, item: 0)) }
    #expect(screen.model.status == "The entry “Component” is selected.")
    #expect(screen.model.log.prefix(2).contains("Entry: Component"))
  }

  @Test func `pulling down rotates cards and tags, and ends when that is shown`() {
    screen.perform { $0.pullToRefresh() }
    #expect(!screen.view.isRefreshing)
    #expect(text.contains("[1, 0] Events |"))
    #expect(text.contains("[1, 3] Layouts |"))
    #expect(text.contains("[2, 5] declarative\n"))
    // A rotation is one move for each section, and the feed's reversal four.
    guard case .batches(_, let operations) = screen.adapter.lastPresentation else {
      Issue.record("\(String(describing: screen.adapter.lastPresentation))")
      return
    }
    #expect(operations == 1 + 1 + 4 + 2)
  }

  @Test func `two more pages are loaded at the end, and then no more`() throws {
    try screen.perform { try $0.scroll(to: $0.contentLength) }
    #expect(screen.model.isLoadingMore)
    #expect(text.contains("footer [3] Loading…\n"))
    for page in 2...3 {
      if !screen.model.isLoadingMore {
        // A page of the feed leaves the last cell as it was, because the log stands behind it: the end
        // is told again once it was left.
        try screen.perform { try $0.scroll(to: 0) }
        try screen.perform { try $0.scroll(to: $0.contentLength) }
      }
      screen.send(.pageLoaded)
      try screen.perform { try $0.scroll(to: $0.contentLength) }
      try screen.perform { try $0.scroll(to: $0.contentOffset - 300) }
      #expect(text.contains("Page \(page): Updates |"), "\(text)")
    }
    #expect(!screen.model.isLoadingMore)
    let feed = screen.adapter.snapshot()?.sections[3]
    #expect(feed?.cells.count == 11)
    let footer = try feed?.footer?.component.as(TextBlockComponent.self)
    #expect(footer?.viewModel.title == "Scroll for more.")
  }

  @Test func `the button reverses everything by moves, and the other one starts again`() {
    screen.send(.reverse)
    #expect(text.contains("[1, 0] Differences |"))
    #expect(screen.view.statistics.reloads == 1)
    screen.send(.reset)
    #expect(text.contains("[1, 0] Layouts |"))
    #expect(screen.adapter.lastPresentation == .reload(.requested))
  }

  @Test func `whatever is tapped, pulled and scrolled, every list is applied`() throws {
    for step in 0..<60 {
      switch step % 5 {
      case 0: screen.perform { $0.pullToRefresh() }
      case 1: try screen.perform { try $0.scroll(to: Double(step * 97 % 900)) }
      case 2:
        screen.perform { view in
          let paths = view.pathsForVisibleItems.sorted()
          view.tapItem(at: paths[step % paths.count])
        }
      case 3: screen.send(.reverse)
      default: screen.send(.pageLoaded)
      }
    }
    let isRefused = screen.outcomes.contains { if case .failed = $0 { true } else { false } }
    #expect(!isRefused)
    #expect(screen.model.log.count == 8)
    #expect(screen.view.statistics.createdContents < 60)
  }
}
