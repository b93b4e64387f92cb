import ListModel

/// What a list should become, with contents only where they may be new.
struct ListProposal: Sendable {
  var sections: [SectionProposal] = []
}

/// What a section should become.
struct SectionProposal: Sendable {
  var id: Section.ID
  /// The digest of header, footer and layout.
  var attributes: Digest
  /// Header, footer and layout; `nil` when they are those of the stored section.
  var newAttributes: Section.Attributes?
  var cells: [CellProposal]
}

/// What a cell should become.
struct CellProposal: Sendable {
  var id: Cell.ID
  /// The digest of type and content.
  var component: Digest
  /// Type and content; `nil` when they are those of the stored cell.
  var newComponent: StoredComponent?
}

extension ListProposal {
  /// Validates and encodes a whole list.
  ///
  /// - Throws: ``ListStoreError/invalidList(_:)``.
  init(_ list: List) throws {
    do {
      try list.validate()
      for (index, section) in list.sections.enumerated() {
        sections.append(try SectionProposal(section, at: index))
      }
    } catch {
      throw ListStoreError.invalidList(error)
    }
  }
}

extension ListProposal {
  /// The fingerprint the list will have.
  var fingerprint: Fingerprint {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for section in sections {
      let own = Digest(section: section.id)
      let cells = section.cells.map { Digest(cell: $0.id) }
      sum &+= FingerprintTerm.order(of: cells, in: own)
      sum &+= FingerprintTerm.attributes(section.attributes, of: own)
      for (cell, digest) in zip(section.cells, cells) {
        sum &+= FingerprintTerm.component(cell.component, of: digest)
      }
    }
    return Fingerprint(value: sum)
  }
}

extension SectionProposal {
  /// Encodes a section; `index` is for error messages.
  init(_ section: Section, at index: Int) throws(InvalidList) {
    let location = ElementLocation.section(index)
    id = section.id
    newAttributes = section.attributes
    attributes = try encoding(location.description) { try Digest(section.attributes) }
    cells = []
    cells.reserveCapacity(section.cells.count)
    for (item, cell) in section.cells.enumerated() {
      cells.append(try CellProposal(cell, at: CellPath(section: index, item: item)))
    }
  }
}

extension CellProposal {
  /// Encodes a cell; `path` is for error messages.
  init(_ cell: Cell, at path: CellPath) throws(InvalidList) {
    let stored = try encoding("\(ElementLocation.cell(path)).content") {
      try cell.component.stored()
    }
    self.init(cell.id, stored)
  }

  init(_ id: Cell.ID, _ stored: StoredComponent) {
    self.id = id
    component = Digest(stored)
    newComponent = stored
  }
}

private func encoding<Value>(
  _ location: @autoclosure () -> String,
  _ work: () throws -> Value
) throws(InvalidList) -> Value {
  do {
    return try work()
  } catch {
    throw .unencodableContent(at: location(), reason: String(describing: error))
  }
}
