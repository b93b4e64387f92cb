/// The results of the cases of a file.
public struct YardstickReport: Sendable {
  /// The result of a case.
  public struct Result: Sendable {
    /// The name of the case.
    public var name: String
    /// The differences from the expected result, a line each.
    public var differences: [String]
    /// The vector that the case needs, if the file does not have it; the case was not run.
    public var missingVector: String?

    /// Whether the case was run and all was as expected.
    public var passed: Bool { differences.isEmpty && missingVector == nil }
    /// The result for people.
    public var text: String {
      if let missingVector { return "skipped \(name): the file has no vector \(missingVector)" }
      return passed
        ? "passed  \(name)"
        : "FAILED  \(name)\n" + differences.map { "        \($0)" }.joined(separator: "\n")
    }
  }

  /// The results in the order of the file.
  public var results: [Result] = []

  private var skippedCount: Int { results.count { $0.missingVector != nil } }
  private var passedCount: Int { results.count(where: \.passed) }

  /// Whether at least one case was run, and none failed.
  public var allPassed: Bool { passedCount > 0 && passedCount + skippedCount == results.count }
  /// "N passed, M failed", and the number of skipped cases if there are any.
  public var summary: String {
    let failed = results.count - passedCount - skippedCount
    return "\(passedCount) passed, \(failed) failed"
      + (skippedCount > 0 ? ", \(skippedCount) skipped" : "")
  }

  mutating func add(_ name: String, _ differences: [String]) {
    results.append(Result(name: name, differences: differences))
  }

  mutating func skip(_ name: String, missing vector: String) {
    results.append(Result(name: name, differences: [], missingVector: vector))
  }
}
