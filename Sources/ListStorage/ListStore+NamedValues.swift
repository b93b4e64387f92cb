import Dispatch
import GRDB
public import ListModel
import Synchronization

// What belongs to a list but is not shown: page keys, tokens of a synchronisation, bookmarks.
//
// The values of a list are a list beside it, a cell each, which is committed in the same transaction.
// So they have versions, feeds, copies, exports, verification and repair as every list does.

extension ListStore {
  /// The list that holds the values of a list: its name with `#values` after it.
  public static func valuesID(of list: List.ID) -> List.ID {
    List.ID(list.rawValue + valuesSuffix)
  }

  private static let valuesSuffix = "#values"
  private static let valuesSection: Section.ID = "values"
  private static let valueType = "Value"

  /// The values of a list, by name.
  ///
  /// - Throws: ``ListStoreError``.
  public func values(of list: List.ID) throws -> [String: Content] {
    let id = Self.valuesID(of: list)
    return try database.read { database in
      guard let head = try ListRows.find(id, in: database) else { return [:] }
      return try TimeTravel(database: database, head: head).values
    }
  }

  /// A list with its values, both as of the same moment.
  ///
  /// - Returns: The newest version, `nil` if there is no list of this name; and the values.
  /// - Throws: ``ListStoreError``.
  public func snapshotWithValues(
    of list: List.ID
  ) throws -> (snapshot: Snapshot?, values: [String: Content]) {
    try database.read { database in
      let snapshot = try ListRows.find(list, in: database).map {
        try TimeTravel(database: database, head: $0).snapshot(at: $0.version)
      }
      let values = try ListRows.find(Self.valuesID(of: list), in: database).map {
        try TimeTravel(database: database, head: $0).values
      }
      return (snapshot, values ?? [:])
    }
  }

  /// Changes values of a list, and nothing else of it: it gets no new version.
  ///
  /// - Parameters:
  ///   - values: The values by name; `nil` removes one. Those that are not named stay.
  ///   - list: The name of the list, which need not exist.
  ///   - expected: The version the caller believes to be the head of the list.
  ///   - author: Who commits, in the caller's own words.
  /// - Returns: The head of the list, ``Commit/Outcome/unchanged``.
  /// - Throws: ``ListStoreError``; with ``ListStoreError/invalidEdit(reason:)`` when a name is none.
  @discardableResult
  public func setValues(
    _ values: [String: Content?],
    of list: List.ID,
    expecting expected: ExpectedVersion = .any,
    author: String? = nil
  ) throws -> Commit {
    let request = CommitRequest(list: list, expected: expected, key: nil, author: author)
    return try commitBlocking(ValuedCommit(edit: nil, values: values, request: request))
  }

