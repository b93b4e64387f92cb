import Foundation
import ListTestSupport
import Testing

@Suite struct `The command line` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
  }

  // MARK: Help

  static let subcommands = [
    "commit", "set", "insert", "move", "delete", "import", "import-git", "lists", "log", "show",
    "changes", "diff", "query", "replay",
    "verify", "stats", "revert", "undo", "redo", "cursors", "compact", "clear", "backup", "restore",
    "export", "import-history",
  ]

  @Test(arguments: subcommands)
  func `every subcommand explains itself with examples`(subcommand: String) throws {
    let result = try Tool.liststore.succeed(subcommand, "--help")
    #expect(result.errors.isEmpty)
    #expect(result.text.contains("EXAMPLES"))
    #expect(result.text.contains("liststore \(subcommand)"))
  }

  @Test(arguments: Soak.some(subcommands, every: 3))
  func `no example is broken by 80 columns`(subcommand: String) throws {
    let wide = try Child(
      ["/usr/bin/env", "COLUMNS=400", Tool.liststore.path, subcommand, "--help"]
    ).wait()
    let lines = wide.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "EXAMPLES"))
    let examples = lines[(start + 1)...].prefix { !$0.isEmpty }
    #expect(!examples.isEmpty)
    for line in examples { #expect(line.count <= 80, "\(line)") }
    let narrow = try Child(
      ["/usr/bin/env", "COLUMNS=80", Tool.liststore.path, subcommand, "--help"]
    ).wait().text
    for line in examples { #expect(narrow.contains("\n\(line)\n"), "\(narrow)") }
  }

  @Test func `bash completes files, lists, cells and sections`() throws {
    try Tool.liststore.succeed(
      "commit",
      database,
      "home feed",
      input: #"{"sections":[{"id":"top","cells":[{"id":"a b"},{"id":"ab"},{"id":"c"}]}]}"#
    )
    try Tool.liststore.succeed("commit", database, "work", input: Documents.list("x"))
    func offered(_ words: String...) throws -> [String] {
      let script = """
        source <("$0" --generate-completion-script bash) || exit 9
        PATH="$(dirname "$0"):$PATH"
        COMP_WORDS=(liststore "$@"); COMP_CWORD=$#
        COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
        _liststore liststore "${COMP_WORDS[$COMP_CWORD]}" "${COMP_WORDS[$((COMP_CWORD-1))]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let shell = ["/usr/bin/env", "bash", "-c", script, Tool.liststore.path] + words
      return try Child(shell).wait().lines.map { $0.replacing("\\", with: "") }.sorted()
    }
    #expect(try offered("show", directory.path("tes")).contains(database))
    #expect(
      try offered("show", database, "").filter { !$0.hasPrefix("-") } == ["home feed", "work"]
    )
    #expect(try offered("show", database, "w") == ["work"])
    #expect(try offered("set", database, "home\\ feed", "a") == ["a b", "ab"])
    #expect(try offered("log", database, "'home feed'", "--cell", "a") == ["a b", "ab"])
    #expect(try offered("log", database, "work", "--section", "").contains("top") == false)
    #expect(try offered("set", directory.path("none.db"), "").filter { !$0.hasPrefix("-") } == [])
  }

  @Test func `help names every subcommand and every exit status`() throws {
    let help = try Tool.liststore.succeed("--help").text
    for subcommand in Self.subcommands { #expect(help.contains("  \(subcommand) ")) }
    for status in 0...5 { #expect(help.contains("\n  \(status)  ")) }
  }

  @Test func `there is no help for what there is not`() throws {
    let result = try Tool.liststore.run("help", "frobnicate")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("there is no subcommand 'frobnicate'"))
    for arguments in [["help"], ["help", "import-git"], ["help", "help"], ["help", "--help"]] {
      #expect(try Tool.liststore.run(arguments).status == 0, "\(arguments)")
    }
  }

  @Test(arguments: [
    ["frobnicate"],
    ["commit"],
    ["show", "x.db"],
    ["show", "x.db", "home", "--at", "two"],
    ["show", "x.db", "home", "--tree", "--json"],
    ["commit", "x.db", "home", "--expect=minus"],
    ["log", "x.db", "home", "--limit", "0"],
    ["changes", "x.db", "home", "--since", "4", "--until", "3"],
    ["import", "x.db", "home", "f", "--progress", "loud"],
    ["lists", "x.db", "--busy-timeout", "forever"],
    ["replay", "x.db", "home", "--mode", "sideways"],
  ])
  func `a wrong command line exits with 2 and says so on standard error`(
    arguments: [String]
  ) throws {
    let result = try Tool.liststore.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("Error: "))
  }

  // MARK: Writing

  @Test func `a commit answers with the version it made`() throws {
    let first = try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a"))
    #expect(first.text == "home: version 1, 2 operations\n")
    let same = try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a"))
    #expect(same.text == "home: unchanged, still version 1\n")
    let object = try #require(
      Tool.liststore.succeed(
        "commit",
        database,
        "home",
        "--json",
        input: Documents.list("a", "b")
      ).objects().first
    )
    #expect(
      Set(object.keys) == [
        "list", "version", "outcome", "fingerprint", "token", "operations",
      ]
    )
    #expect(object["version"] as? Int == 2)
    #expect(object["outcome"] as? String == "committed")
  }

  @Test func `a commit with a known key answers with the version it made then`() throws {
    let one = Documents.list("a")
    try Tool.liststore.succeed("commit", database, "home", "--key", "k", input: one)
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("b"))
    let again = try Tool.liststore.succeed("commit", database, "home", "--key", "k", input: one)
    #expect(again.text == "home: version 1, committed before with this key\n")
  }

  @Test func `a document is read from a file or from standard input`() throws {
    let file = try directory.write(Data(Documents.list("a").utf8), to: "list.json").path
    try Tool.liststore.succeed("commit", database, "one", file)
    try Tool.liststore.succeed("commit", database, "two", "-", input: Documents.list("a"))
    let fingerprints = try Tool.liststore.succeed("lists", database, "--json").objects()
      .map { $0["fingerprint"] as? String }
    #expect(fingerprints.count == 2)
    #expect(fingerprints[0] == fingerprints[1])
  }

  @Test func `an import makes a version per line and skips empty lines`() throws {
    let lines = [Documents.list("a"), "", Documents.list("b"), " ", Documents.list("c")]
    let result = try Tool.liststore.succeed(
      "import",
      database,
      "home",
      "-",
      "--key-prefix",
      "p",
      input: lines.joined(separator: "\n")
    )
    #expect(result.text == "home: 3 versions committed; now at version 3\n")
    #expect(result.errors.isEmpty)
    let keys = try Tool.liststore.succeed("log", database, "home", "--json").objects()
      .map { $0["key"] as? String }
    #expect(keys == ["p5", "p3", "p1"])
  }

  @Test func `an import that is run again commits nothing twice`() throws {
    let lines = Documents.history(count: 20, cells: 5, seed: 1, marker: "x")
      .joined(separator: "\n")
    let arguments = ["import", database, "home", "-", "--key-prefix", "p", "--json"]
    _ = try Tool.liststore.run(arguments, input: Data(lines.utf8))
    let again = try Tool.liststore.run(arguments, input: Data(lines.utf8))
    let summary = try #require(try again.objects().last)
    #expect(summary["committed"] as? Int == 0)
    #expect(summary["duplicate"] as? Int == 20)
    #expect(summary["version"] as? Int == 20)
  }

  @Test func `an import that is run again commits nothing old when versions were forgotten`() throws
  {
    let documents = Documents.history(count: 5, cells: 5, seed: 1, marker: "x")
    func run(_ documents: some Sequence<String>) throws -> Tool.Result {
      try Tool.liststore.run(
        ["import", database, "home", "-", "--key-prefix", "p-"],
        input: Data(documents.joined(separator: "\n").utf8)
      )
    }
    _ = try run(documents.prefix(4))
    try Tool.liststore.succeed("compact", database, "--versions", "1", "--age", "0s")
    let again = try run(documents.prefix(4))
    #expect(
      again.text
        == "home: 0 versions committed, 2 already there, 2 passed over; now at version 4\n"
    )
    #expect(
      try run(documents).text
        == "home: 1 version committed, 2 already there, 2 passed over; now at version 5\n"
    )
    #expect(try Tool.liststore.succeed("show", database, "home").text == documents[4] + "\n")
    // What is passed over must be followed by what is known.
    for doubtful in [documents[..<2], ["", documents[0], "", "", "", documents[1]]] {
      let refused = try run(doubtful)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("whether the line is new cannot be told"))
      #expect(refused.errors.contains("--key-prefix"))
    }
    #expect(try run(documents.reversed()).status == 1)
    #expect(try Tool.liststore.succeed("show", database, "home").text == documents[4] + "\n")
  }

  @Test func `an import does not go back in silence`() throws {
    let arguments = ["import", database, "home", "-", "--key-prefix", "p"]
    let lines = ["a", "b", "c"].map { Documents.list($0) }
    let gap = [lines[0], "", lines[2]].joined(separator: "\n")
    _ = try Tool.liststore.run(arguments, input: Data(gap.utf8))
    // The line that was empty is committed on top of what came after it.
    let filled = try Tool.liststore.run(
      arguments,
      input: Data(lines.joined(separator: "\n").utf8)
    )
    #expect(filled.status == 1)
    #expect(filled.errors.contains(#"line 3: the key "p3" made version 2 of list "home" before"#))
    #expect(filled.errors.contains("committed, up to version 3"))
    #expect(filled.errors.contains("liststore revert"))
  }

  @Test func `an import ends with the version of the list, not of the last line`() throws {
    let documents = Documents.history(count: 5, cells: 5, seed: 1, marker: "x")
    let command = ["import", database, "home", "-", "--key-prefix", "p"]
    _ = try Tool.liststore.run(command, input: Data(documents.joined(separator: "\n").utf8))
    let begin = Data(documents.prefix(2).joined(separator: "\n").utf8)
    #expect(
      try Tool.liststore.run(command, input: begin).text
        == "home: 0 versions committed, 2 already there; now at version 5\n"
    )
    let summary = try Tool.liststore.run(command + ["--json"], input: begin).objects().last
    #expect(summary?["version"] as? Int == 5)
    #expect(
      try Tool.liststore.run(command).text == "home: 0 versions committed; now at version 5\n"
    )
    let history = try Tool.liststore.succeed("export", database, "home").lines
    let known = try Tool.liststore.succeed(
      "import-history",
      database,
      "-",
      "--json",
      input: history[0]
    )
    #expect(try known.objects().last?["version"] as? Int == 5)
  }

  @Test func `what is imported does not depend on where errors are shown`() throws {
    let documents = Documents.history(count: 3, cells: 2, seed: 1, marker: "x")
    let lines = try directory.write(Data(documents.joined(separator: "\n").utf8), to: "lines").path
    // The first line is read by somebody else; errors are shown on a terminal.
    let script = """
      import os, pty, subprocess, sys
      lines, *command = sys.argv[1:]
      source = os.open(lines, os.O_RDONLY)
      os.lseek(source, open(lines).read().index("\\n") + 1, os.SEEK_SET)
      terminal, errors = pty.openpty()
      sys.exit(subprocess.call(command, stdin=source, stderr=errors))
      """
    func run(_ arguments: String...) throws {
      let command = ["/usr/bin/env", "python3", "-c", script, lines, Tool.liststore.path]
      let result = try Child(command + arguments).wait()
      try #require(result.status == 0, "\(result.errors)")
    }
    try run("import", database, "home", "-")
    #expect(try Tool.liststore.succeed("log", database, "home").lines.count == 2)
    #expect(
      try Tool.liststore.succeed("show", database, "home", "--at", "1").text == documents[1] + "\n"
    )
  }

  @Test func `progress lines acknowledge every version`() throws {
    let lines = Documents.history(count: 3, cells: 2, seed: 1, marker: "x")
      .joined(separator: "\n")
    let result = try Tool.liststore.succeed(
      "import",
      database,
      "home",
      "-",
      "--progress",
      "lines",
      input: lines
    )
    #expect(
      result.lines.prefix(3) == [
        "1 committed as version 1", "2 committed as version 2", "3 committed as version 3",
      ]
    )
  }

  // MARK: Reading

  /// Three versions: a b, b a c, c.
  private func makeHistory() throws {
    for cells in [["a", "b"], ["b", "a", "c"], ["c"]] {
      try Tool.liststore.succeed(
        "commit",
        database,
        "home",
        "--author",
        "anna",
        input: Documents.list(cells: cells.map { #"{"id":"\#($0)"}"# })
      )
    }
  }

  @Test func `what is shown can be committed again`() throws {
    try makeHistory()
    let shown = try Tool.liststore.succeed("show", database, "home", "--at", "2").text
    #expect(shown == Documents.list("b", "a", "c") + "\n")
    try Tool.liststore.succeed("commit", database, "copy", input: shown)
    #expect(try Tool.liststore.succeed("show", database, "copy").text == shown)
  }

  @Test func `version 0 is the empty list`() throws {
    try makeHistory()
    let shown = try Tool.liststore.succeed("show", database, "home", "--at", "0").text
    #expect(shown == #"{"sections":[]}"# + "\n")
  }

  @Test func `changes are change documents, oldest first`() throws {
    try makeHistory()
    let changes = try Tool.liststore.succeed("changes", database, "home").objects()
    #expect(changes.map { $0["version"] as? Int } == [1, 2, 3])
    #expect(changes.allSatisfy { $0["author"] as? String == "anna" })
    let some = try Tool.liststore.succeed(
      "changes",
      database,
      "home",
      "--since",
      "1",
      "--until",
      "2"
    ).objects()
    #expect(some.map { $0["version"] as? Int } == [2])
  }

  @Test func `a diff leads from any version to any other`() throws {
    try makeHistory()
    for source in 0...3 {
      for target in 0...3 {
        let change = try #require(
          Tool.liststore
            .succeed("diff", database, "home", "\(source)", "\(target)", "--json").objects().first
        )
        #expect(change["parent"] as? Int == source)
        #expect(change["version"] as? Int == target)
      }
    }
  }

  @Test func `trees are for people`() throws {
    try makeHistory()
    let shown = try Tool.liststore.succeed("show", database, "home", "--tree", "--at", "2")
    #expect(shown.lines == ["s  3 cells", "    1  b", "    2  a", "    3  c"])
    let diff = try Tool.liststore.succeed("diff", database, "home", "2", "3", "--tree")
    #expect(
      diff.lines.dropFirst() == [
        "   WAS  NOW", "s  1 cell", "-    1       b", "-    2       a", "          ⋮  1 unchanged",
      ]
    )
    #expect(!diff.text.contains("\u{1B}"))
  }

  @Test func `the log is newest first and can be cut off`() throws {
    try makeHistory()
    let entries = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    #expect(entries.map { $0["version"] as? Int } == [3, 2, 1])
    #expect(
      entries.allSatisfy {
        Set($0.keys) == [
          "version", "sequence", "time", "author", "fingerprint", "token", "operations",
        ]
      }
    )
    let last = try Tool.liststore.succeed("log", database, "home", "--limit", "1")
    #expect(last.lines.count == 1)
    #expect(last.text.contains("-2"))
    #expect(last.text.contains("by anna"))
  }

  @Test func `lists and stats tell what a store holds`() throws {
    try makeHistory()
    let list = try #require(
      try Tool.liststore.succeed("lists", database, "--json").objects().first
    )
    #expect(Set(list.keys) == ["list", "version", "fingerprint", "token"])
    let stats = try #require(
      try Tool.liststore.succeed("stats", database, "--json").objects().first
    )
    #expect(
      Set(stats.keys) == [
        "sequence", "token", "fileBytes", "freeBytes", "walBytes", "liveBytes", "historyBytes",
        "lists", "unfinishedCopies",
      ]
    )
    let entry = try #require((stats["lists"] as? [[String: Any]])?.first)
    #expect(
      Set(entry.keys) == [
        "list", "version", "token", "floor", "sections", "cells", "contentBytes", "feedBytes",
        "spanBytes",
        "consumers",
      ]
    )
    #expect(entry["cells"] as? Int == 1)
    #expect(try Tool.liststore.succeed("lists", database).lines.count == 2)
    let table = try Tool.liststore.succeed("stats", database).lines
    #expect(table.count == 3)
    #expect(table[0].contains("  VERSION  "))
  }

  @Test func `a sound store verifies`() throws {
    try makeHistory()
    let report = try #require(
      try Tool.liststore.succeed("verify", database, "--json").objects().first
    )
    #expect(
      Set(report.keys) == [
        "sound", "lists", "versions", "cells", "versionsWithoutChecksum", "problems",
      ]
    )
    #expect(report["sound"] as? Bool == true)
    #expect(report["versions"] as? Int == 3)
    #expect(
      try Tool.liststore.succeed("verify", database).text == "ok: 1 list, 3 versions, 1 cell\n"
    )
  }

  @Test(arguments: ["staged", "single"])
  func `a replay is exact`(mode: String) throws {
    try makeHistory()
    let text = try Tool.liststore.succeed(
      "replay",
      database,
      "home",
      "--mode",
      mode,
      "--verify"
    ).text
    #expect(text.contains("3 of 3 versions replayed exactly"))
    let report = try #require(
      try Tool.liststore.succeed(
        "replay",
        database,
        "home",
        "--from",
        "1",
        "--to",
        "2",
        "--mode",
        mode,
        "--json"
      ).objects().first
    )
    #expect(report["versions"] as? Int == 1)
    #expect(report["exact"] as? Int == 1)
  }

  @Test func `names are shown, not obeyed`() throws {
    let name = "x\u{1B}[2K\n1  forged\u{202E}"
    let arguments = ["--author", name, "--key", name]
    let outputs = [
      try Tool.liststore.run(
        ["commit", database, name] + arguments,
        input: Data(Documents.list("a").utf8)
      ).text,
      try Tool.liststore.succeed("log", database, name).text,
      try Tool.liststore.succeed("undo", database, name).text,
      try Tool.liststore.succeed("import", database, name, "-").text,
      try Tool.liststore.succeed("backup", database, directory.path(name)).text,
      try Tool.liststore.succeed("repair", database, directory.path("saved.db")).text,
      try Tool.liststore.run(["show", database, name, "--at", "9"]).errors,
      try Tool.liststore.succeed("lists", database).text,
      try Tool.liststore.succeed("stats", database).text,
    ]
    for output in outputs {
      #expect(output.contains("x\u{FFFD}[2K\u{FFFD}1  forged\u{FFFD}"), "\(output)")
      #expect(!output.unicodeScalars.contains("\u{1B}"), "\(output)")
      #expect(!output.unicodeScalars.contains("\u{202E}"), "\(output)")
    }
    let usage = try Tool.liststore.run(["show", database, "home", "--\(name)"]).errors
    #expect(usage.contains("--x\u{FFFD}[2K"))
  }

  @Test func `a reader that has seen enough does not disturb`() throws {
    let lines = Documents.history(count: 60, cells: 60, seed: 1, marker: "x")
      .joined(separator: "\n")
    try Tool.liststore.succeed("import", database, "home", "-", input: lines)
    let result = try Child([
      "/bin/bash", "-c",
      "set -o pipefail; \(Tool.liststore.path) changes \(database) home | head -1 | wc -l",
    ]).wait()
    #expect(result.status == 0)
    #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
    #expect(result.errors.isEmpty)
  }
}
