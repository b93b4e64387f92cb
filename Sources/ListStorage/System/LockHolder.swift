public import Foundation

/// A process that has locked a store.
public struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  public var process: Int
  /// The name of its program; `nil` when the system does not tell.
  public var name: String?
  /// When it was started; `nil` when the system does not tell.
  public var started: Date?
}

extension LockHolder: CustomStringConvertible {
  /// The process, as it is named in a list of processes.
  public var description: String {
    var details = name.map { [$0] } ?? []
    if let started { details.append("running since \(started.formatted(.iso8601))") }
    return "process \(process)" + (details.isEmpty ? "" : " (\(details.joined(separator: ", ")))")
  }
}

extension LockHolder {
  /// Finds the process that has locked a store; only Linux tells.
  ///
  /// - Parameter path: The database or its lock.
  /// - Returns: `nil` when no process has, when it is this process, or when the system does not tell,
  ///   as in a container about processes outside of it.
  static func of(_ path: String) -> LockHolder? {
    #if os(Linux) && !LISTSTORE_PORTABLE
      guard SystemParts.chosen == .native else { return nil }
      return listed(for: path)
    #else
      // `F_GETLK` tells nothing of `flock`, and to ask it about SQLite's locks needs a descriptor
      // that takes this process's own locks with it when it is closed.
      return nil
    #endif
  }
}
