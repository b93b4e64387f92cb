import Foundation
import ListTestSupport

/// A program that is run with descriptors of the test's own.
struct ChildProcess {
  private let process = SpawnedProcess()

  /// What a process has printed, and how it has ended.
  struct Answer {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Starts a program with descriptors for its input, output and errors.
  init(_ path: String, _ arguments: [String], _ descriptors: [Int32]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    let streams = descriptors.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) }
    process.standardInput = streams[0]
    process.standardOutput = streams[1]
    if streams.count > 2 { process.standardError = streams[2] }
    try process.run()
    process.killAfter(seconds: 600)
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status; that of a shell for a signal.
  @discardableResult
  func wait() -> Int32 {
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .exit ? status : 128 + status
  }

  /// Ends it, and waits for that.
  func end() {
    process.terminate()
    wait()
  }

  /// Runs a program to its end.
  static func run(_ path: String, _ arguments: [String], input: String = "") throws -> Answer {
    let files = try (0..<3).map { _ in try temporaryFile() }
    defer { for file in files { close(file) } }
    try FileHandle(fileDescriptor: files[0]).write(contentsOf: Data(input.utf8))
    lseek(files[0], 0, SEEK_SET)
    let status = try ChildProcess(path, arguments, files).wait()
    let texts = try files.dropFirst().map { file in
      lseek(file, 0, SEEK_SET)
      let bytes = try FileHandle(fileDescriptor: file).readToEnd() ?? Data()
      return String(decoding: bytes, as: UTF8.self)
    }
    return Answer(status: status, output: texts[0], errors: texts[1])
  }

  private static func temporaryFile() throws -> Int32 {
    var path = Array("/tmp/lspg-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else {
      throw PostgresServer.Failure(description: "no temporary file can be made")
    }
    unlink(path)
    return file
  }
}

/// Two ends, which no other ``ChildProcess`` keeps.
struct CleanPipe {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw PostgresServer.Failure(description: "no pipe can be made")
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Reads a line, without its end; what there is when the other side has closed.
  func line() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
