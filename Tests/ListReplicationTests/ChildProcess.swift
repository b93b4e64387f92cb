import Foundation

/// A process that holds no descriptors but its own three.
///
/// Foundation's `Process` waits for a descriptor of its own to be closed, which servers that are started meanwhile
/// keep open.
struct ChildProcess {
  private let number: pid_t

  /// What a process has printed, and how it has ended.
  struct Answer {
    var status: Int32
    var output: String
    var errors: String
  }

  private static let closing =
    #"for fd in /proc/self/fd/*; do n=${fd##*/}; [ $n -gt 2 ] && eval "exec $n>&-"; done; cd /tmp; exec "$@""#

  /// Starts a program with descriptors for its input, output and errors.
  init(_ path: String, _ arguments: [String], _ descriptors: [Int32]) throws {
    let all = ["/bin/bash", "-c", Self.closing, "bash", path] + arguments
    let texts = all.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    var number: pid_t = 0
    let code = posix_spawn(&number, all[0], &actions, nil, texts, environ)
    guard code == 0 else {
      throw PostgresServer.Failure(description: "\(path): \(String(cString: strerror(code)))")
    }
    self.number = number
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status; that of a shell for a signal.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Ends it, and waits for that.
  func end() {
    kill(number, SIGTERM)
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
