import Foundation
import ListKeeping
import ListModel
import ListPostgres
import ListStorage
import ListTestSupport
import Testing

/// `liststore push`, `pull` and `log-status`, as they are shipped.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.whatIsMissing))
struct CommandTests {
  private func liststore(_ arguments: String...) throws -> ChildProcess.Answer {
    try liststore(arguments)
  }

  /// Runs the program.
  func liststore(_ arguments: [String], input: String = "") throws -> ChildProcess.Answer {
    try ChildProcess.run(program, arguments, input: input)
  }

  /// The program, which is built beside the test runner.
  var program: String {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("liststore").path
  }

  func withFolder(_ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "push-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  func makeStore(_ path: String, versions: Int, list: List.ID) throws {
    let store = try ListStore(path: path)
    var random = RandomLists(seed: 21)
    var next = random.list()
    for version in 1...versions {
      try store.commit(next, to: list, options: CommitOptions(key: "k\(version)", author: "ann"))
      let last = next
      while next == last { next = random.successor(of: last) }
    }
    try store.close()
  }

  @Test func `a list is pushed with its past, pulled elsewhere, and is the same byte for byte`()
    throws
  {
    let address = try PostgresServer.shared.get().address
    try withFolder { folder in
      let (first, second) = (folder + "/a.db", folder + "/b.db")
      try makeStore(first, versions: 12, list: "pushed")
      #expect(try liststore("push", first, "pushed", address).status == 0)
      #expect(try liststore("push", first, "pushed", address).output.contains("already"))
      let pulled = try liststore("pull", second, "pushed", address, "--json")
      #expect(
        pulled.output == #"{"list":"pushed","moved":12,"version":12}"# + "\n",
        "\(pulled.errors)"
      )
      let (one, two) = (
        try liststore("changes", first, "pushed"), try liststore("changes", second, "pushed")
      )
      #expect(one.output == two.output && one.output.split(separator: "\n").count == 12)
      #expect(try liststore("verify", second).status == 0)
      let status = try liststore("log-status", address, "--json")
      #expect(status.output.contains(#""list":"pushed""#))
    }
  }

  @Test func `a list with another past is refused, and nothing is changed`() throws {
    let address = try PostgresServer.shared.get().address
    try withFolder { folder in
      let (first, second) = (folder + "/a.db", folder + "/b.db")
      try makeStore(first, versions: 4, list: "forked")
      _ = try liststore("push", first, "forked", address)
      try ListStore(path: second).commit(
        List(sections: [Section(id: "x", cells: [])]),
        to: "forked"
      )
      let behind = try liststore("push", second, "forked", address)
      #expect(behind.status == 1 && behind.errors.contains("liststore pull"))
      let pulled = try liststore("pull", second, "forked", address)
      #expect(pulled.status == 1 && pulled.errors.contains("fingerprint"), "\(pulled.errors)")
      #expect(try ListStore(path: second).info(of: "forked").version == 1)
    }
  }

  @Test func `a list without its first versions begins in the log with the oldest it has`() throws {
    let address = try PostgresServer.shared.get().address
    try withFolder { folder in
      let (first, second) = (folder + "/a.db", folder + "/b.db")
      try makeStore(first, versions: 9, list: "trimmed")
      let store = try ListStore(path: first)
      var retention = ListStore.Retention()
      retention.versions = 3
      retention.age = .zero
      try store.compact(retention)
      try store.close()
      #expect(try liststore("push", first, "trimmed", address).status == 0)
      #expect(try liststore("pull", second, "trimmed", address).status == 0)
      let (own, pulled) = (try ListStore(path: first), try ListStore(path: second))
      #expect(try own.snapshot(of: "trimmed") == pulled.snapshot(of: "trimmed"))
      let (kept, came) = (
        try own.changes(of: "trimmed", after: 6), try pulled.changes(of: "trimmed", after: 6)
      )
      #expect(kept.map(\.version) == [7, 8, 9] && kept.map(\.version) == came.map(\.version))
      #expect(kept.map(\.changeset) == came.map(\.changeset) && kept.map(\.key) == came.map(\.key))
    }
  }

  @Test func `what cannot be reached, and what is not there, is said with a status`() throws {
    let address = try PostgresServer.shared.get().address
    try withFolder { folder in
      let path = folder + "/a.db"
      let missing = try liststore("pull", path, "never", address)
      #expect(missing.status == 1 && missing.errors.contains("log-status"))
      #expect(!FileManager.default.fileExists(atPath: path))
      let unreachable = try liststore("log-status", "postgres:///x?host=/nosuch")
      #expect(unreachable.status == 3 && unreachable.errors.contains("cannot be reached"))
      #expect(try liststore("log-status", "nonsense").status == 2)
    }
  }
}
