import ListModel

// The operations of a change document, each an object. The value that an operation replaces is its
// `was`; a document without `was` is read with the list it changes.

private enum DeletionMember: String, CaseIterable, Sendable {
  case id, at, was
}

private enum MoveMember: String, CaseIterable, Sendable {
  case id, from, to
}

private enum SectionInsertionMember: String, CaseIterable, Sendable {
  case id, at, header, footer, layout, views
}

private enum SectionUpdateMember: String, CaseIterable, Sendable {
  case id, from, at, header, footer, layout, views, was
}

private enum AttributesMember: String, CaseIterable, Sendable {
  case header, footer, layout, views
}

private enum CellInsertionMember: String, CaseIterable, Sendable {
  case id, at, type, content, views
}

private enum CellUpdateMember: String, CaseIterable, Sendable {
  case id, from, at, type, content, views, was
}

private enum ComponentMember: String, CaseIterable, Sendable {
  case type, content, views
}

private let deletionMembers = JSONMembers(DeletionMember.self)
private let moveMembers = JSONMembers(MoveMember.self)
private let sectionInsertionMembers = JSONMembers(SectionInsertionMember.self)
private let sectionUpdateMembers = JSONMembers(SectionUpdateMember.self)
private let attributesMembers = JSONMembers(AttributesMember.self)
private let cellInsertionMembers = JSONMembers(CellInsertionMember.self)
private let cellUpdateMembers = JSONMembers(CellUpdateMember.self)
private let componentMembers = JSONMembers(ComponentMember.self)

// MARK: Sections

extension JSONReader {
  mutating func readSectionDeletion(
    from list: List?
  ) throws(JSONFault) -> Changeset.SectionDeletion {
    var (id, at, was): (Section.ID?, Int?, Section.Attributes?)
    var object = try startObject()
    while let member = try nextMember(of: &object, among: deletionMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .at: at = try readIndex()
      case .was: was = try readAttributes()
      }
    }
    let place = try require(at, "at", in: object)
    let section = try require(id, "id", in: object)
    let attributes = try replaced(section, at: place, of: list, was: was, by: object)
    return .init(id: section, at: place, attributes: attributes)
  }

  mutating func readSectionInsertion() throws(JSONFault) -> Changeset.SectionInsertion {
    var (id, at): (Section.ID?, Int?)
    var attributes = Section.Attributes()
    var object = try startObject()
    while let member = try nextMember(of: &object, among: sectionInsertionMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .at: at = try readIndex()
      case .header: attributes.header = try readSupplementaryView(defaultAlignment: .top)
      case .footer: attributes.footer = try readSupplementaryView(defaultAlignment: .bottom)
      case .layout: attributes.layout = AnySectionLayout(try readContent())
      case .views: attributes.views = try readSupplementaryViews()
      }
    }
    return .init(
      id: try require(id, "id", in: object),
      at: try require(at, "at", in: object),
      attributes: attributes
    )
  }

  mutating func readSectionMove() throws(JSONFault) -> Changeset.SectionMove {
    var (id, from, to): (Section.ID?, Int?, Int?)
    var object = try startObject()
    while let member = try nextMember(of: &object, among: moveMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .from: from = try readIndex()
      case .to: to = try readIndex()
      }
    }
    return .init(
      id: try require(id, "id", in: object),
      from: try require(from, "from", in: object),
      to: try require(to, "to", in: object)
    )
  }

  mutating func readSectionUpdate(
    of list: List?
  ) throws(JSONFault) -> Changeset.SectionUpdate {
    var (id, from, at, was): (Section.ID?, Int?, Int?, Section.Attributes?)
    var attributes = Section.Attributes()
    var object = try startObject()
    while let member = try nextMember(of: &object, among: sectionUpdateMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .from: from = try readIndex()
      case .at: at = try readIndex()
      case .header: attributes.header = try readSupplementaryView(defaultAlignment: .top)
      case .footer: attributes.footer = try readSupplementaryView(defaultAlignment: .bottom)
      case .layout: attributes.layout = AnySectionLayout(try readContent())
      case .views: attributes.views = try readSupplementaryViews()
      case .was: was = try readAttributes()
      }
    }
    let section = try require(id, "id", in: object)
    let origin = try require(from, "from", in: object)
    let place = try require(at, "at", in: object)
    let old = try replaced(section, at: origin, of: list, was: was, by: object)
    return .init(id: section, from: origin, at: place, old: old, new: attributes)
  }

  private mutating func readAttributes() throws(JSONFault) -> Section.Attributes {
    var attributes = Section.Attributes()
    var object = try startObject()
    while let member = try nextMember(of: &object, among: attributesMembers) {
      switch member {
      case .header: attributes.header = try readSupplementaryView(defaultAlignment: .top)
      case .footer: attributes.footer = try readSupplementaryView(defaultAlignment: .bottom)
      case .layout: attributes.layout = AnySectionLayout(try readContent())
      case .views: attributes.views = try readSupplementaryViews()
      }
    }
    return attributes
  }

  private func replaced(
    _ id: Section.ID,
    at index: Int,
    of list: List?,
    was: Section.Attributes?,
    by operation: JSONObject
  ) throws(JSONFault) -> Section.Attributes {
    if let was { return was }
    guard let list else { throw missing("was", in: operation) }
    guard list.sections.indices.contains(index), list.sections[index].id == id else {
      throw JSONFault(at: operation.offset, "section \"\(id)\" is not at \(index) before")
    }
    return list.sections[index].attributes
  }
}

