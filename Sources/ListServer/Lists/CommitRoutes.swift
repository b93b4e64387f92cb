import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage
import NIOCore

// What makes versions.

extension Route {
  private static let conditions = [
    Parameter(
      "expect",
      .number,
      "The version the list must be at; 0 for a list that does not exist"
    ),
    Parameter("author", .text, "Who commits"),
    Parameter("message", .text, "What the commit is about"),
  ]
  private static let fields = [
    Parameter("If-Match", .text, "The ETag that the newest version must have"),
    Parameter("If-None-Match", .text, "*: the list must not exist"),
    Parameter("Idempotency-Key", .text, "Makes the request safe to repeat"),
  ]
  private static let answers = [
    Answer(200, "The version that has the content, and whether it is new", .named(.commit)),
    Answer(201, "The first version of a new list", .named(.commit)),
    .problem(400, "A parameter is malformed"),
    .problem(403, "The server is read-only, or the page is of another origin"),
    .problem(404, "There is no such list or version"),
    .problem(409, "The list is at another version; \"missed\" leads there"),
    .problem(412, "If-Match or If-None-Match does not hold"),
    .problem(413, "The body is too long"),
    .problem(422, "The body cannot be committed; \"path\" leads to the fault"),
  ]

  static let commits = [
    Route(
      .put,
      "/lists/{name}",
      "Makes a list document the next version",
      parameters: conditions,
      fields: fields,
      body: Body(.list, "A list document"),
      answers: answers
    ) { call in
      let options = try await call.options()
      let list = try await call.document { bytes in try List(document: bytes) }
      return try await call.commit(.list(list), options)
    },
    Route(
      .patch,
      "/lists/{name}",
      "Makes the newest version with edits the next one",
      parameters: conditions,
      fields: fields,
      body: Body(
        .edits,
        "{\"edits\": […]}: insert, set, move and delete cells and sections"
      ),
      answers: answers
    ) { call in
      let options = try await call.options()
      let edits = try await call.document { bytes in try EditDocument(document: bytes) }
      return try await call.commit(.edit { draft in try edits.apply(to: &draft) }, options)
    },
    Route(
      .post,
      "/lists/{name}/apply",
      "Makes the newest version with a changeset the next one",
      parameters: conditions,
      fields: fields,
      body: Body(
        .changeset,
        "A changeset: sections and cells of a change document with the values it replaces"
      ),
      answers: answers
    ) { call in
      let options = try await call.options()
      let changeset = try await call.document { bytes in try Changeset(document: bytes) }
      return try await call.commit(.changes(changeset), options)
    },
    Route(
      .post,
      "/lists/{name}/revert",
      "Makes an older version the next one",
      parameters: [Parameter("to", .number, "The version to go back to")] + conditions,
      fields: fields,
      answers: answers
    ) { call in
      guard let version = try call.number("to", Call.versions) else {
        throw Problem.badRequest("no-version", "expected to=V, the version to go back to")
      }
      return try await call.commit(.reverting(to: version), try await call.options())
    },
    Route(
      .post,
      "/lists/{name}/undo",
      "Takes back one version and keeps what came after it, or takes back the newest ones",
      parameters: [
        Parameter(
          "version",
          .number,
          "The version to take back; by default the newest that is not an undo and not undone"
        ),
        Parameter("last", .number, "How many of the newest versions to take back"),
        Parameter(
          "conflicts",
          .oneOf(["refuse", "omit"]),
          "What becomes of parts that were changed again since"
        ),
      ] + conditions,
      fields: fields,
      answers: answers
    ) { call in try await call.undo() },
    Route(
      .post,
      "/lists/{name}/redo",
      "Makes again what was undone last",
      parameters: conditions,
      fields: fields,
      answers: answers
    ) { call in try await call.walk { history, head in try history.redo(from: head) } },
  ]
}

extension Call {
  /// Reads the body and makes a value of it.
  func document<Value: Sendable>(
    _ read: @escaping @Sendable ([UInt8]) throws -> Value
  ) async throws -> Value {
    let bytes = try await body()
    // To read a few bytes takes less time than to change threads.
    if bytes.count <= 16 << 10 { return try read(bytes) }
    return try await service.reading { _ in try read(bytes) }
  }

