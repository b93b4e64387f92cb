public import ListDiff
public import ListModel

extension ListStore {
  /// A proposal for the next version of a list; see `ListStore.commit`.
  ///
  /// ```swift
  /// try store.commit(.undoing(last: 1), to: "home")
  /// try store.commit(.changes(changeset, rebasing: 3), to: "home")
  /// try store.commit(.clearing, to: "home", options: CommitOptions(author: "ann"))
  /// ```
  ///
  /// Its closures run inside the write transaction, on a thread of the store or of another caller.
  public struct Proposal: Sendable {
    /// Decides what happens to an operation that contradicts a change since the base version.
    public typealias Resolver = @Sendable (RebaseConflict) -> RebaseConflict.Answer

    /// What a caller makes of a version.
    enum Update: Sendable {
      case list(List)
      case edit(@Sendable (inout ListDraft) throws -> Void)
      case changes(Changeset)
    }

    enum Source: Sendable {
      /// An update of the head, or of a base.
      case update(Update, of: Base?)
      /// Changes of the head that are made from the list's past.
      case derived(@Sendable (TimeTravel, _ head: Int, CommitRequest) throws -> DerivedChange)
      case clearing
      /// The list itself does not change.
      case nothing
    }

    /// The version a proposal was made from, and how to rebase it onto the head.
    struct Base: Sendable {
      let version: Int
      let resolver: Resolver
    }

    let source: Source
    /// The values to set beside the list, by name; `nil` removes one.
    var values: [String: Content?] = [:]
  }
}

// MARK: - New content

extension ListStore.Proposal {
  /// A whole list.
  ///
  /// Only its differences from the head are written.
  ///
  /// - Parameter list: The list.
  /// - Returns: The proposal.
  public static func list(_ list: List) -> Self { Self(source: .update(.list(list), of: nil)) }

  /// The head, changed by edits.
  ///
  /// - Parameter body: The edits; see `ListStore.edit`.
  /// - Returns: The proposal.
  public static func edit(_ body: @escaping @Sendable (inout ListDraft) throws -> Void) -> Self {
    Self(source: .update(.edit(body), of: nil))
  }

  /// The head, changed by a changeset that starts at the expected version, or at the head if any
  /// version is expected.
  ///
  /// It is checked against the list in every respect; one that does not fit is refused with
  /// ``ListStoreError/changeRefused(list:reason:)``. What is recorded is its normal form, without
  /// operations that change nothing. At version 0 the list need not exist.
  public static func changes(_ changeset: Changeset) -> Self {
    Self(source: .update(.changes(changeset), of: nil))
  }
}

// MARK: - Content made from an earlier version

extension ListStore.Proposal {
  /// The changes that a list makes to an earlier version, rebased onto the head.
  ///
  /// The differences between `list` and the version are matched by id with the changes since: both
  /// take effect unless they contradict each other. If nothing has changed since, this is
  /// ``list(_:)``.
  ///
  /// The commit throws `RebaseError` when a conflict is answered with `abort`, as it is by
  /// default, and ``ListStoreError/unknownVersion(_:list:available:)``.
  ///
  /// - Parameters:
  ///   - list: The whole list, made from `version`.
  ///   - version: The version the caller has made the list from.
  ///   - resolver: Decides what happens to a change that contradicts one since `version`.
  /// - Returns: The proposal.
  public static func list(
    _ list: List,
    rebasing version: Int,
    resolving resolver: @escaping Resolver = { _ in .abort }
  ) -> Self {
    Self(source: .update(.list(list), of: Base(version: version, resolver: resolver)))
  }

  /// Edits of an earlier version, rebased onto the head.
  ///
  /// ```swift
  /// try store.commit(.edit(rebasing: shown.version) { draft in
  ///   try draft.moveCell("a1", .before("a3"))
  /// }, to: "home")
  /// ```
  ///
  /// The commit throws the errors of ``list(_:rebasing:resolving:)`` and of `body`.
  ///
  /// - Parameters:
  ///   - version: The version the edits are made on, as the caller has it.
  ///   - resolver: Decides what happens to an edit that contradicts a change since `version`.
  ///   - body: The edits, made on the list at `version`.
  /// - Returns: The proposal.
  public static func edit(
    rebasing version: Int,
    resolving resolver: @escaping Resolver = { _ in .abort },
    _ body: @escaping @Sendable (inout ListDraft) throws -> Void
  ) -> Self {
    Self(source: .update(.edit(body), of: Base(version: version, resolver: resolver)))
  }

