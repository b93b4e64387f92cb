import Foundation
import ListModel
import ListPaging
import ListSimulation
import ListTestSupport
import Synchronization

/// A post as the servers of these tests send it.
struct Post: Codable, Hashable, Sendable {
  var id: String
  var text: String

  var component: StoredComponent {
    StoredComponent(type: "Post", content: try? Content(encoding: ["text": text]))
  }
}

/// A page of posts.
struct PostPage: Codable, Sendable {
  var posts: [Post]
  var cursor: String?
}

/// What can be wrong with a server of posts.
enum PostMistake: String, CaseIterable, Sendable {
  /// Five posts are never served.
  case losesFive
  /// Posts that came after the start are not served.
  case forgetsNew
  /// All texts are empty.
  case emptyTexts
}

/// A server of posts that an app asks for pages.
protocol PostServer: SimulatedServer {
  func page(after cursor: String?, limit: Int) throws -> PostPage
}

/// The app's feed: a pager over a client of the server.
enum PostFeed {
  static func subject<Server: PostServer>(
    _ make: @escaping @Sendable (SimSettings) throws -> Server,
    client: @escaping @Sendable (SimWorld, Server) -> any PostClient
  ) -> SimSubject {
    SimSubject { world in
      guard let server = world.server(Server.self) else { throw CancellationError() }
      let pages = world.pages()
      let source = PostSource(client: client(world, server))
      let pager = Pager(remote: world.remote(source), storage: pages, clock: world.clock)
      return SimulatedPager(pager) { update, screen in
        try pages.list(update).withFooter(of: update.state).withTaps(for: pager)
          .onVisibleCells { cells in Task { await pager.viewed(cells) } }
          .onRefresh(ending: .whenTold) { refresh in
            Task {
              await pager.refresh()
              screen.endRefreshing(refresh.id)
            }
          }
      }
    }
    .served(by: make)
  }
}

/// How the app asks its server.
protocol PostClient: Sendable {
  func page(after cursor: String?, limit: Int) async throws -> PostPage
}

private struct PostSource: RemoteSource {
  let client: any PostClient

  func load(_ request: RemoteRequest) async throws -> RemotePage {
    let page = try await client.page(after: request.key?.rawValue, limit: request.size)
    return RemotePage(
      cells: page.posts.map { Cell(id: Cell.ID($0.id), component: AnyComponent($0.component)) },
      next: page.cursor.map { PageKey($0) }
    )
  }
}

// MARK: HTTP on a loopback port

/// The process of `post-server.py`, for all tests.
final class PostServerProcess: Sendable {
  /// What prevents the server from being used.
  enum Failure: Error {
    case notStarted
    case noAnswer(String)
  }

  static let shared = Result { try PostServerProcess() }

  private let port: UInt16
  private let count = Atomic<Int>(0)
  /// The server ends when its input ends: with this process.
  private let input = Pipe()

  private init() throws {
    let process = SpawnedProcess()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("post-server.py")
    process.arguments = ["python3", script.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = UInt16(line.trimmingCharacters(in: .newlines)) else {
      throw Failure.notStarted
    }
    self.port = port
  }

  /// Returns the name of a world that no other run has.
  func newWorld() -> String { "w\(count.add(1, ordering: .relaxed).newValue)" }

  /// Asks the server, and waits for its answer.
  func get(_ path: String) throws -> Data {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw Failure.noAnswer(path) }
    defer { close(socket) }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure.noAnswer(path) }
    let request = Array("GET \(path) HTTP/1.0\r\n\r\n".utf8)
    guard send(socket, request, request.count, 0) == request.count else {
      throw Failure.noAnswer(path)
    }
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 {
      answer.append(contentsOf: buffer[..<count])
    }
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)),
      answer.starts(with: Data("HTTP/1.0 200".utf8))
    else { throw Failure.noAnswer(path) }
    return answer[end.upperBound...]
  }
}

/// A world of the server, as the simulation changes it.
final class HTTPPostServer: PostServer {
  private let process: PostServerProcess
  private let world: String

  init(_ settings: SimSettings, _ mistake: PostMistake?) throws {
    process = try PostServerProcess.shared.get()
    world = process.newWorld()
    _ = try process.get(
      "/\(world)/begin?count=\(settings.itemCount)&mistake=\(mistake?.rawValue ?? "")"
    )
  }

  func page(after cursor: String?, limit: Int) throws -> PostPage {
    let after = cursor.map { "after=\($0)&" } ?? ""
    let data = try process.get("/\(world)/posts?\(after)limit=\(limit)")
    return try JSONDecoder().decode(PostPage.self, from: data)
  }

  func items() throws -> [SimItem] {
    let all = try JSONDecoder().decode(PostPage.self, from: process.get("/\(world)/all"))
    return all.posts.map { SimItem(id: Cell.ID($0.id), component: $0.component) }
  }

