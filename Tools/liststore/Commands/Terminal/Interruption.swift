import Dispatch
import Foundation
import Glibc
import Synchronization

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

  /// A request to stop, which long work looks for between its steps.
  final class Request: Sendable {
    private let requests = Atomic(0)
    private let sources = Mutex<[any DispatchSourceSignal]>([])

    /// Takes the first SIGINT or SIGTERM as the request; a second one ends the program.
    init() {
      sources.withLock { $0 = [SIGINT, SIGTERM].map { [weak self] in Self.source($0, for: self) } }
    }

    private static func source(
      _ number: Int32,
      for request: Request?
    ) -> any DispatchSourceSignal {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [weak request] in
        let count = request?.requests.add(1, ordering: .relaxed).newValue
        if count != 1 { exit(ExitStatus.interrupted.rawValue) }
      }
      source.activate()
      return source
    }

    deinit { sources.withLock { for source in $0 { source.cancel() } } }

    /// Whether the work is to stop.
    var isMade: Bool { requests.load(ordering: .relaxed) > 0 }
  }
}

/// The error of work that was interrupted from outside, between two of its steps.
struct Interrupted: Error, CustomStringConvertible {
  /// What to do next; `nil` if nothing is known.
  let advice: String?

  var description: String { "interrupted before this one" }
}
