import Foundation
import Glibc

/// One running git command.
///
/// Its errors go to a temporary file without a name, so that a command that complains a lot never
/// waits for somebody to read it.
final class GitProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors: FileHandle
  private let name: String

  /// Where a command gets its input from.
  enum Input {
    /// What is written with ``write(_:)``.
    case written
    /// The bytes of an open file.
    case file(FileHandle)
  }

  /// Whose configuration counts, besides that of the repository.
  enum Configuration {
    /// The user's and the system's.
    case user
    /// Nobody's.
    case none
  }

  /// Starts `git`.
  ///
  /// - Parameters:
  ///   - command: A command of git, and its arguments.
  ///   - options: What comes before it: where it runs.
  ///   - configuration: Whose configuration counts.
  ///   - source: Where it gets its input from.
  /// - Throws: ``GitFailure`` when git is not installed, or what starting a process throws.
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
    // A git that ends early must show in what it says, not kill this process as we write to it.
    signal(SIGPIPE, SIG_IGN)
    try process.run()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// What the command prints.
  var stream: ByteStream { ByteStream(descriptor: output.fileHandleForReading.fileDescriptor) }

  /// Hands bytes to the command.
  func write(_ bytes: [UInt8]) throws {
    do {
      try writeAll(bytes, to: input.fileHandleForWriting.fileDescriptor)
    } catch {
      throw failure()
    }
  }

  /// Waits for the command to end.
  ///
  /// - Throws: ``GitFailure/failed(command:message:)`` when it did not succeed.
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

  /// What the command prints, to its end.
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

  /// The program; what `PATH` has relative to where one happens to be is not looked at: that may be
  /// the repository.
  private static func executable() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/git" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }

  /// The environment without what is for git, so that no variable says which repository is read, or
  /// how; in one language; and with nothing fetched.
  private static func environment(_ configuration: Configuration) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment["LC_ALL"] = "C"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GIT_NO_LAZY_FETCH"] = "1"
    // A list of the protocols that may be used; none has this name.
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
