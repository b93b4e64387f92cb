// What list documents and change documents have in common.

extension JSONReader {
  private enum ViewMember: String, CaseIterable, Sendable {
    case type, content, alignment
  }

  private static let viewMembers = JSONMembers(ViewMember.self)

  /// Reads a header or footer: `{"type": …, "content": …, "alignment": …}`, each optional.
  package mutating func readSupplementaryView(
    defaultAlignment: SupplementaryView.Alignment
  ) throws(JSONFault) -> SupplementaryView {
    var component = StoredComponent(type: "")
    var alignment = defaultAlignment
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.viewMembers) {
      switch member {
      case .type: component.type = try readString()
      case .content: component.content = try readContent()
      case .alignment: alignment = try readAlignment()
      }
    }
    return SupplementaryView(component: AnyComponent(component), alignment: alignment)
  }

  private mutating func readAlignment() throws(JSONFault) -> SupplementaryView.Alignment {
    let start = position
    guard let alignment = SupplementaryView.Alignment(rawValue: try readString()) else {
      throw JSONFault(
        at: start,
        "unknown alignment; expected top, leading, bottom, trailing, topLeading, topTrailing, "
          + "bottomLeading or bottomTrailing"
      )
    }
    return alignment
  }
}

extension JSONWriter {
  /// Writes the members `type` and `content` of a component, as far as it has them.
  package mutating func members(of component: StoredComponent) {
    if !component.type.isEmpty {
      name("type")
      string(component.type)
    }
    if let content = component.content {
      name("content")
      self.content(content)
    }
  }

  /// Writes the members `header`, `footer` and `layout` of a section, as far as it has them.
  ///
  /// - Throws: What encoding a component or layout throws.
  package mutating func members(of attributes: Section.Attributes) throws {
    if let header = attributes.header {
      name("header")
      try supplementaryView(header, defaultAlignment: .top)
    }
    if let footer = attributes.footer {
      name("footer")
      try supplementaryView(footer, defaultAlignment: .bottom)
    }
    if let layout = attributes.layout {
      name("layout")
      content(try layout.stored())
    }
  }

  private mutating func supplementaryView(
    _ view: SupplementaryView,
    defaultAlignment: SupplementaryView.Alignment
  ) throws {
    startObject()
    members(of: try view.component.stored())
    if view.alignment != defaultAlignment {
      name("alignment")
      string(view.alignment.rawValue)
    }
    endObject()
  }
}
