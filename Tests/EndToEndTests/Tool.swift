import Foundation
import Glibc
import ListTestSupport
import Testing

/// The programs of this package as they were built for this test run.
enum Tool: String {
  case liststore
  case demo
  case service = "article-service"

  /// The program: it is built beside the test runner.
  var path: String {
    var directory = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    directory.deleteLastPathComponent()
    return directory.appendingPathComponent(rawValue).path
  }

  /// What a program printed, and how it ended.
  struct Result {
    var status: Int32
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Every line of the output as a JSON object.
    func objects() throws -> [[String: Any]] {
      try lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any])
      }
    }
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: Data(input.utf8))
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String],
    input: Data = Data(),
    output: Child.Output = .file
  ) throws -> Result {
    try Child([path] + arguments, input: input, output: output).wait()
  }

  /// Runs the program and requires that it succeeds.
  @discardableResult
  func succeed(
    _ arguments: String...,
    input: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Result {
    let result = try run(arguments, input: Data(input.utf8))
    try #require(
      result.status == 0,
      "\(rawValue) \(arguments.joined(separator: " ")): \(result.errors)",
      sourceLocation: sourceLocation
    )
    return result
  }
}

/// A running program.
///
/// Its input and its outputs are files, so that nobody ever waits for a pipe, except where a test
/// reads along.
final class Child {
  private let process = SpawnedProcess()
  private let directory = try? TemporaryDirectory()
  private let pipe = Pipe()
  private lazy var lines = LineReader(pipe.fileHandleForReading)

  /// Where standard output goes.
  enum Output {
    case file
    /// A pipe, for ``readLine()``.
    case pipe
    /// A pipe whose reader has gone away.
    case closedPipe
    /// A device that has no room for anything.
    case fullDevice
    /// Nowhere: the program has neither standard output nor standard input.
    case none
  }

  init(_ command: [String], input: Data = Data(), output: Output = .file) throws {
    let directory = try #require(self.directory)
    let command =
      output == .none ? ["/bin/sh", "-c", #"exec "$0" "$@" <&- >&-"#] + command : command
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = try FileHandle(
      forReadingFrom: try directory.write(input, to: "input")
    )
    switch output {
    case .file, .none:
      process.standardOutput = try FileHandle(
        forWritingTo: try directory.write(Data(), to: "output")
      )
    case .pipe: process.standardOutput = pipe
    case .closedPipe:
      process.standardOutput = pipe
      try pipe.fileHandleForReading.close()
    case .fullDevice: process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    }
    process.standardError = try FileHandle(forWritingTo: try directory.write(Data(), to: "errors"))
    try process.run()
    // Nothing here takes minutes.
    process.killAfter(seconds: 600)
  }

  /// The next line the program prints, once it does; `nil` when it has ended.
  func readLine() -> String? {
    lines.next()
  }

  /// The number of the process.
  var processID: Int32 { process.processIdentifier }

  /// Whether the process has ended.
  var hasEnded: Bool { !process.isRunning }

  /// Sends a signal.
  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits until the program has ended.
  @discardableResult
  func wait() throws -> Tool.Result {
    process.waitUntilExit()
    let directory = try #require(self.directory)
    return Tool.Result(
      status: process.terminationStatus,
      output: (try? directory.read("output")) ?? Data(),
      errors: String(decoding: try directory.read("errors"), as: UTF8.self)
    )
  }
}

/// A directory that is removed when nobody uses it any more.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("liststore-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  @discardableResult
  func write(_ data: Data, to name: String) throws -> URL {
    let file = url.appendingPathComponent(name)
    try data.write(to: file)
    return file
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }
}

/// Files that commands make once, and of which each test gets copies.
struct MadeFiles: Sendable {
  private let contents: Result<[(name: String, content: Data)], any Error>

  /// Makes the files with these names in a directory; nobody has them open afterwards.
  init(_ names: String..., make: (TemporaryDirectory) throws -> Void) {
    contents = Result {
      let directory = try TemporaryDirectory()
      try make(directory)
      return try names.map { ($0, try directory.read($0)) }
    }
  }

  /// Returns a new directory with copies of the files.
  func copied() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for file in try contents.get() { try directory.write(file.content, to: file.name) }
    return directory
  }
}

/// Whether the long versions of the tests run: `LISTSTORE_SOAK=1`, or `make soak`.
let isSoak = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1"