  /// Reads the body, up to the limit.
  ///
  /// - Throws: A ``Problem`` with status 413.
  func body() async throws -> [UInt8] {
    let limit = service.configuration.largestBody
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw Problem.tooLarge(limit: limit)
    }
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      guard bytes.count + buffer.readableBytes <= limit else {
        throw Problem.tooLarge(limit: limit)
      }
      bytes += buffer.readableBytesView
    }
    return bytes
  }

  /// Reads the conditions of a commit.
  ///
  /// - Throws: A ``Problem`` with status 400, or with 412 if a condition does not hold.
  func options() async throws -> CommitOptions {
    var options = CommitOptions(
      key: request.headers[.idempotencyKey].map(Self.unquoted),
      author: target["author"],
      message: target["message"]
    )
    let matches = EntityTags(request.headers[.ifMatch])
    let others = EntityTags(request.headers[.ifNoneMatch])
    let expected = try number("expect", Self.versions)
    if let expected { options.expected = .version(expected) }
    if matches.isThere {
      // A tag that was read at another host may be that of a version that is still to come here.
      try await service.log?.catchUp(list)
      // Where both are given, both must hold. A request that is repeated is known by its key, although its
      // condition does not hold any more: the store looks for the key first.
      let matching = try await version(matching: matches)
      guard matching != nil || options.key != nil else { throw try await conditionFailed() }
      options.expected = .version(matching.map { expected ?? $0 } ?? Self.noVersion)
    } else if expected == nil, others.isThere {
      guard others.isAnything else {
        throw Problem.badRequest("bad-condition", "If-None-Match: expected * here")
      }
      options.expected = .version(0)
    }
    return options
  }

  /// A version that no list has.
  private static let noVersion = Int.max

  /// Returns the number of the newest version if it has one of the tags.
  private func version(matching tags: EntityTags) async throws -> Int? {
    guard let info = try await newest() else { return nil }
    return tags.contains("\"\(info.fingerprint)\"") ? info.version : nil
  }

  private func newest() async throws -> ListInfo? {
    do {
      return try await service.reading { [list] in try $0.info(of: list) }
    } catch ListStoreError.unknownList {
      return nil
    }
  }

  private func conditionFailed() async throws -> Problem {
    guard let newest = try await newest() else {
      return .conditionFailed("there is no list \"\(list)\"", newest: nil)
    }
    return .conditionFailed(
      "the newest version has another ETag; read the list again, redo the edit and send it with that",
      newest: newest
    )
  }

  /// An `Idempotency-Key` is a string of RFC 8941, in quotes; without quotes it is taken as it is.
  private static func unquoted(_ value: String) -> String {
    guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
    return String(value.dropFirst().dropLast())
  }

  /// Commits, and answers with the version.
  func commit(_ proposal: ListStore.Proposal, _ options: CommitOptions) async throws -> Response {
    let commit: Commit
    do {
      commit = try await service.commit(proposal, to: list, options: options)
    } catch let error as ListStoreError {
      throw try await refusal(error)
    }
    let head = try? await service.heads.token(of: list)
    return answer(commit, head?.token(of: commit.version, commit.fingerprint))
  }

  /// Answers with a version that a commit has made or found.
  func answer(_ commit: Commit, _ token: CursorToken?) -> Response {
    var headers: HTTPFields = [
      .eTag: "\"\(commit.fingerprint)\"", .listVersion: String(commit.version),
    ]
    if let token { headers[.streamNextOffset] = FeedOffset(token).text }
    let isFirst = commit.version == 1 && commit.outcome == .committed
    return .json(isFirst ? .created : .ok, headers: headers) { writer in writer.commit(commit) }
  }

  /// Explains a refused commit; a version that is not the expected one comes with what was missed.
  func refusal(_ error: ListStoreError) async throws -> any Error {
    guard case .versionMismatch(_, let expected, let head, let fingerprint) = error else {
      return error
    }
    if expected == Self.noVersion { return try await conditionFailed() }
    // An append expects by its body, and no field of the request is at fault.
    let hasCondition = [HTTPField.Name.ifMatch, .ifNoneMatch].contains {
      request.headers[$0] != nil
    }
    let isConditional = hasCondition && target["expect"] == nil
    var problem = Problem(error)
    if isConditional { problem.status = .preconditionFailed }
    let missed = try await service.reading { store in
      let change = try? store.change(since: error)
      return change.flatMap { try? $0.document() }
    }
    let limit = service.configuration.pageBytes
    problem.members = { writer in
      writer.name("expected")
      writer.number(expected)
      writer.name("newest")
      writer.startObject()
      writer.name("version")
      writer.number(head)
      writer.name("fingerprint")
      writer.string(fingerprint.description)
      writer.endObject()
      guard let missed, missed.count <= limit, let content = try? Content(parsing: missed) else {
        return
      }
      writer.name("missed")
      writer.content(content)
    }
    return problem
  }
}

extension Problem {
  /// A condition in the fields of a request that does not hold.
  fileprivate static func conditionFailed(_ detail: String, newest: ListInfo?) -> Problem {
    Problem(status: .preconditionFailed, kind: "condition-failed", detail: detail) { writer in
      guard let newest else { return }
      writer.name("newest")
      writer.startObject()
      writer.name("version")
      writer.number(newest.version)
      writer.name("fingerprint")
      writer.string(newest.fingerprint.description)
      writer.endObject()
    }
  }
}

extension JSONWriter {
  fileprivate mutating func commit(_ commit: Commit) {
    startObject()
    name("list")
    string(commit.list.rawValue)
    name("version")
    number(commit.version)
    name("outcome")
    string(commit.outcome.rawValue)
    name("fingerprint")
    string(commit.fingerprint.description)
    name("operations")
    number(commit.operationCount)
    endObject()
  }
}
