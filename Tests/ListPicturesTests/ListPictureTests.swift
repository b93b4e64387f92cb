import ListLayout
import ListModel
import ListPictures
import Testing

/// Lists that are stored, as `liststore show` draws them.
@Suite struct `Pictures of lists` {
  private static func list(_ appearance: LayoutList.Appearance) throws -> List {
    let document = """
      {"sections":[{"id":"a","layout":{"layout":"list","appearance":"\(appearance.rawValue)"},
        "header":{"type":"H","content":{"title":"Head"}},
        "cells":[{"id":"1","type":"R","content":{"title":"one"}},
          {"id":"2","type":"R","content":{"title":"two"}},
          {"id":"3","type":"R","content":{"title":"three"}}]}]}
      """
    return try List(document: Array(document.utf8))
  }

  private static func picture(_ appearance: LayoutList.Appearance) throws -> Picture {
    let list = try list(appearance)
    let section = try #require(list.sections.first)
    return try Picture(of: [(section, section.cells.count)]) { _, items in
      Array(section.cells[items])
    }
  }

  @Test(arguments: LayoutList.Appearance.allCases)
  func `rows of a stored list bring their lines`(appearance: LayoutList.Appearance) throws {
    for picture in [try Self.picture(appearance), try Picture(of: Self.list(appearance))] {
      let rows = picture.figures.compactMap(\.listRow)
      #expect(rows.count == 3)
      let lines: [LayoutList.Appearance: [Int]] = [
        .plain: [1, 1, 1], .grouped: [2, 1, 1], .insetGrouped: [1, 1, 0], .sidebar: [0, 0, 0],
        .sidebarPlain: [0, 0, 0],
      ]
      #expect(rows.map(\.separators.count) == lines[appearance])
      let svg = picture.svg()
      try Fixture.parse(svg)
      #expect(svg.contains("Head") && svg.contains("three"))
      #expect(svg.contains("a10 10") == (appearance == .insetGrouped))
    }
  }

  @Test func `a screen of plain rows has their ground, and another one that of groups`() throws {
    #expect(try Self.picture(.plain).svg().contains("height=\"844\" fill=\"#ffffff\""))
    #expect(try Self.picture(.grouped).svg().contains("height=\"844\" fill=\"#f2f2f7\""))
  }
}
