public import ListDiff
public import ListModel

/// The outcome of one `apply`; every call gets exactly one, in the order of the calls.
public enum ApplyOutcome: Hashable, Sendable {
  /// The view shows this version.
  case applied(version: Int)
  /// A newer version was applied before this one's turn; it was shown, or failed, instead.
  case superseded(by: Int)
  /// The view still shows the list from before.
  case failed(CollectionViewAdapterError)
}

/// Why an adapter did not show a version.
public enum CollectionViewAdapterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The list has an id twice, or one that cannot be used.
  case invalidList(InvalidList)
  /// The changeset does not fit the list shown: resynchronise from a snapshot.
  case changesetMismatch(ChangesetMismatch)
  /// The change applies to another version than the one shown: read the feed after `shown`, or
  /// resynchronise from a snapshot.
  case parentMismatch(parent: Int, shown: Int)
  /// The version is older than the version that is shown or was applied last.
  case staleVersion(Int, shown: Int)
  /// The version numbers agree, but the list shown is not the one the change was made for, or the
  /// result is not the expected one: resynchronise from a snapshot.
  case fingerprintMismatch(version: Int, expected: Fingerprint, found: Fingerprint)
  /// A component or layout could not be encoded to compute a fingerprint.
  case unencodableContent(String)
  /// The collection view refused a batch; a reload shows the previous list again.
  case refusedByView(CollectionViewError)
  /// The collection view no longer exists, or it dropped the completion of a batch.
  case collectionViewGone
  /// The adapter was released before the version was shown.
  case adapterGone

  /// One sentence for people.
  public var description: String {
    switch self {
    case .invalidList(let error): error.description
    case .changesetMismatch(let error): "the changeset does not fit the list: \(error)"
    case .parentMismatch(let parent, let shown):
      "the change applies to version \(parent), but version \(shown) is shown"
    case .staleVersion(let version, let shown):
      "version \(version) is older than version \(shown), which is shown or was asked for"
    case .fingerprintMismatch(let version, let expected, let found):
      "version \(version) should have fingerprint \(expected), but has \(found)"
    case .unencodableContent(let reason): "content cannot be encoded: \(reason)"
    case .refusedByView(let error): "the collection view refused: \(error)"
    case .collectionViewGone: "the collection view is gone"
    case .adapterGone: "the adapter is gone"
    }
  }
}

/// How a version was shown.
public enum Presentation: Hashable, Sendable {
  /// Nothing on screen had to change; handlers were replaced.
  case unchanged
  /// By batch updates.
  case batches(count: Int, operations: Int)
  /// By a reload.
  case reload(ReloadReason)

  /// Why everything was reloaded instead of updated.
  public enum ReloadReason: Hashable, Sendable {
    /// Nothing was shown before, or a list without sections.
    case nothingShown
    /// The update strategy asked for it.
    case requested
    /// The view is in no window.
    case outsideWindow
    /// One batch has more operations than the configuration allows.
    case largeBatch(operations: Int, limit: Int)
    /// All batches together have more operations than the configuration allows.
    case largeUpdate(operations: Int, limit: Int)
  }
}
