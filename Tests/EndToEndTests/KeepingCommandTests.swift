import Foundation
import ListModel
import ListStorage
import Testing

/// The commands that undo, keep and copy.
@Suite struct `Keeping a store from the command line` {
  private struct Refused: Error, CustomStringConvertible {
    let description = "no room"
  }

  private let directory: TemporaryDirectory
  private let database: String

  /// A store with six versions of the list "home".
  init() throws {
    directory = try Self.store.copied()
    database = directory.path("test.db")
  }

  private static let store = MadeFiles("test.db") { directory in
    let database = directory.path("test.db")
    let documents = Documents.history(count: 6, cells: 8, seed: 1, marker: "m")
    try Tool.liststore.succeed(
      "import",
      database,
      "home",
      "-",
      "--key-prefix",
      "k",
      input: documents.joined(separator: "\n")
    )
  }

  private func object(_ arguments: String...) throws -> [String: Any] {
    let result = try Tool.liststore.run(arguments + ["--json"])
    try #require(result.status == 0, "\(arguments): \(result.errors)")
    return try #require(result.objects().last)
  }

  private func fingerprint(of list: String, in path: String) throws -> String? {
    try Tool.liststore.succeed("lists", path, "--json").objects()
      .first { $0["list"] as? String == list }?["fingerprint"] as? String
  }

