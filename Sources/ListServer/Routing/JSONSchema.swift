import ListModel

/// What a JSON value has, in the words of JSON Schema 2020-12, as OpenAPI 3.1 uses them.
indirect enum JSONSchema: Sendable {
  /// Any value.
  case any
  case text
  /// The name of a list, or the id of a section or cell.
  case identifier
  /// 32 hexadecimal digits.
  case fingerprint
  /// A whole number, from 0.
  case number
  /// Any number, such as a length in points.
  case decimal
  case oneOf([String])
  /// Values of one kind; so many, if a count is given.
  case array(JSONSchema, count: Int? = nil)
  /// These members, and no others.
  case object([Member])
  /// Members of any names.
  case members(JSONSchema)
  /// One of several kinds.
  case choice([JSONSchema])
  /// A kind that has a name in the document.
  case named(Name)

  /// A member of an object.
  struct Member: Sendable {
    var name: String
    var schema: JSONSchema
    var isRequired: Bool

    static func required(_ name: String, _ schema: JSONSchema) -> Member {
      Member(name: name, schema: schema, isRequired: true)
    }

    static func optional(_ name: String, _ schema: JSONSchema) -> Member {
      Member(name: name, schema: schema, isRequired: false)
    }
  }
}

extension JSONWriter {
  /// Writes a schema.
  mutating func schema(_ schema: JSONSchema) {
    startObject()
    switch schema {
    case .any: break
    case .text: type("string")
    case .identifier:
      type("string")
      name("minLength")
      number(1)
      name("maxLength")
      number(1024)
    case .fingerprint:
      type("string")
      name("pattern")
      string("^[0-9a-f]{32}$")
    case .number:
      type("integer")
      name("minimum")
      number(0)
    case .decimal: type("number")
    case .oneOf(let values):
      type("string")
      strings("enum", values)
    case .array(let element, let count): array(of: element, count)
    case .object(let members): object(members)
    case .members(let member):
      type("object")
      name("additionalProperties")
      self.schema(member)
    case .choice(let kinds):
      name("anyOf")
      startArray()
      for kind in kinds { self.schema(kind) }
      endArray()
    case .named(let kind):
      name("$ref")
      string("#/components/schemas/\(kind.rawValue)")
    }
    endObject()
  }

  private mutating func array(of element: JSONSchema, _ count: Int?) {
    type("array")
    name("items")
    schema(element)
    guard let count else { return }
    name("minItems")
    number(count)
    name("maxItems")
    number(count)
  }

  private mutating func object(_ members: [JSONSchema.Member]) {
    type("object")
    strings("required", members.filter(\.isRequired).map(\.name))
    name("properties")
    startObject()
    for member in members {
      name(member.name)
      schema(member.schema)
    }
    endObject()
    name("additionalProperties")
    boolean(false)
  }

  private mutating func type(_ type: String) {
    name("type")
    string(type)
  }

  private mutating func strings(_ name: String, _ values: [String]) {
    self.name(name)
    startArray()
    for value in values { string(value) }
    endArray()
  }

  mutating func boolean(_ value: Bool) {
    if let content = try? Content(parsing: Array("\(value)".utf8)) { self.content(content) }
  }
}
