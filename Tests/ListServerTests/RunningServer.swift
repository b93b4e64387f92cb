import Foundation
import FoundationNetworking
import Hummingbird
import ListModel
import ListStorage
import Testing

@testable import ListServer

/// A server on a free port of this machine, asked by libcurl.
struct RunningServer: Sendable {
  let store: ListStore
  let port: Int
  let metrics: ServerMetrics
  private let session: URLSession

  /// Runs a server as long as the closure.
  static func with(
    _ store: ListStore? = nil,
    tokens: AccessTokens? = nil,
    _ configuration: ListRoutesConfiguration = ListRoutesConfiguration(),
    _ body: @Sendable (RunningServer) async throws -> Void
  ) async throws {
    let store = try store ?? ListStore.inMemory()
    let server = try StandaloneServer(
      of: store,
      at: .init(port: 0),
      tokens: tokens,
      configuration: configuration
    )
    let (ports, announcement) = AsyncStream<Int>.makeStream()
    let task = Task {
      defer { announcement.finish() }
      try await server.application { announcement.yield($0) }.run()
    }
    defer { task.cancel() }
    let port = try #require(await ports.first { _ in true }, "the server does not listen")
    let sessions = URLSessionConfiguration.ephemeral
    sessions.httpMaximumConnectionsPerHost = 200
    let session = URLSession(configuration: sessions)
    defer { session.invalidateAndCancel() }
    try await body(
      RunningServer(store: store, port: port, metrics: server.service.metrics, session: session)
    )
    task.cancel()
    _ = await task.result
  }

  /// An answer.
  struct Answer: Sendable {
    let status: Int
    let body: Data
    fileprivate let fields: [String: String]

    subscript(name: String) -> String? { fields[name.lowercased()] }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object.
    func object(_ location: SourceLocation = #_sourceLocation) throws -> [String: Any] {
      try #require(
        try JSONSerialization.jsonObject(with: body) as? [String: Any],
        "\(text)",
        sourceLocation: location
      )
    }

    /// The body as an array of change documents: their versions.
    func versions(_ location: SourceLocation = #_sourceLocation) throws -> [Int] {
      let array = try JSONSerialization.jsonObject(with: body) as? [[String: Any]]
      return try #require(array, "\(text)", sourceLocation: location).compactMap {
        $0["version"] as? Int
      }
    }

    /// The events of a stream.
    var events: [Event] { Event.events(in: text) }
  }

  /// A server-sent event.
  struct Event: Equatable, Sendable {
    var name: String
    var id: String?
    var data: String
    var lineCount: Int

    /// Reads the events of a stream, also one with its chunks as they were sent.
    static func events(in text: String) -> [Event] {
      text.replacingOccurrences(of: "\r\n", with: "\u{1}\n").components(separatedBy: "\n\n")
        .compactMap {
          block in
          let lines = block.split(separator: "\n").filter {
            !$0.hasPrefix(":") && !$0.hasSuffix("\u{1}")
          }
          guard !lines.isEmpty else { return nil }
          func value(_ name: String) -> String? {
            lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
          }
          return Event(
            name: value("event") ?? "",
            id: value("id"),
            data: value("data") ?? "",
            lineCount: lines.count
          )
        }.filter { !$0.name.isEmpty }
    }

    /// A member of a control event.
    func member(_ name: String) -> Any? {
      (try? JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])?[name]
    }
  }

  /// Sends a request; answers within a minute.
  func send(
    _ method: String = "GET",
    _ path: String,
    _ fields: [String: String] = [:],
    body: String? = nil
  ) async throws -> Answer {
    let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"), "\(path)")
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = method
    request.timeoutInterval = 60
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    let (data, response) = try await session.data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    var lowercased: [String: String] = [:]
    for (name, value) in answer.allHeaderFields {
      lowercased["\(name)".lowercased()] = "\(value)"
    }
    return Answer(status: answer.statusCode, body: data, fields: lowercased)
  }
}

extension ListStore {
  /// Makes versions of a list with one section, each with one cell more.
  func grow(_ list: List.ID, by count: Int, content: String = "text") throws {
    for _ in 0..<count {
      let version = (try? info(of: list).version) ?? 0
      let cell = Cell(
        id: "c\(version + 1)",
        component: AnyComponent(
          StoredComponent(type: "Text", content: try Content(encoding: content))
        )
      )
      if version == 0 {
        try commit(List(sections: [Section(id: "s", cells: [cell])]), to: list)
      } else {
        try edit(list) { draft in
          if try draft.cellCount(in: "s") == nil { try draft.appendSection(Section(id: "s")) }
          try draft.appendCell(cell, to: "s")
        }
      }
    }
  }
}

/// Returns the default configuration with some settings changed.
func settings(_ change: (inout ListRoutesConfiguration) -> Void) -> ListRoutesConfiguration {
  var configuration = ListRoutesConfiguration()
  change(&configuration)
  return configuration
}

/// Returns the retention that keeps so many versions, however young others are.
func newest(_ versions: Int) -> ListStore.Retention {
  var retention = ListStore.Retention()
  retention.versions = versions
  retention.age = .zero
  return retention
}
