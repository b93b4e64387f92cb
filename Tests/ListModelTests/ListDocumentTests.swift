import Foundation
import ListDescription
import ListModel
import ListTestSupport
import Testing

private func list(_ text: String) throws -> List {
  try List(document: Array(text.utf8))
}

private let sample = #"""
  {"sections": [
    {"id": "feed",
     "header": {"type": "FeedHeader", "content": {"title": "Feed"}},
     "footer": {"content": null, "alignment": "leading"},
     "layout": {"layout": "vertical", "spacing": 12},
     "cells": [
       {"id": "a1", "type": "FeedItem", "content": {"title": "One", "price": 1.50}},
       {"id": "a\u0000b", "type": "Ünknown"},
       {"content": null, "id": "\u00e9"}
     ]},
    {"id": "empty", "header": {}}
  ]}
  """#

struct ListDocumentTests {
  @Test func `a document is read and written with nothing lost`() throws {
    let list = try list(sample)
    #expect(list.sections.map(\.id) == ["feed", "empty"])
    #expect(list.cellCount == 3)
    let feed = list.sections[0]
    #expect(feed.header?.component.type == "FeedHeader")
    #expect(feed.header?.alignment == .top)
    #expect(feed.footer?.alignment == .leading)
    #expect(try feed.footer?.component.stored().content?.text == "null")
    #expect(try feed.layout?.described() == .vertical(spacing: 12))
    #expect(feed.cells[1].id == "a\0b")
    #expect(try feed.cells[1].component.stored() == StoredComponent(type: "Ünknown"))
    #expect(feed.cells[2].component.type == "")
    let text = String(decoding: try list.document(), as: UTF8.self)
    let expected =
      #"{"sections":[{"id":"feed","header":{"type":"FeedHeader","content":{"title":"Feed"}},"#
      + #""footer":{"content":null,"alignment":"leading"},"#
      + #""layout":{"layout":"vertical","spacing":12},"cells":["#
      + #"{"id":"a1","type":"FeedItem","content":{"title":"One","price":1.50}},"#
      + #"{"id":"a\u0000b","type":"Ünknown"},{"id":"é","content":null}]},"#
      + #"{"id":"empty","header":{},"cells":[]}]}"#
    #expect(text == expected)
    #expect(try List(document: list.document()) == list)
  }

  @Test func `random lists survive, and keep their fingerprints`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomLists(seed: seed)
      let list = random.list()
      let read = try List(document: list.document())
      #expect(read == list, "seed \(seed)")
      #expect(try read.fingerprint() == list.fingerprint(), "seed \(seed)")
    }
  }

  @Test func `ids that differ in a NUL or in normalisation stay different, byte for byte`() throws {
    let ids = ["a\0b", "a", "\0", "\u{e9}", "e\u{301}", "\u{212b}", "\u{c5}", "\"\\/\u{7f}"]
    let list = List(
      sections: [
        Section(
          id: "e\u{301}",
          cells: ids.map { Cell(id: Cell.ID($0), component: TextComponent($0)) }
        ), Section(id: "\u{e9}"),
      ]
    )
    let read = try List(document: list.document())
    #expect(read.sections[0].cells.map { Array($0.id.rawValue.utf8) } == ids.map { Array($0.utf8) })
    #expect(read == list)
  }

  @Test(arguments: [
    ("", "document: expected an object, found the end of the text (line 1, column 1, byte 0)"),
    ("[]", "document: expected an object, found an array (line 1, column 1, byte 0)"),
    ("{}", "sections: missing (line 1, column 1, byte 0)"),
    ("{\"sections\":null}", "sections: expected an array, found null (line 1, column 13, byte 12)"),
    ("{\"sektions\":[]}", "sektions: unknown member; expected sections (line 1, column 2, byte 1)"),
    (
      "{\"sections\":[],\"sections\":[]}",
      "sections: duplicate member (line 1, column 16, byte 15)"
    ),
    (
      "{\"sections\":[{\"id\":1}]}",
      "sections[0].id: expected a string, found a number (line 1, column 20, byte 19)"
    ),
    ("{\"sections\":[{}]}", "sections[0].id: missing (line 1, column 14, byte 13)"),
    (
      "{\"sections\":[{\"id\":\"a\"},\n{\"id\":\"b\",\"cells\":[{\"contnet\":1}]}]}",
      "sections[1].cells[0].contnet: unknown member; expected id, type, content or views "
        + "(line 2, column 21, byte 45)"
    ),
    (
      "{\"sections\":[{\"id\":\"a\",\"cells\":[{\"id\":\"c\"},{\"id\":\"\"}]}]}",
      "sections[0].cells[1].id: is empty; expected 1 to 1024 bytes (line 1, column 50, byte 49)"
    ),
    (
      "{\"sections\":[{\"id\":\"é\",\"header\":{\"title\":1}}]}",
      "sections[0].header.title: unknown member; expected type, content or alignment "
        + "(line 1, column 34, byte 34)"
    ),
    (
      "{\"sections\":[{\"id\":\"a\",\"footer\":{\"alignment\":\"up\"}}]}",
      "sections[0].footer.alignment: unknown alignment; expected top, leading, bottom, trailing, "
        + "topLeading, topTrailing, bottomLeading or bottomTrailing (line 1, column 46, byte 45)"
    ),
    (
      "{\"sections\":[{\"id\":\"a\",\"header\":null}]}",
      "sections[0].header: expected an object, found null (line 1, column 33, byte 32)"
    ),
    (
      "{\"sections\":[{\"id\":\"a\",\"layout\":{\"x y\":[1,{\"b\":tru}]}}]}",
      "sections[0].layout[\"x y\"][1].b: expected a value; did you mean true? "
        + "(line 1, column 48, byte 47)"
    ),
    (
      "{\"sections\":[{\"id\":\"a\",\"cells\":[{\"id\":\"c\",\"content\":{\"k\":1,\"k\":2}}]}]}",
      "sections[0].cells[0].content.k: duplicate member name (line 1, column 60, byte 59)"
    ),
    (
      "{\"sections\":[]} x",
      "document: expected the end of the text, found \"x\" (line 1, column 17, byte 16)"
    ),
    (
      "{\"sections\":[{\"id\":\"a\",\"cells\":[{\"id\":\"x\"}]},{\"id\":\"b\",\"cells\":[{\"id\":\"x\"}]}]}",
      "sections[1].cells[0].id: duplicate of sections[0].cells[0].id \"x\""
    ),
    (
      "{\"sections\":[{\"id\":\"a\"},{\"id\":\"b\"},{\"id\":\"a\"}]}",
      "sections[2].id: duplicate of sections[0].id \"a\""
    ),
  ])
  func `what is wrong is named with its path`(_ text: String, _ message: String) throws {
    let error = try #require(throws: InvalidDocument.self) { try list(text) }
    #expect(error.description == message)
  }

  @Test func `ids have up to 1024 bytes`() throws {
    func document(_ id: String) -> String {
      #"{"sections":[{"id":"s","cells":[{"id":"\#(id)"}]}]}"#
    }
    let longest = String(repeating: "é", count: 512)
    #expect(try list(document(longest)).sections[0].cells[0].id.rawValue == longest)
    #expect(throws: InvalidDocument.self) { try list(document(longest + "a")) }
  }

  @Test func `content of 500 levels is read and of 513 refused, naming where`() throws {
    func document(_ depth: Int) -> String {
      let content =
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return #"{"sections":[{"id":"s","cells":[{"id":"c","content":\#(content)}]}]}"#
    }
    #expect(try list(document(500)).cellCount == 1)
    let error = try #require(throws: InvalidDocument.self) { try list(document(513)) }
    #expect(error.path.hasPrefix("sections[0].cells[0].content[0][0]"))
    #expect(error.reason == "nested deeper than 512 levels")
  }

  @Test func `a long path is shown by its first and last steps, and kept whole`() throws {
    let depth = 40
    let opening = (0..<depth).map { #"{"member\#($0)":["# }.joined()
    let closing = String(repeating: "]}", count: depth)
    let text =
      #"{"sections":[{"id":"s","cells":[{"id":"a","content":"# + opening + #"{"x":1,"x":2}"#
      + closing + "}]}]}"
    let error = try #require(throws: InvalidDocument.self) { _ = try list(text) }
    #expect(error.path.hasPrefix("sections[0].cells[0].content.member0[0].member1[0]."))
    #expect(error.path.hasSuffix(".member38[0].member39[0].x"))
    let shown = try #require(error.description.split(separator: ":").first)
    #expect(shown.hasPrefix("sections[0].cells[0].content.member0[0].member1[0]"))
    #expect(shown.contains("[0] … [0].member"))
    #expect(shown.hasSuffix(".member38[0].member39[0].x"))
    #expect(shown.count < 170)
  }

  @Test func `a document cut off or damaged anywhere is refused or read, never a trap`() throws {
    let document = Array(sample.utf8)
    for length in 0..<document.count {
      #expect(throws: InvalidDocument.self) { try List(document: Array(document[..<length])) }
    }
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<10_000 {
      var damaged = document
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: damaged.indices, using: &generator)
        damaged[index] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        let list = try List(document: damaged)
        #expect(try List(document: list.document()) == list)
      } catch {
        #expect(error is InvalidDocument)
        #expect(!"\(error)".isEmpty)
      }
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] != nil))
  func `a document of 100 MB is read and written`() throws {
    let cell = #","type":"FeedItem","content":{"title":"A title of some length","price":1.50}}"#
    let cells = (0..<1_000_000).map { #"{"id":"cell-\#($0)"\#(cell)"# }.joined(separator: ",")
    let document = Array(#"{"sections":[{"id":"s","cells":[\#(cells)]}]}"#.utf8)
    let list = try List(document: document)
    #expect(list.cellCount == 1_000_000)
    #expect(try list.document() == document)
  }

  @Test func `a list that cannot be encoded names the cell`() throws {
    struct Broken: Component {
      var viewModel: Double
      static let componentType = "Broken"
    }
    let list = List {
      Section(id: "s") {
        Cell(id: "a", component: TextComponent("a"))
        Cell(id: "b", component: Broken(viewModel: .nan))
      }
    }
    let error = try #require(throws: InvalidList.self) { try list.document() }
    guard case .unencodableContent(let location, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(location == "sections[0].cells[1]")
  }
}
