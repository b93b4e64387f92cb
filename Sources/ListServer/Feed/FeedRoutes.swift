import HTTPTypes
import Hummingbird
import ListModel
import ListStorage
import NIOCore

// Feeds, as Durable Streams 1.0 (draft, sections 5.5 to 5.8, 8 to 10) has them.

extension Route {
  private static let feedParameters = [
    Parameter(
      "offset",
      .text,
      "The Stream-Next-Offset of the last answer; -1 for the beginning, which is the default; now for the end"
    ),
    Parameter("live", .oneOf(["long-poll", "sse"]), "Wait for messages; needs an offset"),
    Parameter("cursor", .number, "The Stream-Cursor of the last answer"),
    Parameter(
      "was",
      .oneOf(["omit", "include"]),
      "Whether a message holds the values that it replaces; omit by default"
    ),
  ]
  private static let feedFields = [
    Parameter("Last-Event-ID", .text, "The id of the last event; wins over offset with live=sse"),
    Parameter("If-None-Match", .text, "The ETag of an answer that the reader has"),
  ]
  private static func feedAnswers(_ message: JSONSchema) -> [Answer] {
    [
      Answer(
        200,
        "Change documents; an empty array if there is nothing new",
        .array(message),
        or: ["text/event-stream"]
      ),
      Answer(204, "live=long-poll: there was no message in time"),
      Answer(304, "The reader has this answer"),
      .problem(400, "The offset or another parameter is malformed"),
      .problem(410, "The reader has to begin again, at \"start\""),
      .problem(503, "There are too many live requests"),
    ]
  }

  static let feeds = [
    Route(
      .get,
      "/lists/{name}/changes",
      "The changes of a list, a message for each version",
      parameters: feedParameters + [
        Parameter(
          "window",
          .text,
          "The first row and how many: 0,20. The messages are changes of these rows alone; they go on from the "
            + "Stream-Next-Offset of /lists/{name}/cells"
        ),
        Parameter("section", .text, "Count the rows of this section; else of the whole list"),
      ],
      fields: feedFields,
      answers: feedAnswers(.choice([.named(.change), .named(.windowChange)]))
        + [.problem(404, "There is no such list")]
    ) { call in
      let window = try WindowQuery(call)
      return try await call.feed(window.map { .window(call.list, $0) } ?? .list(call.list))
    },
    Route(
      .get,
      "/changes",
      "The changes of all lists or some, in the order of their commits",
      parameters: feedParameters + [
        Parameter(
          "list",
          .texts,
          "Only the changes of lists of these names, which need not exist yet"
        )
      ],
      fields: feedFields,
      answers: feedAnswers(.named(.change)) + [.problem(404, "The token is for other lists")]
    ) { call in try await call.feed(.lists(try call.chosenLists())) },
  ]
}

extension Call {
  /// The lists that are asked for, all of which the token must be for.
  fileprivate func chosenLists() throws -> ListPermission.Lists {
    let names = target.values(of: "list").map { List.ID($0) }
    guard !names.isEmpty else { return permission.lists }
    for name in names {
      if let reason = name.reasonForRefusal {
        throw Problem.badRequest("bad-list", "the name of a list \(reason)")
      }
      if !permission.lists.contains(name) { throw ListStoreError.unknownList(name) }
    }
    return .only(Set(names))
  }

  fileprivate func feed(_ source: FeedSource) async throws -> Response {
    let asked = try FeedRequest(self, of: source)
    if isHead { return try await head(of: source) }
    switch asked.mode {
    case .catchUp: return try await catchUp(asked)
    case .longPoll: return try await longPoll(asked)
    case .events: return try await events(asked)
    }
  }

