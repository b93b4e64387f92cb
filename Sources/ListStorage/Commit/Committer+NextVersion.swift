import ListDiff
import ListModel

extension Committer {
  /// What the next version is made of.
  enum NextVersion {
    /// A whole list.
    case list(ListProposal)
    /// A whole list, as its difference from one that was committed before.
    case declared(DeclaredChange)
    /// Changes of the head.
    case edit((inout ListDraft) throws -> Void)
    /// A changeset that starts at the head.
    case changeset(Changeset)
    /// A changeset that starts at the head, made from the history of the list up to a version.
    case derived((TimeTravel, _ head: Int, CommitRequest) throws -> DerivedChange)
    /// The empty list, without a past.
    case cleared
    /// The next change of a list, made elsewhere, or one that begins it and may replace all older
    /// versions.
    case recorded(Change, replacing: ReplacedVersions)
    /// A snapshot from elsewhere to continue from; it may replace all older versions.
    case adopted(Snapshot, replacing: ReplacedVersions)

    /// Returns whether the proposal may create its list.
    func mayCreateList(expecting expected: ExpectedVersion) -> Bool {
      switch self {
      case .list, .declared, .recorded, .adopted: true
      case .edit, .changeset: expected == .version(0)
      case .derived, .cleared: false
      }
    }

    /// The list that was declared, to be compared with the next one; `nil` for other proposals.
    func declaredList(as fingerprint: Fingerprint) -> DeclaredList? {
      switch self {
      case .list(let list):
        DeclaredList(list.list, fingerprint: fingerprint, byteCount: list.byteCount)
      case .declared(let change):
        DeclaredList(change.list, fingerprint: fingerprint, byteCount: change.byteCount)
      case .edit, .changeset, .derived, .cleared, .recorded, .adopted:
        nil
      }
    }
  }
}
