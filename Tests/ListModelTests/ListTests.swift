import ListDescription
import ListModel
import ListTestSupport
import Testing

@Suite struct ListTests {
  private func cell(_ id: Cell.ID) -> Cell {
    Cell(id: id, component: TextComponent(id.rawValue))
  }

  @Test func `ids may be texts of an app's own items`() {
    let names = ["a", "b"]
    let list = List {
      for name in names { Section(id: name) { Cell(id: name, component: TextComponent(name)) } }
    }
    #expect(list.sections.map(\.id) == ["a", "b"])
    #expect(list.sections.flatMap(\.cells).map(\.id) == ["a", "b"])
  }

  @Test func `builders take conditions, loops and ready-made parts`() {
    let more = [Section(id: "x"), Section(id: "y")]
    func list(showsExtras: Bool) -> List {
      List {
        Section(id: "feed") {
          for number in 1...3 { cell(Cell.ID(number)) }
          if showsExtras {
            cell("extra")
          } else {
            [cell("plain"), cell("plainer")]
          }
          if showsExtras { cell("last") }
        }
        more
      }
    }
    let rich = list(showsExtras: true)
    #expect(rich.sections.map(\.id) == ["feed", "x", "y"])
    #expect(rich.sections[0].cells.map(\.id) == ["1", "2", "3", "extra", "last"])
    #expect(rich.cellCount == 5)
    #expect(
      list(showsExtras: false).sections[0].cells.map(\.id) == ["1", "2", "3", "plain", "plainer"]
    )
  }

  @Test func `modifiers return copies and leave the original alone`() {
    let plain = Section(id: "s")
    let dressed =
      plain
      .withHeader(TextComponent("header"))
      .withFooter(TextComponent("footer"))
      .withSectionLayout(.verticalGrid(numberOfItemsInRow: 2))
    #expect(plain.header == nil && plain.footer == nil && plain.layout == nil)
    #expect(dressed.header?.alignment == .top)
    #expect(dressed.footer?.alignment == .bottom)
    #expect(dressed != plain)
  }

  @Test func `handlers belong neither to equality nor to copies`() {
    struct Tap: Sendable {}
    var one = cell("a")
    let other = one
    one.handlers.register(Tap.self) { _ in }
    #expect(one == other)
    #expect(one.handlers.handler(for: Tap.self) != nil)
    #expect(other.handlers.isEmpty)
  }

  @Test func `the last handler of a kind wins`() async {
    struct Tap: Sendable {}
    await confirmation { confirmed in
      var handlers = EventHandlers()
      handlers.register(Tap.self) { _ in Issue.record("the first handler was called") }
      handlers.register(Tap.self) { _ in confirmed() }
      handlers.handler(for: Tap.self)?(Tap())
    }
  }
}

@Suite struct IdentifierTests {
  @Test func `ids are equal when their bytes are`() {
    let composed: Cell.ID = "\u{E9}"
    let decomposed: Cell.ID = "e\u{301}"
    #expect(composed.rawValue == decomposed.rawValue)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(("a\u{0}b" as Cell.ID) != "a")
    #expect(Cell.ID("") == Cell.ID(String()))
  }

  @Test func `ids are ordered by their bytes`() {
    let sorted: [Cell.ID] = ["", "\u{0}", "A", "Z", "a", "a\u{0}", "aa", "\u{7F}", "é", "～", "😀"]
    for (index, left) in sorted.enumerated() {
      for (otherIndex, right) in sorted.enumerated() {
        #expect((left < right) == (index < otherIndex), "\(left) \(right)")
      }
    }
  }
}

@Suite struct ComponentTests {
  struct Price: Component {
    struct ViewModel: Codable, Equatable, Sendable {
      var cents: Int
    }
    static let componentType = "Price"
    var viewModel: ViewModel
  }

  /// Has the view model of another component, under another name.
  struct Discount: Component {
    static let componentType = "Discount"
    var viewModel: Price.ViewModel
  }

  private func price(_ cents: Int) -> AnyComponent {
    AnyComponent(Price(viewModel: .init(cents: cents)))
  }

