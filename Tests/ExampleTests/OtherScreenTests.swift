import ExampleScreens
import Foundation
import ListAdapter
import ListDiffable
import ListModel
import ListPictures
import ListRendering
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

  @Test func `a shuffle moves views, and draws none again`() {
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

  @Test func `an app that comes first moves, and nothing is drawn again`() throws {
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
    try example.tour { step in
      let view = step.view
      steps.append(step.caption)
      let page = view.screenHTML(title: example.title)
      for drawn in view.drawnViews {
        #expect(drawn.node != nil, "\(example.rawValue), \(step.caption): \(drawn.place)")
        #expect(page.contains(#"data-place="\#(drawn.place)""#))
      }
      #expect(!view.drawnViews.isEmpty)
    }
    #expect(steps.count > 1)
    #expect(Set(steps).count == steps.count)
  }

  @Test func `tours that scroll to the end show it`() throws {
    try Example.messages.tour { step in
      guard step.caption.hasPrefix("scrolled") else { return }
      let last = step.view.numberOfItemsInSections[0] - 1
      #expect(last == 199)
      let frame = step.view.frame(ofItemAt: CellPath(section: 0, item: last))
      let offset = step.view.contentOffset
      #expect(abs((frame?.maxY ?? 0) - offset - step.view.viewportLength + 20) < 0.01)
    }
    for example in [Example.sample, .measuredSample] {
      try example.tour { step in
        guard step.caption.hasPrefix("scrolled") else { return }
        let frame = step.view.frame(ofItemAt: CellPath(section: 0, item: 99))
        let offset = step.view.contentOffset
        #expect(abs((frame?.maxY ?? 0) - offset - step.view.viewportLength) < 0.01)
      }
    }
    var places: [String: DrawnView.Place] = [:]
    try Example.demo.tour { step in
      places[step.caption] =
        step.view.drawnViews.filter { $0.text == "Tap a card, or pull down." }
        .last?.place
      if step.caption == "the next page of the feed arrived" {
        #expect(step.view.screenText.contains("Page 2: Updates |"))
      }
    }
    #expect(places["scrolled to the end"] != nil)
  }

  @Test(arguments: [Example.demo, .sample, .messages, .horizontal])
  func `a tour shows where a finger is`(example: Example) throws {
    var touches = 0
    try example.tour { step in touches += step.touch == nil ? 0 : 1 }
    #expect(touches > 0)
  }

  @Test(arguments: Example.allCases)
  func `texts of the screens are not cut, and can be read in the light and in the dark`(
    example: Example
  ) throws {
    try example.tour { step in
      for figure in Picture(of: step.view).figures {
        let size = ContentSize(width: figure.frame.width, height: figure.frame.height)
        var grounds: [(rect: ContentRect, color: ContentColor)] = []
        for shape in figure.node?.drawing(in: size).shapes ?? [] {
          switch shape {
          case .rectangle(let rect, _, let fill?, _) where fill.light.alpha == 1:
            grounds.append((rect, fill))
          case .text(let line):
            #expect(!line.text.hasSuffix("…") || line.text == "Loading…", "\(step.caption)")
            let behind = grounds.last { $0.rect.y < line.baseline && line.baseline < $0.rect.maxY }
            let ground = behind?.color ?? .groupedBackground
            #expect(ground.dark.red < 0.4 && ground.dark.green < 0.4, "\(example): \(line.text)")
            for appearance in ContentAppearance.allCases {
              let letters = line.color.components(in: appearance)
              #expect(
                contrast(letters, ground.components(in: appearance)) >= 4.5,
                "\(example), \(step.caption), \(appearance): \(line.text)"
              )
            }
          default: break
          }
        }
      }
    }
  }

  /// The contrast of two colours, 1 to 21 (WCAG 2, 1.4.3).
  private func contrast(
    _ first: ContentColor.Components,
    _ second: ContentColor.Components
  ) -> Double {
    func luminance(_ color: ContentColor.Components) -> Double {
      func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    let (one, other) = (luminance(first), luminance(second))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}

extension ContentRect {
  fileprivate var maxY: Double { y + height }
}