  /// Changes the head of a list and its values in one transaction.
  ///
  /// - Parameters:
  ///   - id: The name of a list that exists, unless `expected` is `.version(0)`.
  ///   - values: The values by name; `nil` removes one. Those that are not named stay.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat; see ``edit(_:expecting:key:author:_:)``. Repeated, it sets
  ///     the values again if nobody has made another version since.
  ///   - author: Who commits, in the caller's own words.
  ///   - body: The edits of the list. Without any, it gets no new version, unless it is its first.
  /// - Returns: The version of the list, and whether it is new.
  /// - Throws: ``ListStoreError`` and what `body` throws; neither has changed then.
  @discardableResult
  public func edit(
    _ id: List.ID,
    setting values: [String: Content?],
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil,
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit {
    let request = CommitRequest(list: id, expected: expected, key: key, author: author)
    return try withoutActuallyEscaping(body) {
      try commitBlocking(ValuedCommit(edit: $0, values: values, request: request))
    }
  }

  /// Changes the head of a list and its values in one transaction, while the task is suspended.
  ///
  /// - Parameters:
  ///   - id: The name of a list that exists, unless `expected` is `.version(0)`.
  ///   - values: The values by name; `nil` removes one. Those that are not named stay.
  ///   - expected: The version the caller believes to be the head.
  ///   - key: Makes the call safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - body: The edits of the list; `nil` if only values change, and the list need not exist.
  /// - Returns: The version of the list, and whether it is new.
  /// - Throws: ``ListStoreError`` and what `body` throws; `CancellationError` when the task was cancelled
  ///   before its turn came. Neither has changed then.
  @discardableResult
  public func edit(
    _ id: List.ID,
    setting values: [String: Content?],
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil,
    _ body: (@Sendable (inout ListDraft) throws -> Void)?
  ) async throws -> Commit {
    let request = CommitRequest(list: id, expected: expected, key: key, author: author)
    let valued = ValuedCommit(edit: body, values: values, request: request)
    let second = CommitBox()
    let waiting = try waitingCommit(valued) { second.commit = $0 }
    let start = ContinuousClock.now
    let result: Result<Commit, any Error>
    do {
      result = .success(try await database.commit(waiting))
    } catch {
      result = .failure(error)
    }
    let commits = try conclude(result, valued, second.commit, since: start)
    if commits.contains(where: mustKeepUp) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          for commit in commits { self.keepUp(after: commit) }
          continuation.resume()
        }
      }
    }
    return commits[0]
  }

  private func commitBlocking(_ valued: ValuedCommit) throws -> Commit {
    let second = CommitBox()
    let waiting = try waitingCommit(valued) { second.commit = $0 }
    let start = ContinuousClock.now
    let result = Result { try database.commit(waiting) }
    let commits = try conclude(result, valued, second.commit, since: start)
    for commit in commits { keepUp(after: commit) }
    return commits[0]
  }

  /// A list, and the values beside it.
  private struct ValuedCommit {
    var edit: ((inout ListDraft) throws -> Void)?
    var values: [String: Content?]
    var request: CommitRequest
  }

  private func waitingCommit(
    _ valued: ValuedCommit,
    _ tellValues: @escaping (Commit) -> Void
  ) throws -> WaitingCommit {
    var beside = valued.request
    beside.list = Self.valuesID(of: valued.request.list)
    beside.key = nil
    try valued.request.validate()
    try beside.validate()
    let undo = { [heads] in heads.removeAll() }
    return WaitingCommit(key: valued.request.key, undo: undo) { [self] database in
      do {
        let first = try commitList(valued, in: database)
        if !valued.values.isEmpty, try isNewest(first, in: database) {
          tellValues(try commitValues(valued.values, beside, in: database))
        }
        return first
      } catch {
        // What was committed of the list is undone with the values.
        heads.removeAll()
        throw error
      }
    }
  }

  /// Whether the values belong to what is there: when a commit is repeated, others may have gone on.
  private func isNewest(_ commit: Commit, in database: Database) throws -> Bool {
    guard commit.outcome == .replayed else { return true }
    return try ListRows.find(commit.list, in: database)?.version == commit.version
  }

  private func commitList(_ valued: ValuedCommit, in database: Database) throws -> Commit {
    if let edit = valued.edit {
      return try step(.own(.edit(edit)), valued.request, in: database)
    }
    let head = try ListRows.find(valued.request.list, in: database)
    let commit = Commit(
      list: valued.request.list,
      version: head?.version ?? 0,
      fingerprint: try head?.fingerprint ?? List().fingerprint(),
      outcome: .unchanged,
      operationCount: 0
    )
    if case .version(let version) = valued.request.expected, version != commit.version {
      throw ListStoreError.versionMismatch(
        list: commit.list,
        expected: version,
        head: commit.version,
        fingerprint: commit.fingerprint
      )
    }
    return commit
  }

  private func commitValues(
    _ values: [String: Content?],
    _ request: CommitRequest,
    in database: Database
  ) throws -> Commit {
    var request = request
    let exists = try ListRows.find(request.list, in: database) != nil
    request.expected = exists ? .any : .version(0)
    return try step(
      .own(.edit { draft in try Self.set(values, in: &draft) }),
      request,
      in: database
    )
  }

  private static func set(_ values: [String: Content?], in draft: inout ListDraft) throws {
    if !draft.sectionIDs.contains(valuesSection) {
      try draft.appendSection(Section(id: valuesSection))
    }
    for (name, value) in values.sorted(by: { Cell.ID($0.key) < Cell.ID($1.key) }) {
      let id = Cell.ID(name)
      let isThere = try draft.path(of: id) != nil
      guard let value else {
        if isThere { try draft.deleteCell(id) }
        continue
      }
      let component = StoredComponent(type: valueType, content: value)
      let cell = Cell(id: id, component: AnyComponent(component))
      if isThere {
        try draft.updateCell(cell)
      } else {
        try draft.appendCell(cell, to: valuesSection)
      }
    }
  }

  /// Clears the values of a list that is cleared, in the same transaction.
  func clearValues(of request: CommitRequest, in database: Database) throws {
    var beside = request
    beside.list = Self.valuesID(of: request.list)
    beside.expected = .any
    guard try ListRows.find(beside.list, in: database) != nil else { return }
    do {
      _ = try step(.own(.cleared), beside, in: database)
    } catch {
      // What was cleared of the list is undone.
      heads.removeAll()
      throw error
    }
  }

  /// One of two commits of a transaction.
  private func step(
    _ proposal: Committer.Proposal,
    _ request: CommitRequest,
    in database: Database
  ) throws -> Commit {
    let generation = self.database.generation.current
    let committer = Committer(
      database: database,
      request: request,
      proposal: proposal,
      heads: heads,
      generation: generation,
      now: self.database.configuration.now
    )
    let (commit, head) = try committer.commit()
    heads.insert(head, generation: generation)
    return commit
  }

  /// Tells how both have ended.
  ///
  /// - Returns: The commit of the list, and that of its values if there was one.
  private func conclude(
    _ result: Result<Commit, any Error>,
    _ valued: ValuedCommit,
    _ values: Commit?,
    since start: ContinuousClock.Instant
  ) throws -> [Commit] {
    let commit = try report(result, of: valued.request, since: start)
    guard let values else { return [commit] }
    if values.outcome == .committed { signal.notify() }
    return [commit, values]
  }
}

/// What was committed of the values, told by the thread that writes.
private final class CommitBox: Sendable {
  private let content = Mutex<Commit?>(nil)

  var commit: Commit? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}

extension TimeTravel {
  /// The cells of the head, as values by name.
  fileprivate var values: [String: Content] {
    get throws {
      let list = try snapshot(at: head.version).list
      var values: [String: Content] = [:]
      for cell in list.sections.flatMap(\.cells) {
        if let content = try cell.component.stored().content { values[cell.id.rawValue] = content }
      }
      return values
    }
  }
}
