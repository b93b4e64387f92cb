import Dispatch
import Foundation
import Synchronization

/// Work outside of a simulation, on threads of the system, for which the simulation's thread waits.
enum OutsideWork {
  private static let patience = 30.0

  static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) throws -> Result {
    let box = Box(Result.self)
    // A task that is made on the simulation's thread would run there.
    Thread.detachNewThread {
      Task.detached {
        do { box.put(.success(try await work())) } catch { box.put(.failure(error)) }
      }
    }
    guard box.done.wait(timeout: .now() + patience) == .success, let found = box.take() else {
      throw SimulationError.outsideWorkHangs(seconds: Int(patience))
    }
    return try found.get()
  }

  /// The outcome of the work.
  private final class Box<Result: Sendable>: Sendable {
    let done = DispatchSemaphore(value: 0)
    private let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)

    init(_ type: Result.Type) {}

    func put(_ result: Swift.Result<Result, any Error>) {
      outcome.withLock { $0 = result }
      done.signal()
    }

    func take() -> Swift.Result<Result, any Error>? { outcome.withLock { $0 } }
  }
}
