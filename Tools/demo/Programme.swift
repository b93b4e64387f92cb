import ListDiff
import ListstoreCommands

/// The output of the demonstration.
struct Programme {
  let terminal: Terminal
  private let output = StandardOutput()

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  private var palette: Palette { terminal.palette }

  /// Prints a summary, and the version that changed most as a tree.
  func print(_ performance: Performance) throws {
    try output.line()
    try output.line(palette(.heading, performance.title))
    try output.line()
    for (name, text) in rows(performance) {
      let padding = String(repeating: " ", count: 12 - name.count)
      try output.line("  \(palette(.faint, name))\(padding)\(text)")
    }
    try printTree(of: performance)
    try output.flush()
  }

  /// Prints the last line: the result of the proof.
  func printResult(of performances: [Performance]) throws {
    let versions = performances.reduce(0) { $0 + $1.versions }
    let isExact = performances.allSatisfy(\.isExact)
    let text =
      isExact
      ? "\(versions) of \(versions) versions replayed exactly, in both modes."
      : "NOT every version was replayed exactly; see above."
    try output.line()
    try output.line(palette(isExact ? .inserted : .deleted, text))
    try output.flush()
  }

  private func rows(_ performance: Performance) -> [(String, String)] {
    let operations = performance.operations
    let perVersion = performance.feedBytes / max(performance.versions, 1)
    var rows = [
      (
        "versions",
        "\(performance.tally.sentence); the last has \(performance.cells.counting("cell")) in "
          + performance.sections.counting("section")
      ),
      ("operations", "cells \(operations.cells.text)   sections \(operations.sections.text)"),
      ("feed", "\(performance.feedBytes.byteSize), \(perVersion.byteSize) per version"),
      (
        "commit",
        "\(performance.medianCommitTime.text) median, \(performance.slowestCommitTime.text) "
          + "slowest; each on the disk before it was acknowledged"
      ),
    ]
    for replay in performance.replays { rows.append(("replay", sentence(replay))) }
    if !performance.strangers.isEmpty {
      let versions = performance.strangers.map(String.init).joined(separator: ", ")
      rows.append(("stored", palette(.deleted, "versions \(versions) are not what was handed in")))
    }
    return rows
  }

  private func sentence(_ replay: ReplayProof.Report) -> String {
    let mode = "\(replay.mode)".padding(to: 6)
    let result = "\(replay.exact) of \(replay.versions) versions replayed exactly"
    guard let difference = replay.difference else {
      return
        "\(mode)  \(palette(.inserted, result)), \(replay.batches.counting("batch", "batches"))"
    }
    return "\(mode)  \(palette(.deleted, result)); \(difference)"
  }

  private func printTree(of performance: Performance) throws {
    guard let most = performance.mostChanged else { return }
    var tree = TextTree(for: terminal)
    tree.columns = min(tree.columns, 100)
    tree.label = performance.label
    tree.lineLimit = 26
    let name = performance.names[most.version].map { " (\($0))" } ?? ""
    let count = most.changeset.operationCount.counting("operation")
    try output.line()
    try output.line("  Most changed: version \(most.version)\(name), \(count)")
    try output.line("  \(tree.legend)")
    try output.line()
    for line in tree.lines(from: most.before, to: most.after, by: most.changeset) {
      try output.line("  \(line)")
    }
  }

  /// Prints the figures as one JSON object.
  func printFigures(of performance: Performance) throws {
    try output.json(Figures(performance))
    try output.flush()
  }
}

/// A performance in figures; times are in seconds.
private struct Figures: Encodable {
  struct Replay: Encodable {
    var mode: String
    var exact: Int
    var batches: Int
    var seconds: Double
  }

  var history: String
  var versions: Int
  var cells: Int
  var feedBytes: Int
  var operations: OperationCounts
  var commitSecondsMedian: Double
  var commitSecondsMax: Double
  var replays: [Replay]

  init(_ performance: Performance) {
    history = performance.title
    versions = performance.versions
    cells = performance.cells
    feedBytes = performance.feedBytes
    operations = performance.operations
    commitSecondsMedian = performance.medianCommitTime / .seconds(1)
    commitSecondsMax = performance.slowestCommitTime / .seconds(1)
    replays = performance.replays.map {
      Replay(
        mode: $0.mode.rawValue,
        exact: $0.exact,
        batches: $0.batches,
        seconds: $0.duration / .seconds(1)
      )
    }
  }
}

extension String {
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 0))
  }
}
