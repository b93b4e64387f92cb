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
    writer.components()
    writer.endObject()
    return writer.bytes
  }
}

extension Route {
  /// The path, with names in braces.
  var pathText: String { "/" + path.joined(separator: "/") }

  /// The answers of the operation, and those that all have.
  var allAnswers: [Answer] {
    let common: [Answer] = [
      .problem(400, "The request is malformed"),
      .problem(401, "The server wants a token"),
      .problem(500, "The server or its store has failed"),
      .problem(503, "The store is busy, or the server is ending"),
    ]
    let listed: [Answer] = [
      .problem(404, "There is no such list"),
      .problem(422, "The name is not one that a list can have"),
    ]
    let writing: [Answer] = [
      .problem(403, "The server is read-only, or the page is of another origin"),
      .problem(409, "The store refuses"),
      .problem(507, "There is no room"),
    ]
    let all = answers + common + (isOfList ? listed : []) + (writes ? writing : [])
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
      boolean(true)
      content([Route.json], .named(body.schema))
      endObject()
    }
    name("responses")
    startObject()
    for answer in route.allAnswers {
      name(String(answer.status))
      startObject()
      name("description")
      string(answer.summary)
      if !answer.types.isEmpty, method != "head" { content(answer.types, answer.schema) }
      endObject()
    }
    endObject()
    endObject()
  }

  /// Writes the types of a body; the first has the schema, if there is one.
  private mutating func content(_ types: [String], _ schema: JSONSchema?) {
    name("content")
    startObject()
    for (index, type) in types.enumerated() {
      name(type)
      startObject()
      if index == 0, let schema {
        name("schema")
        self.schema(schema)
      }
      endObject()
    }
    endObject()
  }

  fileprivate mutating func components() {
    name("components")
    startObject()
    name("schemas")
    startObject()
    for kind in JSONSchema.Name.allCases {
      name(kind.rawValue)
      schema(kind.schema)
    }
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
      boolean(true)
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