  /// Answers with the end of a feed.
  ///
  /// It is never kept: it may change at any moment.
  private func head(of source: FeedSource) async throws -> Response {
    let tail = try await service.reading { try $0.tail(of: source) }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store", .streamNextOffset: tail.text,
      ]
    )
  }

  private func catchUp(_ asked: FeedRequest) async throws -> Response {
    let chunk = try await service.chunk(of: asked.selection, at: asked.position)
    return answer(chunk, to: asked)
  }

  /// Answers with messages; with a 304 if the reader has them.
  private func answer(_ chunk: FeedChunk, to asked: FeedRequest) -> Response {
    var headers: HTTPFields = [
      .contentType: "application/json",
      .streamNextOffset: chunk.next.text,
      .cacheControl: service.cacheControl(of: chunk, asked),
    ]
    if chunk.isUpToDate { headers[.streamUpToDate] = "true" }
    if asked.mode == .longPoll {
      let number = chunk.count > 0 ? chunk.next.number : nil
      headers[.streamCursor] = service.cursor(after: asked.cursor, past: number)
    }
    if asked.position != .now {
      let tag = chunk.entityTag(from: asked.position)
      headers[.eTag] = tag
      if asked.mode == .catchUp, EntityTags(request.headers[.ifNoneMatch]).contains(tag) {
        return Response(status: .notModified, headers: headers)
      }
    }
    service.metrics.count(messages: chunk.count)
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: chunk.messages))
  }

  private func longPoll(_ asked: FeedRequest) async throws -> Response {
    try service.beginLive()
    defer { service.metrics.endLive() }
    var follower = try await FeedFollower(of: service, asked.selection, at: asked.position)
    let deadline = ContinuousClock.now + service.configuration.pollDuration
    while follower.chunk.count == 0 {
      // So many changes of other lists come first that they are read in several steps.
      if !follower.chunk.isUpToDate {
        guard ContinuousClock.now < deadline else { break }
        try await follower.readOn()
        continue
      }
      switch try await follower.wait(until: deadline) {
      case .change: break
      case .time, .end:
        return Response(
          status: .noContent,
          headers: [
            .streamNextOffset: follower.chunk.next.text,
            .streamUpToDate: "true",
            .streamCursor: service.cursor(after: asked.cursor),
            .cacheControl: "no-store",
          ]
        )
      }
    }
    return answer(follower.chunk, to: asked)
  }

  private func events(_ asked: FeedRequest) async throws -> Response {
    try service.beginLive()
    let follower: FeedFollower
    do {
      // Whatever can be refused is refused before the stream begins.
      follower = try await FeedFollower(of: service, asked.selection, at: asked.position)
    } catch {
      service.metrics.endLive()
      throw error
    }
    let stream = EventStream(service: service, follower: follower, cursor: asked.cursor)
    let lease = LiveLease(service.metrics)
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream",
        .cacheControl: "no-cache",
        // Asks nginx to pass events on at once.
        .xAccelBuffering: "no",
      ],
      body: ResponseBody { [request] writer in
        defer { lease.end() }
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await stream.write(to: &writer)
        }
        try await writer.finish(nil)
      }
    )
  }
}

extension ListService {
  /// Reads messages that are there.
  fileprivate func chunk(
    of selection: FeedSelection,
    at position: FeedPosition
  ) async throws -> FeedChunk {
    metrics.countRead()
    return try await reading { [limits] in try $0.chunk(of: selection, at: position, limits) }
  }

  /// Reads the first messages of a live request.
  ///
  /// They are not shared: a reader must find whatever was
  /// acknowledged before, also by another process whose commit has not woken this one yet.
  func firstChunk(of selection: FeedSelection, at position: FeedPosition) async throws -> FeedChunk
  {
    try await chunk(of: selection, at: position)
  }

  /// Reads messages once for all readers who were woken at the same time.
  func sharedChunk(_ key: ChunkKey) async throws -> FeedChunk {
    try await chunks.value(for: key) { [self] in
      try await chunk(of: key.selection, at: key.position)
    }
  }

  private var limits: ChunkLimits {
    ChunkLimits(bytes: configuration.pageBytes, changes: configuration.pageChanges)
  }

  func cursor(after client: Int?, past number: Int? = nil) -> String {
    String(StreamCursor.next(after: client, at: configuration.now(), past: number))
  }

  fileprivate func beginLive() throws {
    guard metrics.beginLive(limit: configuration.liveRequests) else {
      throw Problem.tooManyStreams(limit: configuration.liveRequests)
    }
  }

  /// How long an answer may be kept.
  ///
  /// What follows an offset never changes, as long as the list is not restored or cleared; then a cache gives
  /// the old changes for a minute more, and their reader is told with the next request. The end of a feed may
  /// be another one at any moment: a cache asks with the answer's tag. Only a long-poll may be kept with the
  /// end, because its reader asks for what follows at once.
  fileprivate func cacheControl(of chunk: FeedChunk, _ asked: FeedRequest) -> String {
    if asked.position == .now { return "no-store" }
    let scope = configuration.caching == .shared ? "public" : "private"
    switch (asked.mode, chunk.isUpToDate) {
    case (.longPoll, _): return "\(scope), max-age=20"
    case (_, true): return "\(scope), no-cache"
    case (_, false):
      return asked.position == .beginning
        ? "\(scope), max-age=60" : "\(scope), max-age=60, stale-while-revalidate=300"
    }
  }
}

extension FeedChunk {
  /// The tag of the messages from a position.
  ///
  /// Both ends have the lineage, the epoch and the fingerprint; whether the reader is at the end is part of
  /// the answer.
  fileprivate func entityTag(from position: FeedPosition) -> String {
    let start =
      switch position {
      case .beginning: "-1"
      case .now: "now"
      case .after(let offset): offset.text
      }
    return "\"\(start):\(next.text):\(isUpToDate ? "end" : "more")\""
  }
}
