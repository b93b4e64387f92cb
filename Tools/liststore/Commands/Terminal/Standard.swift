import Glibc
import ListRendering

/// The two standard streams, for single messages.
enum Standard {
  case output
  case error

  /// Makes sure that a file the program opens never becomes one of its standard streams, and that a
  /// reader that goes away causes a write error instead of ending the program.
  static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free descriptor is this one. It is opened in the wrong direction, so that using it
      // fails.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes lines of text that may come from outside; see ``write(_:)``.
  func write(lines text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { String($0).printable + "\n" }.joined())
  }

  /// Writes text at once; a reader that has gone away misses it.
  func write(_ text: String) {
    let descriptor =
      switch self {
      case .output: STDOUT_FILENO
      case .error: STDERR_FILENO
      }
    try? writeAll(text.utf8, to: descriptor)
  }
}
