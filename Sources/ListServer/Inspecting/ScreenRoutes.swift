import HTTPTypes
import Hummingbird
import ListLayout
import ListModel
import ListPictures
import ListStorage
import NIOCore

// A version on a screen, with what was changed, for pages that draw it.

extension Route {
  static let screens = [
    Route(
      .get,
      "/lists/{name}/screen",
      "A version on a screen: a drawing, where each cell is, and what was changed on it, above and below",
      parameters: [
        Parameter("at", .number, "The version; the newest by default"),
        Parameter("from", .number, "Mark what was changed since this version"),
        Parameter("to", .number, "Mark what will be changed until this version"),
        Parameter(
          "anchor",
          .texts,
          "Y,ID: scroll so that this cell begins Y points below the screen's upper edge; of several, the first "
            + "that is in the version"
        ),
        Parameter("row", .text, "SECTION,ITEM,Y: the same for the cell at a place"),
        Parameter("overscan", .number, "How many points above and below the screen are drawn too"),
      ] + PictureScreen.parameters,
      answers: [
        Answer(200, "The drawing, and where everything is", .screen),
        .problem(400, "A parameter is malformed"),
        .problem(422, "It cannot be drawn"),
        .problem(404, "There is no such list or version"),
      ]
    ) { call in try await call.screen() }
  ]
}

extension Call {
  fileprivate func screen() async throws -> Response {
    let version = try number("at", Self.versions)
    let screen = try PictureScreen(self)
    let overscan = Double(try number("overscan", 0...5_000) ?? 0)
    let anchors = try self.anchors()
    let row = try self.row()
    let token = try await service.reading { [list] in try $0.token(of: list, at: version) }
    let from = try number("from", Self.versions)
    let to = try number("to", Self.versions)
    guard from == nil || to == nil else {
      throw Problem.badRequest("two-versions", "from and to exclude each other")
    }
    let rows: ChangedRows? =
      if let from {
        try await service.changedRows(of: list, from: from, to: token.version)
      } else if let to {
        try await service.changedRows(of: list, from: token.version, to: to)
      } else {
        nil
      }
    let body = try await service.reading { [list] store in
      let stored = try StoredPicture(of: list, in: store, at: token.version)
      var anchor = row
      for (id, y) in anchors where anchor == nil {
        guard let path = try store.path(of: id, in: list, at: token.version) else { continue }
        anchor = ScreenPicture.Anchor(path, y: y)
      }
      let shown = try stored.screen(screen, anchor: anchor, overscan: overscan)
      let marked = rows.map { MarkedScreen($0, side: to == nil ? .after : .before, around: shown) }
      var writer = JSONWriter()
      writer.screen(shown, marked, stored, token)
      return ByteBuffer(bytes: writer.bytes)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: Route.json,
        .cacheControl: version == nil ? "no-store" : service.fixedCaching,
      ],
      body: ResponseBody(byteBuffer: body)
    )
  }

  private func anchors() throws -> [(Cell.ID, Double)] {
    try target.values(of: "anchor").prefix(16).map { text in
      let y = text.prefix { $0 != "," }
      guard let y = Double(y), y.isFinite, text.contains(",") else {
        throw Problem.badRequest(
          "bad-anchor",
          "anchor=\(text.prefix(32)): expected Y,ID, such as 60,a3"
        )
      }
      return (
        Cell.ID(String(text[text.index(after: text.firstIndex(of: ",") ?? text.startIndex)...])), y
      )
    }
  }

  private func row() throws -> ScreenPicture.Anchor? {
    guard let text = target["row"] else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 3, let section = Int(parts[0]), let item = Int(parts[1]), section >= 0,
      item >= 0, let y = Double(parts[2]), y.isFinite
    else {
      throw Problem.badRequest(
        "bad-row",
        "row=\(text.prefix(32)): expected SECTION,ITEM,Y, such as 0,41,60"
      )
    }
    return ScreenPicture.Anchor(CellPath(section: section, item: item), y: y)
  }
}

/// A screen, with what is different on it and around it.
private struct MarkedScreen {
  enum Side { case before, after }

  var marks: [Cell.ID: ChangeMarks] = [:]
  /// What is deleted between the cells on the screen.
  var ghosts: [ChangedRows.Row] = []
  var counts: [(place: String, counts: [ChangeCount])] = []
  /// The nearest cells that are different, above and below.
  var nearest: [(direction: String, path: CellPath)] = []

