import Foundation
import ListStorage
import Testing

/// docs/schemas says what `--json` prints; here every command that has it prints that.
@Suite struct SchemaTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/schemas")

  private static func schemas() throws -> [String: JSONSchema] {
    var found: [String: JSONSchema] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let data = try Data(contentsOf: folder.appendingPathComponent(file))
      let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      for command in try #require(schema["x-commands"] as? [String]) {
        try #require(found[command] == nil, "\(command) has two schemas")
        found[command] = JSONSchema(schema)
      }
    }
    return found
  }

  @Test func `every command with --json has a schema, and no other`() throws {
    let schemas = try Self.schemas()
    for command in `The command line`.subcommands + ["simulate", "repair"] {
      let help = try Tool.liststore.succeed(command, "--help").text
      #expect(help.contains("\n  --json ") == (schemas[command] != nil), "\(command)")
    }
  }

  @Test func `what is printed is as its schema says`() throws {
    let directory = try TemporaryDirectory()
    let schemas = try Self.schemas()
    let database = directory.path("home.db")
    var checked: [String: Int] = [:]

    func run(_ command: String, _ arguments: String..., input: String = "", status: Int32 = 0)
      throws
    {
      let result = try Tool.liststore.run(
        [command] + arguments + ["--json"],
        input: Data(input.utf8)
      )
      try #require(result.status == status, "\(command) \(arguments): \(result.errors)")
      let schema = try #require(schemas[command])
      for line in result.lines {
        let value = try JSONSerialization.jsonObject(
          with: Data(line.utf8),
          options: .fragmentsAllowed
        )
        for problem in schema.problems(with: value) {
          Issue.record("\(command) \(arguments): \(problem)\n\(line)")
        }
        checked[command, default: 0] += 1
      }
    }

    let list = """
      {"sections":[{"id":"s","header":{"type":"T","content":1},"layout":{"layout":"vertical","spacing":1},\
      "views":{"index":{"type":"I"}},"cells":[{"id":"a","type":"T","content":{"n":1}},\
      {"id":"b","views":{"badge":{"content":2}}}]}]}
      """
    try run("commit", database, "home", "--key", "k", "--author", "ann", "-m", "why", input: list)
    try run("commit", database, "home", "--key", "k", "--author", "ann", "-m", "why", input: list)
    try run("commit", database, "home", input: list)
    try run("set", database, "home", "a", #"{"n":2}"#)
    try run("insert", database, "home", "c", "1", "--after", "a")
    try run("move", database, "home", "c", "--before", "a")
    try run("delete", database, "home", "c")
    try run("revert", database, "home", "1")
    try run("undo", database, "home")
    try run("redo", database, "home")
    let lines =
      "{\"sections\":[]}\n{\"sections\":[{\"id\":\"s\"}]}\n{\"sections\":[{\"id\":\"s\"}]}\n"
    try run("import", database, "log", "--key-prefix", "d", input: lines)
    try run("import", database, "log", "--key-prefix", "d", input: lines)
    let script = """
      set -eu
      git init --quiet "$1"; cd "$1"; git config user.name n; git config user.email e
      echo 1 > one; git add .; git commit --quiet -m 1
      """
    let repository = directory.path("repository")
    try #require(try Child(["/bin/sh", "-c", script, "sh", repository]).wait().status == 0)
    try run("import-git", directory.path("git.db"), "files", repository)
    try run("lists", database)
    try run("log", database, "home")
    try run("log", database, "home", "-p")
    try run("show", database, "home")
    try run("show", database, "home", "--at", "0")
    try run("changes", database, "home")
    try run("diff", database, "home", "1", "3")
    try run("query", database, "SELECT * FROM cells")
    try run("replay", database, "home", "--verify")
    try run("verify", database)
    _ = try ListStore(path: database).consumer("index", of: "home").consume { _ in }
    try run("cursors", database)
    try run("stats", database)
    try run("export", database, "home")
    let history = try Tool.liststore.succeed("export", database, "home").text
    try run("import-history", directory.path("copy.db"), "-", input: history)
    try run("import-history", directory.path("copy.db"), "-", input: "")
    try run("backup", database, directory.path("backup.db"))
    try run("restore", directory.path("backup.db"), directory.path("restored.db"))
    try run("repair", database, directory.path("repaired.db"))
    try run("compact", database, "--versions", "2", "--dry-run")
    try run("compact", database, "--versions", "2")
    try run("clear", database, "log")
    try run("simulate", "--seeds", "1", "--steps", "5")
    #expect(Set(schemas.keys).subtracting(checked.keys) == [])
  }

  @Test(arguments: [
    (#"{"list":"l","version":1,"fingerprint":"x","token":"t"}"#, "fingerprint"),
    (
      #"{"list":"l","version":-1,"fingerprint":"55fb5ed6f28a0f1f29c8886a33e61170","token":"t"}"#,
      "version"
    ),
    (
      #"{"list":"l","version":1.5,"fingerprint":"55fb5ed6f28a0f1f29c8886a33e61170","token":"t"}"#,
      "version"
    ),
    (#"{"list":"l","version":1,"fingerprint":"55fb5ed6f28a0f1f29c8886a33e61170"}"#, "token"),
    (
      #"{"list":"l","version":1,"fingerprint":"55fb5ed6f28a0f1f29c8886a33e61170","token":"t","more":1}"#,
      "more"
    ),
    (#"["l"]"#, "object"),
  ])
  func `what is not as a schema says is found out`(json: String, problem: String) throws {
    let schema = try #require(try Self.schemas()["lists"])
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect(schema.problems(with: value).contains { $0.contains(problem) })
  }
}

/// A JSON Schema, as far as those in docs/schemas go: draft 2020-12.
private struct JSONSchema {
  private let schema: [String: Any]

  /// What this reads; a schema that says more is not understood.
  private static let keywords: Set = [
    "$schema", "title", "description", "x-commands", "type", "enum", "oneOf", "properties",
    "required",
    "additionalProperties", "items", "minItems", "maxItems", "minimum", "minLength", "pattern",
  ]

  init(_ schema: [String: Any]) { self.schema = schema }

  /// What is not as the schema says, with the place it is at.
  func problems(with value: Any, at place: String = "$") -> [String] {
    var problems = Set(schema.keys).subtracting(Self.keywords).map {
      "\(place): unknown keyword \($0)"
    }
    if let type = schema["type"] as? String, !isOf(type, value) {
      return problems + ["\(place): expected \(type), got \(value)"]
    }
    if let values = schema["enum"] as? [String], !values.contains(value as? String ?? "") {
      problems.append("\(place): expected one of \(values), got \(value)")
    }
    if let forms = schema["oneOf"] as? [[String: Any]] {
      let fitting = forms.count { JSONSchema($0).problems(with: value, at: place).isEmpty }
      if fitting != 1 { problems.append("\(place): as \(fitting) of \(forms.count) forms") }
    }
    if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
      problems.append("\(place): \(number) is less than \(least)")
    }
    if let text = value as? String {
      if text.count < schema["minLength"] as? Int ?? 0 { problems.append("\(place): empty") }
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        problems.append("\(place): \(text) is not as \(pattern)")
      }
    }
    if let array = value as? [Any] {
      if array.count < schema["minItems"] as? Int ?? 0
        || array.count > schema["maxItems"] as? Int ?? .max
      {
        problems.append("\(place): \(array.count) items")
      }
      if let items = schema["items"] as? [String: Any] {
        for (index, item) in array.enumerated() {
          problems += JSONSchema(items).problems(with: item, at: "\(place)[\(index)]")
        }
      }
    }
    if let object = value as? [String: Any] { problems += self.problems(in: object, at: place) }
    return problems
  }

  private func problems(in object: [String: Any], at place: String) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    var problems: [String] = []
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      problems.append("\(place): \(name) is missing")
    }
    for (name, value) in object {
      if let property = properties[name] {
        problems += JSONSchema(property).problems(with: value, at: "\(place).\(name)")
      } else if schema["additionalProperties"] as? Bool == false {
        problems.append("\(place): \(name) is not expected")
      }
    }
    return problems
  }

  private func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": return value is [String: Any]
    case "array": return value is [Any]
    case "string": return value is String
    case "boolean": return value is Bool
    case "number": return value is NSNumber && !(value is Bool)
    case "integer": return (value as? Double).map { $0 == $0.rounded() } ?? false
    default: return false
    }
  }
}
