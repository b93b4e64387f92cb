import Foundation
import Glibc
import ListDiff
import ListRendering

/// Standard output, buffered.
package final class StandardOutput {
  private var buffer: [UInt8] = []
  private let buffering: Buffering
  private let role: Role
  /// Whether the reader is still there.
  private var isHeard = true

  /// The role of the text for the command that prints it.
  package enum Role: Sendable {
    /// The purpose of the command. If the reader has gone away (`liststore changes … | head`), nothing
    /// is left to do, and the program ends successfully.
    case content
    /// A report of the work or its findings. If it cannot be printed, the command finishes its work
    /// anyway, and the exit status gives the result.
    case report
  }

  /// When the output reaches the reader.
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

  /// Runs a closure that prints, and passes its whole output to the reader, even before an error.
  package static func printing(
    _ role: Role = .content,
    _ body: (StandardOutput) throws -> Void
  ) throws {
    let output = StandardOutput(role: role)
    do {
      try body(output)
    } catch {
      // The first error is the one to report.
      try? output.flush()
      throw error
    }
    try output.flush()
  }

  /// Prints a line of text.
  package func line(_ text: String = "") throws {
    try line(Array(text.utf8))
  }

  /// Prints text that may come from outside, as exactly one line.
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

  /// Passes everything printed so far to the reader.
  package func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard isHeard else { return }
    do {
      try writeAll(buffer, to: STDOUT_FILENO)
    } catch  where error.number == EPIPE {
      if role == .content { Program.end(.success) }
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
  /// Ends the program successfully as soon as the reader goes away, for commands that may print nothing
  /// for a long time and would not notice it.
  package static func endWithReader() {
    // A thread that only waits, and ends with the program.
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
  /// The operation that failed.
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
