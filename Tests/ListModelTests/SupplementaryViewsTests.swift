import ListModel
import ListTestSupport
import Testing

private func list(_ text: String) throws -> List {
  try List(document: Array(text.utf8))
}

private struct Badge: Component {
  struct ViewModel: Codable, Equatable, Sendable {
    var count: Int
  }
  static let componentType = "Badge"
  var viewModel: ViewModel

  init(viewModel: ViewModel) { self.viewModel = viewModel }
  init(_ count: Int) { viewModel = ViewModel(count: count) }
}

@Suite struct SupplementaryViewsTests {
  private func cell(_ count: Int?) -> Cell {
    Cell(id: "a", component: Badge(0)).supplementary("badge") { if let count { Badge(count) } }
  }

  private func plain(_ text: String) throws -> String {
    String(decoding: try list(text).document(), as: UTF8.self)
  }

  @Test func `the names UIKit has for headers and footers are the same kinds`() {
    #expect(SupplementaryKind(rawValue: "UICollectionElementKindSectionHeader") == .header)
    #expect(SupplementaryKind("header") == .header)
    #expect(SupplementaryKind.header.rawValue == "header")
    #expect(SupplementaryKind.footer.uikitName == "UICollectionElementKindSectionFooter")
    #expect(SupplementaryKind("badge").uikitName == "badge")
    // Bytes count, not canonical equivalence.
    #expect(SupplementaryKind("\u{e9}") != SupplementaryKind("e\u{301}"))
  }

  @Test func `a cell carries views, and is another cell by them`() throws {
    #expect(try cell(3).views["badge"]?.as(Badge.self).viewModel.count == 3)
    #expect(cell(3) == cell(3))
    #expect(cell(3) != cell(4))
    #expect(cell(3) != cell(nil))
    #expect(cell(nil) == Cell(id: "a", component: Badge(0)))
    #expect(cell(3).component.type == "Badge")
    let stored = Cell(id: "a", component: AnyComponent(try cell(3).component.stored()))
    #expect(stored == cell(3))
    #expect(stored != cell(4))
    #expect(stored.views["badge"]?.type == "Badge")
  }

  @Test func `views stay when a cell shows something else, and go when it is told so`() {
    var cell = cell(3)
    cell.views["pin"] = AnyComponent(Badge(1))
    #expect(cell.views.map(\.kind) == ["badge", "pin"])
    cell.views["badge"] = nil
    #expect(cell.views.map(\.kind) == ["pin"])
    cell.views = [:]
    #expect(cell == self.cell(nil))
  }

  @Test func `a view carries no views of its own`() throws {
    var badge = AnyComponent(Badge(1))
    badge.views["badge"] = AnyComponent(Badge(2))
    let cell = Cell(id: "a", component: Badge(0)).supplementary("badge") { badge }
    #expect(cell == self.cell(1))
    var stored = StoredComponent(type: "A")
    stored.views["b"] = StoredComponent(type: "B", views: ["c": StoredComponent(type: "C")])
    #expect(stored.views["b"] == StoredComponent(type: "B"))
  }

  @Test func `a header is declared like any other view`() throws {
    let section = Section(id: "s") {}.supplementary(.header) { Badge(1) }
      .supplementary("index") { Badge(2) }
    #expect(try section.header?.component.as(Badge.self).viewModel.count == 1)
    #expect(section.header?.alignment == .top)
    #expect(section.views.map(\.kind) == ["index"])
    #expect(section.attributes.components.map(\.kind) == ["header", "index"])
    #expect(section != Section(id: "s") {}.supplementary(.header) { Badge(1) })
  }