// MARK: Cells

extension JSONReader {
  mutating func readCellDeletion(from list: List?) throws(JSONFault) -> Changeset.CellDeletion {
    var (id, at, was): (Cell.ID?, CellPath?, AnyComponent?)
    var object = try startObject()
    while let member = try nextMember(of: &object, among: deletionMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .at: at = try readPath()
      case .was: was = try readComponent()
      }
    }
    let cell = try require(id, "id", in: object)
    let place = try require(at, "at", in: object)
    let component = try replaced(cell, at: place, of: list, was: was, by: object)
    return .init(id: cell, at: place, component: component)
  }

  mutating func readCellInsertion() throws(JSONFault) -> Changeset.CellInsertion {
    var (id, at): (Cell.ID?, CellPath?)
    var component = StoredComponent(type: "")
    var object = try startObject()
    while let member = try nextMember(of: &object, among: cellInsertionMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .at: at = try readPath()
      case .type: component.type = try readString()
      case .content: component.content = try readContent()
      case .views: component.views = try readViews()
      }
    }
    return .init(
      id: try require(id, "id", in: object),
      at: try require(at, "at", in: object),
      component: AnyComponent(component)
    )
  }

  mutating func readCellMove() throws(JSONFault) -> Changeset.CellMove {
    var (id, from, to): (Cell.ID?, CellPath?, CellPath?)
    var object = try startObject()
    while let member = try nextMember(of: &object, among: moveMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .from: from = try readPath()
      case .to: to = try readPath()
      }
    }
    return .init(
      id: try require(id, "id", in: object),
      from: try require(from, "from", in: object),
      to: try require(to, "to", in: object)
    )
  }

  mutating func readCellUpdate(of list: List?) throws(JSONFault) -> Changeset.CellUpdate {
    var (id, from, at, was): (Cell.ID?, CellPath?, CellPath?, AnyComponent?)
    var component = StoredComponent(type: "")
    var object = try startObject()
    while let member = try nextMember(of: &object, among: cellUpdateMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .from: from = try readPath()
      case .at: at = try readPath()
      case .type: component.type = try readString()
      case .content: component.content = try readContent()
      case .views: component.views = try readViews()
      case .was: was = try readComponent()
      }
    }
    let cell = try require(id, "id", in: object)
    let origin = try require(from, "from", in: object)
    let place = try require(at, "at", in: object)
    let old = try replaced(cell, at: origin, of: list, was: was, by: object)
    return .init(id: cell, from: origin, at: place, old: old, new: AnyComponent(component))
  }

  private mutating func readComponent() throws(JSONFault) -> AnyComponent {
    var component = StoredComponent(type: "")
    var object = try startObject()
    while let member = try nextMember(of: &object, among: componentMembers) {
      switch member {
      case .type: component.type = try readString()
      case .content: component.content = try readContent()
      case .views: component.views = try readViews()
      }
    }
    return AnyComponent(component)
  }

  private func replaced(
    _ id: Cell.ID,
    at path: CellPath,
    of list: List?,
    was: AnyComponent?,
    by operation: JSONObject
  ) throws(JSONFault) -> AnyComponent {
    if let was { return was }
    guard let list else { throw missing("was", in: operation) }
    guard let cell = list.cell(at: path), cell.id == id else {
      throw JSONFault(at: operation.offset, "cell \"\(id)\" is not at \(path) before")
    }
    return cell.component
  }
}

// MARK: Places

extension JSONReader {
  private func require<Value>(
    _ value: Value?,
    _ member: String,
    in object: JSONObject
  ) throws(JSONFault) -> Value {
    guard let value else { throw missing(member, in: object) }
    return value
  }

  private mutating func readIndex() throws(JSONFault) -> Int {
    try readInteger(0...Changeset.maximumIndex)
  }

  private mutating func readPath() throws(JSONFault) -> CellPath {
    let start = position
    var numbers: [Int] = []
    var array = try startArray()
    while try nextElement(of: &array) { numbers.append(try readIndex()) }
    guard numbers.count == 2 else { throw JSONFault(at: start, "expected [section, item]") }
    return CellPath(section: numbers[0], item: numbers[1])
  }
}
