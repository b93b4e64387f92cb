import Synchronization

/// What handlers were told, in order.
final class Recorder: Sendable {
  private let lines = Mutex<[String]>([])

  func record(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  /// The lines so far, which are then forgotten.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