  /// The most deleted cells that are told of.
  private static let mostGhosts = 100

  init(_ rows: ChangedRows, side: Side, around shown: ScreenPicture) {
    let height = shown.picture.size.height
    let paths = shown.picture.figures.compactMap { figure -> CellPath? in
      guard case .cell(let path) = figure.element, figure.frame.maxY > 1,
        figure.frame.y < height - 1
      else { return nil }
      return path
    }
    let (first, last) = (paths.min(), paths.max())
    var tallies: [[ChangeMarks.RawValue: Int]] = [[:], [:], [:]]
    var (above, below): (CellPath?, CellPath?)
    for row in rows.rows {
      guard let path = side == .after ? row.place : row.from else { continue }
      let isGhost = side == .after && row.at == nil
      let marks = side == .after ? row.marks : row.marks.subtracting(.inserted)
      let part: Int
      if let first, path < first {
        part = 0
        above = max(above ?? path, path)
      } else if let last, isGhost && path.item > 0 ? path > last.next : path > last {
        part = 2
        below = min(below ?? path, path)
      } else {
        part = 1
        if isGhost, ghosts.count < Self.mostGhosts { ghosts.append(row) }
      }
      for mark in [ChangeMarks.deleted, .inserted, .moved, .updated] where marks.contains(mark) {
        tallies[part][mark.rawValue, default: 0] += 1
      }
    }
    for figure in shown.picture.figures {
      guard let id = figure.id.map({ Cell.ID($0) }), let index = rows.indices[id] else { continue }
      marks[id] = rows.rows[index].marks.subtracting(side == .after ? .deleted : .inserted)
    }
    counts = zip(["above", "shown", "below"], tallies).map { place, tally in
      (place, tally.map { ChangeCount(ChangeMarks(rawValue: $0.key), $0.value) })
    }
    nearest = [("up", above), ("down", below)].compactMap { direction, path in
      path.map { (direction, $0) }
    }
  }
}

extension CellPath {
  fileprivate var next: CellPath { CellPath(section: section, item: item + 1) }
}

extension JSONWriter {
  fileprivate mutating func screen(
    _ shown: ScreenPicture,
    _ marked: MarkedScreen?,
    _ stored: StoredPicture,
    _ token: CursorToken
  ) {
    startObject()
    name("version")
    number(token.version)
    name("fingerprint")
    string(token.fingerprint.description)
    points("scroll", shown.offset)
    points("width", shown.picture.size.width)
    points("height", shown.picture.size.height)
    points("contentHeight", max(shown.contentSize.height, 0))
    name("cells")
    number(stored.sections.reduce(0) { $0 + $1.cellCount })
    if let marked {
      name("changes")
      startObject()
      for (place, counts) in marked.counts {
        name(place)
        self.counts(counts)
      }
      for (direction, path) in marked.nearest {
        name(direction)
        self.path(path)
      }
      endObject()
      name("ghosts")
      startArray()
      for ghost in marked.ghosts { self.ghost(ghost) }
      endArray()
    }
    name("figures")
    startArray()
    for figure in shown.picture.figures {
      self.figure(figure, marked?.marks[Cell.ID(figure.id ?? "")] ?? [])
    }
    endArray()
    name("svg")
    string(shown.picture.svg())
    endObject()
  }

  private mutating func ghost(_ row: ChangedRows.Row) {
    startObject()
    name("id")
    string(row.id.rawValue)
    name("title")
    string(String((row.old?.shownTitle ?? "").prefix(200)))
    name("place")
    path(row.place)
    endObject()
  }

  private mutating func figure(_ figure: Picture.Figure, _ marks: ChangeMarks) {
    guard case .cell(let path) = figure.element, let id = figure.id else { return }
    startObject()
    name("id")
    string(id)
    name("at")
    self.path(path)
    points("x", figure.frame.x)
    points("y", figure.frame.y)
    points("width", figure.frame.width)
    points("height", figure.frame.height)
    if !marks.isEmpty {
      name("marks")
      self.marks(marks)
    }
    endObject()
  }

  /// Writes a length in points, to a thousandth.
  mutating func points(_ member: String, _ value: Double) {
    name(member)
    let rounded = value.isFinite ? (min(max(value, -1e12), 1e12) * 1000).rounded() / 1000 : 0
    guard rounded != rounded.rounded(), let number = try? Content(parsing: Array("\(rounded)".utf8))
    else { return self.number(Int(rounded)) }
    content(number)
  }
}
