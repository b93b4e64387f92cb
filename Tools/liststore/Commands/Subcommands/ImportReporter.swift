import ListModel
import ListStorage

/// Reports on an import while it runs, and at its end.
struct ImportReporter {
  private let output: StandardOutput
  private let options: OutputOptions
  private let progress: ImportProgress
  private let list: List.ID
  private var meter: ProgressMeter

  init(
    _ title: String,
    total: Int?,
    list: List.ID,
    options: OutputOptions,
    progress: ImportProgress
  ) {
    // A reader that counts acknowledged versions must receive each one before the next is made.
    output = StandardOutput(progress == .lines ? .line : .full, role: .report)
    meter = ProgressMeter(title, total: total)
    self.list = list
    self.options = options
    self.progress = progress
  }

  /// Reports one acknowledged commit.
  mutating func acknowledge(_ commit: Commit, number: Int, key: String?) throws {
    try acknowledge(commit.outcome, version: commit.version, number: number, key: key)
  }

  /// Reports the outcome of the list with a number.
  mutating func acknowledge(
    _ outcome: Commit.Outcome,
    version: Int,
    number: Int,
    key: String?
  ) throws {
    switch progress {
    case .none: break
    case .meter: meter.update(number)
    case .lines:
      if options.json {
        try output.json(
          Acknowledgement(
            number: number,
            version: version,
            outcome: outcome.rawValue,
            key: key
          )
        )
      } else {
        try output.line("\(number) \(outcome) as version \(version)")
      }
    }
  }

  /// Reports a line or a commit that was passed over.
  mutating func passOver(number: Int, key: String?) throws {
    switch progress {
    case .none: break
    case .meter: meter.update(number)
    case .lines:
      if options.json {
        try output.json(Acknowledgement(number: number, outcome: "passedOver", key: key))
      } else {
        try output.line("\(number) passed over")
      }
    }
  }

  /// Removes the meter.
  func clear() {
    meter.clear()
  }

  /// Reports the result.
  func finish(_ work: ListImport) throws {
    clear()
    let (tally, head) = (work.tally, work.head)
    if options.json {
      try output.json(
        Summary(
          list: list.rawValue,
          committed: tally.committed,
          unchanged: tally.unchanged,
          duplicate: tally.duplicate,
          passedOver: tally.passedOver,
          version: head
        )
      )
    } else {
      try output.line(plain: "\(list): \(tally.sentence); now at version \(head)")
    }
    try output.flush()
  }

  private struct Acknowledgement: Encodable {
    var number: Int
    var version: Int?
    var outcome: String
    var key: String?
  }

  private struct Summary: Encodable {
    var list: String
    var committed: Int
    var unchanged: Int
    var duplicate: Int
    var passedOver: Int
    var version: Int
  }
}
