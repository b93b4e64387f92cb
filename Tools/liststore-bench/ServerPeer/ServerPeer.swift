import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import ListModel
import ListServer
import ListStorage
import Logging
import NIOCore
import NIOPosix

/// A server that `liststore-bench server` measures: a program of its own, so that the other benchmarks are built without
/// a web server.
@main
struct ServerPeer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-peer",
    abstract: "Serves what \"liststore-bench server\" asks for."
  )

  /// The servers that are compared.
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    /// `StandaloneServer`, as `liststore serve` runs it.
    case lists
    /// Routes that answer with the same bytes, and do nothing.
    case bare
    /// Routes that do the same with the store, and answer with the same bytes.
    case byHand
  }

  @Argument var kind: Kind
  @Argument var path: String
  /// Files with the answers to a window and to a commit.
  @Argument var answers: [String] = []

  func run() async throws {
    let store = try ListStore(path: path)
    guard kind != .lists else {
      return try await StandaloneServer(of: store, at: .init(port: 0)).run { Self.announce($0) }
    }
    let answers = try answers.map { try Answer(Data(contentsOf: URL(fileURLWithPath: $0))) }
    let window = kind == .bare ? nil : store
    var logger = Logger(label: "bare")
    logger.logLevel = .warning
    let router = Router()
    router.get("/lists/home/cells") { _, _ in
      if let window { try await Self.read(window) }
      return answers[0].response
    }
    router.patch("/lists/home") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 20)
      if let window { try await Self.commit(body, to: window) }
      return answers[1].response
    }
    let application = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { Self.announce($0.localAddress?.port ?? 0) },
      logger: logger
    )
    try await application.run()
  }

  private static func announce(_ port: Int) {
    FileHandle.standardOutput.write(Data("\(port)\n".utf8))
  }

  private static func read(_ store: ListStore) async throws {
    _ = try await NIOThreadPool.singleton.runIfActive {
      try store.window(.rows(400..<420), in: "home")
    }
  }

  /// Commits the cell of the one edit in the body.
  private static func commit(_ body: ByteBuffer, to store: ListStore) async throws {
    let edit = try JSONDecoder().decode(Edits.self, from: Data(body.readableBytesView)).edits[0].set
    try await store.edit("home") { draft in
      let content = try Content(encoding: edit.content)
      let component = StoredComponent(type: edit.type, content: content)
      try draft.updateCell(Cell(id: Cell.ID(edit.id), component: AnyComponent(component)))
    }
  }

  private struct Edits: Decodable {
    struct Edit: Decodable { var set: Row }
    struct Row: Decodable {
      var id: String
      var type: String
      var content: [String: String]
    }
    var edits: [Edit]
  }

  /// An answer as it was on the wire.
  private struct Answer {
    let response: Response

    init(_ data: Data) throws {
      guard let head = data.range(of: Data("\r\n\r\n".utf8)) else {
        throw ValidationError("an answer has no head")
      }
      var fields = HTTPFields()
      let lines = String(decoding: data[..<head.lowerBound], as: UTF8.self)
        .components(separatedBy: "\r\n")
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        // Hummingbird writes these itself.
        guard parts.count == 2, let name = HTTPField.Name(parts[0]),
          ![.date, .server, .contentLength].contains(name)
        else { continue }
        fields.append(HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
      }
      let body = ByteBuffer(bytes: data[head.upperBound...])
      response = Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: body))
    }
  }
}
