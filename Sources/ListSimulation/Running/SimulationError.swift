/// Why a simulation could not be run at all.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No world can be made of these settings.
  case invalidSettings(String)
  /// A line of a trace cannot be read.
  case malformedTrace(line: Int, reason: String)
  /// Work outside of the simulation was not done in time.
  case outsideWorkHangs(seconds: Int)
  /// The server of the list under test has failed.
  case serverFailed(String)
  /// The trace was written by another version of the kit.
  case otherKit(found: Int, expected: Int)

  /// What is wrong, and what was expected.
  public var description: String {
    switch self {
    case .invalidSettings(let reason): "the settings make no world: \(reason)"
    case .malformedTrace(let line, let reason): "line \(line) of the trace: \(reason)"
    case .outsideWorkHangs(let seconds):
      "work outside of the simulation was not done after \(seconds) s"
    case .serverFailed(let reason): "the server of the list under test has failed: \(reason)"
    case .otherKit(let found, let expected):
      "the trace is of version \(found) of the kit; this one reads version \(expected)"
    }
  }
}
