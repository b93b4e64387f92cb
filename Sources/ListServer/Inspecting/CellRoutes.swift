import HTTPTypes
import Hummingbird
import ListLayout
import ListModel
import ListPictures
import ListStorage

// One cell at one version: what it has, what it had, and why it is where it is.

extension Route {
  static let cells = [
    Route(
      .get,
      "/lists/{name}/cells/{cell}",
      "A cell at a version: its content and place, those at another version, and why it is there on a screen",
      parameters: [
        Parameter("at", .number, "The version; the newest by default"),
        Parameter("from", .number, "Compare with this version"),
        Parameter("width", .number, "The width of the screen, in points; 390 by default"),
        Parameter("height", .number, "Its height; 844 by default"),
      ],
      answers: [
        Answer(200, "The cell, as far as it is in the versions", .placedCell),
        .problem(400, "A parameter is malformed"),
        .problem(404, "There is no such list or version"),
      ]
    ) { call in try await call.cell() }
  ]
}

extension Call {
  fileprivate func cell() async throws -> Response {
    let version = try number("at", Self.versions)
    let from = try number("from", Self.versions)
    let screen = try PictureScreen(self)
    let id = Cell.ID(names[1])
    let (token, now, before, explanation) = try await service.reading { [list] store in
      let token = try store.token(of: list, at: version)
      let now = try store.placed(id, in: list, at: token.version)
      let before = try from.flatMap { try store.placed(id, in: list, at: $0) }
      let explanation = try now.flatMap { now in
        try ScreenPicture.explanation(
          of: now.path,
          in: try StoredPicture(of: list, in: store, at: token.version).sections,
          on: screen,
          names: .shown
        )
      }
      return (token, now, before, explanation)
    }
    return try .json { writer in
      writer.startObject()
      writer.name("id")
      writer.string(id.rawValue)
      writer.name("version")
      writer.number(token.version)
      if let now { try writer.placed("now", now) }
      if let before { try writer.placed("before", before) }
      if let explanation { writer.explanation(explanation) }
      writer.endObject()
    }
  }
}

/// A cell with its place.
private struct PlacedCell: Sendable {
  var cell: Cell
  var path: CellPath
  var section: Section.ID
  /// The number of cells in its section.
  var count: Int
}

extension ListStore {
  /// Finds a cell at a version; `nil` if it was not there.
  fileprivate func placed(_ id: Cell.ID, in list: List.ID, at version: Int) throws -> PlacedCell? {
    guard let path = try path(of: id, in: list, at: version) else { return nil }
    let sections = try outline(of: list, at: version).sections
    guard sections.indices.contains(path.section) else { return nil }
    let section = sections[path.section]
    let rows = WindowBounds.rows(path.item..<path.item + 1, of: section.id)
    // Another process may have committed between the reads; the version is the same all the same.
    guard let cell = try window(rows, in: list, at: version).cells.first, cell.id == id else {
      return nil
    }
    return PlacedCell(cell: cell, path: path, section: section.id, count: section.cellCount)
  }
}

extension JSONWriter {
  fileprivate mutating func placed(_ member: String, _ placed: PlacedCell) throws {
    name(member)
    startObject()
    name("section")
    string(placed.section.rawValue)
    name("at")
    path(placed.path)
    name("count")
    number(placed.count)
    name("cell")
    try cell(placed.cell, at: placed.path)
    endObject()
  }

  fileprivate mutating func explanation(_ explanation: LayoutExplanation) {
    frame(explanation.frame)
    name("steps")
    startArray()
    for step in explanation.steps {
      startObject()
      for (member, text) in [
        ("rules", step.rules), ("subject", step.subject), ("reason", step.reason),
      ] {
        name(member)
        string(text)
      }
      frame(step.frame)
      endObject()
    }
    endArray()
  }

  private mutating func frame(_ frame: LayoutRect) {
    name("frame")
    startObject()
    points("x", frame.x)
    points("y", frame.y)
    points("width", frame.width)
    points("height", frame.height)
    endObject()
  }
}
