import Foundation
import ListModel
import ListStorage

/// Requests per second of three servers, in turn.
struct ServerBenchmark {
  /// What is asked for.
  enum Task: String, CaseIterable {
    case window = "window of 20 cells"
    case commit = "commit of one cell"
  }

  /// The servers that are compared; `server-peer` has them.
  enum Kind: String, CaseIterable {
    /// `StandaloneServer`, as `liststore serve` runs it.
    case lists
    /// Routes that answer with the same bytes, and do nothing.
    case bare
    /// Routes that do the same with the store, and answer with the same bytes.
    case byHand

    var title: String {
      switch self {
      case .lists: "ListServer"
      case .bare: "bare"
      case .byHand: "by hand"
      }
    }
  }

  /// The measurement of one server.
  struct Result: Encodable {
    var task: String
    var server: String
    var connections: Int
    /// Answers per second; the median of the rounds.
    var rate: Double
    /// The rate through that of the bare route in the same round; the median of the rounds.
    var ratio: Double
    /// Processor time of the server for one request, in microseconds; the median of the rounds.
    var microseconds: Double
    /// The part of one core that the client needs; the median of the rounds.
    var client: Double
  }

  static let cellCount = 1_000

  let folder: String
  let connections: Int
  var rounds = 7
  var duration = Duration.seconds(1)

  init(folder: String, connections: Int) {
    self.folder = folder
    self.connections = connections
  }

  /// Measures all tasks.
  ///
  /// - Throws: What the stores throw; ``HTTPLoad/Failure`` when a server does not answer as expected.
  func run() throws -> [Result] {
    var results: [Result] = []
    try StoreBenchmark.withFolder(in: folder) { folder in
      var servers: [ServerProcess] = []
      defer { for server in servers { server.end() } }
      let lists = try start(.lists, folder, answers: [])
      servers.append(lists)
      let answers = try Task.allCases.map { task in
        try HTTPLoad(port: lists.port).answer(to: request(task, 0))
      }
      for kind in [Kind.bare, .byHand] {
        servers.append(try start(kind, folder, answers: answers))
      }
      results = try Task.allCases.flatMap { try measure($0, servers) }
    }
    return results
  }

  private func start(
    _ kind: Kind,
    _ folder: String,
    answers: [[UInt8]]
  ) throws -> ServerProcess {
    let path = "\(folder)/\(kind.rawValue).db"
    try ListStore(path: path).commit(StoreBenchmark.list(Self.cellCount), to: "home")
    let files = zip(Task.allCases, answers).map { task, answer in
      ("\(folder)/\(kind.rawValue)-\(task).answer", answer)
    }
    for (path, answer) in files { try Data(answer).write(to: URL(fileURLWithPath: path)) }
    return try ServerProcess(kind, arguments: [path] + files.map(\.0))
  }

  private func measure(_ task: Task, _ servers: [ServerProcess]) throws -> [Result] {
    var rounds: [[Round]] = []
    for round in 0..<self.rounds {
      var results: [Round?] = servers.map { _ in nil }
      for number in servers.indices {
        let index = (number + round) % servers.count
        results[index] = try measure(task, servers[index])
      }
      rounds.append(results.compactMap { $0 })
    }
    let bare = servers.firstIndex { $0.kind == .bare } ?? 0
    return servers.indices.map { index in
      func median(_ value: (Round) -> Double) -> Double {
        RoundRobin.median(rounds.map { value($0[index]) })
      }
      return Result(
        task: task.rawValue,
        server: servers[index].kind.title,
        connections: connections,
        rate: median(\.rate),
        ratio: RoundRobin.median(rounds.map { $0[index].rate / $0[bare].rate }),
        microseconds: median(\.microseconds),
        client: median(\.client)
      )
    }
  }

  private struct Round {
    var rate: Double
    var microseconds: Double
    var client: Double
  }

  private func measure(_ task: Task, _ server: ServerProcess) throws -> Round {
    var load = HTTPLoad(port: server.port)
    load.connections = connections
    let before = try server.processorSeconds
    let outcome = try load.run(for: duration) { request(task, server.nextNumber()) }
    let used = try server.processorSeconds - before
    return Round(
      rate: Double(outcome.answers) / outcome.seconds,
      microseconds: used / Double(outcome.answers) * 1e6,
      client: outcome.processorSeconds / outcome.seconds
    )
  }

  /// The bytes of a request; no two commits have the same content.
  private func request(_ task: Task, _ number: Int) -> [UInt8] {
    switch task {
    case .window:
      return Array(
        "GET /lists/home/cells?first=400&count=20 HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8
      )
    case .commit:
      let id = StoreBenchmark.id(number % Self.cellCount)
      let cell = #"{"id":"\#(id)","type":"Text","content":{"title":"Number \#(number)"}}"#
      let body = #"{"edits":[{"set":\#(cell)}]}"#
      return Array(
        """
        PATCH /lists/home HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """.utf8
      )
    }
  }
}

extension ServerBenchmark.Result {
  /// One line.
  var table: String {
    let name = "\(task), \(server), \(connections) connections"
    return name.padding(toLength: 52, withPad: " ", startingAt: 0)
      + " \(Int(rate))/s, \(String(format: "%.2f", ratio)) of bare; "
      + "server \(Int(microseconds)) us each, client \(Int(client * 100)) % of a core"
  }
}

/// A server in a process of its own.
final class ServerProcess {
  let kind: ServerBenchmark.Kind
  let port: Int
  private let process = Process()
  private var number = 0

  init(_ kind: ServerBenchmark.Kind, arguments: [String]) throws {
    self.kind = kind
    let output = Pipe()
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("server-peer")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw HTTPLoad.Failure(
        reason:
          "there is no \(program.path); build it with swift build -c release --product server-peer"
      )
    }
    process.executableURL = program
    process.arguments = [kind.rawValue] + arguments
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .newlines)) else {
      process.terminate()
      throw HTTPLoad.Failure(reason: "the server \"\(kind.title)\" does not say its port: \(line)")
    }
    self.port = port
  }

  /// Returns a number that no request to this server has had.
  func nextNumber() -> Int {
    number += 1
    return number
  }

  /// The processor time of the process up to now.
  var processorSeconds: Double {
    get throws {
      let path = "/proc/\(process.processIdentifier)/stat"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // After the name in parentheses; the 14th and 15th field of proc(5).
      let fields = text.drop { $0 != ")" }.split(separator: " ")
      let ticks = fields[12...13].compactMap { Double($0) }.reduce(0, +)
      return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
