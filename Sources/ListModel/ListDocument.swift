// A list document is a list as JSON: `docs/formats.md` defines it.

extension List {
  /// Reads a list document.
  ///
  /// Components and layouts keep their stored form: see ``ComponentRegistry``. Ids are checked as
  /// by ``validate()``.
  ///
  /// - Throws: ``InvalidDocument``, which names the path of the fault.
  /// - Complexity: O(bytes) expected; no other representation of the document is built.
  public init(document: [UInt8]) throws(InvalidDocument) {
    let sections: [Section]
    do {
      sections = try JSONReader.read(document) { reader throws(JSONFault) in
        try reader.readListDocument()
      }
    } catch {
      throw InvalidDocument(error, in: document)
    }
    self.init(sections: sections)
    do { try validate() } catch { throw InvalidDocument(error) }
  }

  /// Writes the list as a list document: compact, on one line, in UTF-8.
  ///
  /// - Throws: ``InvalidList/unencodableContent(at:reason:)`` for a component or layout that
  ///   cannot be encoded.
  public func document() throws(InvalidList) -> [UInt8] {
    var writer = JSONWriter()
    writer.startListDocument()
    for (index, section) in sections.enumerated() {
      try writer.startSection(section, at: index)
      for (item, cell) in section.cells.enumerated() {
        try writer.cell(cell, at: CellPath(section: index, item: item))
      }
      writer.endSection()
    }
    writer.endListDocument()
    return writer.bytes
  }
}

// MARK: Reading

extension JSONReader {
  private enum ListMember: String, CaseIterable, Sendable {
    case sections
  }

  private enum SectionMember: String, CaseIterable, Sendable {
    case id, header, footer, layout, views, cells
  }

  private enum CellMember: String, CaseIterable, Sendable {
    case id, type, content, views
  }

  private static let listMembers = JSONMembers(ListMember.self)
  private static let sectionMembers = JSONMembers(SectionMember.self)
  private static let cellMembers = JSONMembers(CellMember.self)

  fileprivate mutating func readListDocument() throws(JSONFault) -> [Section] {
    var sections: [Section]?
    var object = try startObject()
    while try nextMember(of: &object, among: Self.listMembers) != nil {
      sections = try readSections()
    }
    guard let sections else { throw missing("sections", in: object) }
    return sections
  }

  private mutating func readSections() throws(JSONFault) -> [Section] {
    var sections: [Section] = []
    var type = ""
    var array = try startArray()
    while try nextElement(of: &array) { sections.append(try readSection(sharing: &type)) }
    return sections
  }

  private mutating func readSection(sharing type: inout String) throws(JSONFault) -> Section {
    var id: Section.ID?
    var attributes = Section.Attributes()
    var cells: [Cell] = []
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.sectionMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .header: attributes.header = try readSupplementaryView(defaultAlignment: .top)
      case .footer: attributes.footer = try readSupplementaryView(defaultAlignment: .bottom)
      case .layout: attributes.layout = AnySectionLayout(try readContent())
      case .views: attributes.views = try readSupplementaryViews()
      case .cells: cells = try readCells(sharing: &type)
      }
    }
    guard let id else { throw missing("id", in: object) }
    var section = Section(id: id, cells: cells)
    section.attributes = attributes
    return section
  }

  private mutating func readCells(sharing type: inout String) throws(JSONFault) -> [Cell] {
    var cells: [Cell] = []
    var array = try startArray()
    while try nextElement(of: &array) { cells.append(try readCell(sharing: &type)) }
    return cells
  }

  /// Reads a cell as a list document has it.
  package mutating func readCell() throws(JSONFault) -> Cell {
    var type = ""
    return try readCell(sharing: &type)
  }

  /// Reads a section as a list document has it, with its cells.
  package mutating func readSection() throws(JSONFault) -> Section {
    var type = ""
    return try readSection(sharing: &type)
  }

  /// Reads a cell; `type` is the type of the cell before, and most often of this one.
  private mutating func readCell(sharing type: inout String) throws(JSONFault) -> Cell {
    var id: Cell.ID?
    var component = StoredComponent(type: "")
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.cellMembers) {
      switch member {
      case .id: id = try readIdentifier()
      case .type:
        type = try readString(sharing: type)
        component.type = type
      case .content: component.content = try readContent()
      case .views: component.views = try readViews()
      }
    }
    guard let id else { throw missing("id", in: object) }
    return Cell(id: id, component: AnyComponent(component))
  }
}

// MARK: Writing

extension JSONWriter {
  package mutating func startListDocument() {
    startObject()
    name("sections")
    startArray()
  }

  package mutating func endListDocument() {
    endArray()
    endObject()
  }

  /// Writes a section up to its cells, which are not written.
  package mutating func startSection(_ section: Section, at index: Int) throws(InvalidList) {
    startObject()
    name("id")
    string(section.id.rawValue)
    do { try members(of: section.attributes) } catch {
      throw .unencodableContent(at: "\(ElementLocation.section(index))", reason: "\(error)")
    }
    name("cells")
    startArray()
  }

  package mutating func endSection() {
    endArray()
    endObject()
  }

  package mutating func cell(_ cell: Cell, at path: CellPath) throws(InvalidList) {
    do { try self.cell(cell) } catch {
      throw .unencodableContent(at: "\(ElementLocation.cell(path))", reason: "\(error)")
    }
  }

  private mutating func cell(_ cell: Cell) throws {
    let component = try cell.component.stored()
    startObject()
    name("id")
    string(cell.id.rawValue)
    members(of: component)
    endObject()
  }
}
