import ArgumentParser
import Dispatch
import Foundation
import Glibc
import Synchronization

/// Whether long output is shown a page at a time.
struct PagerOptions: ParsableArguments {
  @Flag(help: "Print all at once, also on a terminal.")
  var noPager = false

  /// Passes all further output to a pager, if standard output is a terminal.
  func begin() {
    if !noPager, Terminal.output.isInteractive { Pager.begin() }
  }
}

/// A program that shows standard output a page at a time.
///
/// `LISTSTORE_PAGER` or `PAGER` names it, else it is `less` or `more`, where there is one; an empty name
/// or `cat` means no pager. As in git, `LESS=FRX` makes `less` end by itself if everything fits on the
/// screen, and pass colours on; and the pager stays in the process group of this program, because only
/// that one may use the terminal.
enum Pager {
  private struct State {
    /// The running pager.
    var process: pid_t?
    /// Its command.
    var command = ""
    /// Standard error as it was before, if the pager shows that as well.
    var standardError: Int32?
    /// The handlers of signals that end this program.
    var handlers: [any DispatchSourceSignal] = []
    /// The signal that ends this program after the pager.
    var ending: Int32?
  }

  private static let state = Mutex(State())
  /// Where the handlers of signals run, one after the other.
  private static let queue = DispatchQueue(label: "liststore.pager.signals")
  /// The signals that end this program only after the pager.
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Starts the pager; if none can be started, everything is printed directly.
  static func begin() {
    guard state.withLock({ $0.process == nil }), let command = command() else { return }
    // The abilities of the terminal are those of the standard streams before they are replaced.
    let hasErrors = Terminal.error.isInteractive
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    switch spawn(command, input: ends[0]) {
    case .failure(let error):
      Standard.error.write(lines: "liststore: cannot run the pager '\(command)': \(error)")
    case .success(let process):
      // As in git, errors are shown among the output, not across it.
      let standardError = hasErrors ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : nil
      dup2(ends[1], STDOUT_FILENO)
      if hasErrors { dup2(ends[1], STDERR_FILENO) }
      state.withLock {
        ($0.process, $0.command, $0.standardError) = (process, command, standardError)
        $0.handlers = signals.map(endingAfterPager)
      }
    }
    for end in ends { close(end) }
  }

  /// Lets the pager show the rest of the output, and waits until the reader quits it.
  ///
  /// - Returns: Whether the output was passed to the pager, or none was wanted.
  static func finish() -> Bool {
    guard let process = state.withLock({ $0.process }) else { return true }
    endInput()
    let status = wait(for: process)
    // A signal may have come just before: it waits for its source, or its handler waits to run.
    if let pending = pendingSignal() { die(by: pending) }
    queue.sync {}
    let (command, ending) = state.withLock { state in
      state.process = nil
      return (state.command, state.ending)
    }
    if let ending { die(by: ending) }
    // With these, a shell says that it does not find a command, or cannot run it.
    guard status == 126 || status == 127 else { return true }
    Standard.error.write(
      lines: "liststore: cannot run the pager '\(command)'; \"--no-pager\" does without one"
    )
    return false
  }

  // MARK: Starting

  /// Returns the command of the pager; `nil` if there is none, or none is wanted.
  private static func command() -> String? {
    let environment = ProcessInfo.processInfo.environment
    if let wanted = environment["LISTSTORE_PAGER"] ?? environment["PAGER"] {
      return wanted.isEmpty || wanted == "cat" ? nil : wanted
    }
    let directories = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return ["less", "more"].first { name in
      directories.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
  }

  /// Starts a command in this process group, as a shell would in the foreground.
  private static func spawn(_ command: String, input: Int32) -> Result<pid_t, SystemError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This program ignores SIGPIPE, and its threads block most signals.
    var (defaults, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    sigemptyset(&blocked)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let own = ProcessInfo.processInfo.environment
    let environment = own.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }
    let words = isPlain(command) ? [command] : ["/bin/sh", "-c", command]
    var process: pid_t = 0
    let error = withStrings(words) { arguments in
      withStrings(environment.map { "\($0)=\($1)" }) {
        posix_spawnp(&process, words[0], &actions, &attributes, arguments, $0)
      }
    }
    return error == 0 ? .success(process) : .failure(SystemError(number: error))
  }

  /// Returns whether a command is the name of a program, which needs no shell.
  private static func isPlain(_ command: String) -> Bool {
    command.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
  }

  private static func withStrings<Value>(
    _ strings: [String],
    _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  // MARK: Ending

  /// Makes a signal end this program only after the pager, which gets Ctrl-C as well and may go on.
  ///
  /// Otherwise the shell would read from the terminal beside the pager.
  private static func endingAfterPager(_ number: Int32) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler {
      let process = state.withLock { state in
        state.ending = number
        return state.process
      }
      guard let process else { return }
      endInput()
      _ = wait(for: process)
      die(by: number)
    }
    source.activate()
    return source
  }

  /// Returns a signal that was sent and not taken yet; `nil` if there is none.
  private static func pendingSignal() -> Int32? {
    var pending = sigset_t()
    guard sigpending(&pending) == 0 else { return nil }
    return signals.first { sigismember(&pending, $0) == 1 }
  }

  /// Ends this program by a signal, so that its parent sees which.
  private static func die(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    exit(128 + number)
  }

  /// Ends the input of the pager.
  private static func endInput() {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
    if let standardError = state.withLock({ $0.standardError }) {
      dup2(standardError, STDERR_FILENO)
    }
  }

  /// Waits for the end of the pager; returns its exit status, or 0 if another thread has taken that.
  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return 0 }
    }
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 0
  }
}