  /// A changeset that starts at an earlier version, rebased onto the head.
  ///
  /// The commit throws the errors of ``list(_:rebasing:resolving:)``; `RebaseError` also when the
  /// changeset does not start at that version.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - version: The version the changeset starts from.
  ///   - resolver: Decides what happens to an operation that contradicts a change since `version`.
  /// - Returns: The proposal.
  /// - Complexity: O(K log K) for the K operations since; the length of the list does not matter.
  public static func changes(
    _ changeset: Changeset,
    rebasing version: Int,
    resolving resolver: @escaping Resolver = { _ in .abort }
  ) -> Self {
    Self(source: .update(.changes(changeset), of: Base(version: version, resolver: resolver)))
  }
}

// MARK: - Going back

extension ListStore.Proposal {
  /// The content of an earlier version as a new version, which takes back all changes since.
  ///
  /// - Parameter version: The version to go back to. When the list does not retain it, the commit
  ///   throws ``ListStoreError/unknownVersion(_:list:available:)``.
  /// - Returns: The proposal.
  /// - Complexity: O(operations since `version`).
  public static func reverting(to version: Int) -> Self {
    Self(
      source: .derived { travel, head, _ in
        DerivedChange(try travel.change(from: head, to: version))
      }
    )
  }

  /// The list as it was before its newest changes.
  ///
  /// They are determined when the commit's turn comes. If the list has or retains fewer, the commit
  /// throws ``ListStoreError/unknownVersion(_:list:available:)``, which names the version it would go
  /// back to.
  ///
  /// - Parameter count: The number of changes to undo.
  /// - Returns: The proposal.
  /// - Complexity: O(operations undone).
  public static func undoing(last count: Int) -> Self {
    Self(
      source: .derived { travel, head, _ in
        // A number that overflows is no version either.
        let version = head.subtractingReportingOverflow(count).partialValue
        return DerivedChange(try travel.change(from: head, to: version > head ? -1 : version))
      }
    )
  }

  /// The list without the change of one version, but with all that came after it.
  ///
  /// The last change is simply taken back. An earlier one is taken back as if it had never been
  /// made: its inverse is rebased, by id, onto all changes since.
  ///
  /// The commit throws `RebaseError` when a conflict is answered with `abort`, as it is by default,
  /// and ``ListStoreError/unknownVersion(_:list:available:)``, which names the version before
  /// `version` when that is the oldest one retained.
  ///
  /// - Parameters:
  ///   - version: The version to undo.
  ///   - resolver: Decides what happens to operations whose elements have changed since.
  /// - Returns: The proposal.
  public static func undoing(
    version: Int,
    resolving resolver: @escaping Resolver = { _ in .abort }
  ) -> Self {
    Self(
      source: .derived { travel, head, request in
        try travel.requireUndoable(version)
        try travel.requireMade(on: head, from: version, request)
        let inverse = try travel.change(from: version, to: version - 1)
        try inverse.requireProof()
        guard version < head else { return DerivedChange(inverse) }
        let since = try travel.change(from: version, to: head).changeset
        return DerivedChange(
          try inverse.changeset.rebased(onto: since, resolving: resolver).normalized()
        )
      }
    )
  }

  /// The empty list, without a past: contents, changes, commit keys and values are forgotten.
  ///
  /// The list keeps its name, its version number, which rises by one, and the positions of its
  /// consumers. So they are told to read the list again, see ``CatchUp/Reason/compacted``, and a
  /// version number that a reader knows never comes to mean another version. The space is used again,
  /// and `compact(_:progress:)` of `ListKeeping` gives it back to the file system; until then, and until
  /// the write-ahead log is overwritten, forgotten bytes may still be in the files.
  ///
  /// A replica of the list handles this like being too late: see `ListStore.adopt`. In a feed of all
  /// lists, it is a change from version 0.
  ///
  /// The commit is ``Commit/Outcome/unchanged`` when there was nothing to forget.
  ///
  /// - Complexity: O(cells + versions), in one transaction.
  public static var clearing: Self { Self(source: .clearing) }
}

// MARK: - Values beside the list

extension ListStore.Proposal {
  /// Only values change: the list need not exist, and gets no new version.
  ///
  /// - Parameter values: The values by name; `nil` removes one. Values that are not named stay.
  /// - Returns: The proposal.
  public static func setting(_ values: [String: Content?]) -> Self {
    Self(source: .nothing, values: values)
  }

  /// Adds values of the list to the proposal, for the same transaction.
  ///
  /// If the commit is repeated with its key, the values are set again only if there is no version
  /// since.
  ///
  /// - Parameter values: The values by name; `nil` removes one. Values that are not named stay.
  /// - Returns: The proposal.
  public func setting(_ values: [String: Content?]) -> Self {
    var proposal = self
    proposal.values.merge(values) { _, new in new }
    return proposal
  }
}
