import Foundation
import ListModel
import ListStorage
import Testing

/// The lines that commands print for people.
@Suite struct `Lines for people` {
  private let directory: TemporaryDirectory
  private let database: String
  private let word = "a-list-whose-name-is-as-long-as-names-of-lists-get-日本語のリスト"

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("home.db")
    let cells = (1...3).map {
      let text = String(repeating: "Wörter und 単語 ", count: 12 * $0)
      return
        #"{"id":"cell-with-a-long-id-of-its-own-\#($0)","type":"Text","content":{"t":"\#(text)"}}"#
    }
    for count in 1...3 {
      try Tool.liststore.succeed(
        "commit",
        database,
        word,
        "--author",
        "Somebody With A Long Name",
        "-m",
        "A message that says at length, with 絵文字 🎉, what the commit is about, and then goes on",
        "--key",
        String(repeating: "0123456789abcdef", count: 3) + "\(count)",
        input: Documents.list(cells: Array(cells.prefix(count)))
      )
    }
    let store = try ListStore(path: database)
    let consumer = try store.consumer("a-consumer-with-a-long-name", of: List.ID(word))
    _ = try consumer.consume { _ in }
  }

  private var commands: [[String]] {
    [
      ["log", database, word], ["log", database, word, "-p"], ["log", database, word, "--oneline"],
      ["log", database, word, "--stat"], ["log", database, word, "--keys"], ["lists", database],
      ["query", database, "SELECT id, type, content FROM cells"],
      [
        "query", database, "SELECT list, section, item, id, type, content, content AS c FROM cells",
      ],
      ["stats", database], ["cursors", database], ["diff", database, word, "0", "@"],
      ["show", database, word, "--tree"], ["show", database, word, "--format", "text"],
      ["diff", database, word, "--format", "text"],
    ]
  }

  @Test(arguments: [80, 40]) func `fit the terminal`(columns: Int) throws {
    let sessions = commands.map { command in
      TerminalSession(
        command + (["log", "diff", "show"].contains(command[0]) ? ["--no-pager"] : []),
        columns: columns
      )
    }
    for (session, result) in zip(sessions, try TerminalSession.run(sessions)) {
      try result.requireEnd(of: session)
      let name = session.argv.dropFirst().joined(separator: " ")
      #expect(result.columns <= columns, "\(name): \(result.output)")
      // Lines are filled before they are cut.
      #expect(result.columns > columns / 3, "\(name): \(result.output)")
    }
  }

  @Test func `are not cut where nobody watches`() throws {
    // A picture is as wide as its screen.
    for command in commands where !command.contains("--format") {
      let result = try Tool.liststore.run(command)
      #expect(result.status == 0)
      #expect(!result.text.contains("…"), "\(command)")
    }
    let lists = try Tool.liststore.succeed("lists", database).lines
    #expect(lists.count == 2)
    #expect(lists[1].hasPrefix(word))
  }
}
