import Foundation
import ListModel
import ListPostgres
import ListReplication
import ListStorage
import ListTestSupport
import Testing

/// `--log`: commands on a store that is this host's copy of a log's lists.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
struct FollowingCommandTests {
  private let tool = CommandTests()

  private func liststore(_ arguments: String..., input: String = "") throws
    -> ChildProcess.Answer
  {
    try tool.liststore(arguments, input: input)
  }

  /// A database that no other test uses.
  private func database(_ name: String) throws -> String {
    let server = try PostgresServer.shared.get()
    try server.sql("CREATE DATABASE \(name)")
    return server.address(of: name)
  }

  private func document(_ ids: String...) -> String {
    let cells = ids.map { #"{"id":"\#($0)","type":"Text","content":{}}"# }
    return #"{"sections":[{"id":"s","cells":[\#(cells.joined(separator: ","))]}]}"#
  }

  @Test func `two hosts commit to a log, and each sees the other's versions`() throws {
    let log = try database("two_hosts")
    try tool.withFolder { folder in
      let (one, two) = (folder + "/one.db", folder + "/two.db")
      let first = try liststore(
        "commit",
        one,
        "home",
        "--log",
        log,
        "--key",
        "k1",
        input: document("a")
      )
      #expect(first.output == "home: version 1, 2 operations\n", "\(first.errors)")
      // The second host has never seen the list; its version is the log's.
      let second = try liststore(
        "commit",
        two,
        "home",
        "--log",
        log,
        "--expect",
        "1",
        input: document("a", "b")
      )
      #expect(second.output == "home: version 2, 1 operation\n", "\(second.errors)")
      let late = try liststore(
        "commit",
        one,
        "home",
        "--log",
        log,
        "--expect",
        "1",
        input: document("c")
      )
      #expect(late.status == 1 && late.errors.contains("version 2"), "\(late.errors)")
      let again = try liststore(
        "commit",
        two,
        "home",
        "--log",
        log,
        "--key",
        "k1",
        input: document("a")
      )
      #expect(again.output.contains("version 1, committed before"), "\(again.errors)")
      let shown = try liststore("log", one, "home", "--oneline", "--log", log)
      #expect(shown.output.split(separator: "\n").count == 2, "\(shown.errors)")
      let changes = try liststore("changes", one, "home", "--log", log)
      #expect(changes.output.split(separator: "\n").count == 2)
      let all = try liststore("changes", folder + "/three.db", "--log", log)
      #expect(all.output.split(separator: "\n").count == 2, "\(all.errors)")
      let proof = try liststore("verify", two, "--log", log)
      #expect(proof.output == "ok: 1 list, 2 versions, 2 cells\n", "\(proof.errors)")
    }
  }

  @Test func `a copy that was committed to past the log is found, and stops to take commits`()
    throws
  {
    let log = try database("past_the_log")
    try tool.withFolder { folder in
      let (one, two) = (folder + "/one.db", folder + "/two.db")
      _ = try liststore("commit", one, "home", "--log", log, input: document("a"))
      try FileManager.default.removeItem(atPath: one + "-log")
      _ = try liststore("commit", one, "home", input: document("past the log"))
      _ = try liststore("commit", one, "own", input: document("x"))
      _ = try liststore("commit", two, "home", "--log", log, input: document("b"))
      let refused = try liststore("commit", one, "home", "--log", log, input: document("c"))
      #expect(refused.status == 1 && refused.errors.contains("fingerprint"), "\(refused.errors)")
      let proof = try liststore("verify", one, "--log", log)
      #expect(proof.status == 1)
      #expect(
        proof.output.contains(#"list "home", version 2: it has fingerprint"#),
        "\(proof.output)"
      )
      #expect(proof.output.contains(#"list "own": the log does not have it"#), "\(proof.output)")
    }
  }

  @Test func `a copy of a log takes no commit past the log, and says where to commit`() throws {
    let log = try database("no_commit_past")
    let address = log.replacingOccurrences(of: "postgres://", with: "postgres://app:secret@")
    try tool.withFolder { folder in
      let path = folder + "/one.db"
      let made = try liststore("commit", path, "home", "--log", address, input: document("a"))
      #expect(made.status == 0, "\(made.errors)")
      let commands = [
        ["commit", path, "home"], ["set", path, "home", "a", "{}"], ["delete", path, "home", "a"],
        ["insert", path, "home", "b", "{}", "--end-of", "s"], ["clear", path, "home"],
        ["revert", path, "home", "1"], ["import", path, "home", "-"],
        ["serve", path, "--port", "0"],
      ]
      for command in commands {
        let refused = try tool.liststore(command, input: document("b"))
        #expect(refused.status == 3, "\(command): \(refused.output)")
        #expect(refused.errors.contains("commit --log URL"), "\(command): \(refused.errors)")
        #expect(!refused.errors.contains("secret"), "\(refused.errors)")
      }
      #expect(try liststore("verify", path, "--log", log).status == 0)
      #expect(
        try liststore("log", path, "home", "--oneline").output.split(separator: "\n").count == 1
      )
      #expect(try liststore("compact", path, "--versions", "1").status == 0)
    }
  }

