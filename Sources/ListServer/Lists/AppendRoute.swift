import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage

// The list as a log that other hosts append to.

extension Route {
  /// The route that appends a change as it was decided elsewhere.
  ///
  /// Its writer has decided everything of the version, and proves it by the fingerprints before and after; so the time
  /// is the writer's, too. The other commits are decided here, at the time of this machine.
  static let append = Route(
    .post,
    "/lists/{name}/changes",
    "Appends a change that was decided elsewhere, as it is: with its version, time, author, key and fingerprints",
    body: Body(.change, "A change document with the values it replaces"),
    answers: [
      Answer(200, "The version, and whether it is new", .named(.commit)),
      Answer(201, "The first version of a new list", .named(.commit)),
      .problem(409, "The list is not what the change starts from; \"missed\" leads there"),
      .problem(413, "The body is too long"),
      .problem(422, "The change does not fit the list; \"path\" leads to a fault of the document"),
    ]
  ) { call in try await call.append() }
}

extension Call {
  fileprivate func append() async throws -> Response {
    let change = try await document { bytes in try Change(document: bytes) }
    guard change.list == list else {
      throw Problem(
        status: .unprocessableContent,
        kind: "other-list",
        detail: "the change is one of \"\(change.list)\"; send it to that list"
      )
    }
    guard service.log == nil else {
      throw Problem(
        status: .conflict,
        kind: "follows-log",
        detail: "the lists of this server are decided by a log; append to that, or commit here"
      )
    }
    switch try await service.store.append(change) {
    case .appended(let version):
      return try await answer(version, .committed, change.changeset.operationCount)
    case .duplicate(let version): return try await answer(version, .duplicate, 0)
    case .conflict(let head):
      throw try await refusal(
        .versionMismatch(
          list: list,
          expected: change.parent,
          head: head.version,
          fingerprint: head.fingerprint
        )
      )
    }
  }

  private func answer(
    _ version: Int,
    _ outcome: Commit.Outcome,
    _ operations: Int
  ) async throws -> Response {
    let token = try await service.reading { [list] in try $0.token(of: list, at: version) }
    return answer(
      Commit(
        list: list,
        version: version,
        fingerprint: token.fingerprint,
        outcome: outcome,
        operationCount: operations
      ),
      token
    )
  }
}
