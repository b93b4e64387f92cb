import Glibc

/// One line on standard error that shows the progress of long work.
///
/// It is silent unless standard error is a terminal, is redrawn at most ten times a second, and
/// leaves nothing behind.
package struct ProgressMeter {
  /// The name of the work, at the beginning of the line.
  package let title: String
  /// The number of all steps; `nil` if it is not known.
  package let total: Int?

  private let terminal: Terminal
  private let now: () -> ContinuousClock.Instant
  private let write: (String) -> Void
  private let start: ContinuousClock.Instant
  private var lastDrawing: ContinuousClock.Instant?

  /// Starts to measure.
  package init(
    _ title: String,
    total: Int? = nil,
    terminal: Terminal = .error,
    now: @escaping () -> ContinuousClock.Instant = { ContinuousClock().now },
    write: @escaping (String) -> Void = { try? writeAll($0.utf8, to: STDERR_FILENO) }
  ) {
    self.title = title
    self.total = total
    self.terminal = terminal
    self.now = now
    self.write = write
    start = now()
  }

  /// Shows that `done` steps are done.
  package mutating func update(_ done: Int) {
    guard terminal.isInteractive else { return }
    let instant = now()
    if let lastDrawing, instant - lastDrawing < .milliseconds(100) { return }
    lastDrawing = instant
    let line = Self.line(
      title: title,
      done: done,
      total: total,
      elapsed: instant - start,
      columns: terminal.columns
    )
    write("\r\u{1B}[K" + line)
  }

  /// Removes the line.
  package func clear() {
    if lastDrawing != nil { write("\r\u{1B}[K") }
  }

  /// The text of the line: `import  ███████░░░░░  1,234 of 5,678  310/s  14 s left`.
  package static func line(
    title: String,
    done: Int,
    total: Int?,
    elapsed: Duration,
    columns: Int
  ) -> String {
    let seconds = elapsed / .seconds(1)
    let speed = seconds > 0 ? Double(done) / seconds : 0
    var parts = [title]
    if let total, total > 0 {
      let width = 20
      let filled = min(width, width * done / total)
      parts.append(
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      )
      parts.append("\(done.grouped) of \(total.grouped)")
    } else {
      parts.append(done.grouped)
    }
    if speed > 0 {
      parts.append("\(speed >= 10 ? Int(speed).grouped : speed.rounded(to: 1))/s")
      if let total, total > done {
        parts.append("\(Int((Double(total - done) / speed).rounded(.up)).grouped) s left")
      }
    }
    return String(parts.joined(separator: "  ").prefix(max(columns - 1, 0)))
  }
}