  @Test(arguments: [
    ["compact", "x.db", "--versions=-1"],
    ["compact", "x.db", "--age", "soon"],
    ["compact", "x.db", "--age", "9223372036854775807d"],
    ["compact", "x.db", "--bytes", "1X"],
    ["compact", "x.db", "--bytes", "99999999999G"],
    ["cursors", "x.db", "--skip", "a"],
    ["cursors", "x.db", "home", "--skip", "a", "--retry", "a"],
    ["export", "x.db", "home", "--from", "4", "--until", "3"],
    ["undo", "x.db", "home", "--key", "k"],
    ["undo", "x.db", "home", "3", "--last", "2"],
    ["undo", "x.db", "home", "--last", "0"],
    ["revert", "x.db", "home", "1", "--expect=x"],
    ["restore", "x.db"],
    ["repair", "x.db"],
  ])
  func `a wrong command line exits with 2`(arguments: [String]) throws {
    let result = try Tool.liststore.run(arguments)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func `going back and undoing make new versions`() throws {
    let reverted = try object("revert", database, "home", "2", "--expect", "6", "--author", "ann")
    #expect(reverted["version"] as? Int == 7)
    let shown = try Tool.liststore.succeed("show", database, "home").text
    #expect(try Tool.liststore.succeed("show", database, "home", "--at", "2").text == shown)
    #expect(try object("undo", database, "home")["version"] as? Int == 8)
    let last = try Tool.liststore.succeed("show", database, "home").text
    #expect(try Tool.liststore.succeed("show", database, "home", "--at", "6").text == last)
    let fifth = try Tool.liststore.succeed("show", database, "home", "--at", "5").text
    for _ in 0..<2 {
      let undone = try object("undo", database, "home", "--last", "1", "--key", "k")
      #expect(undone["version"] as? Int == 9)
      #expect(try Tool.liststore.succeed("show", database, "home").text == fifth)
    }
    #expect(try Tool.liststore.run("undo", database, "home", "--last", "10").status == 1)
    let stale = try Tool.liststore.run("revert", database, "home", "2", "--expect", "6")
    #expect(stale.status == 1)
    #expect(try Tool.liststore.run("revert", database, "home", "99").status == 1)
  }

  @Test func `what has changed since can be left as it is`() throws {
    let refused = try Tool.liststore.run("undo", database, "home", "2")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("--omit"))
    #expect(
      refused.errors.contains(
        #"version 2 of list "home" cannot be undone: cell "c7" has been changed again since"#
      ),
      "\(refused.errors)"
    )
    try Tool.liststore.succeed("undo", database, "home", "2", "--omit")
    try Tool.liststore.succeed("verify", database)
  }

  @Test func `a version that cannot be is refused`() throws {
    let undone = try Tool.liststore.run("undo", database, "home", "--", "\(Int.min)")
    #expect(undone.status == 2 && undone.errors.contains("Expected a version"))
  }

  @Test func `what cannot be undone says why`() throws {
    try Tool.liststore.succeed("compact", database, "--versions", "1", "--age", "0s")
    let oldest = try Tool.liststore.run("undo", database, "home", "5")
    #expect(oldest.status == 1)
    #expect(oldest.errors.contains("version 5 of list \"home\" cannot be undone"))
    #expect(oldest.errors.contains("nothing before it is kept"))
    let gone = try Tool.liststore.run("undo", database, "home", "3")
    #expect(gone.errors.contains(#"list "home" has no version 3; available: 5 to 6"#))
    try Tool.liststore.succeed("undo", database, "home", "6", "--key", "u")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("z"))
    let reused = try Tool.liststore.run("undo", database, "home", "8", "--key", "u")
    #expect(reused.status == 1)
    #expect(
      reused.errors.contains(#"commit key "u" already made version 7 of list "home""#),
      "\(reused.errors)"
    )
  }

  @Test func `a dry run of compact says what it would forget, and changes nothing`() throws {
    let store = try ListStore(path: database)
    for name in ["slow\n", "quick"] {
      var consumer = try store.consumer(name, of: "home")
      if name == "slow\n" { consumer.limits.page = 1 }
      _ = try consumer.consume { _ in }
    }
    let before = try Tool.liststore.succeed("log", database, "home", "--json").text
    let rule = ["--versions", "1", "--age", "0s", "--bytes", "0"]
    let dryRun = ["compact", database, "--dry-run"] + rule
    let lines = try Tool.liststore.run(dryRun).lines
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.first?.hasPrefix("home: versions 1 to 5 would be forgotten (") == true)
    #expect(
      lines.dropFirst().first?.hasPrefix("  consumer slow\u{FFFD} has yet") == true,
      "\(lines)"
    )
    #expect(lines.last?.hasPrefix("5 versions would be forgotten (") == true)
    let preview = try #require(Tool.liststore.run(dryRun + ["--json"]).objects().first)
    #expect(Set(preview.keys) == ["removedVersions", "removedBytes", "lists"])
    let list = try #require((preview["lists"] as? [[String: Any]])?.first)
    #expect(list["list"] as? String == "home" && list["oldestVersion"] as? Int == 6)
    #expect(list["consumersLeftBehind"] as? [String] == ["slow\n"])
    #expect(try Tool.liststore.succeed("log", database, "home", "--json").text == before)

    let report = try Tool.liststore.run(["compact", database, "--json"] + rule).objects().first
    #expect((report?["lists"] as? [[String: Any]])?.first as NSDictionary? == list as NSDictionary)
    for key in ["removedVersions", "removedBytes"] {
      #expect(preview[key] as? Int == report?[key] as? Int)
      #expect(preview[key] as? Int == list[key] as? Int)
    }
    let nothing = try Tool.liststore.run(dryRun).lines
    #expect(nothing == ["0 versions would be forgotten (0 bytes); nothing was changed"])
  }

  @Test func `compact says which consumers are behind what it has kept`() throws {
    let store = try ListStore(path: database)
    for name in ["late", "quick"] {
      var consumer = try store.consumer(name, of: "home")
      if name == "late" { consumer.limits.page = 1 }
      _ = try consumer.consume { _ in }
    }
    let rule = ["--versions", "2", "--age", "0s"]
    let polite = try Tool.liststore.run(["compact", database] + rule)
    #expect(polite.lines.count == 1 && polite.text.hasPrefix("0 versions"), "\(polite.text)")
    let forced = try Tool.liststore.run(["compact", database, "--bytes", "0"] + rule).lines
    #expect(forced.count == 3, "\(forced)")
    #expect(forced.first?.hasPrefix("home: versions 1 to 5 forgotten (") == true, "\(forced)")
    #expect(forced.first?.hasSuffix("); 6 is the oldest that stays") == true, "\(forced)")
    #expect(
      forced.dropFirst().first
        == "  consumer late had yet to read some of them, and has to read the list again"
    )
    #expect(forced.last?.hasPrefix("5 versions forgotten (") == true)
  }

  @Test func `a follower whose versions were compacted is told where to go on`() throws {
    try Tool.liststore.succeed("compact", database, "--versions", "2", "--age", "0s")
    let follow = ["changes", database, "home", "--since", "2", "--follow"]
    let head = try object("lists", database)
    let token = try #require(head["token"] as? String)
    let text = try Tool.liststore.run(follow)
    #expect(text.status == 1 && text.text.isEmpty)
    #expect(text.errors.contains("(compacted)") && text.errors.contains(token), "\(text.errors)")
    let json = try Tool.liststore.run(follow + ["--json"])
    #expect(json.status == 1 && json.text.isEmpty)
    let answer = try JSONSerialization.jsonObject(with: Data(json.errors.utf8))
    #expect(
      answer as? [String: String] == ["resync": "compacted", "list": "home", "token": token]
    )
    // With a token, and of all lists, the answer is the same one.
    for old in [[database, "home", "--since", token.replacing(".6.", with: ".2.")], [database]] {
      let result = try Tool.liststore.run(["changes", "--json", "--follow"] + old)
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.hasPrefix("{") && result.errors.contains(#""token":""#))
    }
  }

  @Test func `only compact forgets, and says what`() throws {
    let report = try object("compact", database, "--versions", "2", "--age", "0s")
    // The newest version and the two before it stay.
    #expect(report["removedVersions"] as? Int == 3)
    #expect(
      Set(report.keys) == ["removedVersions", "removedBytes", "releasedBytes", "spans", "lists"]
    )
    let gone = try Tool.liststore.run("show", database, "home", "--at", "3")
    #expect(gone.status == 1)
    #expect(gone.errors.contains("4 to 6"))
    let lists = try #require(object("stats", database)["lists"] as? [[String: Any]])
    #expect(lists.first?["floor"] as? Int == 4)
    try Tool.liststore.succeed("verify", database)
    let log = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    #expect(log.map { $0["version"] as? Int } == [6, 5, 4])
    #expect(log.map { $0["key"] as? String } == ["k6", "k5", "k4"])
    let cut = try Tool.liststore.succeed("log", database, "home", "--limit", "2").lines
    #expect(cut.count == 2)
    try Tool.liststore.succeed("replay", database, "home", "--verify")
    #expect(try Tool.liststore.run("compact", directory.path("none.db")).status == 3)
  }

  @Test func `what compact says it has released is what the file is smaller by`() throws {
    func size() throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: database)[.size] as? Int)
    }
    let text = String(repeating: "x", count: 20_000)
    for number in 1...3 {
      let cell = #"{"id":"a","type":"T","content":"\#(number)\#(text)"}"#
      let document = Documents.list(cells: [cell])
      try Tool.liststore.succeed("commit", database, "home", input: document)
    }
    for versions in [10, 0, 0] {
      let before = try size()
      let report = try object("compact", database, "--versions", "\(versions)", "--age", "0s")
      #expect(report["releasedBytes"] as? Int == before - (try size()), "\(versions)")
      #expect((report["releasedBytes"] as? Int == 0) == (report["removedVersions"] as? Int == 0))
    }
  }

  @Test func `the only version that is left is in the log`() throws {
    try Tool.liststore.succeed("compact", database, "--versions", "0", "--age", "0s")
    let entry = try Tool.liststore.succeed("log", database, "home", "--json").objects()
    #expect(entry.map { $0["version"] as? Int } == [6])
    #expect(entry.first?["key"] as? String == "k6")
    // In another store it begins with this version.
    let copy = directory.path("copy.db")
    let piece = try Tool.liststore.succeed("export", database, "home").text
    try Tool.liststore.succeed("import-history", copy, "-", input: piece)
    let copied = try Tool.liststore.succeed("log", copy, "home", "--json").objects()
    #expect(copied.map { $0["version"] as? Int } == [6])
    #expect(copied.first?["fingerprint"] as? String == entry.first?["fingerprint"] as? String)
  }

  @Test func `a backup is a store, and restoring it begins a new epoch`() throws {
    let copy = directory.path("copy.db")
    let restored = directory.path("restored.db")
    let report = try object("backup", database, copy)
    #expect(report["lists"] as? Int == 1)
    #expect(report["sequence"] as? Int == 6)
    #expect(try Tool.liststore.run("backup", database, copy).status == 3)
    try Tool.liststore.succeed("verify", copy)
    try Tool.liststore.succeed("restore", copy, restored)
    #expect(try fingerprint(of: "home", in: restored) == fingerprint(of: "home", in: database))
    #expect(try Tool.liststore.run("restore", copy, restored).status == 3)
    #expect(try Tool.liststore.run("restore", directory.path("no.db"), "new.db").status == 3)
    let token = try ListStore(path: restored).token(of: "home")
    #expect(token.epoch == 2)
  }

  @Test func `a backup that is deleted can be made again`() throws {
    let copy = directory.path("copy.db")
    for _ in 1...2 {
      try Tool.liststore.succeed("backup", database, copy)
      try Tool.liststore.succeed("verify", copy)
      let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      #expect(names.filter { $0.hasPrefix("copy") } == ["copy.db"])
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  @Test func `a damaged store is repaired as far as it can be`() throws {
    try SQLite.run("DELETE FROM liststore_chunk", on: database)
    #expect(try Tool.liststore.run("verify", database).status == 1)
    let saved = directory.path("saved.db")
    let report = try object("repair", database, saved)
    #expect(report["complete"] as? Bool == true)
    try Tool.liststore.succeed("verify", saved)
    #expect(try Tool.liststore.succeed("log", saved, "home", "--json").objects().count == 6)
    #expect(try Tool.liststore.run("repair", database, saved).status == 3)

    // The third change is in neither of the two any more.
    try SQLite.run("UPDATE liststore_change SET body = x'00' WHERE version = 3", on: database)
    let partly = try Tool.liststore.run("repair", database, directory.path("partly.db"))
    #expect(partly.status == 1)
    #expect(partly.text.contains("home: versions 0 to 2 of versions 0 to 6"))
    #expect(partly.text.contains("what is left of the newest is in"))
    try Tool.liststore.succeed("verify", directory.path("partly.db"))
  }

  @Test func `a damaged store is repaired where it is`() throws {
    try SQLite.run("DELETE FROM liststore_chunk", on: database)
    let aside = database + "-damaged"
    #expect(try Tool.liststore.run("repair", database).status == 2)
    #expect(try Tool.liststore.run("repair", database, "x.db", "--in-place").status == 2)
    let report = try object("repair", database, "--in-place")
    #expect(report["complete"] as? Bool == true)
    #expect(report["setAside"] as? String == aside)
    try Tool.liststore.succeed("verify", database)
    #expect(try Tool.liststore.succeed("log", database, "home", "--json").objects().count == 6)
    #expect(try Tool.liststore.run("verify", aside).status == 1)

    // What is sound is not repaired again.
    let again = try Tool.liststore.succeed("repair", database, "--in-place")
    #expect(again.text.contains("the store is sound; nothing was changed"))
    try SQLite.run("DELETE FROM liststore_chunk", on: database)
    let third = try Tool.liststore.run("repair", database, "--in-place")
    #expect(third.status == 3 && third.errors.contains(aside))
    try FileManager.default.removeItem(atPath: aside)
    let text = try Tool.liststore.succeed("repair", database, "--in-place").text
    #expect(text.contains("the damaged store is now \(aside)"))
  }

  @Test func `all changes before a damaged one are printed`() throws {
    try SQLite.run("UPDATE liststore_change SET body = x'00' WHERE version = 5", on: database)
    for arguments in [
      ["changes", database, "home"], ["changes", database, "home", "--follow"],
      ["changes", database], ["changes", database, "--follow"], ["export", database, "home"],
    ] {
      let result = try Tool.liststore.run(arguments)
      #expect(result.status == 3)
      #expect(try result.objects().map { $0["version"] as? Int } == [1, 2, 3, 4], "\(arguments)")
      #expect(result.errors.contains("version 5"))
    }
  }

  @Test func `an exported history is imported once, however often it is tried`() throws {
    let lines = try Tool.liststore.succeed("export", database, "home").lines
    #expect(lines.count == 6)
    let copy = directory.path("copy.db")
    try Tool.liststore.succeed(
      "import-history",
      copy,
      "-",
      input: lines.prefix(4).joined(separator: "\n")
    )
    let file = try directory.write(Data(lines.joined(separator: "\n").utf8), to: "all").path
    let report = try object("import-history", copy, file)
    #expect(report["appended"] as? Int == 2)
    #expect(report["known"] as? Int == 4)
    #expect(report["version"] as? Int == 6)
    #expect(try fingerprint(of: "home", in: copy) == fingerprint(of: "home", in: database))
    let keys = try Tool.liststore.succeed("log", copy, "home", "--json").objects()
      .map { $0["key"] as? String }
    #expect(keys == ["k6", "k5", "k4", "k3", "k2", "k1"])

    let late = directory.path("late.db")
    let piece = try Tool.liststore.succeed("export", database, "home", "--from", "4").text
    try Tool.liststore.succeed("import-history", late, "-", input: piece)
    #expect(try fingerprint(of: "home", in: late) == fingerprint(of: "home", in: database))
    try Tool.liststore.succeed("verify", late)
  }

  @Test func `clear forgets a list but for its name`() throws {
    let stale = try Tool.liststore.run("clear", database, "home", "--expect", "5")
    #expect(stale.status == 1)
    let cleared = try object("clear", database, "home", "--expect", "6", "--key", "k")
    #expect(cleared["version"] as? Int == 7)
    let again = try object("clear", database, "home", "--key", "k")
    #expect(again["outcome"] as? String == "duplicate")
    #expect(try Tool.liststore.succeed("log", database, "home", "--json").lines.count == 1)
    #expect(try Tool.liststore.succeed("clear", database, "home").text.contains("version 7"))
    #expect(try Tool.liststore.run("clear", database, "nowhere").status == 1)
    try Tool.liststore.succeed("compact", database)
    try Tool.liststore.succeed("verify", database)
  }

  @Test func `a copy that ends too early is replaced if that is asked for`() throws {
    let first = try Tool.liststore.succeed("export", database, "home", "--until", "2").text
    let last = try Tool.liststore.succeed("export", database, "home", "--from", "4").text
    let copy = directory.path("copy.db")
    try Tool.liststore.succeed("import-history", copy, "-", input: first)
    let refused = try Tool.liststore.run("import-history", copy, "-", input: last)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("what lies between is missing, unless it is to be replaced"))
    for _ in 0..<2 {
      try Tool.liststore.succeed("import-history", copy, "-", "--replace-older", input: last)
      #expect(try fingerprint(of: "home", in: copy) == fingerprint(of: "home", in: database))
    }
    #expect(try Tool.liststore.succeed("log", copy, "home", "--json").lines.count == 3)
    try Tool.liststore.succeed("verify", copy)
  }

  @Test func `an import of history names the line that is refused`() throws {
    let lines = try Tool.liststore.succeed("export", database, "home").lines
    let copy = directory.path("copy.db")
    let gap = try Tool.liststore.run(
      "import-history",
      copy,
      "-",
      input: [lines[0], "", lines[2]].joined(separator: "\n")
    )
    #expect(gap.status == 1)
    #expect(gap.errors.contains("line 3"))
    #expect(gap.errors.contains("up to version 1"))
    let nonsense = try Tool.liststore.run("import-history", copy, "-", input: "{}\n")
    #expect(nonsense.status == 1)
    #expect(nonsense.errors.contains("line 1"))
  }

  @Test func `the progress of an export counts its lines`() throws {
    try Tool.liststore.succeed("compact", database, "--versions", "2", "--age", "0s")
    // Errors are shown on a terminal.
    let script = """
      import os, pty, subprocess, sys
      terminal, errors = pty.openpty()
      lines = subprocess.run(sys.argv[1:], stderr=errors, stdout=subprocess.PIPE).stdout
      print(lines.count(b"\\n"), os.read(terminal, 4096).decode())
      """
    for (options, count) in [([], 3), (["--from", "5"], 2), (["--until", "5"], 2)] {
      let command = ["/usr/bin/env", "python3", "-c", script, Tool.liststore.path, "export"]
      let result = try Child(command + [database, "home"] + options).wait()
      #expect(result.text.hasPrefix("\(count) "), "\(result.errors)")
      #expect(result.text.contains("1 of \(count) "), "\(result.text)")
    }
  }

  @Test func `several lists can be in one history`() throws {
    try Tool.liststore.succeed("commit", database, "other", input: Documents.list("a"))
    let home = try Tool.liststore.succeed("export", database, "home").text
    let other = try Tool.liststore.succeed("export", database, "other").text
    let copy = directory.path("copy.db")
    let report = try Tool.liststore.succeed(
      "import-history",
      copy,
      "-",
      "--json",
      input: home + other
    ).objects().last
    #expect(report?["list"] as? String == "other")
    #expect(report?["version"] as? Int == 1)
    #expect(report?["appended"] as? Int == 7)
    let broken = try Tool.liststore.run("import-history", copy, "-", input: home + "{}")
    #expect(broken.errors.contains("is committed, up to version 6 of list \"home\" ("))
    let first = try Tool.liststore.run("import-history", copy, "-", input: "{}\n" + home)
    #expect(first.status == 1)
    #expect(first.errors.contains("Nothing was changed."))
    #expect(!first.errors.contains("committed"))
  }

  @Test func `cursors shows consumers and gets a parked one going again`() throws {
    #expect(try Tool.liststore.succeed("cursors", database).text == "no consumers\n")
    let store = try ListStore(path: database)
    var consumer = try store.consumer("index", of: "home")
    consumer.limits.page = 1
    consumer.failureLimit = 1
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    let parked = try object("cursors", database)
    #expect(parked["name"] as? String == "index")
    #expect(parked["lag"] as? Int == 6)
    #expect(parked["parked"] as? String == "no room")
    #expect(parked["lease"] as? Double ?? 0 > 0)
    let table = try Tool.liststore.succeed("cursors", database, "home").text
    #expect(table.contains("no room"))

    let skipped = try object("cursors", database, "home", "--skip", "index")
    #expect(skipped["version"] as? Int == 1)
    #expect(skipped["parked"] == nil)
    #expect(throws: Refused.self) { try consumer.consume { _ in throw Refused() } }
    #expect(try object("cursors", database, "home", "--retry", "index")["parked"] == nil)
    while try consumer.consume({ _ in }) {}
    #expect(try object("cursors", database, "home")["lag"] as? Int == 0)
    #expect(
      try Tool.liststore.succeed("cursors", database, "home", "--remove", "index").text
        == "no consumers\n"
    )
    let none = try Tool.liststore.run("cursors", database, "home", "--remove", "index")
    #expect(none.status == 1)
    #expect(none.errors.contains("index"))
  }
}
