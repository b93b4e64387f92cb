import Foundation
import Glibc
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

/// `liststore follow`: a store that is kept equal to one that is served, whoever is killed.
struct FollowTests {
  @Test func `a copy is equal after any kill of either side, and sound at every one`() throws {
    let seed = UInt64(ProcessInfo.processInfo.environment["LISTSTORE_SEED"] ?? "") ?? 48
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let source = try ListStore(path: directory.path("source.db"))
    try source.grow("home", by: 2)
    let server = try ServedStore(directory.path("source.db"))
    let follower = try Follower(server.address, directory.path("copy.db"))
    let kills = Soak.count(5, soak: 100)
    for round in 0..<kills {
      let place: Comment = "seed \(seed), kill \(round)"
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        try source.grow(["home", "news", "é/1"].randomElement(using: &random) ?? "home", by: 1)
      }
      // The first copy must be there before what follows it can be forgotten.
      if round % 3 == 1 { try follower.wait(for: source, place) }
      if Int.random(in: 0..<4, using: &random) == 0 { try source.compact(newest(2)) }
      if Int.random(in: 0..<9, using: &random) == 0 { try source.commit(.clearing, to: "home") }
      if round % 2 == 0 {
        try follower.kill()
        if FileManager.default.fileExists(atPath: follower.path) {
          let verified = try Tool.liststore.run("verify", follower.path)
          #expect(verified.status == 0 || verified.errors.contains("it is empty"), place)
        }
        try source.grow("home", by: 1)
        try follower.start()
      } else {
        try server.kill()
        try source.grow("home", by: 1)
        try server.start()
      }
    }
    try follower.wait(for: source, "seed \(seed)")
    try follower.end()
    try Tool.liststore.succeed("verify", follower.path)
    let once = try Tool.liststore.succeed(
      "follow",
      server.address,
      follower.path,
      "--once",
      "--json"
    )
    #expect(once.lines == [#"{"event":"equal"}"#])
    try server.kill()
  }

  @Test func `what cannot be followed is told, and the copy is as it was`() throws {
    let directory = try TemporaryDirectory()
    let source = try ListStore(path: directory.path("source.db"))
    try source.grow("home", by: 3)
    try Tool.liststore.succeed("backup", directory.path("source.db"), directory.path("old.db"))
    let server = try ServedStore(directory.path("source.db"))
    let copy = directory.path("copy.db")
    let begun = try Tool.liststore.succeed("follow", server.address, copy, "--once")
    #expect(
      begun.lines == ["home begins with version 3", "home is at version 3", "all lists are equal"]
    )
    try source.grow("home", by: 2)
    try Tool.liststore.succeed("follow", server.address, copy, "home", "--once")
    try source.compact(newest(1))
    try source.grow("home", by: 2)
    try source.compact(newest(1))
    let overtaken = try Tool.liststore.succeed("follow", server.address, copy, "home", "--once")
    #expect(
      overtaken.lines.first
        == "home goes on with version 7: the server has forgotten what follows version 5"
    )
    // The server is restored to before what the copy has.
    try server.kill()
    try source.close()
    let restored = directory.path("restored.db")
    try Tool.liststore.succeed("restore", directory.path("old.db"), restored)
    let older = try ServedStore(restored)
    let refused = try Tool.liststore.run("follow", older.address, copy, "--once")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("is at version 7 here") && refused.errors.contains("another file")
    )
    #expect(try Tool.liststore.succeed("lists", copy, "--json").text.contains(#""version":7"#))
    try older.kill()
    let away = try Tool.liststore.run("follow", older.address, copy, "--once")
    #expect(away.status == 3)
    #expect(away.errors.contains("Connection refused"), "\(away.errors)")
    #expect(try Tool.liststore.run("follow", "localhost", copy).status == 2)
  }

  @Test(.enabled(if: ServedStore.nginx != nil, "nginx is needed"))
  func `a follower of a follower behind a cache is equal`() throws {
    let directory = try TemporaryDirectory()
    let source = try ListStore(path: directory.path("source.db"))
    try source.grow("home", by: 2)
    let server = try ServedStore(directory.path("source.db"))
    let cache = try Cache(in: directory, before: server.port)
    let middle = try Follower(cache.address, directory.path("middle.db"))
    try middle.wait(for: source, "behind the cache")
    let second = try ServedStore(middle.path)
    let end = try Follower(second.address, directory.path("end.db"))
    for round in 0..<6 {
      try source.grow("home", by: 1 + round % 3)
      try source.grow("news", by: 1)
      if round == 3 { try source.compact(newest(1)) }
      try end.wait(for: source, "round \(round)")
    }
    for program in [middle, end] { try program.end() }
    for program in [server, second] { try program.kill() }
    for path in [middle.path, end.path] { try Tool.liststore.succeed("verify", path) }
  }
}

