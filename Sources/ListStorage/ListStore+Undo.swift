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
    return try commit(.own(.reverting(to: version)), request)
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
  ///   default; ``ListStoreError/unknownVersion(_:list:available:)``, which names the version before
  ///   when `version` is the oldest one there is, and other errors of a commit.
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
      try commit(.own(.undoing(version, request, resolving: answer)), request)
    }
  }

  /// Undoes the newest changes of a list: a new version that is what the list was before them.
  ///
  /// Which those are is decided when it is this call's turn to commit.
  ///
  /// - Parameters:
  ///   - count: How many changes are undone.
  ///   - list: The name of the list.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The new version; ``Commit/Outcome/unchanged`` when there is nothing to undo.
  /// - Throws: ``ListStoreError/unknownVersion(_:list:available:)``, which names the version it would
  ///   go back to, when the list has or retains fewer, and other errors of a commit.
  /// - Complexity: O(operations undone).
  @discardableResult
  public func undo(
    last count: Int,
    of list: List.ID,
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil
  ) throws -> Commit {
    let request = CommitRequest(list: list, expected: expected, key: key, author: author)
    return try commit(.own(.undoing(last: count)), request)
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
        try commit(.own(.edit(body, rebasing: version, request, resolving: answer)), request)
      }
    }
  }
}

// MARK: - After a version mismatch

