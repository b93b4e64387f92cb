import Foundation
import Glibc

/// One running git command.
///
/// Its error output goes to a temporary file without a name, so that a command with many errors never
/// waits for a reader.
final class GitProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors: FileHandle
  private let name: String

  /// The source of a command's input.
  enum Input {
    /// The bytes written with ``write(_:)``.
    case written
    /// The bytes of an open file.
    case file(FileHandle)
  }

  /// Whose configuration is used, besides that of the repository.
  enum Configuration {
    /// The configuration of the user and of the system.
    case user
    /// No other configuration.
    case none
  }

  /// Starts `git`.
  ///
  /// - Parameters:
  ///   - command: A command of git, and its arguments.
  ///   - options: The options before the command, which say where it runs.
  ///   - configuration: Whose configuration is used.
  ///   - source: The source of its input.
  /// - Throws: ``GitFailure`` if git is not installed, or the error of starting a process.
  init(
    _ command: [String],
    options: [String],
    configuration: Configuration,
    input source: Input = .written
  ) throws {
    guard let git = Self.executable() else { throw GitFailure.notInstalled }
    name = "git " + (command.first ?? "")
    errors = try Self.temporaryFile()
    process.executableURL = git
    process.arguments = ["--no-pager"] + options + command
    process.environment = Self.environment(configuration)
    process.standardOutput = output
    process.standardError = errors
    switch source {
    case .written: process.standardInput = input
    case .file(let file): process.standardInput = file
    }
    // If git ends early, its message must be reported; writing to it must not kill this process.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The output of the command.
  var stream: ByteStream { ByteStream(descriptor: output.fileHandleForReading.fileDescriptor) }

  /// Writes bytes to the input of the command.
  func write(_ bytes: [UInt8]) throws {
    do {
      try writeAll(bytes, to: input.fileHandleForWriting.fileDescriptor)
    } catch {
      throw failure()
    }
  }

  /// Waits for the command to end.
  ///
  /// - Throws: ``GitFailure/failed(command:message:)`` if it did not succeed.
  func finish() throws {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw failure() }
  }

  private func failure() -> GitFailure {
    try? errors.seek(toOffset: 0)
    let said = (try? errors.readToEnd()).flatMap { $0 } ?? Data()
    return .failed(
      command: name,
      message: String(decoding: said, as: UTF8.self)
        .split(whereSeparator: \.isNewline).joined(separator: "; ")
    )
  }

  /// Returns the whole output of the command.
  ///
  /// - Throws: As ``finish()``.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try stream.next() { bytes += chunk }
    try finish()
    return bytes
  }

  /// Makes a file that disappears when it is closed.
  static func temporaryFile() throws -> FileHandle {
    let template = FileManager.default.temporaryDirectory.path + "/liststore-XXXXXX"
    var path = Array(template.utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the program; relative directories in `PATH` are ignored, because the current directory may
  /// be the repository.
  private static func executable() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/git" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }

  /// Returns an environment without git's variables, which could decide what is read and how; with
  /// messages in one language; and with nothing fetched.
  private static func environment(_ configuration: Configuration) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment["LC_ALL"] = "C"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GIT_NO_LAZY_FETCH"] = "1"
    // The list of allowed protocols; no protocol has this name.
    environment["GIT_ALLOW_PROTOCOL"] = "none"
    switch configuration {
    case .user: break
    case .none:
      environment["GIT_CONFIG_NOSYSTEM"] = "1"
      environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
      environment["GIT_ATTR_NOSYSTEM"] = "1"
    }
    return environment
  }
}
