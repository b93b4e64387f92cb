public import ListDiff
public import ListModel

// Going back, and editing what has changed in the meantime: new versions, made from old changes.

extension ListStore {
  /// Makes the list what it was at an earlier version: a new version that undoes all since.
  ///
  /// Going back can be gone back on in the same way. Nothing is forgotten.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version to go back to.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The version that has the old content.
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)`` and other errors of a commit.
  /// - Complexity: O(operations since `version`).
  @discardableResult
  public func revert(
    _ list: List.ID,
    to version: Int,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil
  ) throws -> Commit {
    let request = CommitRequest(list: list, expected: expected, key: key, author: author)
    let proposal = Committer.Proposal.derived { travel, head in
      try travel.change(from: head, to: version).changeset
    }
    return try commit(proposal, request)
  }

  /// Undoes one change and keeps all that came after it: a new version.
  ///
  /// The last change is simply taken back. An earlier one is taken back as if it had never been
  /// made: its inverse is rebased, by id, onto all changes since.
  ///
  /// - Parameters:
  ///   - version: The version whose change is undone.
  ///   - list: The name of the list.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of operations whose elements have changed since.
  /// - Returns: The new version; ``Commit/Outcome/unchanged`` when nothing was left to undo.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by
  ///   default; ``ListStoreError/unknownVersion(_:list:available:)`` and other errors of a commit.
  @discardableResult
  public func undo(
    version: Int,
    of list: List.ID,
    key: String? = nil,
    author: String? = nil,
    resolving answer: (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort }
  ) throws -> Commit {
    let request = CommitRequest(list: list, expected: .any, key: key, author: author)
    return try withoutActuallyEscaping(answer) { answer in
      try commit(
        .derived { travel, head in
          guard version > travel.head.floor, version <= head else {
            throw ListStoreError.unknownVersion(
              version,
              list: list,
              available: min(travel.head.floor + 1, head)...head
            )
          }
          let inverse = try travel.change(from: version, to: version - 1).changeset
          let since = try travel.change(from: version, to: head).changeset
          return try inverse.rebased(onto: since, resolving: answer).normalized()
        },
        request
      )
    }
  }

  /// Edits the list as it was at a version and carries the edits over to what it has become since.
  ///
  /// The edits are matched by id with the changes since, so that both have their way wherever they
  /// do not contradict each other. When nothing has changed since, this is
  /// ``edit(_:expecting:key:author:_:)``.
  ///
  /// ```swift
  /// try store.edit("home", rebasing: shown.version) { draft in
  ///   try draft.moveCell("a1", .before("a3"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version the edits are made on, as the caller has it.
  ///   - key: Makes the edit safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of an edit that contradicts a change since.
  ///   - body: The edits, made on the list at `version`.
  /// - Returns: The new version.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by
  ///   default; what `body` throws; ``ListStoreError/unknownVersion(_:list:available:)`` and other
  ///   errors of a commit.
  @discardableResult
  public func edit(
    _ list: List.ID,
    rebasing version: Int,
    key: String? = nil,
    author: String? = nil,
    resolving answer: (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort },
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit {
    let request = CommitRequest(list: list, expected: .any, key: key, author: author)
    return try withoutActuallyEscaping(answer) { answer in
      try withoutActuallyEscaping(body) { body in
        try commit(
          .derived { travel, head in
            var draft = ListDraft(of: try LooseList(travel.snapshot(at: version)))
            try body(&draft)
            let edits = try draft.outcome().difference.changeset(of: draft)
            guard version < head else { return edits }
            let since = try travel.change(from: version, to: head).changeset
            return try edits.rebased(onto: since, resolving: answer).normalized()
          },
          request
        )
      }
    }
  }
}
