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
  private let command: String

  /// Where a command gets its input from.
  enum Input {
    /// What is written with ``write(_:)``.
    case written
    /// The bytes of an open file.
    case file(FileHandle)
  }

  /// Starts `git` with some arguments in a repository.
  ///
  /// - Throws: ``GitFailure`` when git is not installed, or what starting a process throws.
  init(_ arguments: [String], in repository: String, input source: Input = .written) throws {
    guard let git = Self.executable() else { throw GitFailure.notInstalled }
    command = "git " + (arguments.first { !$0.hasPrefix("-") } ?? "")
    errors = try Self.temporaryFile()
    process.executableURL = git
    process.arguments = ["--no-pager", "-C", repository] + arguments
    process.environment = Self.environment()
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
      command: command,
      message: String(decoding: said, as: UTF8.self)
        .split(whereSeparator: \.isNewline).joined(separator: "; ")
    )
  }

  /// Runs a command to its end.
  static func output(of arguments: [String], in repository: String) throws -> [UInt8] {
    let process = try GitProcess(arguments, in: repository)
    var bytes: [UInt8] = []
    while let chunk = try process.stream.next() { bytes += chunk }
    try process.finish()
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

  private static func executable() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/git" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }

  /// The environment without what would point git to another repository, and in one language.
  private static func environment() -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
      environment[name] = nil
    }
    environment["LC_ALL"] = "C"
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    return environment
  }
}
