import Foundation
import Testing

@Suite struct `Ids` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
  }

  @Test(arguments: [
    // A NUL inside, and the same text up to it.
    (#"a\u0000b"#, "a"),
    // "é" as one code point and as two.
    ("\u{E9}", "e\u{301}"),
    // Case, width and white space.
    ("A", "a"),
    ("Ａ", "A"),
    ("a", "a "),
  ])
  func `that differ in a byte are different cells`(first: String, second: String) throws {
    let both = Documents.list(first, second)
    let swapped = Documents.list(second, first)
    try Tool.liststore.succeed("commit", database, "home", input: both)
    try Tool.liststore.succeed("commit", database, "home", input: swapped)
    #expect(
      Data(try Tool.liststore.succeed("show", database, "home", "--at", "1").text.utf8)
        == Data((both + "\n").utf8)
    )
    #expect(
      Data(try Tool.liststore.succeed("show", database, "home").text.utf8)
        == Data((swapped + "\n").utf8)
    )
    let change = try Tool.liststore.succeed("changes", database, "home", "--since", "1").text
    #expect(change.contains(#""moved":[{"id":""#))
    #expect(!change.contains("inserted"))
    try Tool.liststore.succeed("verify", database)
    try Tool.liststore.succeed("replay", database, "home", "--verify")
  }

  @Test func `of lists are compared by bytes too`() throws {
    try Tool.liststore.succeed("commit", database, "\u{E9}", input: Documents.list("a"))
    try Tool.liststore.succeed("commit", database, "e\u{301}", input: Documents.list("b"))
    let lists = try Tool.liststore.succeed("lists", database, "--json").objects()
    #expect(lists.count == 2)
    #expect(
      try Tool.liststore.succeed("show", database, "\u{E9}").text == Documents.list("a") + "\n"
    )
  }

  @Test func `stay with a cell that changes its section`() throws {
    let before = #"{"sections":[{"id":"s","cells":[{"id":"a"}]},{"id":"t","cells":[]}]}"#
    let after = #"{"sections":[{"id":"t","cells":[{"id":"a"}]}]}"#
    try Tool.liststore.succeed("commit", database, "home", input: before)
    try Tool.liststore.succeed("commit", database, "home", input: after)
    let change = try Tool.liststore.succeed("changes", database, "home", "--since", "1").text
    #expect(change.contains(#""cells":{"moved":[{"id":"a","from":[0,0],"to":[0,0]}]}"#))
  }
}
