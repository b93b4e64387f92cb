import Foundation
import Glibc
import ListDiff

/// Standard output, buffered.
package final class StandardOutput {
  private var buffer: [UInt8] = []
  private let buffering: Buffering
  private let role: Role
  /// Whether there is somebody to tell.
  private var isHeard = true

  /// What the text is to the command that prints it.
  package enum Role: Sendable {
    /// All there is to it. When the reader has gone away (`liststore changes … | head`), nothing is
    /// left to do: the program ends there, successfully.
    case content
    /// A report of what was done or found. When it cannot be printed, the command goes on without:
    /// what is to be done is done, and its exit status says what came of it.
    case report
  }

  /// When what is printed reaches the reader.
  package enum Buffering: Sendable {
    /// In large pieces, and at ``flush()``.
    case full
    /// After every line.
    case line
  }

  package init(_ buffering: Buffering = .full, role: Role = .content) {
    self.buffering = buffering
    self.role = role
    signal(SIGPIPE, SIG_IGN)
  }

  /// Runs what prints, and hands all of it to the reader: also what comes before an error.
  package static func printing(
    _ role: Role = .content,
    _ body: (StandardOutput) throws -> Void
  ) throws {
    let output = StandardOutput(role: role)
    do {
      try body(output)
    } catch {
      // The error that came first is the one to tell.
      try? output.flush()
      throw error
    }
    try output.flush()
  }

  /// Prints a line of text.
  package func line(_ text: String = "") throws {
    try line(Array(text.utf8))
  }

  /// Prints a line of text that somebody else may have written, and nothing but a line.
  package func line(plain text: String) throws {
    try line(text.printable)
  }

  /// Prints a line of bytes.
  package func line(_ bytes: [UInt8]) throws {
    buffer += bytes
    buffer.append(UInt8(ascii: "\n"))
    if buffering == .line || buffer.count >= 1 << 16 { try flush() }
  }

  /// Prints bytes as they are.
  package func write(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Prints a value as one line of JSON, with members sorted by name.
  package func json(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.timestamp)
    }
    try line(Array(try encoder.encode(value)))
  }

  /// Hands everything printed so far to the reader.
  package func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard isHeard else { return }
    do {
      try writeAll(buffer, to: STDOUT_FILENO)
    } catch  where error.number == EPIPE {
      if role == .content { exit(0) }
      isHeard = false
    } catch {
      let failure = UnreadableFile(
        path: "standard output",
        operation: .write,
        reason: error.description
      )
      if role == .content { throw failure }
      isHeard = false
      Standard.error.write("liststore: \(failure)\n  The exit status says what was done.\n")
    }
  }
}

extension StandardOutput {
  /// Ends the program, successfully, as soon as the reader has gone away: for what may have nothing to
  /// print for a long time, and would not notice.
  package static func endWithReader() {
    // A thread of its own, which does nothing but wait, and ends with the program.
    Thread.detachNewThread {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) < 0, errno == EINTR {}
      if Int32(output.revents) & (POLLERR | POLLHUP) != 0 { exit(0) }
    }
  }
}

extension Date {
  /// The date as change documents write it: `2026-11-21T09:30:00.123Z`; `nil` outside the years
  /// 0000 to 9999, which RFC 3339 cannot write.
  package var timestamp: String? { Change.timestamp(of: self) }
}

/// A file that cannot be read or written.
package struct UnreadableFile: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried.
  package enum Operation: String, Sendable {
    case read, write
  }

  package let path: String
  package let operation: Operation
  package let reason: String

  package init(path: String, operation: Operation = .read, reason: String) {
    self.path = path
    self.operation = operation
    self.reason = reason
  }

  package var description: String { "cannot \(operation.rawValue) \(path): \(reason)" }
}
