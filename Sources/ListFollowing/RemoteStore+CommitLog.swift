public import ListDiff
public import ListModel
public import ListStorage
import NIOHTTP1

extension RemoteStore: CommitLog {
  /// Makes a changeset the next version of a list of the server, if the list is at the expected version.
  ///
  /// - Parameters:
  ///   - changeset: The changes, which the server checks against the list in every respect.
  ///   - list: The name of the list; at version 0 it need not exist.
  ///   - options: The version the changeset starts from, a key that makes the call safe to repeat, the author and
  ///     the message. With a key, a request whose outcome is unknown is sent again.
  /// - Returns: The outcome; a list at another version is a conflict, not an error.
  /// - Throws: ``RemoteStoreError/refused(status:reason:detail:)`` when it does not fit the list;
  ///   ``RemoteStoreError/unreachable(address:reason:)`` when it may have happened or not.
  public func append(
    _ changeset: Changeset,
    to list: List.ID,
    options: CommitOptions = CommitOptions()
  ) async throws -> AppendOutcome {
    var request = ServerSession.Request(method: .POST, path: "\(Self.path(of: list))/apply")
    request.body = try changeset.document()
    request.isRepeatable = options.key != nil
    if case .version(let version) = options.expected {
      request.query.append(("expect", String(version)))
    }
    if let author = options.author { request.query.append(("author", author)) }
    if let message = options.message { request.query.append(("message", message)) }
    if let key = options.key { request.fields.append(("Idempotency-Key", try Self.field(key))) }
    return try await append(request, to: list)
  }

  /// Makes a change the next version of its list, if the list is what the change starts from: the version, with
  /// its fingerprint.
  ///
  /// The version is recorded as the change has it, with its time; only the server's sequence is another one.
  ///
  /// - Parameter change: A change of one version. Its key makes the call safe to repeat.
  /// - Returns: The outcome; a list at another version, or with another past, is a conflict.
  /// - Throws: As the append of a changeset.
  public func append(_ change: Change) async throws -> AppendOutcome {
    let path = "\(Self.path(of: change.list))/changes"
    var request = ServerSession.Request(method: .POST, path: path)
    request.body = try change.document(including: .replacedValues)
    // Without a key, the version and its fingerprint tell a change that is there already.
    request.isRepeatable = true
    return try await append(request, to: change.list)
  }

  private func append(
    _ request: ServerSession.Request,
    to list: List.ID
  ) async throws -> AppendOutcome {
    let answer = try await session.send(request)
    guard answer.status != 409, answer.status != 412 else {
      return .conflict(head: try Self.head(of: list, answer))
    }
    let commit = try answer.decoded(as: CommitAnswer.self)
    return commit.outcome == "committed"
      ? .appended(version: commit.version) : .duplicate(version: commit.version)
  }

  /// Returns the changes of a list after a version, then every further one as it is committed.
  ///
  /// - Parameters:
  ///   - list: The name of the list; the feed of one that does not exist yet waits for it.
  ///   - version: The version the caller has; 0 for none.
  /// - Returns: An endless sequence, which any number of tasks may iterate.
  public func feed(of list: List.ID, after version: Int) -> RemoteFeed {
    RemoteFeed(session: session, list: list, start: .version(version))
  }

  /// Returns the newest version of a list; `nil` if the server has no such list.
  ///
  /// - Throws: ``RemoteStoreError``.
  public func head(of list: List.ID) async throws -> ListInfo? {
    do {
      let token = try await token(of: list)
      return ListInfo(id: list, version: token.version, fingerprint: token.fingerprint)
    } catch ListStoreError.unknownList(list) {
      return nil
    }
  }

  /// Returns a version of a list from which its feed can go on; `nil` if the server has no such list, or all its
  /// changes.
  ///
  /// - Throws: ``RemoteStoreError``.
  public func beginning(of list: List.ID) async throws -> Snapshot? {
    do {
      _ = try await token(of: list, at: 0)
      return nil
    } catch ListStoreError.unknownList(list) {
      return nil
    } catch ListStoreError.unknownVersion {
      return try await snapshot(of: list).snapshot
    }
  }

  /// Returns a key as the value of a field.
  private static func field(_ key: String) throws -> String {
    guard key.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw RemoteStoreError.refused(
        status: 400,
        reason: "bad-key",
        detail: "a commit key with control characters cannot be sent over HTTP; use another key"
      )
    }
    return "\"\(key)\""
  }

  private static func head(of list: List.ID, _ answer: ServerAnswer) throws -> ListInfo {
    let problem = answer.problem
    guard ["version-mismatch", "condition-failed"].contains(problem.reason),
      let version = problem.newest?.version,
      let fingerprint = problem.newest?.fingerprint
    else { throw answer.refusal }
    return ListInfo(id: list, version: version, fingerprint: try answer.fingerprint(fingerprint))
  }
}

private struct CommitAnswer: Decodable {
  var version: Int
  var outcome: String
}
