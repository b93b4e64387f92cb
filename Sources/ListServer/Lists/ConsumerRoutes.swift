import HTTPTypes
import Hummingbird
import ListDiff
import ListModel
import ListStorage

// The named consumers of a list, for operators.

extension Route {
  private static let unknown = Answer.problem(404, "There is no such list or consumer")
  private static let forbidden = Answer.problem(
    403,
    "The server is read-only, or the page is of another origin"
  )

  static let consumers = [
    Route(
      .get,
      "/lists/{name}/consumers",
      "The named consumers of a list, and how far they are",
      answers: [Answer(200, "Positions, lags and failures", .named(.consumers)), unknown]
    ) { call in try await call.consumers() },
    Route(
      .delete,
      "/lists/{name}/consumers/{consumer}",
      "Forgets a consumer",
      answers: [Answer(204, "It is forgotten"), unknown, forbidden]
    ) { call in try await call.change { try $0.removeConsumer($1, of: $2) } },
    Route(
      .post,
      "/lists/{name}/consumers/{consumer}/retry",
      "Lets a parked consumer try again",
      answers: [Answer(204, "It may try again"), unknown, forbidden]
    ) { call in try await call.change { try $0.retryConsumer($1, of: $2) } },
    Route(
      .post,
      "/lists/{name}/consumers/{consumer}/skip",
      "Skips the step at which a consumer has failed",
      answers: [
        Answer(204, "It is past that step"), unknown, forbidden,
        .problem(409, "It has not failed"),
      ]
    ) { call in try await call.change { try $0.skipConsumer($1, of: $2) } },
  ]
}

extension Call {
  fileprivate func consumers() async throws -> Response {
    let consumers = try await service.reading { [list] in try $0.consumers(of: list) }
    return .json { writer in
      writer.startObject()
      writer.name("consumers")
      writer.startArray()
      for consumer in consumers { writer.consumer(consumer) }
      writer.endArray()
      writer.endObject()
    }
  }

  fileprivate func change(
    _ body: @escaping @Sendable (ListStore, _ consumer: String, List.ID) throws -> Void
  ) async throws -> Response {
    try await service.reading { [list, names] in try body($0, names[1], list) }
    return Response(status: .noContent, headers: [.cacheControl: "no-store"])
  }
}

extension JSONWriter {
  fileprivate mutating func consumer(_ consumer: ConsumerInfo) {
    startObject()
    name("name")
    string(consumer.name)
    name("version")
    number(consumer.position.version)
    name("lag")
    number(consumer.lag)
    name("offset")
    string(FeedOffset(consumer.position).text)
    if let time = Change.timestamp(of: consumer.lastSeen) {
      name("lastSeen")
      string(time)
    }
    name("failures")
    number(consumer.failures)
    if let parked = consumer.parked {
      name("parked")
      string(parked)
    }
    endObject()
  }
}
