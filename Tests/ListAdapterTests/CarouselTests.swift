import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListTestSupport
import Synchronization
import Testing

/// Infinite carousels by the rules C1–C10 of `docs/layout-rules.md`.
@Suite struct CarouselTests {
  private func section(
    _ ids: [String],
    width: LayoutDimension = .fractionalWidth(0.9),
    _ behavior: SectionLayout.OrthogonalScrollingBehavior = .groupPagingCentered,
    loopSingle: Bool = false,
    log: DisplayLog? = nil
  ) -> Section {
    let whole = LayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .fractionalHeight(1)
    )
    var layout = LayoutSection(
      group: .horizontal(
        layoutSize: LayoutSize(widthDimension: width, heightDimension: .absolute(124)),
        subitems: [LayoutItem(layoutSize: whole)]
      )
    )
    layout.orthogonalScrollingBehavior = behavior
    let cells = ids.map { id in
      Cell(id: Cell.ID(id), component: TextComponent(id))
        .willDisplay { log?.appear($0.id.rawValue) }
        .didEndDisplay { log?.disappear($0.id.rawValue) }
    }
    return Section(id: "banners", cells: cells)
      .withSectionLayout(
        .compositional(layout.infiniteCarousel(LayoutCarousel(loopSingle: loopSingle)))
      )
  }

  private func list(_ section: Section) -> List { List(sections: [section]) }

  /// The originals that are seen, with the places of their left edges on the screen.
  private func picture(_ fixture: AdapterFixture) -> [String: Set<Double>] {
    var picture: [String: Set<Double>] = [:]
    for path in fixture.view.pathsForVisibleItems {
      guard let id = fixture.view.cellIDs(inSection: 0)?[path.item],
        let frame = fixture.view.frame(ofItemAt: path)
      else { continue }
      let original = id.rawValue.split(separator: "\u{1F}")[0]
      picture[String(original), default: []].insert((frame.x * 1000).rounded() / 1000)
    }
    return picture
  }

  @Test(
    arguments: [
      (0, 0.9, false, 0), (1, 0.9, false, 1), (1, 0.9, true, 3), (1, 100 / 390, true, 5),
      (2, 0.9, false, 6), (3, 0.9, false, 9), (7, 0.9, false, 21), (3, 0.1, false, 15),
    ] as [(Int, Double, Bool, Int)]
  )
  func
    `C1, C2: originals stand in as many copies as the screen needs, the middle one with their ids`(
      _ originals: Int,
      _ share: Double,
      _ loopSingle: Bool,
      _ count: Int
    )
  {
    let ids = (0..<originals).map(String.init)
    let source = list(section(ids, width: .fractionalWidth(share), loopSingle: loopSingle))
    let fixture = AdapterFixture(showing: source, viewport: .twoPixels)
    let shown = fixture.shownIDs.first ?? []
    #expect(shown.count == count)
    if originals > 0 {
      let middle = count / originals / 2
      #expect(Array(shown[(middle * originals)..<((middle + 1) * originals)]) == ids)
      #expect(Set(shown).count == count)
    }
    #expect(fixture.adapter.snapshot() == source)
    #expect(fixture.view.orthogonalScroller(inSection: 0) == nil ? originals == 0 : true)
  }

  @Test func `C3: a carousel begins with its first original in the middle, others on both sides`() {
    let fixture = AdapterFixture(showing: list(section(["a", "b", "c"])), viewport: .twoPixels)
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == 3 * 351 - 19.5)
    #expect(picture(fixture) == ["c": [-331.5], "a": [19.5], "b": [370.5]])
  }

  @Test(
    arguments: [.continuous, .groupPagingCentered, .groupPaging]
      as [SectionLayout.OrthogonalScrollingBehavior],
    [1, 2, 3, 5]
  )
  func `C4, C5, C7: it goes round in both directions, and nothing is seen or told of that`(
    _ behavior: SectionLayout.OrthogonalScrollingBehavior,
    _ originals: Int
  ) throws {
    let log = DisplayLog()
    let scrolled = Mutex(0)
    let ids = (0..<originals).map(String.init)
    let cards = section(ids, width: .absolute(150), behavior, loopSingle: true, log: log)
      .didScroll { _ in scrolled.withLock { $0 += 1 } }
    let fixture = AdapterFixture(showing: list(cards), viewport: .twoPixels)
    let view = fixture.view
    let period = Double(originals) * 150
    let start = view.orthogonalOffset(ofSection: 0)
    var before = picture(fixture)
    _ = log.take()
    var random = RandomLists(seed: UInt64(originals))
    var steps = 0
    var rounds = 0
    for direction in [1.0, -1] {
      for _ in 0..<80 {
        let step = direction * Double(random.number(0...140))
        let offset = view.orthogonalOffset(ofSection: 0)
        try view.scrollSection(0, to: offset + step)
        steps += 1
        if abs(view.orthogonalOffset(ofSection: 0) - offset - step) > 1 { rounds += 1 }
        #expect(abs(view.orthogonalOffset(ofSection: 0) - start) < period + 400)
        let after = picture(fixture)
        for (id, places) in before {
          for place in places where place - step + 150 > 0.1 && place - step < 389.9 {
            #expect(after[id]?.contains { abs($0 - place + step) < 0.01 } == true, "\(id)")
          }
        }
        let events = log.take()
        #expect(Set(events.shown.keys) == Set(after.keys))
        #expect(events.appeared.sorted() == Set(after.keys).subtracting(before.keys).sorted())
        #expect(events.disappeared.sorted() == Set(before.keys).subtracting(after.keys).sorted())
        before = after
      }
    }
    #expect(rounds > 5)
    #expect(scrolled.withLock { $0 } == steps)
  }

  @Test func `C4: a fling goes several rounds, and rests as it would without an end`() throws {
    let cards = section(["a", "b", "c"], width: .absolute(100), .continuousGroupLeadingBoundary)
    let fixture = AdapterFixture(showing: list(cards), viewport: .twoPixels)
    let start = fixture.view.orthogonalOffset(ofSection: 0)
    try fixture.view.flingSection(0, velocity: 3)
    // 3 · 998 / 2 = 1497 points on is between two cards; the next one is 1500 points on: five rounds.
    #expect(abs(fixture.view.orthogonalOffset(ofSection: 0) - start) < 0.01)
    // 998 points back is beyond the tenth card, which begins 1000 points before.
    try fixture.view.flingSection(0, velocity: -2)
    #expect(picture(fixture)["c"]?.contains { abs($0) < 0.01 } == true)
  }

  @Test func `C6, C10: pages are originals, told when another one has come to rest`() throws {
    let told = Mutex<[Int]>([])
    let cards = section(["a", "b", "c"]).didSettle { context in
      told.withLock { $0.append(context.page ?? -1) }
    }
    let fixture = AdapterFixture(showing: list(cards), viewport: .twoPixels)
    for _ in 0..<4 { try fixture.view.flingSection(0, by: 40, velocity: 1) }
    try fixture.view.flingSection(0, by: 20, velocity: 0)
    for _ in 0..<3 { try fixture.view.flingSection(0, by: -40, velocity: -1) }
    try fixture.view.advanceCarousel(inSection: 0)
    #expect(told.withLock { $0 } == [1, 2, 0, 1, 0, 2, 1, 2])
    #expect(fixture.view.centredOriginal(inSection: 0) == 2)
    try fixture.view.drag(to: 0)
    try fixture.view.advanceCarousel(inSection: 0)
    #expect(fixture.view.centredOriginal(inSection: 0) == 2)
  }

  @Test func `C6: an original that is seen on both sides has appeared once`() throws {
    let log = DisplayLog()
    let fixture = AdapterFixture(
      showing: list(section(["a", "b"], log: log)),
      viewport: .twoPixels
    )
    #expect(picture(fixture) == ["b": [-331.5, 370.5], "a": [19.5]])
    #expect(log.take().appeared.sorted() == ["a", "b"])
    // One of the two is gone, the other one is not.
    try fixture.view.scrollSection(0, to: fixture.view.orthogonalOffset(ofSection: 0) + 100)
    #expect(log.take().disappeared == [])
  }

  @Test(
    arguments: [
      (["x", "a", "b", "c", "d"], "b"), (["d", "c", "b", "a"], "b"), (["a", "c", "d"], "c"),
      (["a"], "a"), (["b"], "b"), (["x", "y"], "y"),
    ] as [([String], String)]
  )
  func `C8: the original in the middle stays there while others come and go, or the next one comes`(
    _ ids: [String],
    _ centred: String
  ) throws {
    for strategy in [
      CollectionViewAdapterUpdateStrategy.animatedBatchUpdates, .nonanimatedBatchUpdates,
    ] {
      let fixture = AdapterFixture(
        showing: list(section(["a", "b", "c", "d"])),
        viewport: .twoPixels
      )
      try fixture.view.flingSection(0, by: 40, velocity: 1)
      #expect(fixture.view.centredOriginal(inSection: 0) == 1)
      fixture.apply("next", list(section(ids)), strategy)
      fixture.view.flush()
      #expect(fixture.answers.last?.outcome == .applied(version: 2))
      let original = try #require(fixture.view.centredOriginal(inSection: 0))
      #expect(ids[original] == centred)
      #expect(picture(fixture)[centred]?.contains(19.5) == true)
    }
  }

  @Test func `C8: none is left, and they come again`() {
    let fixture = AdapterFixture(showing: list(section(["a", "b"])), viewport: .twoPixels)
    fixture.apply("none", list(section([])))
    fixture.view.flush()
    #expect(fixture.view.orthogonalOffset(ofSection: 0) == 0)
    fixture.apply("again", list(section(["c", "d"])))
    fixture.view.flush()
    #expect(picture(fixture)["c"] == [19.5])
  }

  @Test(arguments: 0..<8)
  func `C9: a projected change leads from one projection to the other, each operation in each copy`(
    _ seed: Int
  ) throws {
    var random = RandomLists(seed: UInt64(seed))
    random.cellLimit = 6
    let environment = LayoutEnvironment(
      container: LayoutContainer(contentSize: LayoutExtent(width: 390, height: 844))
    )
    let projection = CarouselProjection(environment: environment)
    let layout = section([], width: .absolute(120), loopSingle: true).layout
    var repeated = 0
    for _ in 0..<60 {
      func carousels(_ list: List) -> List {
        var list = list
        for index in list.sections.indices
        where list.sections[index].id.rawValue.utf8.last! % 2 == 0 {
          list.sections[index].layout = layout
        }
        return list
      }
      let plain = random.list()
      let source = carousels(plain)
      let target = carousels(random.successor(of: plain))
      let changeset = try projection.changeset(from: source, to: target)
      #expect(try changeset.apply(to: projection.project(source)) == projection.project(target))
      let own = try Changeset(from: source, to: target)
      for deletion in own.deletedCells {
        guard
          let section = source.sections.first(where: { $0.id == deletion.id.section(in: source) }),
          let carousel = projection.carousel(of: section)
        else { continue }
        let gone = changeset.deletedCells.filter {
          $0.id == deletion.id || $0.id.rawValue.hasPrefix(deletion.id.rawValue + "\u{1F}")
        }
        #expect(gone.count == carousel.copies)
        repeated += 1
      }
    }
    #expect(repeated > 10)
  }

  @Test func `C10: whichever copy is tapped, its original is selected and told of`() throws {
    let told = Mutex<[String]>([])
    var cards = section(["a", "b", "c"])
    cards.cells = cards.cells.map { cell in
      cell.didSelect { context in
        told.withLock { $0.append("\(context.id) \(context.path.section) \(context.path.item)") }
      }
    }
    let fixture = AdapterFixture(showing: list(cards), viewport: .twoPixels)
    let left = try #require(fixture.view.pathsForVisibleItems.min())
    #expect(left == CellPath(section: 0, item: 2))
    fixture.view.tapItem(at: left)
    #expect(told.withLock { $0 } == ["c 0 2"])
    #expect(fixture.adapter.selection == ["c"])
  }

  @Test func `a larger screen gets more copies, and keeps what is in the middle`() throws {
    let fixture = AdapterFixture(
      showing: list(section(["a", "b"], width: .absolute(100))),
      viewport: .twoPixels
    )
    #expect(fixture.shownIDs.first?.count == 6)
    try fixture.view.flingSection(0, by: 40, velocity: 1)
    try fixture.view.resize(to: LayoutExtent(width: 800, height: 640))
    fixture.view.flush()
    #expect(fixture.shownIDs.first?.count == 10)
    #expect(fixture.adapter.version == 1)
    #expect(fixture.view.centredOriginal(inSection: 0) == 1)
    #expect(picture(fixture)["b"]?.contains(350) == true)
  }

  @Test func `a feed of a list with carousels is proved against the list, not against its copies`()
    throws
  {
    var lists = [List(), list(section(["a", "b"])), list(section(["c", "a", "b"]))]
    lists.append(list(section(["c", "b"])))
    lists.append(List(sections: [Section(id: "banners", cells: lists[3].sections[0].cells)]))
    var configuration = CollectionViewAdapterConfiguration()
    configuration.verification = .fingerprint
    let fixture = AdapterFixture(configuration)
    for version in 1..<lists.count {
      fixture.apply(
        Change(
          list: "home",
          version: version,
          parent: version - 1,
          parentFingerprint: try lists[version - 1].fingerprint(),
          fingerprint: try lists[version].fingerprint(),
          changeset: try Changeset(from: lists[version - 1], to: lists[version])
        )
      )
      fixture.view.flush()
      #expect(fixture.answers.last?.outcome == .applied(version: version))
      #expect(fixture.adapter.snapshot() == lists[version])
    }
    #expect(fixture.shownIDs == [["c", "b"]])
  }
}

extension Cell.ID {
  /// The id of the section that has the cell.
  fileprivate func section(in list: List) -> Section.ID? {
    list.sections.first { $0.cells.contains { $0.id == self } }?.id
  }
}
