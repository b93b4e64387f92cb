import Foundation
import Testing

/// What commands write for people contains nothing that a terminal would obey.
@Suite struct `Text from outside on a terminal` {
  /// Characters that change the direction of text, end a line or begin a control sequence.
  private static let obeyed =
    "\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"
    + "\u{2028}\u{2029}\u{85}\u{9B}\u{1B}\u{7}"

  private static func document(_ title: String) -> String {
    let json = title.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    return #"{"sections":[{"id":"s\#(json)","header":{"type":"H","content":{"title":"\#(json)"}},"#
      + #""cells":[{"id":"c\#(json)","type":"T\#(json)","content":{"title":"\#(json)"}}]}]}"#
  }

  @Test func `no command for people writes a character that a terminal obeys`() throws {
    let directory = try TemporaryDirectory()
    let database = directory.path("a.db")
    let list = "l" + Self.obeyed
    for title in [Self.obeyed, "x" + Self.obeyed] {
      try Tool.liststore.succeed(
        "commit",
        database,
        list,
        "--author",
        Self.obeyed,
        "--message",
        Self.obeyed,
        "--key",
        title,
        input: Self.document(title)
      )
    }
    let film = directory.path("film.txt")
    let commands = [
      ["show", database, list, "--tree"], ["show", database, list, "--format", "text"],
      ["diff", database, list, "1", "2"], ["diff", database, list, "1", "2", "--format", "text"],
      ["log", database, list], ["log", database, list, "-p"], ["log", database, list, "--oneline"],
      ["log", database, list, "--stat"], ["lists", database], ["stats", database],
      ["query", database, "SELECT * FROM sections"], ["verify", database],
      ["replay", database, list, "--film", film],
    ]
    for command in commands {
      let result = try Tool.liststore.run(command)
      #expect(result.status == 0, "\(command): \(result.errors)")
      Self.check(result.text + result.errors, command)
    }
    Self.check(
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: film)), as: UTF8.self),
      []
    )
    for command in [
      ["show", database, Self.obeyed], ["show", Self.obeyed, "l"], [Self.obeyed],
      ["show", database, list, "--format", Self.obeyed],
      ["query", database, "SELECT \(Self.obeyed)"],
    ] {
      let result = try Tool.liststore.run(command)
      #expect(result.status != 0)
      Self.check(result.text + result.errors, command)
    }
  }

  private static func check(_ text: String, _ command: [String]) {
    let written = Set(text.unicodeScalars).intersection(obeyed.unicodeScalars)
    #expect(
      written.isEmpty,
      "\(command.prefix(1)): \(written.map { String($0.value, radix: 16) }.sorted())"
    )
  }
}
