public import ListModel

/// Why a replicated store stopped to serve a list.
public enum ReplicationError: Error, Equatable, Sendable {
  /// At that version, the store has another list than the log. The store's file is left as it is, for
  /// inspection; a new file begins again from the log.
  case diverged(list: List.ID, version: Int, own: Fingerprint, log: Fingerprint)
  /// Other writers were faster each time. Try again later, or with fewer writers for one list.
  case tooManyConflicts(list: List.ID, attempts: Int)
  /// The log did not answer in time. The change may or may not be in it: commit again with the same key,
  /// which tells.
  case outcomeUnknown(list: List.ID, key: String, reason: String)
  /// The key has made a version that this host no longer has, so that what it stands for cannot be compared.
  case keyOfForgottenVersion(list: List.ID, key: String, version: Int)
  /// The log does not have the version.
  case versionNotReached(list: List.ID, version: Int, head: Int)
}

extension ReplicationError: CustomStringConvertible {
  /// One sentence for people: what happened and what to do.
  public var description: String {
    switch self {
    case .diverged(let list, let version, let own, let log):
      "list \"\(list)\" has fingerprint \(own) at version \(version) here and \(log) in the log; keep this "
        + "file for inspection, and begin again from the log with a new one"
    case .tooManyConflicts(let list, let attempts):
      "other writers of list \"\(list)\" were faster \(attempts) times; try again"
    case .outcomeUnknown(let list, let key, let reason):
      "it is not known yet whether the change of list \"\(list)\" was made (\(reason)); commit again with the "
        + "key \"\(key)\""
    case .keyOfForgottenVersion(let list, let key, let version):
      "the key \"\(key)\" has made version \(version) of list \"\(list)\", which this host does not have any more"
    case .versionNotReached(let list, let version, let head):
      "list \"\(list)\" is at version \(head) here and the log does not have version \(version)"
    }
  }
}
