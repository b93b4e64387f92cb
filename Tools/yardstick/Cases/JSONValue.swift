/// Any JSON value, from which cases read the members they know.
enum JSONValue: Decodable, Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var number: Double? { if case .number(let value) = self { value } else { nil } }
  var int: Int? { number.flatMap { Int(exactly: $0) } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  var members: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

  /// A string, or a number as a string, because ids and keys are written in either way.
  var text: String? {
    switch self {
    case .string(let value): value
    case .number: int.map(String.init) ?? number.map { "\($0)" }
    case .null, .bool, .array, .object: nil
    }
  }

  var isNull: Bool { self == .null }

  /// Returns the value with its members replaced by those of another one, one level deep.
  func overlaid(with other: JSONValue) -> JSONValue {
    guard case .object(let base) = self, case .object(let top) = other else { return other }
    return .object(base.merging(top) { $1 })
  }
}

extension JSONValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number: text ?? ""
    case .string(let value): "\"\(value)\""
    case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        .joined(separator: ", ") + "}"
    }
  }
}

/// Ids as cases write them: `1-4,8,gap-101`.
enum IDText {
  static func ids(_ text: String) -> [String] {
    text.split(separator: ",").flatMap { part -> [String] in
      let bounds = part.split(separator: "-").map { Int($0) }
      if bounds.count == 2, let first = bounds[0], let last = bounds[1], first <= last,
        last - first < 1_000_000
      {
        return (first...last).map(String.init)
      }
      return [String(part)]
    }
  }

  static func text(_ ids: [String]) -> String {
    var parts: [String] = []
    var index = 0
    while index < ids.count {
      guard let first = Int(ids[index]) else {
        parts.append(ids[index])
        index += 1
        continue
      }
      var last = first
      var end = index + 1
      while end < ids.count, Int(ids[end]) == last + 1 {
        last += 1
        end += 1
      }
      parts.append(last > first ? "\(first)-\(last)" : "\(first)")
      index = end
    }
    return parts.joined(separator: ",")
  }
}
