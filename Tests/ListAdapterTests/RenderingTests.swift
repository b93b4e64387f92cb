import ListAdapter
import ListModel
import ListRendering
import ListTestSupport
import Testing

/// How components come on screen: contents created once, drawn again, used again.
@Suite(.everyView) struct RenderingTests {
  private let small = SimulatedViewport(height: 20, cellHeight: 10)

  private func cards(_ count: Int) -> List {
    List(cards: (0..<count).map { ("\($0)", "card \($0)") })
  }

  @Test(.simulatedOnly(.isAboutTheSimulation))
  func `a content is created once for each view, and drawn again for each cell`() throws {
    let fixture = AdapterFixture(showing: cards(100), viewport: small, layout: .rows)
    var contents: Set<ObjectIdentifier> = []
    for offset in stride(from: 0.0, through: 900, by: 10) {
      try fixture.view.scroll(to: offset)
      for path in fixture.view.pathsForVisibleItems {
        let content = fixture.view.visibleCell(at: path)?.content as? CardComponent.CardContent
        #expect(content?.title == "card \(path.item)")
        contents.insert(ObjectIdentifier(try #require(content)))
      }
    }
    let statistics = fixture.view.statistics
    #expect(contents.count == statistics.createdContents)
    #expect(statistics.createdContents == statistics.createdViews)
    #expect(statistics.createdContents <= 3)
    #expect(statistics.createdContents + statistics.updatedContents == statistics.dequeuedCells)
  }

  @Test(.simulatedOnly(.isAboutTheSimulation))
  func `a content keeps the coordinator it was created with`() throws {
    let fixture = AdapterFixture(showing: cards(3), viewport: small, layout: .rows)
    let content = try #require(fixture.view.card(0)?.content as? CardComponent.CardContent)
    try fixture.view.scroll(to: 10)
    let reused = fixture.view.card(2)?.content as? CardComponent.CardContent
    #expect(reused === content || reused?.coordinator.drawings == 1)
    #expect(content.coordinator.drawings == fixture.viewCount(drawing: content))
  }

  @Test(.simulatedOnly(.isAboutTheSimulation)) func `a reconfigured cell keeps view and content`()
    throws
  {
    let fixture = AdapterFixture(.init(enablesReconfigureItems: true), showing: cards(2))
    let view = try #require(fixture.view.card(1))
    let content = view.content
    fixture.apply("next", List(cards: [("0", "card 0"), ("1", "other")]))
    fixture.view.flush()
    #expect(fixture.view.card(1) === view)
    #expect(view.content === content)
    #expect((view.content as? CardComponent.CardContent)?.title == "other")
    #expect(view.reuseCount == 0)
    #expect(view.renderCount == 2)
    #expect(fixture.view.statistics.createdContents == 2)
    #expect(fixture.view.statistics.updatedContents == 1)
  }

  @Test(.simulatedOnly(.isAboutTheSimulation)) func `a reloaded cell gets another view`() throws {
    let fixture = AdapterFixture(showing: cards(2))
    let view = try #require(fixture.view.card(1))
    fixture.apply("next", List(cards: [("0", "card 0"), ("1", "other")]))
    #expect(fixture.view.card(1) !== view)
    #expect(fixture.view.statistics.createdContents == 3)
    // The old view still fades out: it keeps what it shows until then, and longer.
    #expect((view.content as? CardComponent.CardContent)?.title == "card 1")
    fixture.view.flush()
    #expect((view.content as? CardComponent.CardContent)?.title == "card 1")
    fixture.apply("more", List(cards: [("0", "card 0"), ("1", "other"), ("2", "card 2")]))
    #expect(fixture.view.statistics.createdViews == 3)
  }

  @Test(.simulatedOnly(.isAboutTheSimulation))
  func `a view that leaves its pool is made ready, and keeps its content`() throws {
    let fixture = AdapterFixture(showing: cards(4), viewport: small, layout: .rows)
    let view = try #require(fixture.view.card(0))
    let content = view.content
    try fixture.view.scroll(to: 20)
    #expect(view.reuseCount == 1)
    #expect(view.content === content)
    #expect(view.contentCount == 1)
  }

  @Test(.simulatedOnly(.isAboutTheSimulation))
  func `a component of another type never draws in a content that is not its own`() throws {
    // The original leaves the old content on screen: its `render(in:coordinator:)` does nothing
    // when a content has another type.
    let old = AnyComponent(CardComponent(viewModel: "old"))
    let new = AnyComponent(BannerComponent(viewModel: "new"))
    let coordinator = old.makeCoordinator()
    let content = try #require(old.renderContent(coordinator: coordinator))
    old.render(in: content, coordinator: coordinator)
    #expect(!new.render(in: content, coordinator: coordinator))
    #expect((content as? CardComponent.CardContent)?.title == "old")

    let fixture = AdapterFixture(.init(enablesReconfigureItems: true), showing: cards(1))
    let view = try #require(fixture.view.card(0))
    fixture.apply(
      "banner",
      List(sections: [Section(id: "s", cells: [Cell(id: "0", component: new)])])
    )
    fixture.view.flush()
    #expect(fixture.view.card(0) === view)
    #expect((view.content as? TextContent)?.text == "new")
    #expect(view.contentCount == 2)
    #expect(fixture.view.statistics.createdContents == 2)
  }

  @Test func `a component without a content of its own shows its type and view model`() throws {
    let stored = StoredComponent(type: "Unknown", content: try Content(parsing: Array("[1]".utf8)))
    let list = List(
      sections: [
        Section(
          id: "s",
          cells: [Cell("a"), Cell(id: "b", component: AnyComponent(stored))]
        )
      ]
    )
    let fixture = AdapterFixture(showing: list)
    #expect(
      fixture.view.screenText == """
        [0, 0] Text | {"revision":0,"text":"a"}
        [0, 1] Unknown | [1]

        """
    )
  }

  @Test func `handlers are given the content of the view`() throws {
    let recorder = Recorder()
    func record(_ name: String) -> @Sendable (CellContext) -> Void {
      { recorder.record("\(name) \(($0.content as? TextContent)?.text ?? "nothing")") }
    }
    let cell = Cell(id: "a", component: BannerComponent(viewModel: "text"))
      .willDisplay(record("willDisplay")).didEndDisplay(record("didEndDisplay"))
      .onHighlight(record("highlight")).onUnhighlight(record("unhighlight"))
      .didSelect(record("select")).didDeselect(record("deselect"))
    let section = Section(id: "s", cells: [cell])
      .withHeader(BannerComponent(viewModel: "header"))
      .willDisplayHeader { context in
        recorder.record("header \((context.content as? TextContent)?.text ?? "nothing")")
      }
      .didEndDisplayHeader { context in
        recorder.record("end \((context.content as? TextContent)?.text ?? "nothing")")
      }
    let fixture = AdapterFixture(showing: List(sections: [section]))
    fixture.view.tapItem(at: CellPath(0, 0))
    fixture.view.deselectItem(at: CellPath(0, 0))
    fixture.apply("empty", List())
    fixture.view.flush()
    #expect(
      Set(recorder.take()) == [
        "willDisplay text", "header header", "highlight text", "unhighlight text", "select text",
        "deselect text", "didEndDisplay text", "end header",
      ]
    )
  }

