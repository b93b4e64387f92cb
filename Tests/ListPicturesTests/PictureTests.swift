import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListPictures
import ListRendering
import ListTestSupport
import Testing

/// What lists look like.
struct PictureTests {
  @Test func `a picture of a list has a figure for each cell on screen, with its id`() throws {
    let picture = try Picture(of: Fixture.rows(100), on: PictureScreen(width: 300, height: 220))
    #expect(picture.figures.filter(\.isCell).compactMap(\.id) == (0..<5).map { "row \($0)" })
    #expect(picture.figures.last?.frame == LayoutRect(x: 0, y: 176, width: 300, height: 44))
  }

  @Test(arguments: [1, 2, 3])
  func `a header keeps the lower line of the box above it`(cellCount: Int) throws {
    let list = List {
      for section in ["a", "b", "c"] {
        Section(id: Section.ID(section)) {
          for cell in 0..<cellCount {
            Cell(id: "\(section)\(cell)", component: Fixture.Text("\(section)\(cell)"))
          }
        }.withHeader(Fixture.Text("Header \(section)"))
      }
    }
    let text = try Picture(of: list, on: PictureScreen(width: 300, height: 800)).text()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count { $0.hasPrefix("└──") && $0.hasSuffix("──┘") } == 3, "\(text)")
    for section in ["a", "b", "c"] {
      #expect(lines.contains { $0.contains("Header \(section)") }, "\(text)")
    }
  }

  @Test func `frames are those of the layout`() throws {
    let screen = Fixture.Screen(Fixture.grid(40))
    try screen.view.scroll(to: 90)
    let picture = Picture(of: screen.view)
    let attributes = screen.view.visibleAttributes
    #expect(picture.figures.count == attributes.count)
    for figure in picture.figures {
      let engine = try #require(attributes.first { $0.element == figure.element })
      #expect(figure.frame == engine.frame.offsetBy(x: 0, y: -90))
    }
  }

  @Test func `a list read in parts looks like the whole list`() throws {
    for list in [try Fixture.rows(50), Fixture.grid(40), Fixture.carousel] {
      for offset in [0.0, 100, 5000] {
        let screen = PictureScreen(width: 320, height: 400, contentOffset: offset)
        let whole = try Picture(of: list, on: screen)
        let parts = try Picture(
          of: list.sections.map { section in
            var head = section
            head.cells = []
            return (head, section.cells.count)
          },
          on: screen
        ) { section, items in Array(list.sections[section].cells[items]) }
        // A header that is not measured is lower, and others are seen below it.
        if list.sections.allSatisfy({ $0.header == nil }) {
          #expect(parts == whole)
        } else if offset == 0 {
          let shown = Set(parts.figures.compactMap(\.id))
          #expect(shown.isSuperset(of: whole.figures.compactMap(\.id)))
        }
      }
    }
  }

  @Test func `only what is on screen is read of a million cells`() throws {
    let section = Section(id: "rows")
    var read = 0
    let screen = PictureScreen(width: 390, height: 440, contentOffset: 20_000_000)
    let picture = try Picture(of: [(section, 1_000_000)], on: screen) { _, items in
      read += items.count
      return items.map { Cell(id: Cell.ID("\($0)"), component: Fixture.Text("\($0)")) }
    }
    #expect(read < 20)
    #expect(picture.figures.count == read)
  }

  @Test func `markup and control characters in contents are drawn as text`() throws {
    let text = "<script>alert('\u{1}\u{0}&\"')</script> \u{202E}x"
    let list = List(sections: [
      Section(id: "<s>", cells: [Cell(id: "\"><b>", component: Fixture.Text(text))])
    ])
    let picture = try Picture(of: list)
    for document in [picture.svg(), picture.html(title: text)] {
      #expect(!document.contains("<script>alert"))
      #expect(!document.contains("<b>"))
      #expect(!document.contains("\u{1}"))
      #expect(document.contains("&lt;script&gt;alert"))
    }
    try Fixture.parse(picture.svg())
    #expect(!picture.text().contains("\u{1}"))
  }

  @Test func `a drawing has no foreign objects and is well-formed`() throws {
    for appearance in ContentAppearance.allCases {
      let screen = PictureScreen(width: 390, height: 700, appearance: appearance)
      for list in [try Fixture.rows(30), Fixture.grid(12), Fixture.carousel] {
        let svg = try Picture(of: list, on: screen).svg(scale: 3)
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1170\""))
        #expect(!svg.contains("foreignObject"))
        try Fixture.parse(svg)
      }
    }
  }

  @Test(arguments: [(0.0, 16.0), (20, 20)])
  func `a header keeps clear of the edge of the screen, or begins where its section does`(
    inset: Double,
    expected: Double
  ) throws {
    let insets = DirectionalEdgeInsets(top: 0, leading: inset, bottom: 0, trailing: inset)
    let list = List {
      Section(id: "rows") { Cell(id: "row", component: Fixture.Text("A row")) }
        .withHeader(Fixture.Text("A header"))
        .withSectionLayout(.vertical().withSectionContentInsets(insets))
    }
    let picture = try Picture(of: list, on: PictureScreen(width: 300, height: 200))
    let line = picture.svg().split(separator: "\n").first { $0.contains(">A header<") }
    let place = expected - inset
    #expect(picture.figures.first { !$0.isCell }?.frame.x == inset)
    #expect(line?.contains("<text x=\"\(Int(place))\"") == true)
  }

  @Test(arguments: [0.0, -3, .nan, .infinity, 1e9])
  func `a screen without a size is refused by name`(width: Double) throws {
    #expect(throws: PictureError.self) {
      try Picture(of: Fixture.rows(1), on: PictureScreen(width: width, height: 100))
    }
  }

  @Test func `a screen one point wide is drawn`() throws {
    let picture = try Picture(of: Fixture.rows(9), on: PictureScreen(width: 1, height: 1))
    try Fixture.parse(picture.svg())
    _ = picture.text()
  }

  @Test func `characters draw a box for each cell`() throws {
    let picture = try Picture(of: Fixture.rows(2), on: PictureScreen(width: 140, height: 100))
    #expect(
      picture.text() == """
        ┌───────────────────┐
        │ Row 0             │
        ├───────────────────┤
        │ Row 1             │
        └───────────────────┘

        """
    )
  }

  @Test func `a component of an unknown type shows its title, or its fields`() throws {
    #expect(try Fixture.texts(#"{"name":"Ada","age":36}"#) == ["Ada", "age: 36"])
    #expect(try Fixture.texts(#"{"title":"T","subtitle":"S","x":1}"#) == ["T", "S"])
    #expect(try Fixture.texts(#"{"x":1,"y":[true,null]}"#) == ["Thing", "x: 1 · y: yes, –"])
    #expect(try Fixture.texts("[1,2]") == ["1, 2"])
    #expect(try Fixture.texts("null") == ["–"])
    let nested = try Fixture.texts(#"{"b":1.50,"a":{"y":2,"x":"q\"\u00e9"}}"#)
    #expect(nested == ["Thing", #"a: x: q"é, y: 2 · b: 1.50"#])
  }

  @Test func `a section without a header shows its name, in every arrangement, if names are shown`()
    throws
  {
    let group = LayoutGroup.horizontal(
      layoutSize: LayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(50)),
      subitems: [
        LayoutItem(
          layoutSize: LayoutSize(
            widthDimension: .fractionalWidth(0.5),
            heightDimension: .fractionalHeight(1)
          )
        )
      ]
    )
    let compositional = SectionLayout(arrangement: .compositional(LayoutSection(group: group)))
    let layouts: [SectionLayout] = [
      .vertical(), .horizontal(spacing: 4),
      .verticalGrid(numberOfItemsInRow: 2, itemSpacing: 1, lineSpacing: 1), compositional,
      SectionLayout(arrangement: .adaptive([.init(minWidth: 0, layout: compositional)])),
    ]
    var sections = layouts.enumerated().map { index, layout in
      Section(id: "section \(index)") {
        Cell(id: "cell \(index)", component: Fixture.Text("Cell \(index)"))
      }
      .withSectionLayout(layout)
    }
    sections[0] = sections[0].withHeader(Fixture.Text("A header"))
    func names(_ names: SectionNames) throws -> [String] {
      let picture = try Picture(of: sections.map { ($0, 1) }, names: names) { section, _ in
        Array(sections[section].cells)
      }
      #expect(picture.figures.filter(\.isCell).count == 5)
      return picture.figures.filter { !$0.isCell }.flatMap { $0.node?.texts ?? [] }
    }
    #expect(try names(.hidden) == ["A header"])
    let shown = (1..<5).map { "section \($0)" }
    #expect(try Set(names(.shown)) == Set(["A header"] + shown))
  }

  @Test func `of a content of any size and depth, the beginning is shown`() throws {
    let long = String(repeating: "é", count: 300_000)
    let title = try Fixture.texts(#"{"a":"\#(long)","title":"\#(long)"}"#)
    #expect(title.count == 2 && title.allSatisfy { 10_000...10_003 ~= $0.utf8.count })
    #expect(title.allSatisfy { $0.hasSuffix("é…") })
    let many = (0..<50_000).map { #""\#($0)":[\#($0)]"# }.joined(separator: ",")
    let fields = try Fixture.texts("{\(many)}")
    #expect(fields[0] == "Thing" && fields[1].utf8.count < 10_004 && fields[1].hasSuffix("…"))
    let deep = String(repeating: "[", count: 500) + "1" + String(repeating: "]", count: 500)
    #expect(try Fixture.texts(deep) == ["…"])
    #expect(try Fixture.texts(#"{"text":"t","x":\#(deep)}"#) == ["t", "x: …"])
    let picture = try Picture(
      of: List(sections: [Section(id: "s", cells: [Fixture.stored("c", "[\(deep),\"\(long)\"]")])])
    )
    #expect(picture.svg().utf8.count < 60_000)
    #expect(picture.text().contains("…, éé"))
  }
}

enum Fixture {
  static func rows(_ count: Int) throws -> List {
    let cells = try (0..<count).map { try stored("row \($0)", #"{"title":"Row \#($0)"}"#) }
    return List(sections: [Section(id: "rows", cells: cells)])
  }

  static func stored(_ id: String, _ json: String) throws -> Cell {
    let content = try Content(parsing: Array(json.utf8))
    return Cell(
      id: Cell.ID(id),
      component: AnyComponent(StoredComponent(type: "Thing", content: content))
    )
  }

  static func texts(_ json: String) throws -> [String] {
    let list = List(sections: [Section(id: "s", cells: [try stored("c", json)])])
    return try Picture(of: list).figures.first?.node?.texts ?? []
  }

  static func grid(_ count: Int) -> List {
    List {
      Section(id: "grid") {
        for index in 0..<count {
          Cell(id: Cell.ID("\(index)"), component: Text("Cell \(index)"))
        }
      }
      .withHeader(Text("A grid"))
      .withSectionLayout(.verticalGrid(numberOfItemsInRow: 3, itemSpacing: 8, lineSpacing: 8))
    }
  }

  static var carousel: List {
    List {
      Section(id: "cards") {
        for index in 0..<12 {
          Cell(id: Cell.ID("card \(index)"), component: Plain(viewModel: index))
        }
      }
      .withSectionLayout(.horizontal(spacing: 10))
    }
  }

  struct Plain: Component {
    static let componentType = "Plain"
    var viewModel: Int
  }

  struct Text: Component {
    static let componentType = "Text"
    var viewModel: String

    init(viewModel: String) { self.viewModel = viewModel }
    init(_ text: String) { viewModel = text }

    func renderContent(coordinator: Void) -> TextContent { TextContent() }
    func render(in content: TextContent, coordinator: Void) { content.text = viewModel }
  }

  /// A list on a view.
  final class Screen {
    let view: SimulatedCollectionView
    let adapter: CollectionViewAdapter
    private let layoutAdapter = CollectionViewLayoutAdapter()

    init(_ list: List, width: Double = 320, height: Double = 400) {
      view = SimulatedCollectionView(viewport: SimulatedViewport(width: width, height: height))
      view.layoutAdapter = layoutAdapter
      adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
      show(list)
    }

    func show(_ list: List) {
      adapter.apply(list)
      view.flush()
    }
  }

  /// Checks that tags are closed in order and text has no bare markup.
  static func parse(_ svg: String) throws {
    var open: [Substring] = []
    var rest = svg[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      let end = try #require(rest.firstIndex(of: ">"))
      let tag = rest[..<end]
      rest = rest[rest.index(after: end)...]
      let name = tag.prefix { $0 != " " && $0 != "/" }
      if tag.hasPrefix("/") {
        #expect(open.popLast() == tag.dropFirst())
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
    }
    #expect(open.isEmpty)
  }
}
