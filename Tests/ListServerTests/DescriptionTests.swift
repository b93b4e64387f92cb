import Foundation
import Hummingbird
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// The OpenAPI document says what the server does.
struct DescriptionTests {
  @Test func `each operation of the document answers as the document says, and no other exists`()
    async throws
  {
    try await RunningServer.with { server in
      try server.store.grow("home", by: 3)
      let document = try await server.send("GET", "/openapi.json").object()
      #expect(document["openapi"] as? String == "3.1.0")
      let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
      var operations = 0
      for (path, methods) in paths.sorted(by: { $0.key < $1.key }) {
        let real = path.replacingOccurrences(of: "{name}", with: "home")
          .replacingOccurrences(of: "{consumer}", with: "nobody")
          .replacingOccurrences(of: "{cell}", with: "c1")
        for method in ["get", "head", "put", "patch", "post", "delete", "trace"] {
          let answer = try await server.send(
            method.uppercased(),
            real,
            body: method == "get" ? nil : "{}"
          )
          guard let operation = methods[method] else {
            #expect(
              answer.status == 405,
              "\(method) \(path) is not described, but \(answer.status)"
            )
            continue
          }
          operations += 1
          let responses = try #require(operation["responses"] as? [String: [String: Any]])
          let described = try #require(
            responses["\(answer.status)"],
            "\(method) \(path): \(answer.status) is not described"
          )
          let types = (described["content"] as? [String: Any])?.keys.sorted() ?? []
          if method != "head", let type = types.first {
            #expect(answer["Content-Type"]?.hasPrefix(type) == true, "\(method) \(path)")
          }
        }
      }
      #expect(operations == Route.all.reduce(0) { $0 + ($1.method == .get ? 2 : 1) })
    }
  }

  @Test func `whatever makes the first version of a list is described with 201`() async throws {
    try await RunningServer.with { server in
      let insertion = #"{"edits":[{"insertSection":{"id":"s","cells":[]}}]}"#
      let source = try ListStore.inMemory()
      try source.grow("c", by: 1)
      let change = try #require(try source.changes(of: "c").first)
      let appended = try change.document(including: .replacedValues)
      let requests = [
        ("PUT", "/lists/{name}", "/lists/a", #"{"sections":[]}"#),
        ("PATCH", "/lists/{name}", "/lists/b?expect=0", insertion),
        (
          "POST", "/lists/{name}/changes", "/lists/c/changes",
          String(decoding: appended, as: UTF8.self)
        ),
      ]
      for (method, route, path, body) in requests {
        #expect(try await server.send(method, path, body: body).status == 201, "\(path)")
        let described = Route.all.first { $0.method.rawValue == method && $0.pathText == route }
        #expect(described?.allAnswers.contains { $0.status == 201 } == true, "\(method) \(route)")
      }
    }
  }

  @Test func `routes below a path are the application's own otherwise`() async throws {
    let store = try ListStore.inMemory()
    try store.grow("home", by: 1)
    let service = ListService(store: store, path: "lists-api/", configuration: .init())
    #expect(service.prefix == "/lists-api")
    func request(_ path: String) -> Request {
      Request(
        head: .init(method: .get, scheme: "http", authority: "localhost", path: path),
        body: .init(buffer: .init())
      )
    }
    #expect(service.target(of: request("/other")) == nil)
    #expect(service.target(of: request("/lists-apis")) == nil)
    let gone = request("/lists-api/lists/home/changes?offset=0000000000000009.1.0.1.0")
    let target = try #require(service.target(of: gone))
    let answer = await service.respond(to: gone, target) { _ in }
    #expect(answer.status == .badRequest)
    let index = request("/lists-api/lists")
    let found = await service.respond(to: index, try #require(service.target(of: index))) { _ in }
    #expect(found.status == .ok)
  }
}
