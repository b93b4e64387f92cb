import Foundation

/// How much work the property tests do: little in every run, much when `LISTSTORE_SOAK` is 1.
public enum Soak {
  /// Whether much work is asked for.
  public static let isOn = ProcessInfo.processInfo.environment["LISTSTORE_SOAK"] == "1"

  /// A number of repetitions.
  public static func count(_ count: Int, soak: Int) -> Int { isOn ? soak : count }
}
