/// The results of the cases of a file.
public struct YardstickReport: Sendable {
  /// The result of a case.
  public struct Result: Sendable {
    /// What the case is about: `vectors`, `flow`.
    public var kind: String
    /// The name of the case.
    public var name: String
    /// The differences from the expected result, a line each.
    public var differences: [String]
    /// The vector that the case needs, if the file does not have it; the case was not run.
    public var missingVector: String?
    /// Why the case was not run, if its kind never is.
    public var notRunBecause: String?

    /// Whether the case was run and all was as expected.
    public var passed: Bool { differences.isEmpty && !isSkipped }
    var isSkipped: Bool { missingVector != nil || notRunBecause != nil }
    /// The result for people.
    public var text: String {
      if let missingVector { return "skipped \(name): the file has no vector \(missingVector)" }
      if let notRunBecause { return "skipped \(name): \(notRunBecause)" }
      return passed
        ? "passed  \(name)"
        : "FAILED  \(name)\n" + differences.map { "        \($0)" }.joined(separator: "\n")
    }
  }

  /// The results in the order of the file.
  public var results: [Result]

  init(results: [Result] = []) { self.results = results }

  private var skippedCount: Int { results.count(where: \.isSkipped) }
  private var passedCount: Int { results.count(where: \.passed) }

  /// Whether at least one case was run, and none failed.
  public var allPassed: Bool { passedCount > 0 && passedCount + skippedCount == results.count }
  /// "N passed, M failed", and the number of skipped cases if there are any.
  public var summary: String {
    let failed = results.count - passedCount - skippedCount
    return "\(passedCount) passed, \(failed) failed"
      + (skippedCount > 0 ? ", \(skippedCount) skipped" : "")
  }

  /// A line for each kind of cases, if there are several.
  public var kindSummaries: [String] {
    var kinds: [String] = []
    for result in results where !kinds.contains(result.kind) { kinds.append(result.kind) }
    guard kinds.count > 1 else { return [] }
    return kinds.map { kind in
      "\(kind): \(YardstickReport(results: results.filter { $0.kind == kind }).summary)"
    }
  }

  mutating func add(_ name: String, _ differences: [String], kind: String = "cases") {
    results.append(Result(kind: kind, name: name, differences: differences))
  }

  mutating func skip(_ name: String, kind: String, _ reason: String) {
    results.append(Result(kind: kind, name: name, differences: [], notRunBecause: reason))
  }

  mutating func skip(_ name: String, missing vector: String, kind: String = "cases") {
    results.append(Result(kind: kind, name: name, differences: [], missingVector: vector))
  }
}