extension ListStore {
  /// What a commit was refused for: one change, from the version it expected to the head.
  ///
  /// With it a caller goes on by itself; ``commit(_:to:rebasing:key:author:resolving:)``,
  /// ``append(_:to:rebasing:key:author:resolving:)`` and
  /// ``edit(_:rebasing:key:author:resolving:_:)`` do it all at once.
  ///
  /// ```swift
  /// do {
  ///   try store.commit(list, to: "home", expecting: .version(shown))
  /// } catch let refusal as ListStoreError {
  ///   let missed = try store.change(since: refusal)
  /// }
  /// ```
  ///
  /// - Parameter refusal: A ``ListStoreError/versionMismatch(list:expected:head:fingerprint:)``.
  /// - Returns: The change, composed of those between; its parent is the version that was expected,
  ///   its version and fingerprint are those to expect next.
  /// - Throws: `refusal` itself, when it is another error;
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` when the list never was at the version
  ///   that was expected, or does not retain it.
  /// - Complexity: O(K log K) for the K operations between; no list is read.
  public func change(since refusal: ListStoreError) throws -> Change {
    guard case .versionMismatch(let list, let expected, let head, _) = refusal else {
      throw refusal
    }
    return try change(of: list, from: expected, to: head)
  }

  /// Carries over what a list changes in an earlier version to what the list has become since.
  ///
  /// What differs between `list` and the version is matched by id with the changes since: both have
  /// their way wherever they do not contradict each other.
  ///
  /// - Parameters:
  ///   - list: The whole list, made from `version`.
  ///   - id: The name of the list.
  ///   - version: The version the caller has made the list from.
  ///   - key: Makes the commit safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of a change that contradicts one since.
  /// - Returns: The new version.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by
  ///   default; ``ListStoreError/unknownVersion(_:list:available:)`` and other errors of a commit.
  @discardableResult
  public func commit(
    _ list: List,
    to id: List.ID,
    rebasing version: Int,
    key: String? = nil,
    author: String? = nil,
    resolving answer: (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort }
  ) throws -> Commit {
    let proposal = try ListProposal(list)
    let request = CommitRequest(list: id, expected: .any, key: key, author: author)
    return try withoutActuallyEscaping(answer) { answer in
      try commit(.own(.list(proposal, rebasing: version, request, resolving: answer)), request)
    }
  }

  /// Carries over a changeset that starts at an earlier version to what the list has become since.
  ///
  /// - Parameters:
  ///   - changeset: What changes.
  ///   - list: The name of the list.
  ///   - version: The version the changeset starts from.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - answer: Decides what is to become of an operation that contradicts a change since.
  /// - Returns: The new version.
  /// - Throws: ``ListDiff/RebaseError`` when a conflict is answered with `abort`, as it is by
  ///   default, and when the changeset does not start at that version;
  ///   ``ListStoreError/changeRefused(list:reason:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)`` and other errors of a commit.
  /// - Complexity: O(K log K) for the K operations since; the length of the list does not matter.
  @discardableResult
  public func append(
    _ changeset: Changeset,
    to list: List.ID,
    rebasing version: Int,
    key: String? = nil,
    author: String? = nil,
    resolving answer: (RebaseConflict) -> RebaseConflict.Answer = { _ in .abort }
  ) throws -> Commit {
    let request = CommitRequest(list: list, expected: .any, key: key, author: author)
    return try withoutActuallyEscaping(answer) { answer in
      try commit(
        .own(.changeset(changeset, rebasing: version, request, resolving: answer)),
        request
      )
    }
  }
}

// MARK: - What is proposed

extension Committer.OwnProposal {
  /// What the list was at a version.
  static func reverting(to version: Int) -> Self {
    .derived { travel, head in
      let change = try travel.change(from: head, to: version)
      return (change.changeset, change.fingerprint)
    }
  }

  /// What the list was so many versions ago.
  static func undoing(last count: Int) -> Self {
    .derived { travel, head in
      // What leads out of all numbers is no version either.
      let version = head.subtractingReportingOverflow(count).partialValue
      let change = try travel.change(from: head, to: version > head ? -1 : version)
      return (change.changeset, change.fingerprint)
    }
  }

  /// The list without what one version has changed.
  static func undoing(
    _ version: Int,
    _ request: CommitRequest,
    resolving answer: @escaping (RebaseConflict) -> RebaseConflict.Answer
  ) -> Self {
    .derived { travel, head in
      try travel.requireUndoable(version)
      try travel.requireMade(on: head, from: version, request)
      let inverse = try travel.change(from: version, to: version - 1)
      try inverse.requireProof()
      guard version < head else { return (inverse.changeset, inverse.fingerprint) }
      let since = try travel.change(from: version, to: head).changeset
      return (try inverse.changeset.rebased(onto: since, resolving: answer).normalized(), nil)
    }
  }

  /// Changes of an earlier version, matched by id with those since.
  static func edit(
    _ body: @escaping (inout ListDraft) throws -> Void,
    rebasing version: Int,
    _ request: CommitRequest,
    resolving answer: @escaping (RebaseConflict) -> RebaseConflict.Answer
  ) -> Self {
    .rebasing(version, request, resolving: answer) { travel in
      var draft = ListDraft(of: try LooseList(travel.snapshot(at: version)))
      try draft.edit(body)
      return try draft.outcome().difference.changeset(of: draft)
    }
  }

  /// What a list changes in an earlier version, matched by id with the changes since.
  static func list(
    _ proposal: ListProposal,
    rebasing version: Int,
    _ request: CommitRequest,
    resolving answer: @escaping (RebaseConflict) -> RebaseConflict.Answer
  ) -> Self {
    .rebasing(version, request, resolving: answer) { travel in
      var draft = ListDraft(of: try LooseList(travel.snapshot(at: version)))
      return try draft.become(proposal).difference.changeset(of: draft)
    }
  }

  /// A changeset that starts at an earlier version, matched by id with the changes since.
  static func changeset(
    _ changeset: Changeset,
    rebasing version: Int,
    _ request: CommitRequest,
    resolving answer: @escaping (RebaseConflict) -> RebaseConflict.Answer
  ) -> Self {
    .rebasing(version, request, resolving: answer) { _ in changeset }
  }

  private static func rebasing(
    _ version: Int,
    _ request: CommitRequest,
    resolving answer: @escaping (RebaseConflict) -> RebaseConflict.Answer,
    _ changes: @escaping (TimeTravel) throws -> Changeset
  ) -> Self {
    .derived { travel, head in
      try travel.head.require(version)
      try travel.requireMade(on: head, from: version, request)
      let own = try changes(travel)
      guard version < head else { return (own, nil) }
      let since = try travel.change(from: version, to: head).changeset
      return (try own.rebased(onto: since, resolving: answer).normalized(), nil)
    }
  }
}

extension Change {
  /// Checks that contents are replaced by what was there, as far as that follows from the fingerprints:
  /// when nothing comes, goes or moves.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  fileprivate func requireProof() throws {
    let updateCount = changeset.updatedCells.count + changeset.updatedSections.count
    guard changeset.operationCount == updateCount else { return }
    var sum = parentFingerprint.value
    for update in changeset.updatedCells {
      let id = Digest(cell: update.id)
      sum &-= FingerprintTerm.component(Digest(try update.old.stored()), of: id)
      sum &+= FingerprintTerm.component(Digest(try update.new.stored()), of: id)
    }
    for update in changeset.updatedSections {
      let id = Digest(section: update.id)
      sum &-= FingerprintTerm.attributes(try Digest(update.old), of: id)
      sum &+= FingerprintTerm.attributes(try Digest(update.new), of: id)
    }
    guard sum == fingerprint.value else {
      throw ListStoreError.corrupted(
        reason:
          "list \"\(list)\", version \(parent): what it says it replaced was never in it; `repair` "
          + "saves what can be proved"
      )
    }
  }
}

extension TimeTravel {
  /// Checks that a commit made on a version can have been made from another.
  ///
  /// Only a commit that is repeated is made on an older version than the head; one that needs a later
  /// version than that is another commit.
  ///
  /// - Throws: ``ListStoreError/keyReused(key:list:version:)``.
  fileprivate func requireMade(
    on head: Int,
    from version: Int,
    _ request: CommitRequest
  ) throws {
    guard version > head else { return }
    let made = try request.key.flatMap {
      try ChangeLog.version(of: $0, list: self.head.row, in: database)
    }
    throw ListStoreError.keyReused(
      key: request.key ?? "",
      list: request.list,
      version: made ?? head
    )
  }

  /// Checks that there is a change to undo, and the version it starts from.
  fileprivate func requireUndoable(_ version: Int) throws {
    if head.floor > 0, version == head.floor { try head.require(version - 1) }
    guard version > head.floor, version <= head.version else {
      throw ListStoreError.unknownVersion(
        version,
        list: head.id,
        available: min(max(head.floor, 1), head.version)...head.version
      )
    }
  }
}
