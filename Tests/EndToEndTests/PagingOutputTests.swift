import Foundation
import Testing

/// What a person sees of long output on a terminal.
@Suite struct `Output on a terminal` {
  private let directory: TemporaryDirectory
  private let database: String

  /// A list of 120 cells with 150 versions.
  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("long.db")
    try directory.write(try Self.store.get(), to: "long.db")
  }

  private static let store = Result {
    let directory = try TemporaryDirectory()
    let documents = (1...150).map { version in
      Documents.list(
        cells: (1...120).map {
          #"{"id":"c\#($0)","content":\#($0 == version % 120 ? version : 0)}"#
        }
      )
    }
    try Tool.liststore.succeed(
      "import",
      directory.path("long.db"),
      "home",
      input: documents.joined(separator: "\n")
    )
    return try directory.read("long.db")
  }

  /// Each command that pages, with what its first and its last line contain.
  private var paging: [(arguments: [String], first: String, last: String)] {
    [
      (["log", database, "home"], "150  ", "1  "),
      (["log", database, "home", "-p"], "150  ", "c120"),
      (["diff", database, "home", "0", "@"], "version 0 → 150", "c120"),
      (["show", database, "home", "--tree"], "120 cells", "c120"),
      (["show", database, "home", "--pretty"], "sections", "c120"),
      (["show", database, "home"], "sections", "c120"),
      (["show", database, "home", "--format", "text"], "┌", "│"),
      (["diff", database, "home", "--format", "text"], "version 149", "inserted"),
    ]
  }

  /// A session in which the prompt of `less` is a word.
  private func inLess(
    _ arguments: [String],
    columns: Int = 80,
    _ steps: [TerminalSession.Step]
  ) -> TerminalSession {
    var session = TerminalSession(arguments, columns: columns)
    (session.environment, session.steps) = (["LESS": "-FRX -PNEXT"], steps)
    return session
  }

  @Test(.enabled(if: TerminalSession.isInstalled("less"), "less is not installed"))
  func `is paged by less, from the first line to the last, and then the command ends`() throws {
    let sessions = paging.map { command in
      inLess(
        command.arguments,
        [
          .see(command.first), .see("NEXT"), .send("G"), .see(command.last), .see("NEXT"),
          .send("q"),
        ]
      )
    }
    // What fits on the screen is printed without stopping.
    let short = TerminalSession(["log", database, "home", "-n", "3"])
    let results = try TerminalSession.run(sessions + [short])
    for (session, result) in zip(sessions + [short], results) { try result.requireEnd(of: session) }
    #expect(results[paging.count].lines.count >= 3)
  }

  @Test(.enabled(if: TerminalSession.isInstalled("less"), "less is not installed"))
  func `can be left at its first page, resized, and interrupted`() throws {
    let log = ["log", database, "home", "-p"]
    let next = TerminalSession.Step.see("NEXT")
    let sessions = [
      inLess(log, columns: 40, [next, .send("q")]),
      inLess(log, [next, .resize(columns: 40, rows: 10), .send(" "), next, .leave("q")]),
      // As with git, Ctrl-C ends the command, but only after the pager, which goes on until it is quit.
      // With nothing to interrupt, less rings.
      inLess(log, [next, .send("\u{3}"), .see("NEXT|\u{7}"), .leave("q")]),
    ]
    let results = try TerminalSession.run(sessions)
    try results[0].requireEnd(of: sessions[0])
    try results[1].requireEnd(of: sessions[1])
    try results[2].requireEnd(-2, of: sessions[2])
    #expect(results[0].columns <= 40)
  }

  @Test func `is printed at once without a pager, and when there is none`() throws {
    let commands = paging.map(\.arguments)
    var sessions = commands.map { TerminalSession($0 + ["--no-pager"]) }
    var without = TerminalSession(commands[0])
    without.environment = ["PATH": directory.url.path]
    var empty = TerminalSession(commands[0])
    empty.environment = ["LISTSTORE_PAGER": ""]
    sessions += [without, empty]
    for (session, result) in zip(sessions, try TerminalSession.run(sessions)) {
      try result.requireEnd(of: session)
      let isLine = session.argv.contains("show") && session.argv.count == 5
      #expect(isLine ? result.output.contains("c120") : result.lines.count > 40)
    }
  }

  @Test(arguments: ["nosuchpager", "nosuchpager -R", "/dev/null"])
  func `is not lost when the pager cannot be run`(pager: String) throws {
    var session = TerminalSession(["log", database, "home"])
    session.environment = ["PAGER": pager]
    let result = try session.run()
    #expect(result.output.contains("cannot run the pager '\(pager)'"))
    // The name of a program is tried; what only a shell understands is known to be wrong at the end.
    let isShown = !pager.contains(" ")
    try result.requireEnd(isShown ? 0 : 3, of: session)
    #expect((result.lines.count > 100) == isShown)
  }

  @Test func `is paged by another pager, which may end early`() throws {
    var sessions: [TerminalSession] = []
    for (pager, steps) in [
      ("head -n 5", []), ("true", []), ("sh -c 'cat; exit 3'", []),
      ("more", [TerminalSession.Step.see("--More--"), .send("q")]),
    ] where pager != "more" || TerminalSession.isInstalled("more") {
      var session = TerminalSession(["log", database, "home", "-p"])
      (session.environment, session.steps) = (["PAGER": pager], steps)
      sessions.append(session)
    }
    for (session, result) in zip(sessions, try TerminalSession.run(sessions)) {
      try result.requireEnd(of: session)
    }
  }

  @Test func `shows why a command fails, with and without a pager`() throws {
    for pager in ["", "cat -"] {
      var session = TerminalSession(["log", database, "nosuch"])
      session.environment = ["PAGER": pager]
      let result = try session.run()
      try result.requireEnd(1, of: session)
      #expect(result.output.contains(#"there is no list "nosuch""#))
    }
  }

  @Test func `of every other command ends by itself`() throws {
    let others = [
      ["lists", database], ["stats", database], ["cursors", database], ["verify", database],
      ["show", database, "home", "--cell", "c1"], ["changes", database, "home", "--since", "-2"],
      ["query", database, "SELECT id FROM cells"], ["export", database, "home", "--from", "-2"],
      ["replay", database, "home", "--from", "-2"], ["commit", "--help"],
      ["compact", database, "--dry-run"],
    ]
    let sessions = others.map { TerminalSession($0) }
    for (session, result) in zip(sessions, try TerminalSession.run(sessions)) {
      try result.requireEnd(of: session)
      #expect(!result.output.isEmpty)
    }
  }
}
