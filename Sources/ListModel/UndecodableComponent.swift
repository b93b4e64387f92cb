/// A component that cannot be decoded as the requested type.
public struct UndecodableComponent: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cell that shows the component; `nil` for a header, a footer, or a component without a
  /// cell.
  public var cell: Cell.ID?
  /// The name under which the component is stored.
  public let type: String
  /// The name that was expected: the ``Component/componentType`` of the requested type.
  public let expected: String
  /// The field that does not fit, such as `price.cents` or `tags[2]`; empty for the whole content,
  /// and when the names differ.
  public let field: String
  /// The fault, and the expected value.
  public let reason: String

  /// One sentence for people.
  public var description: String {
    let subject = cell.map { "cell \"\($0)\"" } ?? "a component"
    if Identifier<StoredComponent>(type) != Identifier<StoredComponent>(expected) {
      return "\(subject) is stored as \"\(type)\", not as \"\(expected)\""
    }
    let place = field.isEmpty ? "its content" : "field \"\(field)\""
    return "\(subject), stored as \"\(type)\": \(place) \(reason)"
  }
}

extension UndecodableComponent {
  /// Creates the error of a component that is stored under another name.
  init(type: String, insteadOf expected: String) {
    self.init(cell: nil, type: type, expected: expected, field: "", reason: "has another type")
  }

  /// Creates the error of a component whose content does not fit the type of its name.
  init(type: String, error: any Error) {
    let (field, reason) = Self.explanation(of: error)
    self.init(cell: nil, type: type, expected: type, field: field, reason: reason)
  }

  /// Returns the same error with the id of its cell.
  package func of(_ cell: Cell.ID) -> Self {
    var copy = self
    copy.cell = cell
    return copy
  }

  private static func explanation(of error: any Error) -> (field: String, reason: String) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      (path(context.codingPath + [key]), "is missing")
    case DecodingError.valueNotFound(let type, let context):
      (path(context.codingPath), "is null; expected \(type)")
    case DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context):
      (path(context.codingPath), "does not fit: \(context.debugDescription)")
    default: ("", "does not fit: \(error)")
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

extension Component {
  /// Decodes a component from its stored form.
  init(decoding component: AnyComponent) throws(UndecodableComponent) {
    guard component.isNamed(Self.componentType) else {
      throw UndecodableComponent(type: component.type, insteadOf: Self.componentType)
    }
    do {
      let stored = try component.stored()
      let content = try stored.content ?? ListModel.Content(parsing: Array("null".utf8))
      self.init(viewModel: try content.decode(ViewModel.self))
    } catch {
      throw UndecodableComponent(type: component.type, error: error)
    }
  }
}
