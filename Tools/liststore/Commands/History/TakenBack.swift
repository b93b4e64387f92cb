import ListModel
import ListStorage

/// The versions whose changes a command has taken back, or made again, as it says to its caller.
struct TakenBack {
  /// What was done to the changes of the versions.
  enum Deed: String {
    case tookBack = "took back"
    case madeAgain = "made again"
  }

  /// A version, for machines.
  struct Entry: Encodable {
    var version: Int
    var author: String?
    var message: String?
    /// The number of operations on cells.
    var cells: Int
  }

  let deed: Deed
  /// How many versions there are.
  let count: Int
  /// The newest of them, newest first.
  let entries: [Entry]

  /// The most versions that are told one by one to machines, and to people.
  private static let limits = (entries: 100, lines: 5)

  /// Reads about some versions, newest first, as far as they are kept.
  ///
  /// - Throws: `ListStoreError`.
  init(_ deed: Deed, _ versions: [Int], of list: List.ID, in store: ListStore) throws {
    (self.deed, count) = (deed, versions.count)
    entries = try versions.prefix(Self.limits.entries).compactMap { version in
      let oldest = try store.oldestVersion(of: list)
      guard version >= max(oldest, 1) else { return nil }
      let summary =
        version == oldest
        ? try store.oldestSummary(of: list)
        : try store.summaries(of: list, after: version - 1, through: version).first
      return summary.map {
        Entry(
          version: version,
          author: $0.author,
          message: $0.message,
          cells: OperationCounts($0.operations).cells.total
        )
      }
    }
  }

  /// A line for each version, for people: `took back version 12: "message" (author, 3 cells)`.
  var lines: [String] {
    let lines = entries.prefix(Self.limits.lines).map { "\(deed.rawValue) \($0.sentence)" }
    let left = count - lines.count
    guard left > 0 else { return lines }
    return lines + ["\(deed.rawValue) \(left.counting("older version"))"]
  }
}

extension TakenBack.Entry {
  fileprivate var sentence: String {
    let subject = message?.split(separator: "\n").first.map { ": \"\($0)\"" } ?? ""
    let details = [author, cells.counting("cell")].compactMap(\.self).joined(separator: ", ")
    return "version \(version)\(subject) (\(details))"
  }
}
