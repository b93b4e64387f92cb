import Foundation
import HTTPTypes
import Hummingbird
import ListDiff
import ListFollowing
import ListModel
import ListStorage
import Synchronization
import Testing

@testable import ListServer

/// Clients of a server that does not say what a server of lists says.
struct LyingServerTests {
  /// Answers all requests with a closure, as long as another one runs.
  private static func with(
    _ answer: @escaping @Sendable (Request) throws -> Response,
    _ body: (RemoteStore) async throws -> Void
  ) async throws {
    let router = Router()
    for method in [HTTPRequest.Method.get, .post] {
      router.on("/lists/**", method: method) { request, _ in try answer(request) }
    }
    let (ports, announcement) = AsyncStream<Int>.makeStream()
    let application = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { announcement.yield($0.localAddress?.port ?? 0) }
    )
    let server = Task {
      defer { announcement.finish() }
      try await application.run()
    }
    defer { server.cancel() }
    let port = try #require(await ports.first { _ in true }, "the server does not listen")
    var configuration = RemoteStoreConfiguration()
    configuration.patience = .attempts(4)
    configuration.sleep = { _ in }
    try await body(RemoteStore(at: "http://127.0.0.1:\(port)", configuration: configuration))
  }

  private static func response(_ body: [UInt8], at token: CursorToken) -> Response {
    Response(
      status: .ok,
      headers: [.contentType: "application/json", .streamNextOffset: FeedOffset(token).text],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body))
    )
  }

  /// A store with three versions of a list.
  private static func store() throws -> ListStore {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 3)
    return store
  }

  @Test(arguments: ["gap", "fork", "other list"])
  func `a change that does not continue the one before ends the feed`(lie: String) async throws {
    let store = try Self.store()
    var changes = try store.changes(of: "home")
    switch lie {
    case "gap": changes.remove(at: 1)
    case "fork": changes[1].parentFingerprint = changes[1].fingerprint
    default: changes[1].list = "other"
    }
    let documents = try changes.map {
      String(decoding: try $0.document(including: .replacedValues), as: UTF8.self)
    }
    let page = Array("[\(documents.joined(separator: ","))]".utf8)
    let token = try store.token(of: "home")
    try await Self.with { _ in
      Self.response(page, at: token)
    } _: { (remote: RemoteStore) async throws -> Void in
      var feed = remote.feed(of: "home", after: 0).makeAsyncIterator()
      #expect(try await feed.next()?.version == 1)
      await #expect {
        try await feed.next()
      } throws: { error in
        guard case .brokenFeed("home", _, _) = error as? RemoteStoreError else { return false }
        return true
      }
    }
  }

  @Test func `a list that does not have the fingerprint of its position is not taken`() async throws
  {
    let store = try Self.store()
    let (token, list) = (try store.token(of: "home"), try store.snapshot(of: "home", at: 2).list)
    try await Self.with { _ in
      Self.response(try list.document(), at: token)
    } _: { (remote: RemoteStore) async throws -> Void in
      await #expect {
        try await remote.snapshot(of: "home")
      } throws: { error in
        guard case .unexpectedAnswer = error as? RemoteStoreError else { return false }
        return true
      }
    }
  }

  @Test func `a follower that waits sends the cursor of the last answer`() async throws {
    let store = try Self.store()
    let token = try store.token(of: "home")
    let document = try store.changes(of: "home")[2].document(including: .replacedValues)
    let asked = Mutex<[String]>([])
    try await Self.with { request in
      let number = asked.withLock { asked in
        asked.append(request.uri.query ?? "")
        return asked.count
      }
      var response = Self.response(
        number < 4 ? Array("[]".utf8) : [UInt8(ascii: "[")] + document + [UInt8(ascii: "]")],
        at: token
      )
      response.headers[.streamUpToDate] = "true"
      response.headers[.streamCursor] = "\(100 + number)"
      return response
    } _: { (remote: RemoteStore) async throws -> Void in
      let second = try store.token(of: "home", at: 2)
      var feed = remote.feed(of: "home", after: second).makeAsyncIterator()
      #expect(try await feed.next()?.version == 3)
    }
    let queries = asked.withLock { $0 }
    #expect(queries.count == 4)
    #expect(!queries[0].contains("live="), "history is read without waiting")
    for (number, query) in queries.enumerated().dropFirst() {
      #expect(query.contains("live=long-poll"))
      #expect(query.contains("cursor=\(100 + number)"), "\(query)")
    }
  }

  @Test func `a commit whose outcome is not known is sent again only with a key`() async throws {
    let count = Mutex(0)
    try await Self.with { _ in
      count.withLock { $0 += 1 }
      return Response(status: .badGateway)
    } _: { (remote: RemoteStore) async throws -> Void in
      let changeset = try Changeset(
        from: List(),
        to: List(sections: [Section(id: "s", cells: [])])
      )
      for (key, attempts) in [(nil, 1), ("k", 4)] {
        count.withLock { $0 = 0 }
        await #expect(throws: RemoteStoreError.self) {
          try await remote.append(
            changeset,
            to: "home",
            options: CommitOptions(expecting: .version(0), key: key)
          )
        }
        #expect(count.withLock { $0 } == attempts, "key \(key ?? "none")")
      }
    }
  }
}
