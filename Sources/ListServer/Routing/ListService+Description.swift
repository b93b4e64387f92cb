import HTTPTypes
import ListModel

// The OpenAPI document, written from the table of routes.

extension ListService {
  /// Describes all operations, as OpenAPI 3.1 does.
  func description() -> [UInt8] {
    var writer = JSONWriter()
    writer.startObject()
    writer.name("openapi")
    writer.string("3.1.0")
    writer.name("info")
    writer.startObject()
    writer.name("title")
    writer.string("Lists")
    writer.name("version")
    writer.string("1")
    writer.endObject()
    writer.name("servers")
    writer.startArray()
    writer.startObject()
    writer.name("url")
    writer.string(prefix.isEmpty ? "/" : prefix)
    writer.endObject()
    writer.endArray()
    writer.name("paths")
    writer.startObject()
    var paths: [String] = []
    for route in routes where !paths.contains(route.pathText) { paths.append(route.pathText) }
    for path in paths {
      writer.name(path)
      writer.startObject()
      for route in routes where route.pathText == path {
        writer.operation(route, as: route.method.rawValue.lowercased())
        if route.method == .get { writer.operation(route, as: "head") }
      }
      writer.endObject()
    }
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }
}

extension Route {
  /// The path, with names in braces.
  var pathText: String { "/" + path.joined(separator: "/") }

  /// The answers of the operation, and those that all have.
  var allAnswers: [Answer] {
    let common = [
      Answer(400, "The request is malformed", type: Problem.type),
      Answer(401, "The server wants a token", type: Problem.type),
      Answer(500, "The server or its store has failed", type: Problem.type),
      Answer(503, "The store is busy, or the server is ending", type: Problem.type),
    ]
    let writing = [
      Answer(409, "The store refuses", type: Problem.type),
      Answer(507, "There is no room", type: Problem.type),
    ]
    let all = answers + common + (writes ? writing : [])
    return all.indices.filter { index in
      !all[..<index].contains { $0.status == all[index].status }
    }.map { all[$0] }
  }
}

extension JSONWriter {
  fileprivate mutating func operation(_ route: Route, as method: String) {
    name(method)
    startObject()
    name("summary")
    string(route.summary)
    name("parameters")
    startArray()
    for part in route.path where part.hasPrefix("{") {
      parameter(.init(String(part.dropFirst().dropLast()), .text, "A name"), in: "path")
    }
    for item in route.parameters { parameter(item, in: "query") }
    for item in route.fields { parameter(item, in: "header") }
    endArray()
    if let body = route.body {
      name("requestBody")
      startObject()
      name("description")
      string(body.summary)
      name("required")
      boolean()
      contentType(body.type)
      endObject()
    }
    name("responses")
    startObject()
    for answer in route.allAnswers {
      name(String(answer.status))
      startObject()
      name("description")
      string(answer.summary)
      if let type = answer.type, method != "head" { contentType(type) }
      endObject()
    }
    endObject()
    endObject()
  }

  private mutating func boolean() {
    if let value = try? Content(parsing: Array("true".utf8)) { content(value) }
  }

  private mutating func contentType(_ type: String) {
    name("content")
    startObject()
    name(type)
    startObject()
    endObject()
    endObject()
  }

  private mutating func parameter(_ parameter: Route.Parameter, in place: String) {
    startObject()
    name("name")
    string(parameter.name)
    name("in")
    string(place)
    name("description")
    string(parameter.summary)
    if place == "path" {
      name("required")
      boolean()
    }
    name("schema")
    startObject()
    name("type")
    switch parameter.schema {
    case .text: string("string")
    case .number:
      string("integer")
      name("minimum")
      number(0)
    case .texts:
      string("array")
      name("items")
      startObject()
      name("type")
      string("string")
      endObject()
    case .oneOf(let values):
      string("string")
      name("enum")
      startArray()
      for value in values { string(value) }
      endArray()
    }
    endObject()
    endObject()
  }
}
