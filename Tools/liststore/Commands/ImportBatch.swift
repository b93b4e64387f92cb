import ListModel
import ListStorage

/// Lists that were read and are still to be committed, together.
///
/// It takes as many as are there at once, and never holds lists back that a slow source has given: a
/// source whose next list is not there yet should have the batch committed first.
struct ImportBatch {
  private var entries: [(entry: ListImport.Entry, number: Int)] = []
  private var weight = 0
  private var start: ContinuousClock.Instant?
  /// Whether each version is to be acknowledged before the next one is made.
  private let isSingle: Bool

  /// - Parameter progress: How progress is shown: a reader of lines counts on each version before the
  ///   next is made.
  init(_ progress: ImportProgress) {
    isSingle = progress == .lines
  }

  /// The most lists, their most cells and sections together, and how long they are gathered: a stopped
  /// import loses what it has gathered.
  private static let (limit, weightLimit, patience) = (256, 1 << 17, Duration.seconds(1))

  /// Whether the lists are to be committed before another is read.
  var isFull: Bool {
    guard let start else { return false }
    return isSingle || entries.count >= Self.limit || weight >= Self.weightLimit
      || start.duration(to: .now) >= Self.patience
  }

  /// Adds a list.
  ///
  /// - Parameters:
  ///   - step: The list.
  ///   - number: Its number in its source.
  ///   - place: Its source, for people.
  ///   - weight: The cells and sections that it does not share with the one before.
  mutating func add(_ step: ListImport.Step, number: Int, from place: String, weight: Int) {
    start = start ?? .now
    entries.append((ListImport.Entry(step, from: place), number))
    self.weight += weight
  }

  /// Commits and reports all lists, and is empty then.
  ///
  /// - Throws: As ``ListImport/commit(_:acknowledging:)``.
  mutating func commit(
    through work: inout ListImport,
    reporting reporter: inout ImportReporter
  ) throws {
    guard !entries.isEmpty else { return }
    var numbers = entries.map(\.number)[...]
    let entries = entries.map(\.entry)
    (self.entries, weight, start) = ([], 0, nil)
    try work.commit(entries) { commit, entry, _ in
      try reporter.acknowledge(
        commit,
        number: numbers.popFirst() ?? 0,
        key: entry.step.key
      )
    }
  }
}
