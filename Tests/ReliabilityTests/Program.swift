import Foundation
import Glibc
import ListTestSupport
import Testing

/// The program beside the tests: what may die dies there.
final class Program {
  private let process = SpawnedProcess()
  private let pipe = Pipe()
  private lazy var lines = LineReader(pipe.fileHandleForReading)

  /// The program: it is built beside the test runner.
  static var path: String {
    var directory = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    directory.deleteLastPathComponent()
    return directory.appendingPathComponent("reliability").path
  }

  /// Runs the program.
  convenience init(_ arguments: String..., environment: [String: String] = [:]) throws {
    try self.init(command: [Self.path] + arguments, environment)
  }

  /// Runs the program.
  convenience init(arguments: [String]) throws {
    try self.init(command: [Self.path] + arguments, [:])
  }

  /// Runs a script in a mount namespace of its own; the program is its `$0`.
  convenience init(shell script: String, _ arguments: String...) throws {
    let shell = ["/usr/bin/env", "unshare", "--mount", "--map-root-user", "/bin/sh", "-c", script]
    try self.init(command: shell + [Self.path] + arguments, [:])
  }

  private init(command: [String], _ environment: [String: String]) throws {
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment
      // A death that is looked at needs no explanation, which takes a second each.
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.killAfter(seconds: 3600)
  }

  /// The next line the program prints, once it does; `nil` when it has ended.
  func readLine() -> String? {
    lines.next()
  }

  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
  }

  /// Stops it where it is, until it goes on.
  func pause() {
    Glibc.kill(process.processIdentifier, SIGSTOP)
  }

  func goOn() {
    Glibc.kill(process.processIdentifier, SIGCONT)
  }

  func wait() {
    process.waitUntilExit()
  }

  /// Whether the program has died of a signal.
  var died: Bool { process.terminationReason == .uncaughtSignal }

  /// Runs to the end, and records everything that is wrong.
  ///
  /// - Returns: The last line, which says what was done.
  @discardableResult
  func finish(sourceLocation: SourceLocation = #_sourceLocation) -> String {
    var last = ""
    while let line = readLine() {
      if line.hasPrefix("wrong: ") { Issue.record("\(line)", sourceLocation: sourceLocation) }
      last = line
    }
    wait()
    if died {
      Issue.record(
        "died of signal \(process.terminationStatus) after \"\(last)\"",
        sourceLocation: sourceLocation
      )
    }
    return last
  }
}
