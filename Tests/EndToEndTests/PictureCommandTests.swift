import Foundation
import Testing

/// Pictures of stored lists on the command line.
@Suite struct `Pictures on the command line` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("a.db")
  }

  /// Runs a command with little memory and time, so that it fails instead of taking all there is.
  private func limited(_ arguments: String...) throws -> Tool.Result {
    let script = #"ulimit -t 30 -v 4000000; exec "$0" "$@""#
    return try Child(["/bin/sh", "-c", script, Tool.liststore.path] + arguments).wait()
  }

  @Test(arguments: ["svg", "html", "text"])
  func `content of any size and depth is drawn`(format: String) throws {
    var deep = #""x""#
    for _ in 0..<10 { deep = #"{"type":"VStack","children":[\#(deep)],"stack":[\#(deep)]}"# }
    deep = String(repeating: "[", count: 480) + deep + String(repeating: "]", count: 480)
    let long = String(repeating: "long", count: 500_000)
    let cells = [deep, #""\#(long)""#, #"{"title":"\#(long)"}"#, #"{"a":["\#(long)"]}"#]
      .enumerated().map { #"{"id":"\#($0)","type":"T","content":\#($1)}"# }
    try Tool.liststore.succeed("commit", database, "l", input: Documents.list(cells: cells))
    let result = try limited("show", database, "l", "--format", format)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("longlong") && result.text.contains("…"))
    #expect(result.output.count < 200_000)
  }

  @Test func `a film shows who made a version, when and what for, and pictures name sections`()
    throws
  {
    for (title, author) in [("one", "Ann"), ("two", "Bob")] {
      let document =
        #"{"sections":[{"id":"Asia","cells":[{"id":"a","content":{"title":"\#(title)"}}]},"#
        + #"{"id":"Europe","cells":[{"id":"b","content":{"title":"x"}}]}]}"#
      try Tool.liststore.succeed(
        "commit",
        database,
        "l",
        "--author",
        author,
        "--message",
        "Title \(title)\n\nMore of it",
        input: document
      )
    }
    for name in ["film.html", "film.svg", "film.txt"] {
      let file = directory.path(name)
      try Tool.liststore.succeed("replay", database, "l", "--film", file)
      let film = String(decoding: try directory.read(name), as: UTF8.self)
      let expected = [
        "version 1", "by Ann", "by Bob", "Title one", "Title two", "Asia", "Europe", "1 updated",
      ]
      for text in expected { #expect(film.contains(text), "\(name): \(text)") }
      #expect(film.contains(try Regex(#"by Bob · \d{4}-\d\d-\d\d \d\d:\d\d · Title two"#)))
      #expect(!film.contains("More of it"))
    }
    for format in ["svg", "html", "text"] {
      for command in [["show", database, "l"], ["diff", database, "l", "1", "2"]] {
        let result = try Tool.liststore.run(command + ["--format", format])
        #expect(result.text.contains("Asia") && result.text.contains("Europe"))
      }
    }
  }

  private static func layout(_ inner: Int, _ outer: Int, _ mode: String) -> String {
    func group(_ axis: String, _ count: Int, _ subitem: String) -> String {
      #"{"axis":"\#(axis)","mode":"\#(mode)","count":\#(count),"size":[{"fw":1},{"fh":1}],"#
        + #""subitems":[\#(subitem)],"type":"group"}"#
    }
    let item = #"{"size":[{"fw":1},{"fh":1}],"type":"item"}"#
    let section = group("horizontal", outer, group("vertical", inner, item))
    return #"{"sections":[{"id":"s","layout":{"layout":"compositional","group":\#(section)},"#
      + #""cells":[{"id":"a","type":"T","content":"x"}]}]}"#
  }

  @Test(arguments: ["count", "repeating"])
  func `a layout whose counts multiply to too many cells is refused by commit`(mode: String) throws
  {
    let refused = try Tool.liststore.run(
      ["commit", database, "l"],
      input: Data(Self.layout(10_000, 10_000, mode).utf8)
    )
    #expect(refused.status == 1)
    #expect(refused.errors.contains("sections[0].layout.group.count: expected at most 10000 cells"))
    #expect(try Tool.liststore.run("show", database, "l").status != 0)
    let document = Self.layout(100, 100, mode)
    try Tool.liststore.succeed("commit", database, "l", input: document)
    try Tool.liststore.succeed("show", database, "l", "--format", "text")
  }

  @Test(arguments: [
    (
      #"{"layout":"vertical","insets":[0,300,0,300]}"#,
      "390 × 844 points; a larger one may have room"
    ),
    (#"{"layout":"provider","name":"feed"}"#, "only the app can draw it"),
  ])
  func `what cannot be shown is said by its own reason`(layout: String, reason: String) throws {
    let document =
      #"{"sections":[{"id":"s","layout":\#(layout),"cells":[{"id":"a","type":"T","content":1}]}]}"#
    try Tool.liststore.succeed("commit", database, "l", input: document)
    for command in [
      ["show", database, "l", "--format", "svg"],
      ["diff", database, "l", "0", "1", "--format", "svg"],
      ["replay", database, "l", "--film", directory.path("film.svg")],
    ] {
      let result = try Tool.liststore.run(command)
      #expect(result.status == 1 && result.errors.contains(reason), "\(command): \(result.errors)")
    }
  }
}
