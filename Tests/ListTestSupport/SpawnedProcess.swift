public import Foundation
import Glibc
import ProcessStart
import Synchronization

/// A program that a test runs, used like Foundation's `Process`.
///
/// It has no descriptor but its own three. Foundation's processes can get one of another that is started at
/// the same moment. If such a process lives long, the other one's `waitUntilExit` does not return, and the thread
/// of the pool that waits is lost to all other tests.
public final class SpawnedProcess: Sendable {
  /// How a program has ended.
  public enum TerminationReason: Sendable {
    case exit
    case uncaughtSignal
  }

  /// Why a program could not be started.
  public struct Failure: Error, CustomStringConvertible {
    /// The program, and the reason.
    public let description: String
  }

  /// What a program is started with; nothing of it changes after ``run()``.
  private struct Setup {
    var executable = ""
    var arguments: [String] = []
    var environment: [String: String]?
    var folder: String?
    var streams: [(any Sendable)?] = [nil, nil, nil]
    var handler: (@Sendable (SpawnedProcess) -> Void)?
  }

  private enum State {
    case prepared
    case running(pid_t)
    case ended(pid_t, status: Int32)
  }

  private let setup = Mutex(Setup())
  private let state = Mutex(State.prepared)

  /// Creates a program that is to be set up, and then run.
  public init() {}

  // MARK: Before it runs

  /// The file of the program.
  public var executableURL: URL? {
    get { URL(fileURLWithPath: setup.withLock { $0.executable }) }
    set { setup.withLock { $0.executable = newValue?.path ?? "" } }
  }

  /// Its arguments, without its name.
  public var arguments: [String] {
    get { setup.withLock { $0.arguments } }
    set { setup.withLock { $0.arguments = newValue } }
  }

  /// That of this process if `nil`.
  public var environment: [String: String]? {
    get { setup.withLock { $0.environment } }
    set { setup.withLock { $0.environment = newValue } }
  }

  /// The folder it runs in; that of this process if `nil`.
  public var currentDirectoryURL: URL? {
    get { setup.withLock { $0.folder }.map { URL(fileURLWithPath: $0) } }
    set { setup.withLock { $0.folder = newValue?.path } }
  }

  /// A `FileHandle` or a `Pipe`; that of this process if `nil`.
  public var standardInput: (any Sendable)? {
    get { setup.withLock { $0.streams[0] } }
    set { setup.withLock { $0.streams[0] = newValue } }
  }

  /// A `FileHandle` or a `Pipe`; that of this process if `nil`.
  public var standardOutput: (any Sendable)? {
    get { setup.withLock { $0.streams[1] } }
    set { setup.withLock { $0.streams[1] = newValue } }
  }

  /// A `FileHandle` or a `Pipe`; that of this process if `nil`.
  public var standardError: (any Sendable)? {
    get { setup.withLock { $0.streams[2] } }
    set { setup.withLock { $0.streams[2] = newValue } }
  }

  /// Called once the program has ended, on a thread of its own.
  public var terminationHandler: (@Sendable (SpawnedProcess) -> Void)? {
    get { setup.withLock { $0.handler } }
    set { setup.withLock { $0.handler = newValue } }
  }

  /// Starts the program; the ends of pipes that are its own are closed here.
  ///
  /// - Throws: ``Failure``.
  public func run() throws {
    let setup = setup.withLock { $0 }
    let number = try Self.spawn(setup)
    state.withLock { $0 = .running(number) }
    for (target, stream) in setup.streams.enumerated() {
      guard let pipe = stream as? Pipe else { continue }
      try (target == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting).close()
    }
    // Its end is taken at once, also where no test waits for it: Swift Testing's thread for exit tests looks at
    // the first program that has ended, and goes round for ever if that is not one of its own.
    Thread.detachNewThread { [self] in
      waitUntilExit()
      setup.handler?(self)
    }
  }

