import Dispatch
import Foundation
import Glibc

/// Ctrl-C as the regular end of an endless command.
enum Interruption {
  /// Runs work that the first SIGINT or SIGTERM cancels; a second one ends the program.
  static func cancelling(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if task.isCancelled { exit(128 + number) }
        task.cancel()
      }
      source.activate()
      return source
    }
    defer { for source in sources { source.cancel() } }
    do {
      try await task.value
    } catch is CancellationError {
      return
    }
  }
}
