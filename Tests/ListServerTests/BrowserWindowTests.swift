import ListModel
import ListStorage
import ListTestSupport
import Testing

@testable import ListServer

/// Some rows of a list in `liststore.js`, in a real browser.
@Suite(.enabled(if: BrowserPage.chromium != nil, "chromium is needed"), .serialized)
struct BrowserWindowTests {
  /// Rows as a query of the interface names them.
  private struct Rows {
    var first: Int
    var count: Int
    var section: Section.ID?

    /// The query of `/cells`.
    var cells: String { "first=\(first)&count=\(count)" + suffix }
    /// The query of `/changes`.
    var window: String { "window=\(first),\(count)" + suffix }

    private var suffix: String {
      section.map { "&section=\(RequestTarget.encoded($0.rawValue))" } ?? ""
    }

    /// The cells of a list at the rows, as a document of one section.
    func document(of list: List) throws -> String {
      let sections = list.sections.filter { section == nil || $0.id == section }
      let cells = sections.flatMap(\.cells).dropFirst(first).prefix(count)
      let document = try List(sections: [Section(id: "rows", cells: Array(cells))]).document()
      return String(decoding: document, as: UTF8.self)
    }
  }

  @Test
  func `the browser's client has the rows of a random history at every version, by batch updates`()
    async throws
  {
    let store = try ListStore.inMemory()
    var random = RandomLists(seed: 11)
    var list = random.list()
    var lists: [List] = []
    while lists.count < Soak.count(30, soak: 300) {
      let commit = try await store.commit(list, to: "home")
      if commit.outcome == .committed { lists.append(list) }
      list = random.successor(of: list)
    }
    let section = lists[lists.count / 2].sections.first?.id
    let all = [
      Rows(first: 0, count: 4), Rows(first: 3, count: 6),
      Rows(first: 1, count: 3, section: section),
    ]
    let page = BrowserPage(
      store: store,
      script: """
        import { List, ListWindow, Section } from "/lists-api/liststore.js"
        for (const [cells, query] of [\(all.map { "[\"\($0.cells)\", \"\($0.window)\"]" }.joined(separator: ","))]) {
          const start = await fetch(`/lists-api/lists/home/cells?at=1&${cells}`)
          let offset = start.headers.get("Stream-Next-Offset")
          let window = ListWindow.parse(await start.text())
          let rows = window.cells.map(({ id }) => id)
          while (window.version < \(lists.count)) {
            const page = await fetch(`/lists-api/lists/home/changes?${query}&offset=${offset}`)
            offset = page.headers.get("Stream-Next-Offset")
            // Each message in the text of its own, as it would come in an event.
            for (const message of (await page.text()).slice(1, -1).split(/,(?={"list":)/)) {
              const step = window.apply(message)
              window = step.window
              rows = shown(rows, step)
              const members = new Map([["id", "rows"]])
              const document = new List(0, [new Section(members, window.cells)]).document()
              const isRight = `${rows}` === `${window.cells.map(({ id }) => id)}`
              await report(isRight ? `${window.version} ${document}` : `other rows: ${rows}`)
            }
          }
        }
        try {
          ListWindow.parse('{"version":1,"fingerprint":"a","before":0,"after":0,"runs":[],"cells":[]}').apply(
            '{"version":3,"parent":2,"parentFingerprint":"a","fingerprint":"b"}')
        } catch (error) { await report(error.reason) }

        function shown(rows, { removed, inserted, moved }) {
          const leaving = new Set([...removed.map(({ at }) => at), ...moved.map(({ from }) => from)])
          const next = rows.filter((_, place) => !leaving.has(place))
          const arriving = [...inserted.map(({ at, id }) => [at, id]), ...moved.map(({ to, id }) => [to, id])]
          for (const [at, id] of arriving.sort(([a], [b]) => a - b)) next.splice(at, 0, id)
          return next
        }
        """
    )
    let expected =
      try all.flatMap { rows in
        try lists.enumerated().dropFirst().map { "\($0 + 1) \(try rows.document(of: $1))" }
      } + ["diverged"]
    var reports: [String] = []
    try await page.run { report in
      reports.append(report)
      return reports.count == expected.count || report.hasPrefix("error") ? .end : .goOn
    }
    #expect(reports == expected)
  }

  @Test(arguments: ["sse", "long-poll"])
  func `a page follows some rows live, and reads them again when the list was cleared`(
    mode: String
  ) async throws {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 6)
    let page = BrowserPage(
      store: store,
      script: """
        import { follow } from "/lists-api/liststore.js"
        const window = { first: 1, count: 3, section: "s" }
        for await (const step of follow("/lists-api/lists/home", { mode: "\(mode)", window })) {
          const { removed = [], inserted = [], updated = [], moved = [] } = step
          const cells = [
            ...removed.map(({ id, to }) => `-${id}:${to}`), ...inserted.map(({ id, from }) => `+${id}:${from}`),
            ...updated.map(({ id, old, cell }) => `${id}:${old.content}>${cell.content}`),
            ...moved.map(({ id, from, to }) => `${id}:${from}>${to}`),
          ]
          const { version, before, after, runs } = step.window
          const rows = step.window.cells.map(({ id }) => id)
          const sections = runs.map(({ section, count }) => `${section}${count}`)
          await report([step.kind, version, before, after, rows, sections, ...cells, step.reason ?? ""].join(" "))
        }
        """
    )
    var reports: [String] = []
    try await page.run { report in
      reports.append(report)
      switch reports.count {
      case 1: try await store.edit("home") { try $0.insertCell(cell("c0"), .start(of: "s")) }
      case 2: try await store.edit("home") { try $0.deleteCell("c2") }
      case 3: try await store.edit("home") { try $0.updateCell(cell("c3", "new")) }
      case 4: try await store.edit("home") { try $0.moveCell("c1", .after("c4")) }
      case 5: try store.grow("home", by: 1)
      case 6: try await store.commit(.clearing, to: "home")
      default: return .end
      }
      return .goOn
    }
    #expect(
      reports == [
        "contents 6 1 2 c2,c3,c4 s3 ", "change 7 1 3 c1,c2,c3 s3 -c4:after +c1:before ",
        "change 8 1 2 c1,c3,c4 s3 -c2:outside +c4:after ",
        "change 9 1 2 c1,c3,c4 s3 c3:text>new ", "change 10 1 2 c3,c4,c1 s3 c1:0>2 ",
        "change 11 1 3 c3,c4,c1 s3 ", "contents 12 0 0   compacted",
      ]
    )
  }
}

private func cell(_ id: Cell.ID, _ text: String = "text") throws -> Cell {
  let component = StoredComponent(type: "Text", content: try Content(encoding: text))
  return Cell(id: id, component: AnyComponent(component))
}