  @Test func `components are equal when type and view model are`() {
    #expect(price(1) == price(1))
    #expect(price(1) != price(2))
    #expect(price(1) != AnyComponent(Discount(viewModel: .init(cents: 1))))
  }

  @Test func `a typed component equals its stored form`() throws {
    let form = AnyComponent(try price(7).stored())
    #expect(form == price(7))
    #expect(price(7) == form)
    #expect(form != price(8))
    #expect(try form.as(Price.self).viewModel.cents == 7)
    #expect(try price(7).as(Price.self).viewModel.cents == 7)
  }

  @Test func `a registry types what it knows and leaves the rest`() throws {
    let registry = try ComponentRegistry(Price.self)
    let unknown = AnyComponent(
      StoredComponent(
        type: "Unknown",
        content: try Content(parsing: Array(#"{"b":1.50,"a":0}"#.utf8))
      )
    )
    let list = List {
      Section(id: "s") {
        Cell(id: "known", component: AnyComponent(StoredComponent(type: "Price", content: nil)))
      }
    }
    #expect(throws: UndecodableComponent.self) { try registry.decode(list) }

    let known = AnyComponent(try price(3).stored())
    let sound = List {
      Section(id: "s") {
        Cell(id: "known", component: known)
        Cell(id: "unknown", component: unknown)
      }
      .withHeader(Price(viewModel: .init(cents: 4)))
    }
    let decoded = try registry.decode(sound)
    #expect(decoded == sound)
    #expect(try decoded.sections[0].cells[0].as(Price.self).viewModel.cents == 3)
    #expect(decoded.sections[0].cells[1].component == unknown)
    let bytes = try decoded.sections[0].cells[1].component.stored().content?.text
    #expect(bytes == #"{"b":1.50,"a":0}"#)
  }

  @Test func `content that cannot be encoded is refused, and equals nothing`() {
    struct Broken: Component {
      static let componentType = "Broken"
      var viewModel: Double
    }
    let broken = AnyComponent(Broken(viewModel: .infinity))
    #expect(throws: (any Error).self) { try broken.stored() }
    #expect(broken != AnyComponent(StoredComponent(type: "Broken", content: nil)))
  }
}

@Suite struct SectionLayoutTests {
  static let layouts: [SectionLayout] = [
    .vertical(),
    .vertical(spacing: 12).withHeaderPinToVisibleBounds(true),
    .horizontal(spacing: 8, scrollingBehavior: .groupPagingCentered),
    .horizontal().withFooterPinToVisibleBounds(true),
    .verticalGrid(numberOfItemsInRow: 3, itemSpacing: 1, lineSpacing: 2)
      .withSectionContentInsets(.init(top: 1, leading: 2, bottom: 3, trailing: 4)),
  ]

  @Test(arguments: layouts) func `a layout survives storing`(layout: SectionLayout) throws {
    let stored = AnySectionLayout(try AnySectionLayout(layout).stored())
    #expect(try stored.described() == layout)
    #expect(stored == AnySectionLayout(layout))
  }

  @Test func `what is at its default is not written`() throws {
    #expect(try AnySectionLayout(.vertical()).stored().text == #"{"layout":"vertical"}"#)
  }

  @Test func `a layout of an unknown kind is kept and refused to be described`() throws {
    let content = try Content(parsing: Array(#"{"layout":"waterfall","columns":2}"#.utf8))
    let layout = AnySectionLayout(content)
    #expect(try layout.stored() == content)
    #expect(throws: DecodingError.self) { try layout.described() }
  }
}

@Suite struct FingerprintTests {
  @Test func `a fingerprint is read from what it writes and from nothing else`() throws {
    let fingerprint = try List { Section(id: "s") }.fingerprint()
    #expect(Fingerprint(fingerprint.description) == fingerprint)
    #expect(fingerprint.description == "9eb0ca4a5bd397d18d5ecdf490a9de89")
    for text in [
      "", "9eb0", "+eb0ca4a5bd397d18d5ecdf490a9de89", "9EB0CA4A5BD397D18D5ECDF490A9DE89",
      "9eb0ca4a5bd397d18d5ecdf490a9de890", "xeb0ca4a5bd397d18d5ecdf490a9de89",
    ] {
      #expect(Fingerprint(text) == nil, "\(text)")
    }
  }
}