  @Test func `a log that cannot be used is said before anything is made`() throws {
    try tool.withFolder { folder in
      let path = folder + "/one.db"
      let wrong = try liststore("commit", path, "home", "--log", "http://x", input: document("a"))
      #expect(wrong.status == 2 && wrong.errors.contains("--log http://x: expected postgres://"))
      let name = try liststore("log", path, "home", "--log-name", "web-1")
      #expect(name.status == 2 && name.errors.contains("--log URL"))
      #expect(!FileManager.default.fileExists(atPath: path))
      let missing = try liststore(
        "commit",
        path,
        "home",
        "--log",
        "postgres:///x?host=/nosuch",
        input: document("a")
      )
      #expect(missing.status == 3 && missing.errors.contains("cannot be reached"))
      let unknown = try liststore("log", path, "home", "--log", try database("unknown_list"))
      #expect(unknown.status == 1 && unknown.errors.contains("log-status"), "\(unknown.errors)")
    }
  }

  @Test func `a host serves the lists of a log, commits to it, and has what others commit`()
    async throws
  {
    let address = try database("served")
    let folder = NSTemporaryDirectory() + "served-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = try await PostgresLog(address)
    let other = ReplicatedStore(try ListStore.inMemory(), following: log)
    try await other.commit(List(sections: [Section(id: "s", cells: [])]), to: "home")
    let served = try tool.serve(folder + "/replica.db", "--log", address, "--log-name", "web-1")
    defer { served.end() }
    let patch =
      #"{"edits":[{"insert":{"id":"a","type":"Text","content":{"text":"a"}},"end":"s"}]}"#
    // It may not have followed that far yet: what is not there is looked for in the log.
    let made = try await served.send("PATCH", "/lists/home?expect=1", patch)
    #expect(made.status == 200 && made.body.contains(#""version":2"#), "\(made.body)")
    try await other.edit("home") {
      try $0.appendCell(Cell(id: "b", component: TextComponent("b")), to: "s")
    }
    try await other.commit(List(sections: []), to: "new")
    #expect(try await served.send("GET", "/lists/home?at=3").body.contains(#""b""#))
    #expect(try await served.send("GET", "/lists/new").status == 200)
    #expect(try await served.send("GET", "/lists/nosuch").status == 404)
    let late = try await served.send("PATCH", "/lists/home?expect=2", patch)
    #expect(late.status == 409, "\(late.body)")
    var hosts: [String] = []
    for _ in 0..<1_000 where hosts.isEmpty {
      hosts = try await log.status().hosts.map(\.host)
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(Set(hosts) == ["web-1"])
  }
}

extension CommandTests {
  /// A server that runs.
  struct Served {
    fileprivate let process: ChildProcess
    fileprivate let address: String

    /// Sends a request with curl.
    func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> (
      status: Int, body: String
    ) {
      let answer = try ChildProcess.run(
        "/usr/bin/env",
        ["curl", "-s", "-m", "60", "-X", method, "-w", "\n%{http_code}", address + path]
          + (body.map { ["-d", $0, "-H", "Content-Type: application/json"] } ?? [])
      )
      let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
      return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    func end() { process.end() }
  }

  /// Starts a server at a free port.
  func serve(_ arguments: String...) throws -> Served {
    let (input, output) = (try CleanPipe(), try CleanPipe())
    let process = try ChildProcess(
      program,
      ["serve"] + arguments + ["--port", "0"],
      [input.reading, output.writing]
    )
    close(output.writing)
    let line = output.line()
    guard let address = line.split(separator: " ").last, line.contains("serving") else {
      process.end()
      throw PostgresServer.Failure(description: "it does not serve: \(line)")
    }
    return Served(process: process, address: String(address))
  }
}
