import ExampleScreens
import ListAdapter
import ListDiffable
import ListModel
import Testing

@Suite struct MessagesScreenTests {
  @Test func `pages follow until the screen is full, and one more than that`() {
    let screen = Screen(MessagesScreen(), layout: .rows)
    // 640 points hold 14 messages; the end is near until 28 are there.
    #expect(screen.model.messages == 0..<32)
    #expect(screen.view.screenText.contains("[0, 0] Constraints | Message 0 | Short. | "))
  }

  @Test func `the list ends at two hundred messages`() throws {
    let screen = Screen(MessagesScreen())
    for _ in 0..<40 {
      try screen.perform { try $0.scroll(to: $0.contentLength) }
    }
    #expect(screen.model.messages == 0..<200)
    #expect(screen.view.screenText.contains("Message 199 |"))
  }

  @Test func `pulling down brings the messages after those there are`() {
    let screen = Screen(MessagesScreen(first: 3))
    let next = screen.model.messages.upperBound
    screen.perform { $0.pullToRefresh() }
    #expect(screen.model.messages.lowerBound == next)
    #expect(screen.view.screenText.contains("Message \(next) |"))
  }
}

@Suite struct HorizontalScreenTests {
  @Test func `two sections scroll sideways`() {
    let screen = Screen(HorizontalScreen(), viewport: SimulatedViewport(width: 2000))
    #expect(screen.view.numberOfItemsInSections == [4, 6])
    #expect(screen.view.screenText.contains("[1, 3] prefetching\n"))
  }

  @Test func `a shuffle moves views, and draws none anew`() {
    let screen = Screen(HorizontalScreen(), viewport: SimulatedViewport(width: 2000))
    let before = screen.view.statistics
    let texts = screen.view.drawnViews.map(\.text)
    screen.send(.shuffle(seed: 7))
    let after = screen.view.statistics
    #expect(screen.view.drawnViews.map(\.text) != texts)
    #expect(screen.view.drawnViews.map(\.text).sorted() == texts.sorted())
    #expect(after.batches == before.batches + 1)
    #expect(after.dequeuedCells == before.dequeuedCells)
    #expect(after.updatedContents == before.updatedContents)
  }
}

@Suite struct AppStoreScreenTests {
  private let screen: AppStoreScreen

  init() throws {
    screen = try AppStoreScreen(viewport: SimulatedViewport(height: 2000))
  }

  private var text: String { screen.view.screenText }

  @Test func `every shelf has what it should, under its header`() {
    #expect(screen.view.numberOfItemsInSections == [5, 6, 5])
    let places = screen.view.drawnViews.map(\.place.description)
    #expect(places.filter { $0.hasPrefix("header") } == ["header [1]", "header [2]"])
    #expect(
      places.filter { $0.hasPrefix("footer") } == ["footer [0]", "footer [1]", "footer [2]"]
    )
    #expect(text.contains("header [1] Worth a look | New apps and updates\n[1, 0] Market | "))
    #expect(text.contains("[1, 1] Clips | Short and funny · in-app purchases\n"))
    #expect(text.contains("[2, 4] 10 apps: Calm\n"))
  }

  @Test func `an app that comes first moves, and nothing is drawn anew`() throws {
    let before = screen.view.statistics
    let last = try #require(
      try screen.dataSource.snapshot().itemIdentifiers(inSection: .ranking).last
    )
    try screen.promote(last)
    #expect(text.contains("[1, 0] Noodles | "))
    #expect(text.contains("[1, 1] Market | "))
    #expect(screen.view.statistics.operations - before.operations == 1)
    #expect(screen.view.statistics.dequeuedCells == before.dequeuedCells)
    try screen.promote(last)
    #expect(screen.view.statistics.operations - before.operations == 1)
  }

  @Test func `an item that is taken out leaves the screen`() throws {
    screen.remove(.theme(title: "10 apps: Finance"))
    #expect(screen.view.numberOfItemsInSections == [5, 6, 4])
    #expect(!text.contains("Finance"))
    #expect(throws: DiffableDataSourceError.self) {
      try screen.promote(.theme(title: "10 apps: Finance"))
    }
  }
}

@Suite struct ExampleTourTests {
  @Test(arguments: Example.allCases)
  func `every tour ends, and every step of it can be looked at`(example: Example) throws {
    var steps: [String] = []
    try example.tour { step, view in
      steps.append(step)
      let page = view.screenHTML(title: example.title)
      for drawn in view.drawnViews {
        #expect(drawn.node != nil, "\(example.rawValue), \(step): \(drawn.place)")
        #expect(page.contains(#"data-place="\#(drawn.place)""#))
      }
      #expect(!view.drawnViews.isEmpty)
    }
    #expect(steps.count > 1)
    #expect(Set(steps).count == steps.count)
  }
}
