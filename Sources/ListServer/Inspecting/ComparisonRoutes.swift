import HTTPTypes
import Hummingbird
import ListModel
import ListPictures
import ListStorage

// What is different between two versions, as rows of a page.

extension Route {
  static let comparisons = [
    Route(
      .get,
      "/lists/{name}/comparison",
      "What is different between two versions: counts, sections, and the cells in their order, by pages",
      parameters: [
        Parameter("from", .number, "The version before; the one before \"to\" by default"),
        Parameter("to", .number, "The version after; the newest by default"),
        Parameter(
          "first",
          .number,
          "The first cell that is different, from 0, which is the default"
        ),
        Parameter("count", .number, "How many cells; 500 by default, at most 1000"),
      ],
      answers: [
        Answer(200, "Counts, sections and cells", .comparison),
        .problem(400, "A parameter is malformed"),
        .problem(404, "There is no such list or version"),
      ]
    ) { call in try await call.comparison() }
  ]
}

/// Two states of a list; so what is different between them never changes.
struct ComparisonKey: Hashable, Sendable {
  var list: List.ID
  var source: CursorToken
  var target: CursorToken
}

extension Call {
  fileprivate func comparison() async throws -> Response {
    let to = try number("to", Self.versions)
    let first = try number("first", Self.versions) ?? 0
    let count = try number("count", 1...1000) ?? 500
    let from = try number("from", Self.versions)
    let target = try await service.reading { [list] in try $0.token(of: list, at: to) }
    let rows = try await service.changedRows(
      of: list,
      from: from ?? max(0, target.version - 1),
      to: target.version
    )
    let page = rows.rows.dropFirst(first).prefix(count)
    let titles = try await service.reading { [list] in try $0.titles(of: page, in: list, rows) }
    return .json(headers: [.cacheControl: service.fixedCaching]) { writer in
      writer.startObject()
      writer.state("from", rows.source)
      writer.state("to", rows.target)
      writer.name("sections")
      writer.counts(rows.sectionCounts)
      writer.name("cells")
      writer.counts(rows.cellCounts)
      writer.name("parts")
      writer.startArray()
      for (index, part) in rows.sections.enumerated()
      where !part.rows.isEmpty || !part.marks.isEmpty {
        writer.part(part, at: index)
      }
      writer.endArray()
      writer.name("count")
      writer.number(rows.rows.count)
      writer.name("first")
      writer.number(first)
      writer.name("rows")
      writer.startArray()
      for row in page { writer.row(row, title: titles[row.id]) }
      writer.endArray()
      writer.endObject()
    }
  }
}

extension ListStore {
  /// The most cells of a page whose titles are read; a change does not say what cells show that only move.
  private static let mostReadTitles = 60

  /// Returns the titles of cells that differ.
  fileprivate func titles(
    of page: ArraySlice<ChangedRows.Row>,
    in list: List.ID,
    _ rows: ChangedRows
  ) throws -> [Cell.ID: String] {
    var titles: [Cell.ID: String] = [:]
    var read = 0
    for row in page {
      if let component = row.new ?? row.old {
        titles[row.id] = String(component.shownTitle.prefix(200))
      } else if let at = row.at, read < Self.mostReadTitles {
        read += 1
        let section = rows.target.sections[at.section].id
        let bounds = WindowBounds.rows(at.item..<at.item + 1, of: section)
        let cell = try window(bounds, in: list, at: rows.target.version).cells.first
        titles[row.id] = cell.map { String($0.component.shownTitle.prefix(200)) }
      }
    }
    return titles
  }
}

extension ListService {
  /// Returns what is different between two versions, read once for all who ask for it.
  func changedRows(of list: List.ID, from source: Int, to target: Int) async throws -> ChangedRows {
    let key = try await reading { store in
      ComparisonKey(
        list: list,
        source: try store.token(of: list, at: source),
        target: try store.token(of: list, at: target)
      )
    }
    return try await comparisons.value(for: key) { [self] in
      try await reading { try ChangedRows(of: list, in: $0, from: source, to: target) }
    }
  }

  /// Who may keep an answer about versions that are named: after a restoration, they may be others.
  var fixedCaching: String {
    "\(configuration.caching == .shared ? "public" : "private"), max-age=60"
  }
}

extension JSONWriter {
  fileprivate mutating func state(_ member: String, _ outline: ListOutline) {
    name(member)
    startObject()
    name("version")
    number(outline.version)
    name("fingerprint")
    string(outline.fingerprint.description)
    name("sections")
    number(outline.sections.count)
    name("cells")
    number(outline.cellCount)
    endObject()
  }

  fileprivate mutating func part(_ part: ChangedRows.Part, at index: Int) {
    startObject()
    name("index")
    number(index)
    name("id")
    string(part.id.rawValue)
    name("marks")
    marks(part.marks)
    name("count")
    number(part.cellCount)
    name("changed")
    number(part.rows.count)
    endObject()
  }

  fileprivate mutating func row(_ row: ChangedRows.Row, title: String?) {
    startObject()
    name("id")
    string(row.id.rawValue)
    name("marks")
    marks(row.marks)
    for (member, path) in [("from", row.from), ("at", row.at), ("place", row.place)] {
      guard let path else { continue }
      name(member)
      self.path(path)
    }
    if let title {
      name("title")
      string(title)
    }
    endObject()
  }
}
