import HTTPTypes
import Hummingbird

/// One operation of the server: what it is asked for, how it is described, and how it is answered.
///
/// The table of these (`ListService.routes`) is what requests are matched with and what the OpenAPI document
/// is written from, so that the two cannot differ.
struct Route: Sendable {
  let method: HTTPRequest.Method
  /// The parts of the path; a part in braces stands for any name.
  let path: [String]
  let summary: String
  var parameters: [Parameter] = []
  var fields: [Parameter] = []
  var body: Body?
  /// The statuses of answers other than those of every operation, each with its meaning.
  let answers: [Answer]
  /// Whether it is answered without a token, because it says nothing of the lists.
  var isForAll = false
  let respond: @Sendable (Call) async throws -> Response

  init(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ summary: String,
    parameters: [Parameter] = [],
    fields: [Parameter] = [],
    body: Body? = nil,
    answers: [Answer],
    isForAll: Bool = false,
    respond: @escaping @Sendable (Call) async throws -> Response
  ) {
    self.method = method
    self.path = path.dropFirst().split(separator: "/").map(String.init)
    self.summary = summary
    self.parameters = parameters
    self.fields = fields
    self.body = body
    self.answers = answers
    self.isForAll = isForAll
    self.respond = respond
  }

  /// A parameter of the query, or a field of the request.
  struct Parameter: Sendable {
    var name: String
    var schema: Schema
    var summary: String

    init(_ name: String, _ schema: Schema, _ summary: String) {
      self.name = name
      self.schema = schema
      self.summary = summary
    }
  }

  /// The values that a parameter may have.
  enum Schema: Hashable, Sendable {
    case text
    case number
    case oneOf([String])
    /// Texts; the parameter may be there several times.
    case texts
  }

  /// What is sent.
  struct Body: Sendable {
    var schema: JSONSchema.Name
    var summary: String

    /// A document in JSON.
    init(_ schema: JSONSchema.Name, _ summary: String) {
      self.schema = schema
      self.summary = summary
    }
  }

  /// An answer.
  struct Answer: Sendable {
    var status: Int
    var summary: String
    /// The types that it may have, the usual one first; none without a body.
    var types: [String]
    /// What JSON has.
    var schema: JSONSchema?

    init(_ status: Int, _ summary: String, types: [String] = []) {
      self.status = status
      self.summary = summary
      self.types = types
    }

    /// A document in JSON, or in other types that a client can ask for.
    init(_ status: Int, _ summary: String, _ schema: JSONSchema, or types: [String] = []) {
      self.init(status, summary, types: [Route.json] + types)
      self.schema = schema
    }

    /// A problem document.
    static func problem(_ status: Int, _ summary: String) -> Answer {
      var answer = Answer(status, summary, types: [Problem.type])
      answer.schema = .named(.problem)
      return answer
    }
  }

  /// Whether the operation changes something.
  var writes: Bool { method != .get }

  /// Whether the path names a list.
  var isOfList: Bool { path.first == "lists" && path.count > 1 }

  /// The names of parameters that may be there several times.
  var repeatable: Set<String> {
    Set(parameters.filter { $0.schema == .texts }.map(\.name))
  }

  /// How a path compares with the route's.
  enum Match {
    case different
    /// It is the route's, with these names in place of the parts in braces.
    case same([String])
    /// It would be the route's, but a name is not UTF-8.
    case notText
  }

  /// Returns whether the path of a request is the route's.
  func matches(_ parts: [String?]) -> Bool {
    if case .different = match(parts) { false } else { true }
  }

  /// Compares the path of a request with the route's.
  func match(_ parts: [String?]) -> Match {
    // The path of the page ends with the slash that its parts are counted from.
    if path.isEmpty { return parts == [""] ? .same([]) : .different }
    guard parts.count == path.count else { return .different }
    var names: [String] = []
    var isText = true
    for (part, expected) in zip(parts, path) {
      if expected.hasPrefix("{") {
        isText = isText && part != nil
        names.append(part ?? "")
      } else if part != expected {
        return .different
      }
    }
    return isText ? .same(names) : .notText
  }
}

/// A request to a route.
struct Call: Sendable {
  let service: ListService
  let request: Request
  let target: RequestTarget
  /// The names in the path, in order.
  let names: [String]
  let permission: ListPermission

  /// Whether only the head of the answer is wanted.
  var isHead: Bool { request.method == .head }
}
