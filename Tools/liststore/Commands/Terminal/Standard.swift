import Glibc

/// The two standard streams, for single messages.
enum Standard {
  case output
  case error

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
