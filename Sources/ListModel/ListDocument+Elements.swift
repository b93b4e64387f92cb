// The elements that list documents and change documents share.

extension JSONReader {
  private enum ViewMember: String, CaseIterable, Sendable {
    case type, content, alignment
  }

  private enum ComponentMember: String, CaseIterable, Sendable {
    case type, content
  }

  private static let viewMembers = JSONMembers(ViewMember.self)
  private static let componentMembers = JSONMembers(ComponentMember.self)

  /// Reads a header or footer: `{"type": …, "content": …, "alignment": …}`; each member is
  /// optional.
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

  /// Reads the supplementary views of a section: `{"badge": {"type": …, "content": …}, …}`.
  package mutating func readSupplementaryViews() throws(JSONFault) -> SupplementaryViews {
    SupplementaryViews(try readViews())
  }

  /// Reads supplementary views by their kinds.
  package mutating func readViews() throws(JSONFault) -> StoredComponent.Views {
    var views: StoredComponent.Views = [:]
    var object = try startObject()
    while let (name, start) = try nextName(of: &object) {
      let kind = SupplementaryKind(rawValue: name)
      if let reason = kind.reasonForRefusal { throw JSONFault(at: start, reason) }
      guard views[kind] == nil else { throw JSONFault(at: start, "duplicate member") }
      views[kind] = try readComponent()
    }
    return views
  }

  private mutating func readComponent() throws(JSONFault) -> StoredComponent {
    var component = StoredComponent(type: "")
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.componentMembers) {
      switch member {
      case .type: component.type = try readString()
      case .content: component.content = try readContent()
      }
    }
    return component
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
  /// Writes those of the members `type`, `content` and `views` that a component has.
  package mutating func members(of component: StoredComponent) {
    if !component.type.isEmpty {
      name("type")
      string(component.type)
    }
    if let content = component.content {
      name("content")
      self.content(content)
    }
    if component.hasViews { views(component.sortedViews) }
  }

  private mutating func views(_ views: [(kind: SupplementaryKind, component: StoredComponent)]) {
    name("views")
    startObject()
    for view in views {
      name(view.kind.rawValue)
      startObject()
      members(of: view.component)
      endObject()
    }
    endObject()
  }

  /// Writes those of the members `header`, `footer`, `layout` and `views` that a section has.
  ///
  /// - Throws: The errors of encoding a component or layout.
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
    if !attributes.views.isEmpty { views(try attributes.sortedViews()) }
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
