import Foundation
import ListTestSupport
import Testing

/// Stores where nothing can be written, and processes that are in the way.
@Suite struct MediumTests {
  private let directory: TemporaryDirectory
  private let database: String

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path("medium"),
      withIntermediateDirectories: true
    )
    database = directory.path("medium/a%20 b?#.db")
    try Tool.liststore.succeed("commit", database, "home", input: Documents.list("a", "b"))
  }

  @Test(.enabled(if: Privilege.mayMount, "this machine does not allow mounting a file system"))
  func `a closed store is read and backed up on a medium that cannot be written`() throws {
    let script = """
      mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 77
      for verb in show stats log verify lists export; do
        case $verb in show|log|export) list=home;; *) list=;; esac
        "$0" $verb "$2" $list > /dev/null; echo "$verb $?"
      done
      "$0" backup "$2" "$3" > /dev/null; echo "backup $?"
      "$0" restore "$2" "$3.restored" > /dev/null; echo "restore $?"
      "$0" repair "$2" "$3.repaired" > /dev/null; echo "repair $?"
      echo '{"sections":[]}' | "$0" commit "$2" home -; echo "commit $?"
      """
    let copy = directory.path("copy.db")
    let result = try Child([
      "/usr/bin/env", "unshare", "--mount", "--map-root-user", "/bin/sh", "-c", script,
      Tool.liststore.path, directory.path("medium"), database, copy,
    ]).wait()
    let expected =
      ["show", "stats", "log", "verify", "lists", "export", "backup", "restore", "repair"].map {
        "\($0) 0"
      }
    #expect(result.lines == expected + ["commit 3"], "\(result.errors)")
    #expect(try Tool.liststore.succeed("show", copy, "home").text.contains("\"b\""))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("medium"))
    #expect(names.sorted() == ["a%20 b?#.db", "a%20 b?#.db-lock"])
  }

  @Test func `a closed store is read in a folder that its reader cannot write`() throws {
    try #require(chmod(database, 0o444) == 0)
    try #require(chmod(directory.path("medium"), 0o555) == 0)
    try #require(chmod(directory.url.path, 0o755) == 0)
    defer { chmod(directory.path("medium"), 0o755) }
    let command = Privilege.none + [Tool.liststore.path, "show", database, "home"]
    let result = try Child(command).wait()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("\"b\""))
  }

  @Test func `a store whose last commits are in its log says so where it cannot be read`() throws {
    // As a process leaves it that is killed, on a medium that knows nothing of its index.
    let log = database + "-wal"
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: log))
    for path in [database, log] { try #require(chmod(path, 0o444) == 0) }
    try #require(chmod(directory.path("medium"), 0o555) == 0)
    try #require(chmod(directory.url.path, 0o755) == 0)
    defer { chmod(directory.path("medium"), 0o755) }
    let result = try Child(Privilege.none + [Tool.liststore.path, "show", database, "home"]).wait()
    #expect(result.status == 3)
    #expect(result.errors.contains("its last commits are in \(log)"), "\(result.errors)")
  }

  @Test func `the process that keeps a store locked is named`() throws {
    let lock = """
      import fcntl, sys, signal
      f = open(sys.argv[1] + "-lock", "r+"); fcntl.flock(f, fcntl.LOCK_EX)
      print("held", flush=True); signal.pause()
      """
    for isLock in [true, false] {
      let holder =
        try isLock
        ? Child(["/usr/bin/env", "python3", "-c", lock, database], output: .pipe)
        : SQLite.hold(database)
      try #require(holder.readLine() == "held")
      for timeout in ["0", "0.2"] {
        let result = try Tool.liststore.run(
          "commit",
          database,
          "home",
          "--busy-timeout",
          timeout,
          input: Documents.list("z")
        )
        #expect(result.status == 4)
        #expect(
          result.errors.contains("by process \(holder.processID) (python3, running since "),
          "\(result.errors)"
        )
      }
      holder.send(SIGKILL)
      try holder.wait()
    }
  }

  @Test func `copies that were never completed are named, and removed unless somebody makes them`()
    throws
  {
    let content = try Data(contentsOf: URL(fileURLWithPath: database))
    let (left, made) = (database + "-partial-3w5e11264sgsf", directory.path("medium/x-partial-a1"))
    let document = directory.path("medium/notes-partial-2")
    for path in [left, left + "-journal", made] {
      try content.write(to: URL(fileURLWithPath: path))
    }
    try Data("precious".utf8).write(to: URL(fileURLWithPath: document))
    let claim = """
      import fcntl, sys, signal
      f = open(sys.argv[1] + "-claim", "w"); fcntl.flock(f, fcntl.LOCK_EX)
      print("held", flush=True); signal.pause()
      """
    let maker = try Child(["/usr/bin/env", "python3", "-c", claim, made], output: .pipe)
    try #require(maker.readLine() == "held")
    let statistics = try Tool.liststore.succeed("stats", database).text
    #expect(statistics.contains("unfinished copy \(left)"), "\(statistics)")
    #expect(statistics.contains("which no process makes any more"))
    #expect(statistics.contains("unfinished copy \(made)") && statistics.contains("being made"))
    try Tool.liststore.succeed("backup", database, directory.path("medium/copy.db"))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path("medium"))
    #expect(!names.contains { $0.contains("3w5e11264sgsf") }, "\(names)")
    #expect(names.contains("x-partial-a1") && names.contains("notes-partial-2"))
    maker.send(SIGKILL)
    try maker.wait()
    try Tool.liststore.succeed("backup", database, directory.path("medium/other.db"))
    let rest = try FileManager.default.contentsOfDirectory(atPath: directory.path("medium"))
    #expect(
      rest.filter { $0.contains("partial") } == ["notes-partial-2"]
        && !rest.contains { $0.contains("claim") },
      "\(rest)"
    )
  }

  @Test(arguments: isSoak ? Array(8...16) : [8, 12, 16])
  func `too few file descriptors are named as such`(limit: Int) throws {
    let script = "ulimit -n \(limit); exec \"$0\" \"$@\""
    for verb in ["show", "commit"] {
      let result = try Child(
        ["/bin/sh", "-c", script, Tool.liststore.path, verb, database, "home"],
        input: Data(Documents.list("z").utf8)
      ).wait()
      guard result.status != 0 else { continue }
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.errors.contains("ulimit -n"), "\(limit): \(result.errors)")
    }
    try Tool.liststore.succeed("verify", database)
  }
}
