/// Why a simulation could not be run at all.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No world can be made of these settings.
  case invalidSettings(String)
  /// A line of a trace cannot be read.
  case malformedTrace(line: Int, reason: String)
  /// The trace was written by another version of the kit.
  case otherKit(found: Int, expected: Int)

  /// What is wrong, and what was expected.
  public var description: String {
    switch self {
    case .invalidSettings(let reason): "the settings make no world: \(reason)"
    case .malformedTrace(let line, let reason): "line \(line) of the trace: \(reason)"
    case .otherKit(let found, let expected):
      "the trace is of version \(found) of the kit; this one reads version \(expected)"
    }
  }
}
