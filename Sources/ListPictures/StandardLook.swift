import ListModel
import ListRendering

/// The role of a component in its list.
enum ComponentRole {
  case cell, header, footer
}

extension ContentNode {
  /// Returns the look of a component that does not describe itself: its title and detail, found by
  /// the names that fields commonly have; else all its fields.
  static func standard(type: String, json: String?, as role: ComponentRole) -> ContentNode {
    let look = StandardLook(type: type, json: json)
    switch role {
    case .cell:
      guard let detail = look.detail else { return .element("p", text: look.title) }
      return .element(
        "div",
        ["style": "gap: 1px"],
        [
          .element("p", ["style": "-webkit-line-clamp: 1"], text: look.title),
          .element(
            "p",
            ["style": detailStyle],
            text: detail
          ),
        ]
      )
    case .header:
      let detail = look.detail.map { [ContentNode.element("small", text: $0)] } ?? []
      return .element("div", [:], [.element("h3", text: look.title)] + detail)
    case .footer:
      let texts = [look.title, look.detail].compactMap(\.self).joined(separator: " · ")
      return .element("p", ["style": detailStyle], text: texts)
    }
  }

  /// Letters that matter less, and can be read on any ground of a cell.
  private static let detailStyle = "font-size: 13px; color: light-dark(#6e6e73, #a1a1a6)"
}

/// The title and the detail of a component of any type.
struct StandardLook: Hashable {
  var title: String
  var detail: String?

  /// Common names of fields that hold a title.
  private static let titles = [
    "title", "name", "headline", "label", "subject", "path", "text", "message", "caption", "value",
  ]
  /// Common names of fields that hold a detail.
  private static let details = [
    "subtitle", "detail", "description", "body", "summary", "text", "message", "caption", "note",
    "author", "value",
  ]

  init(type: String, json: String?) {
    guard let json, let value = try? Content(parsing: Array(json.utf8)).decode(JSONValue.self)
    else {
      title = json ?? (type.isEmpty ? "no content" : type)
      return
    }
    guard case .object(let fields) = value else {
      title = value.text.isEmpty ? type : value.text
      return
    }
    let titleName = Self.titles.first { fields[$0]?.isScalar == true }
    let detailName = Self.details.first { $0 != titleName && fields[$0]?.isScalar == true }
    let rest = fields.keys.sorted().filter { $0 != titleName }
    if let titleName, let title = fields[titleName]?.text, !title.isEmpty {
      self.title = title
      detail = detailName.flatMap { fields[$0]?.text }
      if detail == nil, !rest.isEmpty { detail = Self.listed(rest, fields) }
      if detail?.isEmpty == true { detail = nil }
    } else {
      title = type.isEmpty ? Self.listed(rest, fields) : type
      detail = type.isEmpty || rest.isEmpty ? nil : Self.listed(rest, fields)
    }
  }

  private static func listed(_ names: [String], _ fields: [String: JSONValue]) -> String {
    names.map { "\($0): \(fields[$0]?.text ?? "")" }.joined(separator: " · ")
  }
}

/// A value of JSON.
private enum JSONValue: Decodable {
  case null
  case bool(Bool)
  case integer(Int)
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
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
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

  /// Whether it fits into a line.
  var isScalar: Bool {
    switch self {
    case .string, .integer, .number, .bool: true
    case .null, .array, .object: false
    }
  }

  var text: String {
    switch self {
    case .null: "–"
    case .bool(let value): value ? "yes" : "no"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value
    case .array(let values): values.map(\.text).joined(separator: ", ")
    case .object(let fields):
      fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }
        .joined(separator: ", ")
    }
  }
}
