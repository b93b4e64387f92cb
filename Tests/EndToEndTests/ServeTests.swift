import Foundation
import Testing

/// `liststore serve`, followed by a client that shares no code with it.
struct ServeTests {
  private static let follower = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("follow.py").path

  private func address(of server: Child) throws -> String {
    let line = try #require(server.readLine(), "the server did not say where it is")
    return try #require(line.split(separator: " ").last.map(String.init), "\(line)")
  }

  private func serve(_ database: String, _ arguments: String...) throws -> Child {
    try Child([Tool.liststore.path, "serve", database] + arguments, output: .pipe)
  }

  private func commit(_ versions: ClosedRange<Int>, to database: String) throws {
    for version in versions {
      let cells = (1...version).map { #"{"id":"c\#($0)","type":"T","content":"\#($0)\n"}"# }
      try Tool.liststore.succeed(
        "commit",
        database,
        "home",
        input: #"{"sections":[{"id":"s","cells":[\#(cells.joined(separator: ","))]}]}"#
      )
    }
  }

  @Test(arguments: ["catch-up", "long-poll", "sse"])
  func `a follower gets every version once, across a server that is killed`(mode: String) throws {
    let directory = try TemporaryDirectory()
    let database = directory.url.appendingPathComponent("home.db").path
    try commit(1...3, to: database)
    let first = try serve(database, "--port", "0")
    let address = try address(of: first)
    let port = try #require(address.split(separator: ":").last.map(String.init))
    let follower = try Child(
      ["/usr/bin/env", "python3", Self.follower, "\(address)/lists/home/changes", mode, "12"],
      output: .pipe
    )
    var lines: [String] = []
    func read(through version: Int) {
      while lines.count < version, let line = follower.readLine() { lines.append(line) }
    }
    read(through: 3)
    try commit(4...6, to: database)
    read(through: 6)
    first.send(SIGKILL)
    try first.wait()
    try commit(7...9, to: database)
    let second = try serve(database, "--port", port)
    _ = try self.address(of: second)
    try commit(10...12, to: database)
    read(through: 12)
    let end = try follower.wait()
    #expect(end.status == 0, "\(end.errors)")
    let printed = try Tool.liststore.succeed("changes", database, "home").lines
    #expect(lines == printed)
    second.send(SIGTERM)
    #expect(try second.wait().status == 0)
  }

  @Test func `a signal ends the server although somebody follows`() throws {
    let directory = try TemporaryDirectory()
    let database = directory.url.appendingPathComponent("home.db").path
    try commit(1...1, to: database)
    let server = try serve(database, "--port", "0", "--read-only")
    let address = try address(of: server)
    let follower = try Child(
      ["/usr/bin/env", "python3", Self.follower, "\(address)/lists/home/changes", "sse", "99"],
      output: .pipe
    )
    #expect(follower.readLine() != nil)
    server.send(SIGINT)
    #expect(try server.wait().status == 0)
    follower.send(SIGKILL)
    try follower.wait()
  }

  @Test func `a server for other machines needs tokens, and says so`() throws {
    let directory = try TemporaryDirectory()
    let database = directory.url.appendingPathComponent("home.db").path
    let open = try Tool.liststore.run("serve", database, "--host", "0.0.0.0")
    #expect(open.status == 2)
    #expect(open.errors.contains("--token-file"))
    let tokens = try directory.write(Data("read 0123\n".utf8), to: "tokens").path
    let short = try Tool.liststore.run("serve", database, "--token-file", tokens)
    #expect(short.status == 2)
    #expect(short.errors.contains("line 1") && !short.errors.contains("0123"))
    #expect(try Tool.liststore.run("serve", database, "--read-only").status == 3)
    let port = try Tool.liststore.run("serve", database, "--port", "99999")
    #expect(port.status == 2)
    #expect(!FileManager.default.fileExists(atPath: database))
  }
}
