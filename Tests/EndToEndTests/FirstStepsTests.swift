import Foundation
import Testing

/// What goes wrong in the first minutes.
@Suite struct `The first steps` {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `no arguments are a wrong command line, with all there is`() throws {
    let result = try Tool.liststore.run([])
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("import-git"))
  }

  @Test func `a wrong subcommand is told which was meant`() throws {
    for (word, name) in [("comit", "commit"), ("lsits", "lists"), ("improt", "import")] {
      for arguments in [[word, "x.db", "home"], ["help", word]] {
        let result = try Tool.liststore.run(arguments)
        #expect(result.status == 2)
        #expect(result.errors.contains("there is no subcommand '\(word)'; did you mean '\(name)'?"))
      }
    }
  }

  @Test func `a store and a list that are swapped make no files`() throws {
    func refuse(_ arguments: String...) throws {
      let command = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, directory.url.path]
      let child = try Child(
        command + [Tool.liststore.path] + arguments,
        input: Data(Documents.list("a").utf8)
      )
      let result = try child.wait()
      #expect(result.status == 2)
      #expect(result.errors.contains("DB comes before LIST"), "\(result.errors)")
    }
    try refuse("commit", "home", "home.db")
    try refuse("import", "home", "home.sqlite")
    try refuse("insert", "home", "home.db", "a", "1", "--end-of", "s", "--new-section")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(names == [])

    try Tool.liststore.succeed("commit", directory.path("real"), "x", input: Documents.list("a"))
    try refuse("commit", "home", "real")
    // Who means it can have it.
    try Tool.liststore.succeed("commit", directory.path("a.db"), "b.db", input: Documents.list("a"))
    try Tool.liststore.succeed("commit", directory.path("real"), "c.db", input: Documents.list("a"))
  }

  @Test func `imports read standard input as commits do`() throws {
    let (database, copy) = (directory.path("home.db"), directory.path("copy.db"))
    let lines = [Documents.list("a"), Documents.list("b")].joined(separator: "\n")
    try Tool.liststore.succeed("import", database, "home", input: lines)
    let history = try Tool.liststore.succeed("export", database, "home").text
    try Tool.liststore.succeed("import-history", copy, input: history)
    #expect(
      try Tool.liststore.succeed("show", copy, "home").text == Documents.list("b") + "\n"
    )
  }

  @Test func `an installation has completions, and a man page for every subcommand`() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let prefix = directory.path("prefix")
    let script = root.appendingPathComponent("Tools/liststore/install").path
    let installed = try Child([script, Tool.liststore.path, prefix]).wait()
    try #require(installed.status == 0, "\(installed.errors)")
    let version = try Child(["\(prefix)/bin/liststore", "--version"]).wait()
    #expect(version.status == 0)
    for name in [""] + `The command line`.subcommands.map({ "-\($0)" }) {
      let page = try String(
        contentsOfFile: "\(prefix)/share/man/man1/liststore\(name).1",
        encoding: .utf8
      )
      #expect(page.hasPrefix(".TH \"LISTSTORE"))
      #expect(page.contains("EXAMPLES"))
    }
    for file in [
      "bash-completion/completions/liststore", "zsh/site-functions/_liststore",
      "fish/vendor_completions.d/liststore.fish",
    ] {
      let text = try String(contentsOfFile: "\(prefix)/share/\(file)", encoding: .utf8)
      #expect(text.contains("import-git"), "\(file)")
    }
  }

  /// Tools/Examples/Service: what somebody writes first.
  @Test func `a service says what changed`() throws {
    let lines = [
      "add a1 Hello world", "add a2 Tea", "star a2", "star a2", "star a9", "drop a1", "best",
      "what",
    ].joined(separator: "\n")
    let result = try Tool.service.succeed(directory.path("articles.db"), input: lines)
    #expect(
      result.lines == [
        #"refused: there is no cell "a9""#, "best: Tea",
        "expected: add ID TITLE, star ID, drop ID, best",
        #"2: a1 "Hello world" is new"#, #"3: a2 "Tea" is new"#, "4: a2 0 → 1 stars",
        "5: a2 1 → 2 stars", "6: a1 is gone",
      ]
    )
    let again = try Tool.service.succeed(directory.path("articles.db"), input: "star a2")
    #expect(again.lines.last == "7: a2 2 → 3 stars")
  }
}
