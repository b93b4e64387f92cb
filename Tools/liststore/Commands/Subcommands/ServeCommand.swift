import ArgumentParser
import Foundation
import ListPostgres
import ListReplication
import ListServer
import ListStorage

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the lists of a store over HTTP.",
    discussion: """
      Every list has its changes at /lists/LIST/changes, in the protocol Durable Streams 1.0, and its \
      versions at /lists/LIST; /lists names all of them, /openapi.json describes everything. A browser at / sees the \
      inspector: lists, their past and their screens. Prints its \
      address when it can be reached, and ends with SIGINT (Ctrl-C) or SIGTERM. Other processes can \
      commit to the store meanwhile.

      Only programs on this machine can connect. Another --host needs --token-file: a file with a line \
      "read TOKEN" or "write TOKEN" for each token, which requests name as "Authorization: Bearer TOKEN"; names of \
      lists after it, percent-encoded, are all that it is for. \
      For TLS, put a proxy in front.

      With --log, the lists are those of a log on PostgreSQL that many hosts share. DB is this host's copy, \
      from which it reads; it is made if it is missing, and nothing else may commit to it. Commits go to the \
      log, and all lists are followed. A list or a version that is not here yet is looked for there. \
      --log-name is what "log-status" calls this host: the log keeps what it still needs.

      EXAMPLES
        liststore serve home.db
        liststore serve home.db --port 0 --read-only
        liststore serve home.db --host 0.0.0.0 --token-file tokens
        liststore serve replica.db --log postgres://app@db1,db2/lists
      """
  )

  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("The name or address to listen at.", valueName: "host"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port; 0 for one that is free.", valueName: "N"))
  var port = 4437

  @Option(
    help: ArgumentHelp("Requests need a token of this file.", valueName: "FILE"),
    completion: .file()
  )
  var tokenFile: String?

  @Option(
    help: ArgumentHelp("Pages of this origin may use the server; * for all.", valueName: "origin")
  )
  var allowOrigin: String?

  @OptionGroup var log: LogOptions

  @Flag(help: "Refuse everything that writes.")
  var readOnly = false

  mutating func validate() throws {
    guard 0...65_535 ~= port else {
      throw ValidationError("--port \(port): expected 0 to 65535")
    }
    if tokenFile == nil, !address.isLoopback {
      throw ValidationError(
        "--host \(host): other machines could connect; expected --token-file FILE, or 127.0.0.1"
      )
    }
  }

  private var address: StandaloneServer.Address { .init(host: host, port: port) }

  func run() async throws {
    let tokens = try tokenFile.map(Self.tokens)
    var configuration = ListRoutesConfiguration()
    configuration.access = readOnly ? .readOnly : .readWrite
    configuration.allowedOrigin = allowOrigin
    // Without tokens, every client that can connect may see everything.
    configuration.caching = tokens == nil ? .shared : .reader
    let store = try store.open(
      readOnly && log.log == nil ? .readOnly : .createIfMissing,
      commits: log.commits
    )
    guard let replica = try await log.replica(store, to: .follow) else {
      let server = try StandaloneServer(
        of: store,
        at: address,
        tokens: tokens,
        configuration: configuration
      )
      try await serve(server, of: store)
      return try store.close()
    }
    let server = try StandaloneServer(
      of: replica,
      at: address,
      tokens: tokens,
      configuration: configuration
    )
    // The first to end, by an error or a signal, ends the other.
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await serve(server, of: store) }
      group.addTask { try await replica.followReporting() }
      defer { group.cancelAll() }
      try await group.next()
    }
    try store.close()
  }

  private func serve(_ server: StandaloneServer, of store: ListStore) async throws {
    let shown = host.contains(":") ? "[\(host)]" : host
    do {
      try await server.run { port in
        Self.announce("serving \(store.path) at http://\(shown):\(port)")
      }
    } catch let error as any CustomStringConvertible & Error {
      throw CannotServe(address: "\(shown):\(port)", reason: "\(error)")
    }
  }

  private static func announce(_ sentence: String) {
    // The server serves all the same if this is not read.
    try? StandardOutput(.line, role: .report).line(plain: sentence)
  }

  private static func tokens(in path: String) throws -> AccessTokens {
    let text: String
    do {
      text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    } catch {
      throw UnreadableFile(path: path, reason: (error as NSError).localizedDescription)
    }
    do {
      return try AccessTokens(parsing: text)
    } catch {
      throw ValidationError("--token-file \(path), \(error)")
    }
  }
}

/// A server that cannot listen.
struct CannotServe: Error, CustomStringConvertible {
  let address: String
  let reason: String

  /// One sentence for people.
  var description: String { "cannot serve at \(address): \(reason)" }
}
