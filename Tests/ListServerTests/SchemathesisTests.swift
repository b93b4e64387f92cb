import Foundation
import ListKeeping
import ListModel
import ListStorage
import ListTestSupport
import Testing

@testable import ListServer

/// The OpenAPI document, as schemathesis reads it: random requests, with bodies, well-formed and not.
@Suite(.enabled(if: Schemathesis.path != nil, "schemathesis is needed"))
struct SchemathesisTests {
  @Test(arguments: Soak.isOn ? [true, false] : [true])
  func `random requests are answered as the OpenAPI document says, and none is a failure`(
    ofKnownList isKnown: Bool
  ) async throws {
    let configuration = settings {
      $0.pollDuration = .milliseconds(5)
      $0.streamDuration = .milliseconds(5)
    }
    try await RunningServer.with(nil, configuration) { server in
      try server.store.grow("home", by: 5)
      try await server.store.commit(.setting(["key": try Content(encoding: 1)]), to: "home")
      let run = Schemathesis(
        port: server.port,
        examples: Soak.count(2, soak: 200),
        parameters: isKnown ? ["path.name": "home"] : [:]
      )
      let report = try await run.report()
      #expect(report.status == 0, "\(report.output)")
      #expect(report.requests > 50, "\(report.output)")
      let text = try await server.send("GET", "/metrics").text
      #expect(!text.contains(#"status="5"#), "\(text)")
      #expect(try server.store.verify().problems == [])
    }
  }
}

/// One run of schemathesis, with a seed.
private struct Schemathesis {
  let port: Int
  /// How many requests of each operation, about.
  let examples: Int
  /// Values of parameters that are not drawn.
  let parameters: [String: String]

  /// Where `.ci/deps` puts it, or where the system has it.
  static let path: String? = {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let folders = [root.appending(path: ".build/python/bin").path]
    let others = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders + others.map(String.init)).map { "\($0)/schemathesis" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What it says, and how many requests it has made.
  struct Report {
    var status: Int32
    var output: String
    var requests: Int
  }

  /// Runs it, on a thread that may be blocked: the server needs those of tasks.
  func report() async throws -> Report {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try run() }) }.start()
    }
  }

  private func run() throws -> Report {
    let folder = FileManager.default.temporaryDirectory.appending(path: "schemathesis-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let values = parameters.map { "\"\($0.key)\" = \"\($0.value)\"\n" }.joined()
    try Data("[parameters]\n\(values)".utf8)
      .write(to: folder.appending(path: "schemathesis.toml"))
    let process = SpawnedProcess()
    process.executableURL = URL(filePath: Self.path ?? "")
    process.currentDirectoryURL = folder
    process.arguments = [
      "run", "http://127.0.0.1:\(port)/openapi.json", "--max-examples", "\(examples)", "--seed",
      "48",
      "--phases", "fuzzing", "--no-color", "--continue-on-failure", "--no-shrink",
      "--request-timeout", "30",
      "--wait-for-schema", "30",
      "--checks",
      "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
        + "response_schema_conformance,unsupported_method",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.killAfter(seconds: Double(Soak.count(120, soak: 3_000)))
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    let number = text.firstMatch(of: /(\d+) generated/).flatMap { Int($0.1) }
    return Report(status: process.terminationStatus, output: text, requests: number ?? 0)
  }
}