  private static func spawn(_ setup: Setup) throws -> pid_t {
    // Foundation's null device has no descriptor.
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let descriptors = setup.streams.enumerated().map { target, stream in
      stream as? FileHandle === FileHandle.nullDevice ? null : descriptor(of: stream, for: target)
    }
    let environment = setup.environment ?? ProcessInfo.processInfo.environment
    var number: pid_t = 0
    let code = withTexts([setup.executable] + setup.arguments) { arguments in
      withTexts(environment.map { "\($0.key)=\($0.value)" }) { environment in
        process_start(
          &number,
          setup.executable,
          arguments,
          environment,
          descriptors,
          setup.folder
        )
      }
    }
    guard code == 0 else {
      throw Failure(description: "\(setup.executable): \(String(cString: strerror(code)))")
    }
    return number
  }

  private static func descriptor(of stream: (any Sendable)?, for target: Int) -> Int32 {
    switch stream {
    case let handle as FileHandle: handle.fileDescriptor
    case let pipe as Pipe:
      (target == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting).fileDescriptor
    default: -1
    }
  }

  // MARK: While it runs

  /// The number of the process; 0 before it was started.
  public var processIdentifier: Int32 {
    state.withLock { state in
      switch state {
      case .prepared: 0
      case .running(let number), .ended(let number, _): number
      }
    }
  }

  /// Whether it was started and has not ended.
  public var isRunning: Bool {
    state.withLock { state in
      guard case .running(let number) = state else { return false }
      var info = siginfo_t()
      let code = waitid(P_PID, id_t(number), &info, WEXITED | WNOHANG | WNOWAIT)
      return code == 0 && info.si_signo == 0
    }
  }

  /// Asks it to end.
  public func terminate() { send(SIGTERM) }

  /// Sends a signal, if it runs.
  public func send(_ signal: Int32) {
    // Its number is not another's as long as its end was not taken.
    state.withLock { state in
      if case .running(let number) = state { kill(number, signal) }
    }
  }

  /// Waits until it has ended.
  public func waitUntilExit() {
    guard case .running(let number) = state.withLock({ $0 }) else { return }
    var info = siginfo_t()
    while waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      guard case .running = state else { return }
      var status: Int32 = 0
      while waitpid(number, &status, 0) < 0, errno == EINTR {}
      state = .ended(number, status: status)
    }
  }

  /// Its exit status, or the signal it has died of; -1 before its end.
  public var terminationStatus: Int32 {
    guard case .ended(_, let status) = state.withLock({ $0 }) else { return -1 }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
  }

  /// How it has ended.
  public var terminationReason: TerminationReason {
    guard case .ended(_, let status) = state.withLock({ $0 }) else { return .exit }
    return status & 0x7F == 0 ? .exit : .uncaughtSignal
  }

  /// Kills the program if it still runs after a while: one that hangs fails its test instead of
  /// stopping all.
  public func killAfter(seconds: Double) {
    Watchdog.shared.kill(self, at: .now + .seconds(seconds))
  }
}

/// A thread that kills programs when their time is over; it needs none of those that tests run on.
private final class Watchdog: Sendable {
  private struct Order: Sendable {
    weak var process: SpawnedProcess?
    let deadline: ContinuousClock.Instant
  }

  static let shared = Watchdog()

  private let orders = Mutex<[Order]>([])

  private init() {
    Thread.detachNewThread { [orders = self] in
      while true {
        sleep(1)
        orders.killOverdue()
      }
    }
  }

  func kill(_ process: SpawnedProcess, at deadline: ContinuousClock.Instant) {
    orders.withLock { $0.append(Order(process: process, deadline: deadline)) }
  }

  private func killOverdue() {
    let overdue = orders.withLock { orders in
      orders.removeAll { $0.process == nil }
      let now = ContinuousClock.now
      let overdue = orders.filter { $0.deadline <= now }
      orders.removeAll { $0.deadline <= now }
      return overdue
    }
    for order in overdue { order.process?.send(SIGKILL) }
  }
}

/// Calls a function with texts as C takes them, with a null at their end.
private func withTexts<Value>(
  _ texts: [String],
  _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let copies = texts.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return body(copies)
}