/// `liststore serve`, which may be killed and started again at the same port.
private final class ServedStore {
  let path: String
  private(set) var port = 0
  private var child: Child?

  static let nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init(_ path: String) throws {
    self.path = path
    try start()
  }

  var address: String { "http://127.0.0.1:\(port)" }

  func start() throws {
    let child = try Child([Tool.liststore.path, "serve", path, "--port", "\(port)"], output: .pipe)
    let line = try #require(child.readLine(), "the server did not say where it is")
    port = try #require(line.split(separator: ":").last.flatMap { Int($0) }, "\(line)")
    self.child = child
  }

  func kill() throws {
    child?.send(SIGKILL)
    try child?.wait()
  }

  deinit { child?.send(SIGKILL) }
}

/// `liststore follow`, which may be killed and started again.
private final class Follower {
  let path: String
  private let address: String
  private var child: Child?

  init(_ address: String, _ path: String) throws {
    (self.address, self.path) = (address, path)
    try start()
  }

  func start() throws { child = try Child([Tool.liststore.path, "follow", address, path]) }

  func kill() throws {
    child?.send(SIGKILL)
    try child?.wait()
  }

  func end() throws {
    child?.send(SIGINT)
    let end = try #require(try child?.wait())
    #expect(end.status == 0, "\(end.errors)")
  }

  /// Waits until the copy has the same lists.
  func wait(for source: ListStore, _ place: Comment) throws {
    let lists = try source.lists()
    let end = ContinuousClock.now + .seconds(60)
    var own: [ListInfo]?
    repeat {
      var configuration = ListStore.Configuration()
      configuration.access = .readOnly
      own = try? ListStore(path: path, configuration: configuration).lists()
      if own == lists { return }
      usleep(20_000)
    } while ContinuousClock.now < end
    Issue.record("the copy has \(String(describing: own)), not \(lists): \(place)")
  }

  deinit { child?.send(SIGKILL) }
}

/// nginx as docs/server.md shows it.
private final class Cache {
  let port: Int
  private let child: Child

  init(in directory: TemporaryDirectory, before origin: Int) throws {
    port = try Self.freePort()
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../docs/server.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```nginx\n").dropFirst().first)
    let shown = block.components(separatedBy: "\n```")[0]
      .replacingOccurrences(of: "/var/cache/nginx/lists", with: directory.path("cache"))
      .replacingOccurrences(of: "127.0.0.1:4437", with: "127.0.0.1:\(origin)")
      .replacingOccurrences(of: "listen 8080", with: "listen 127.0.0.1:\(port)")
    let user = geteuid() == 0 ? "user root;" : ""
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(directory.path($0));"
    }
    let configuration = """
      \(user) daemon off; pid \(directory.path("pid")); error_log \(directory.path("log"));
      events { worker_connections 4096; }
      http { access_log off; \(folders.joined(separator: " "))
      \(shown)
      }
      """
    let file = try directory.write(Data(configuration.utf8), to: "nginx.conf").path
    let nginx = try #require(ServedStore.nginx)
    child = try Child([nginx, "-p", directory.url.path, "-e", directory.path("log"), "-c", file])
  }

  var address: String { "http://127.0.0.1:\(port)" }

  /// A port that was free a moment ago.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        try #require(bind(descriptor, address, size) == 0)
        try #require(getsockname(descriptor, address, &size) == 0)
      }
      return Int(in_port_t(bigEndian: pointer.pointee.sin_port))
    }
  }

  deinit { child.send(SIGTERM) }
}

extension ListStore {
  /// Makes versions of a list with one section, each with one cell more.
  fileprivate func grow(_ list: List.ID, by count: Int) throws {
    for _ in 0..<count {
      let cell = Cell(id: "\(UUID())", component: TextComponent("text"))
      guard try lists().contains(where: { $0.id == list }) else {
        try commit(List(sections: [Section(id: "s", cells: [cell])]), to: list)
        continue
      }
      try edit(list) { draft in
        if try draft.cellCount(in: "s") == nil { try draft.appendSection(Section(id: "s")) }
        try draft.appendCell(cell, to: "s")
      }
    }
  }
}

/// Returns the retention that keeps so many versions, however young others are.
private func newest(_ versions: Int) -> ListStore.Retention {
  var retention = ListStore.Retention()
  retention.versions = versions
  retention.age = .zero
  return retention
}
