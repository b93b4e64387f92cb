import Foundation

/// How much work the property tests do: little in every run, much when `LISTSTORE_SOAK` is 1.
public enum Soak {
  /// Whether much work is asked for.
  public static let isOn = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1"

  /// A number of repetitions.
  public static func count(_ count: Int, soak: Int) -> Int { isOn ? soak : count }

  /// Some of the cases of a test, from its beginning to its end: every so many as a rule, all in the soak.
  public static func some<Case>(_ cases: [Case], every step: Int) -> [Case] {
    isOn ? cases : stride(from: 0, to: cases.count, by: step).map { cases[$0] }
  }
}
