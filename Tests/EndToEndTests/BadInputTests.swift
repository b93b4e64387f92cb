import Foundation
import Glibc
import Testing

@Suite struct `Bad input` {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try Self.store.copied()
    database = directory.path("test.db")
  }

  private static let store = MadeFiles("test.db") { directory in
    let database = directory.path("test.db")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a1", "b"))
  }

  /// Runs a command that must be refused, and checks that the list is as it was.
  private func refuse(
    _ arguments: String...,
    input: Data = Data(),
    status: Int32 = 1,
    saying words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try Tool.liststore.run("show", database, "home").output
    let result = try Tool.liststore.run(arguments, input: input)
    #expect(result.status == status, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
    #expect(result.errors.hasPrefix("liststore: "), sourceLocation: sourceLocation)
    for word in words {
      #expect(
        result.errors.contains(word),
        "\"\(result.errors)\" does not say \"\(word)\"",
        sourceLocation: sourceLocation
      )
    }
    let after = try Tool.liststore.run("show", database, "home").output
    #expect(before == after, sourceLocation: sourceLocation)
  }

  private func refuseDocument(
    _ document: String,
    saying words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try refuse(
      "commit",
      database,
      "home",
      input: Data(document.utf8),
      saying: "standard input: ",
      words,
      sourceLocation: sourceLocation
    )
  }

  // MARK: Documents

  @Test func `duplicate ids are refused, naming both places`() throws {
    try refuseDocument(
      #"{"sections":[{"id":"s","cells":[{"id":"x"},{"id":"a1"}]},{"id":"t","cells":[{"id":"a1"}]}]}"#,
      saying: #"sections[1].cells[0].id: duplicate of sections[0].cells[1].id "a1""#
    )
    try refuseDocument(
      #"{"sections":[{"id":"s","cells":[]},{"id":"s","cells":[]}]}"#,
      saying: #"sections[1].id: duplicate of sections[0].id "s""#
    )
  }

  @Test func `an empty id is refused`() throws {
    try refuseDocument(Documents.list("a", ""), saying: "sections[0].cells[1].id: ")
  }

  @Test func `an id of 1,025 bytes is refused, one of 1,024 is not`() throws {
    try refuseDocument(
      Documents.list(String(repeating: "x", count: 1025)),
      saying: "sections[0].cells[0].id: has 1025 bytes"
    )
    try Tool.liststore.succeed(
      "commit",
      database,
      "long",
      input: Documents.list(String(repeating: "x", count: 1024))
    )
  }

  @Test func `an id that is not UTF-8 is refused`() throws {
    var document = Data(Documents.list("a?b").utf8)
    let place = try #require(document.firstIndex(of: UInt8(ascii: "?")))
    document[place] = 0xFF
    try refuse(
      "commit",
      database,
      "home",
      input: document,
      saying: "sections[0].cells[0].id",
      "UTF-8"
    )
  }

  @Test func `a document cut off anywhere is refused`() throws {
    let document = Array(
      #"{"sections":[{"id":"s","header":{"type":"H","content":[1,"é"]},"cells":[{"id":"a"}]}]}"#
        .utf8
    )
    for end in stride(from: 0, to: document.count, by: 5) {
      let result = try Tool.liststore.run(
        ["commit", database, "home"],
        input: Data(document[..<end])
      )
      #expect(result.status == 1, "cut at \(end)")
    }
    #expect(try Tool.liststore.succeed("log", database, "home").lines.count == 1)
  }

  @Test(arguments: ["[]", "7", "{}", #"{"sections":7}"#, #"{"sections":[{"id":7}]}"#, "{]", "nul"])
  func `what is not a list document is refused`(document: String) throws {
    try refuseDocument(document, saying: "line 1")
  }

  @Test func `an import stops at the line that is refused and keeps what came before`() throws {
    let lines = [Documents.list("x"), Documents.list("y"), Documents.list("z", "z")]
    let result = try Tool.liststore.run(
      "import",
      database,
      "fresh",
      "-",
      input: lines.joined(separator: "\n")
    )
    #expect(result.status == 1)
    #expect(result.errors.contains("standard input, line 3: sections[0].cells[1].id: duplicate"))
    #expect(result.errors.contains("up to version 2"))
    #expect(try Tool.liststore.succeed("log", database, "fresh").lines.count == 2)
  }

  @Test func `nesting of 500 levels round-trips`() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let document = Documents.list(cells: [#"{"id":"a","type":"T","content":\#(deep)}"#])
    try Tool.liststore.succeed("commit", database, "deep", input: document)
    #expect(try Tool.liststore.succeed("show", database, "deep").text == document + "\n")
    #expect(try Tool.liststore.succeed("changes", database, "deep").text.contains(deep))
  }

  @Test func `nesting of a million levels is answered, not crashed upon`() throws {
    for text in ["[", #"{"a":"#, #"{"sections":["#] {
      let result = try Tool.liststore.run(
        "commit",
        database,
        "home",
        input: String(repeating: text, count: 1_000_000)
      )
      #expect(result.status == 1)
    }
  }

  @Test func `a large document is an ordinary one`() throws {
    let bytes = isSoak ? 100_000_000 : 10_000_000
    let text = String(repeating: "x", count: 1000)
    let cells = (0..<(bytes / 1040)).map {
      #"{"id":"c\#($0)","type":"T","content":"\#(text)"}"#
    }
    let document = Documents.list(cells: cells)
    let file = try directory.write(Data(document.utf8), to: "large.json").path
    try Tool.liststore.succeed("commit", database, "large", file)
    #expect(
      try Tool.liststore.succeed("show", database, "large").output.count == document.utf8.count + 1
    )
  }

  // MARK: Lists, versions, keys

  @Test func `an unknown list is named`() throws {
    for command in ["log", "show", "changes", "replay"] {
      try refuse(command, database, "hme", saying: #"there is no list "hme""#, "liststore lists")
    }
    try refuse("diff", database, "hme", "0", "1", saying: #"there is no list "hme""#)
  }

  @Test func `an unknown version is named, with those there are`() throws {
    let words = #"list "home" has no version 7; available: 0 to 1"#
    try refuse("show", database, "home", "--at", "7", saying: words)
    try refuse("diff", database, "home", "7", "1", saying: words)
    try refuse("diff", database, "home", "1", "7", saying: words)
    try refuse("changes", database, "home", "--since", "7", saying: words)
    try refuse("changes", database, "home", "--until", "7", saying: words)
    try refuse("changes", database, "home", "--since", "7", "--follow", saying: words)
    try refuse("replay", database, "home", "--to", "7", saying: words)
  }

  @Test func `an unexpected version is refused with the head`() throws {
    try refuse(
      "commit",
      database,
      "home",
      "--expect",
      "0",
      input: Data(Documents.list("z").utf8),
      saying: #"list "home" is at version 1, not 0"#
    )
  }

  @Test func `a key that stands for other content is refused`() throws {
    try Tool.liststore.succeed(
      "commit",
      database,
      "home",
      "--key",
      "k",
      input: Documents.list("x")
    )
    try refuse(
      "commit",
      database,
      "home",
      "--key",
      "k",
      input: Data(Documents.list("y").utf8),
      saying: #"commit key "k""#,
      "version 2"
    )
  }

  @Test func `an empty name is refused`() throws {
    for arguments in [["", "--key", "k"], ["home", "--key", ""], ["home", "--author", ""]] {
      let result = try Tool.liststore.run(
        ["commit", database] + arguments,
        input: Data(Documents.list("x").utf8)
      )
      #expect(result.status == 1)
      #expect(result.errors.contains("is empty"))
    }
  }

  @Test func `an argument that is not UTF-8 is refused, naming it`() throws {
    let file = try directory.write(Data(Documents.list("x").utf8), to: "x.json").path
    for arguments in [
      #""$1" commit "$2" "$(printf 'l\377')" "$3""#,
      #""$1" commit "$2" home "$3" --author "$(printf 'l\377')""#,
      #""$1" lists "$(printf 'l\377')""#,
      #""$1" "$(printf 'l\377')""#,
    ] {
      let result = try Child(
        ["/bin/sh", "-c", arguments, "sh", Tool.liststore.path, database, file]
      ).wait()
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(#"l\xff"#), "\(result.errors)")
      #expect(result.errors.contains("UTF-8"))
    }
    #expect(try Tool.liststore.succeed("lists", database, "--json").lines.count == 1)
  }

  @Test func `nobody waits for a list or a version that cannot come`() throws {
    let long = String(repeating: "x", count: 1025)
    try refuse("changes", database, "", "--follow", saying: "the name of the list is empty")
    try refuse("changes", database, long, "--follow", saying: "the name of the list has 1025 bytes")
    for follow in [[], ["--follow"]] {
      let result = try Tool.liststore.run(
        ["changes", database, "home", "--since", "9", "--until", "9"] + follow
      )
      #expect(result.status == 1)
      #expect(result.errors.contains(#"list "home" has no version 9; available: 0 to 1"#))
    }
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("b"))
    try Tool.liststore.succeed("compact", database, "--versions", "0", "--age", "0s")
    try refuse(
      "changes",
      database,
      "home",
      "--since",
      "1",
      "--until",
      "1",
      "--follow",
      saying: #"list "home" has no version 1; available: 2 to 2"#
    )
    let nothing = ["changes", database, "home", "--since", "2", "--until", "2", "--follow"]
    let result = try Tool.liststore.run(nothing)
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["rm test.db", "mv test.db away.db", "cp test.db x.db; mv x.db test.db"])
  func `a follower notices that the file it reads is not there any more`(change: String) throws {
    let command = [Tool.liststore.path, "changes", database, "home", "--follow"]
    let follower = try Child(command, output: .pipe)
    try #require(follower.readLine() != nil)
    try Child(["/bin/sh", "-c", "cd \"$0\"; \(change)", directory.url.path]).wait()
    let result = try follower.wait()
    #expect(result.status == 3)
    #expect(result.errors.contains("\(database) was deleted, renamed or replaced"))
  }

  // MARK: Files

  @Test func `a store that does not exist is not created by reading it`() throws {
    let missing = directory.path("missing.db")
    for arguments in [
      ["lists", missing], ["show", missing, "home"], ["verify", missing], ["stats", missing],
    ] {
      let result = try Tool.liststore.run(arguments)
      #expect(result.status == 3)
      #expect(result.errors.contains("there is no file \(missing)"))
    }
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test func `a folder that does not exist is named`() throws {
    let folder = directory.path("missing")
    try refuse(
      "commit",
      "\(folder)/x.db",
      "home",
      input: Data(Documents.list("a").utf8),
      status: 3,
      saying: "there is no folder \(folder)\n"
    )
    try refuse(
      "backup",
      database,
      "\(folder)/x.db",
      status: 3,
      saying: "there is no folder \(folder)\n"
    )
    try refuse(
      "restore",
      database,
      "\(folder)/x.db",
      status: 3,
      saying: "there is no folder \(folder)\n"
    )
  }

  @Test func `an empty file is called so`() throws {
    let file = try directory.write(Data(), to: "empty.db").path
    try refuse("lists", file, status: 3, saying: "\(file) is not a list store: it is empty")
    try refuse("verify", file, status: 3, saying: "\(file) is not a list store: it is empty")
  }

  @Test func `a store that cannot be read is named`() throws {
    try #require(chmod(database, 0) == 0)
    let result = try Child(Privilege.none + [Tool.liststore.path, "lists", database]).wait()
    #expect(result.status == 3)
    #expect(result.errors.contains(database), "\(result.errors)")
  }

  @Test func `a document that does not exist creates no store`() throws {
    let missing = directory.path("missing.db")
    for command in ["commit", "import"] {
      let result = try Tool.liststore.run(command, missing, "home", directory.path("nothing"))
      #expect(result.status == 3)
      #expect(result.errors.contains("nothing: No such file or directory"))
    }
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test func `what is refused creates no store`() throws {
    let long = String(repeating: "x", count: 1025)
    let document = Documents.list("x")
    let attempts: [(arguments: [String], input: String, status: Int32)] = [
      (["commit", "home", "--expect", "5"], document, 3),
      (["commit", ""], document, 1),
      (["commit", "home", "--key", ""], document, 1),
      (["commit", "home", "--author", long], document, 1),
      (["import", "home", "-", "--author", ""], document, 1),
      (["import", "home", "-", "--key-prefix", long], document, 1),
      (["import", "home", "-"], "\n{}\n" + document, 1),
      (["import-history", "-"], "{}\n", 1),
    ]
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    for (arguments, input, status) in attempts {
      let command = [arguments[0], directory.path("new.db")] + arguments.dropFirst()
      let result = try Tool.liststore.run(command, input: Data(input.utf8))
      #expect(result.status == status, "\(arguments): \(result.errors)")
      #expect(!result.errors.contains("committed"), "\(arguments): \(result.errors)")
      let now = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
      #expect(Set(now) == Set(names), "\(arguments)")
    }
  }

  @Test func `an empty path is a wrong command line`() throws {
    for arguments in [
      ["lists", ""], ["commit", "", "home"], ["import", "", "home", "-"], ["backup", database, ""],
      ["restore", "", "x.db"], ["restore", database, ""], ["repair", "", "x.db"],
      ["repair", database, ""], ["import-history", "", "-"], ["changes", "", "home"],
    ] {
      let result = try Tool.liststore.run(arguments, input: Data(Documents.list("x").utf8))
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors.contains("is empty: expected the path of a file"))
    }
  }

  @Test func `a file that is no database is left alone`() throws {
    let text = Data("just some text, longer than any header\n".utf8)
    let file = try directory.write(text, to: "text").path
    let result = try Tool.liststore.run("commit", file, "home", input: Documents.list("a"))
    #expect(result.status == 3)
    #expect(result.errors.contains("\(file) is not a list store"))
    #expect(try directory.read("text") == text)
  }

  @Test func `a database of another application is left alone`() throws {
    let file = directory.path("other.db")
    try SQLite.run("CREATE TABLE t (x); INSERT INTO t VALUES (1)", on: file)
    let before = try directory.read("other.db")
    let result = try Tool.liststore.run("commit", file, "home", input: Documents.list("a"))
    #expect(result.status == 3)
    #expect(result.errors.contains("is not a list store"))
    #expect(try directory.read("other.db") == before)
  }

  @Test func `a newer store is left alone`() throws {
    try SQLite.run("UPDATE liststore SET min_reader = 99, min_writer = 99", on: database)
    for arguments in [["lists", database], ["commit", database, "home"]] {
      let result = try Tool.liststore.run(arguments, input: Data(Documents.list("z").utf8))
      #expect(result.status == 3)
      #expect(result.errors.contains("has format 99"))
    }
  }

  @Test func `damage is found`() throws {
    try SQLite.run("UPDATE liststore_change SET body = x'00'", on: database)
    let result = try Tool.liststore.run("verify", database)
    #expect(result.status == 1)
    #expect(result.text.contains(#"list "home""#))
    #expect(result.text.contains("problem"))
  }

  @Test func `advice never leads back to where it comes from`() throws {
    // All pages but the first.
    try SQLite.run("PRAGMA wal_checkpoint(TRUNCATE)", on: database)
    let store = try directory.read("test.db")
    let damage = Data(repeating: 0xA5, count: store.count - 4096)
    try directory.write(store.prefix(4096) + damage, to: "test.db")
    func advice(_ arguments: String...) throws -> [Bool] {
      let result = try Tool.liststore.run(arguments, input: Data())
      #expect(result.status == 3, "\(arguments): \(result.errors)")
      return ["liststore verify", "liststore repair", "liststore commit"]
        .map { result.errors.contains("\"" + $0) }
    }
    let (missing, copy) = (directory.path("missing.db"), directory.path("copy.db"))
    #expect(try advice("show", database, "home") == [true, true, false])
    // What can be checked of it is.
    #expect(try Tool.liststore.run("verify", database).status == 1)
    #expect(try advice("repair", database, copy) == [true, false, false])
    #expect(try advice("repair", missing, copy) == [false, false, false])
    #expect(try advice("restore", missing, copy) == [false, false, false])
    #expect(try advice("show", missing, "home") == [false, false, true])
  }

  @Test func `a version with a time that cannot be is named`() throws {
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("c"))
    // As software before format 6 has recorded it.
    try SQLite.run(
      """
      UPDATE liststore_change SET time = -99999999999999 WHERE version = 2;
      UPDATE liststore_change SET checksum = NULL, body_checksum = NULL;
      ALTER TABLE liststore DROP COLUMN lists;
      ALTER TABLE liststore DROP COLUMN checked_from;
      ALTER TABLE liststore DROP COLUMN checksum;
      ALTER TABLE liststore_list DROP COLUMN number_checksum;
      UPDATE liststore SET format = 6, min_writer = 6;
      """,
      on: database
    )
    let verified = try Tool.liststore.run("verify", database)
    #expect(verified.status == 1)
    #expect(verified.text.contains(#"list "home", version 2: its time"#))
    // Everything else of the version can be read.
    for options in [[], ["--follow", "--until", "2"]] {
      let result = try Tool.liststore.run(["changes", database, "home"] + options)
      #expect(result.status == 0)
      let changes = try result.objects()
      #expect(changes.last?["time"] as? String == "0000-01-01T00:00:00.000Z")
    }
    let log = try Tool.liststore.succeed("log", database, "home")
    #expect(log.lines[0].hasPrefix("2  0000-01-01T00:00:00.000Z  "))
    let repaired = directory.path("repaired.db")
    let repair = try Tool.liststore.succeed("repair", database, repaired)
    #expect(repair.text.contains("version 2: an impossible time"))
    try Tool.liststore.succeed("verify", repaired)
  }

  @Test func `a store that does not say what it is any more is verified`() throws {
    try SQLite.run("DELETE FROM liststore", on: database)
    let verified = try Tool.liststore.run("verify", database)
    #expect(verified.status == 1)
    #expect(verified.text.contains("the store has 0 rows about itself"), "\(verified.text)")
    #expect(verified.text.contains("1 list, 1 version"))
  }

  @Test func `a store that cannot be written is named`() throws {
    try #require(chmod(database, 0o444) == 0)
    try #require(chmod(directory.url.path, 0o555) == 0)
    defer { chmod(directory.url.path, 0o755) }
    let result = try Child(
      Privilege.none + [Tool.liststore.path, "commit", database, "home"],
      input: Data(Documents.list("z").utf8)
    ).wait()
    #expect(result.status == 3)
    #expect(result.errors.contains("\(database) cannot be written"))
  }

  @Test func `a store that is locked for too long is reported as busy`() throws {
    let holder = try SQLite.hold(database)
    try #require(holder.readLine() == "held")
    let result = try Tool.liststore.run(
      "commit",
      database,
      "home",
      "--busy-timeout",
      "0.2",
      input: Documents.list("z")
    )
    #expect(result.status == 4)
    #expect(result.errors.contains("try again"))
    holder.send(SIGKILL)
    try holder.wait()
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("z"))
  }

  @Test(.enabled(if: Privilege.mayMount, "this machine does not allow mounting a file system"))
  func `a full disk is reported and harms nothing`() throws {
    // A file system of 256 KiB, in a mount namespace of its own.
    let lines = Documents.history(count: 600, cells: 300, seed: 3, marker: "x")
    let file = try directory.write(Data(lines.joined(separator: "\n").utf8), to: "lines").path
    let script = """
      mount -t tmpfs -o size=256k tmpfs "$1" || exit 77
      "$0" import "$1/full.db" home "$2" --key-prefix k; echo "import $?"
      "$0" verify "$1/full.db"; echo "verify $?"
      """
    let mount = directory.path("mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    let result = try Child([
      "/usr/bin/env", "unshare", "--mount", "--map-root-user", "/bin/sh", "-c", script,
      Tool.liststore.path, mount, file,
    ]).wait()
    #expect(result.text.contains("import 3\n"), "\(result.errors)")
    #expect(result.errors.contains("no space left"))
    #expect(result.text.contains("verify 0\n"), "\(result.errors)")
  }

  @Test(.enabled(if: Privilege.mayMount, "this machine does not allow mounting a file system"))
  func `a full disk is named by the copy that has no room on it`() throws {
    let lines = Documents.history(count: 2, cells: 20_000, seed: 4, marker: "x")
    let store = directory.path("large.db")
    try Tool.liststore.succeed("import", store, "l", "-", input: lines.joined(separator: "\n"))
    let script = """
      mount -t tmpfs -o size=256k tmpfs "$1" || exit 77
      for verb in backup restore; do "$0" $verb "$2" "$1/copy.db"; echo "$verb $?"; done; ls "$1"
      """
    let mount = directory.path("mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    let result = try Child([
      "/usr/bin/env", "unshare", "--mount", "--map-root-user", "/bin/sh", "-c", script,
      Tool.liststore.path, mount, store,
    ]).wait()
    #expect(result.lines == ["backup 3", "restore 3"], "\(result.errors)")
    let words = "no space left to write \(mount)/copy.db"
    #expect(result.errors.components(separatedBy: words).count == 3, "\(result.errors)")
  }

  @Test func `a directory that is no repository is named`() throws {
    let result = try Tool.liststore.run("import-git", database, "files", directory.url.path)
    #expect(result.status == 3)
    #expect(result.errors.contains("not a git repository"))
  }
}

/// The right to write anything, taken away from a command: root may write what nobody may write.
enum Privilege {
  /// Whether a file system may be mounted in a namespace of one's own.
  static let mayMount: Bool = {
    let trial = "mount -t tmpfs -o size=1m tmpfs /mnt"
    let command = ["/usr/bin/env", "unshare", "--mount", "--map-root-user", "/bin/sh", "-c", trial]
    return (try? Child(command).wait().status) == 0
  }()

  static let none =
    getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
}

/// SQL on a database, run by Python's own SQLite.
enum SQLite {
  static func run(_ sql: String, on path: String) throws {
    let script =
      "import sqlite3,sys; c = sqlite3.connect(sys.argv[1]); "
      + "c.executescript(sys.argv[2]); c.commit()"
    let result = try Child(["/usr/bin/env", "python3", "-c", script, path, sql]).wait()
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Holds the write lock of a database until it is killed.
  static func hold(_ path: String) throws -> Child {
    let script = """
      import sqlite3, sys, signal
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute("BEGIN IMMEDIATE")
      print("held", flush=True)
      signal.pause()
      """
    return try Child(["/usr/bin/env", "python3", "-c", script, path], output: .pipe)
  }
}
