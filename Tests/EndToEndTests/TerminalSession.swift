import Foundation
import Testing

/// A command in a terminal of its own, and what a person does there; see `terminal.py`.
struct TerminalSession: Encodable {
  var argv: [String]
  var columns = 80
  var rows = 24
  /// Variables to set; an empty text removes one only where a program takes it for none.
  var environment: [String: String] = [:]
  var steps: [Step] = []

  /// Runs `liststore` with arguments.
  init(_ arguments: [String], columns: Int = 80, rows: Int = 24, _ steps: Step...) {
    argv = [Tool.liststore.path] + arguments
    (self.columns, self.rows, self.steps) = (columns, rows, steps)
  }

  /// What a person does.
  enum Step: Encodable {
    /// Waits for a text that matches a regular expression.
    case see(String)
    /// Types.
    case send(String)
    /// Types until the session ends.
    case leave(String)
    case resize(columns: Int, rows: Int)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .see(let text): try container.encode(["see": text])
      case .send(let keys): try container.encode(["send": keys])
      case .leave(let keys): try container.encode(["leave": keys])
      case .resize(let columns, let rows): try container.encode(["resize": [columns, rows]])
      }
    }
  }

  /// What became of it.
  struct Result: Decodable {
    var output: String
    /// The exit status, or minus the signal; `nil` if it did not end.
    var status: Int?
    /// The columns of the widest line.
    var columns: Int
    /// A text that was waited for, and did not come.
    var missed: String?
    /// Whether the command did not end, or left a program that has the terminal open.
    var stuck: Bool
    /// Whether the terminal was left in a state in which it does not take lines.
    var raw: Bool

    /// The lines without what a terminal obeys.
    var lines: [String] {
      output.replacing(#/\u{1B}\[[0-9;?]*[A-Za-z]|\u{1B}[=>]/#, with: "")
        .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Requires that the command ended by itself, and that the terminal is as it was.
    func requireEnd(
      _ status: Int = 0,
      of session: TerminalSession,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let name = session.argv.dropFirst().joined(separator: " ")
      let problem =
        missed.map { "\"\($0)\" did not come" } ?? (stuck ? "it did not end" : nil)
        ?? (raw ? "the terminal is raw" : nil)
      try #require(
        problem == nil && self.status == status,
        "\(name): \(problem ?? "status \(self.status ?? -1)"): \(output)",
        sourceLocation: sourceLocation
      )
    }
  }

  /// Runs sessions, one after the other.
  static func run(_ sessions: [TerminalSession]) throws -> [Result] {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py")
    let result = try Child(
      ["/usr/bin/env", "python3", script.path],
      input: try JSONEncoder().encode(sessions)
    ).wait()
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([Result].self, from: result.output)
  }

  /// Runs a session.
  func run() throws -> Result {
    try #require(Self.run([self]).first)
  }

  /// Whether a program is installed where this test runs.
  static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