  @Test func `documents have views, in the order of their kinds`() throws {
    let text =
      #"{"sections":[{"id":"s","views":{"index":{"content":[1]}},"cells":["#
      + #"{"id":"a","type":"T","content":1,"views":{"pin":{},"badge":{"type":"B","content":{}}}}"#
      + #"]}]}"#
    let read = try list(text)
    #expect(read.sections[0].views["index"]?.type == "")
    #expect(read.sections[0].cells[0].views.map(\.kind) == ["badge", "pin"])
    let expected =
      #"{"sections":[{"id":"s","views":{"index":{"content":[1]}},"cells":["#
      + #"{"id":"a","type":"T","content":1,"views":{"badge":{"type":"B","content":{}},"pin":{}}}"#
      + #"]}]}"#
    #expect(try plain(text) == expected)
    #expect(try list(expected) == read)
    // None is as if the member were not there.
    #expect(
      try plain(#"{"sections":[{"id":"s","views":{},"cells":[{"id":"a","views":{}}]}]}"#)
        == #"{"sections":[{"id":"s","cells":[{"id":"a"}]}]}"#
    )
  }

  @Test(arguments: [
    (#"{"header":{}}"#, "sections[0].cells[0].views.header"),
    (
      #"{"UICollectionElementKindSectionFooter":{}}"#,
      "sections[0].cells[0].views.UICollectionElementKindSectionFooter"
    ),
    (#"{"":{}}"#, #"sections[0].cells[0].views[""]"#),
    (#"{"a":{},"\u0061":{}}"#, #"sections[0].cells[0].views["\u0061"]"#),
    (#"{"a":{"views":{}}}"#, "sections[0].cells[0].views.a.views"),
    (#"{"a":{"alignment":"top"}}"#, "sections[0].cells[0].views.a.alignment"),
    ("[]", "sections[0].cells[0].views"),
  ])
  func `views that cannot be are refused by their path`(views: String, path: String) throws {
    let text = #"{"sections":[{"id":"s","cells":[{"id":"a","views":\#(views)}]}]}"#
    let error = #expect(throws: InvalidDocument.self) { try list(text) }
    #expect(error?.path == path)
  }

  @Test func `a kind that has a member of its own is refused with its name`() {
    let list = List {
      Section(id: "s") { Cell(id: "a", component: Badge(0)).supplementary("header") { Badge(1) } }
    }
    let error = #expect(throws: InvalidList.self) { try list.document() }
    #expect(error?.description.hasPrefix(#"sections[0].cells[0]: "#) == true)
    #expect(error?.description.contains(#"views["header"]"#) == true)
  }

  // The numbers are those of Tests/EndToEndTests/replay.py, which shares no code with this package.
  @Test(arguments: [
    (#"{"sections":[{"id":"s","cells":[{"id":"a"}]}]}"#, "df956a0204fb4e5406dff1f38772d11d"),
    (
      #"{"sections":[{"id":"s","cells":[{"id":"a","views":{"badge":{"type":"B","content":{"n":"3"}}}}]}]}"#,
      "60cba1a51108d6ca3beddcf034a8164a"
    ),
    (
      #"{"sections":[{"id":"s","views":{"index":{},"é":{"type":"T"}},"cells":[]}]}"#,
      "6c2ca50050baf979ffd67fa09945df56"
    ),
  ])
  func `views are part of the fingerprint`(document: String, fingerprint: String) throws {
    #expect(try list(document).fingerprint().description == fingerprint)
  }

  @Test func `a registry decodes views with their cells and sections`() throws {
    let list = try list(
      #"{"sections":[{"id":"s","views":{"index":{"type":"Badge","content":{"count":1}}},"cells":["#
        + #"{"id":"a","type":"Other","views":{"badge":{"type":"Badge","content":{"count":2}}}}]}]}"#
    )
    let decoded = try ComponentRegistry(Badge.self).decode(list)
    #expect(try decoded.sections[0].views["index"]?.as(Badge.self).viewModel.count == 1)
    #expect(try decoded.sections[0].cells[0].views["badge"]?.as(Badge.self).viewModel.count == 2)
    #expect(decoded.sections[0].cells[0].component.type == "Other")
    #expect(decoded == list)
  }
}