  @Test func `a screen is drawn from top to bottom, and escaped`() throws {
    let section = Section(
      id: "s",
      cells: ["<b>", "&"].map { Cell(id: Cell.ID($0), component: CardComponent(viewModel: $0)) }
    )
    .withHeader(BannerComponent(viewModel: "Header"))
    .withFooter(BannerComponent(viewModel: "Footer"))
    let fixture = AdapterFixture(showing: List(sections: [section]))
    #expect(
      fixture.view.drawnViews.map { "\($0.place) \($0.top)" } == [
        "header [0] 0.0", "[0, 0] 44.0", "[0, 1] 194.0", "footer [0] 344.0",
      ]
    )
    #expect(
      fixture.view.screenText == """
        header [0] Header
        [0, 0] <b>
        [0, 1] &
        footer [0] Footer

        """
    )
    let page = fixture.view.screenHTML(title: "</title><script>")
    #expect(page.contains(#"<h2 class="card">&lt;b&gt;</h2>"#))
    #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>"))
    #expect(!page.contains("<script>"))
  }

  @Test(.simulatedOnly(.isAboutTheSimulation)) func `a list reuses views only within their kind`()
    throws
  {
    let section = Section(id: "s", cells: (0..<9).map { Cell("\($0)") })
      .withHeader(TextComponent("header")).withFooter(TextComponent("footer"))
    let fixture = AdapterFixture(showing: List(sections: [section]), viewport: small, layout: .rows)
    for offset in stride(from: 0.0, through: 200, by: 5) { try fixture.view.scroll(to: offset) }
    #expect(fixture.view.drawnViews.last?.place.description == "footer [0]")
    #expect(fixture.view.statistics.createdViews <= 5)
  }
}

extension AdapterFixture {
  /// How often a content was drawn, by the account of the view that holds it.
  fileprivate func viewCount(drawing content: AnyObject) -> Int? {
    view.pathsForVisibleItems
      .compactMap { view.visibleCell(at: $0) as? SimulatedReusableView }
      .first { $0.content === content }?.renderCount ?? 1
  }
}
