import Foundation
import Glibc

/// The terminal or file behind a standard stream, and its abilities.
package struct Terminal: Sendable {
  /// Whether a person may be watching.
  package let isInteractive: Bool
  /// Whether colours are used.
  package let palette: Palette
  /// The number of columns of a line; unbounded if no terminal shows it and `COLUMNS` is not set.
  package let columns: Int
  /// The number of lines of the screen.
  package let rows: Int

  package init(isInteractive: Bool, palette: Palette, columns: Int = 80, rows: Int = 24) {
    self.isInteractive = isInteractive
    self.palette = palette
    self.columns = columns
    self.rows = rows
  }

  /// The width of lines without a limit.
  package static let unbounded = 1 << 30

  /// The terminal of standard output.
  package static let output = Terminal(descriptor: STDOUT_FILENO)
  /// The terminal of standard error.
  package static let error = Terminal(descriptor: STDERR_FILENO)

  private init(descriptor: Int32) {
    isInteractive = isatty(descriptor) == 1
    let environment = ProcessInfo.processInfo.environment
    // NO_COLOR (see no-color.org) counts with any value but the empty one.
    let declinesColour =
      environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    palette = isInteractive && !declinesColour ? .colours : .plain
    var size = winsize()
    let isKnown = isInteractive && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    let wanted = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let width = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    columns = wanted ?? (isInteractive ? width : Self.unbounded)
    rows = isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
  }
}

/// Colours text, or leaves it plain.
package enum Palette: Sendable {
  /// No escape sequences at all.
  case plain
  /// The terminal's own sixteen colours (ECMA-48, "select graphic rendition").
  case colours

  /// The meaning of a piece of text.
  package enum Meaning: Int, Sendable {
    case heading = 1
    case faint = 2
    case deleted = 31
    case inserted = 32
    case updated = 33
    case moved = 36
  }

  /// Returns the text in the colour of its meaning.
  package func callAsFunction(_ meaning: Meaning, _ text: String) -> String {
    switch self {
    case .plain: text
    case .colours: "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[0m"
    }
  }
}