  func make(_ change: SimChange) throws -> Bool {
    let count = try items().count
    switch change {
    case .insert(let number, let place): try ask("insert", number, place, count)
    case .delete(let number, let place): try ask("delete", number, place, count)
    case .update(let number, let place): try ask("update", number, place, count)
    case .move: return false
    }
    return true
  }

  private func ask(_ action: String, _ number: Int, _ place: Int, _ count: Int) throws {
    let index = SimChange.index(of: place, in: count)
    _ = try process.get("/\(world)/\(action)?count=\(min(number, 50))&at=\(index)")
  }
}

/// A client on threads of its own: the simulation waits for it.
struct OutsideClient: PostClient {
  let world: SimWorld
  let server: any PostServer

  func page(after cursor: String?, limit: Int) async throws -> PostPage {
    let server = server
    return try world.outside { try server.page(after: cursor, limit: limit) }
  }
}

// MARK: Files

/// A server whose posts are files of JSON in a folder, one for each, named by rank and id.
final class FilePostServer: PostServer {
  private let folder: URL
  private let mistake: PostMistake?
  private let first: Set<String>
  private let made: Mutex<Int>

  init(_ settings: SimSettings, _ mistake: PostMistake?) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("posts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.mistake = mistake
    made = Mutex(settings.itemCount)
    for index in 0..<settings.itemCount {
      try Self.write(Post(id: "p\(index + 1)", text: "post \(index + 1)"), Self.rank(index), folder)
    }
    first = Set((0..<settings.itemCount).map { "p\($0 + 1)" })
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func rank(_ index: Int) -> Int { (index + 1) << 32 }

  /// A name that sorts by rank.
  private static func write(_ post: Post, _ rank: Int, _ folder: URL) throws {
    let digits = String(rank)
    let name = String(repeating: "0", count: 19 - digits.count) + digits
    try JSONEncoder().encode(post).write(to: folder.appendingPathComponent("\(name).json"))
  }

  private func files() throws -> [(rank: Int, url: URL)] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .compactMap { url in Int(url.deletingPathExtension().lastPathComponent).map { ($0, url) } }
      .sorted { $0.rank < $1.rank }
  }

  private func post(_ url: URL) throws -> Post {
    try JSONDecoder().decode(Post.self, from: Data(contentsOf: url))
  }

  func page(after cursor: String?, limit: Int) throws -> PostPage {
    let after = cursor.flatMap { Int($0) } ?? 0
    var rest = try files().filter { $0.rank > after }.map {
      (rank: $0.rank, post: try post($0.url))
    }
    switch mistake {
    case .losesFive: rest.removeAll { ["p3", "p8", "p13", "p18", "p23"].contains($0.post.id) }
    case .forgetsNew: rest.removeAll { !first.contains($0.post.id) }
    case .emptyTexts: for index in rest.indices { rest[index].post.text = "" }
    case nil: break
    }
    let page = rest.prefix(limit)
    return PostPage(
      posts: page.map(\.post),
      cursor: rest.count > limit ? page.last.map { String($0.rank) } : nil
    )
  }

  func items() throws -> [SimItem] {
    try files().map { try post($0.url) }
      .map { SimItem(id: Cell.ID($0.id), component: $0.component) }
  }

  func make(_ change: SimChange) throws -> Bool {
    let files = try files()
    switch change {
    case .insert(let number, let place):
      try insert(
        min(number, 50),
        at: SimChange.index(of: place, in: files.count),
        files.map(\.rank)
      )
    case .delete(let number, let place):
      for (_, url) in files.dropFirst(SimChange.index(of: place, in: files.count)).prefix(number) {
        try FileManager.default.removeItem(at: url)
      }
    case .update(let number, let place):
      for (rank, url) in files.dropFirst(SimChange.index(of: place, in: files.count)).prefix(number)
      {
        var post = try post(url)
        post.text += "!"
        try Self.write(post, rank, folder)
      }
    case .move: return false
    }
    return true
  }

  private func insert(_ count: Int, at index: Int, _ ranks: [Int]) throws {
    let before = index > 0 ? ranks[index - 1] : 0
    let after = index < ranks.count ? ranks[index] : before + (count + 1) << 32
    let step = (after - before) / (count + 1)
    guard step > 0 else { return }
    for number in 0..<count {
      let id = made.withLock { made in
        made += 1
        return "p\(made)"
      }
      try Self.write(Post(id: id, text: "post \(id)"), before + step * (number + 1), folder)
    }
  }
}

/// A client that reads the files at once.
struct DirectClient: PostClient {
  let server: any PostServer

  func page(after cursor: String?, limit: Int) async throws -> PostPage {
    try server.page(after: cursor, limit: limit)
  }
}
