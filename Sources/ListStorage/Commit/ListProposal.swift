import ListModel

/// A whole list that is to become the next version: validated, encoded and hashed.
struct ListProposal: Sendable {
  var sections: [SectionProposal] = []
}

/// What a section should become.
struct SectionProposal: Sendable {
  var id: Section.ID
  var attributes: Section.Attributes
  /// The digest of header, footer and layout.
  var digest: Digest
  var cells: [CellProposal]
}

/// What a cell should become.
struct CellProposal: Sendable {
  var id: Cell.ID
  /// Type and content.
  var component: StoredComponent
  /// The digest of type and content.
  var digest: Digest
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

  /// The fingerprint the list will have.
  var fingerprint: Fingerprint {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for section in sections {
      let own = Digest(section: section.id)
      let cells = section.cells.map { Digest(cell: $0.id) }
      sum &+= FingerprintTerm.order(of: cells, in: own)
      sum &+= FingerprintTerm.attributes(section.digest, of: own)
      for (cell, digest) in zip(section.cells, cells) {
        sum &+= FingerprintTerm.component(cell.digest, of: digest)
      }
    }
    return Fingerprint(value: sum)
  }

  subscript(path: CellPath) -> CellProposal {
    sections[path.section].cells[path.item]
  }
}

extension SectionProposal {
  /// Encodes a section; `index` is for error messages.
  init(_ section: Section, at index: Int) throws(InvalidList) {
    let location = ElementLocation.section(index)
    id = section.id
    attributes = section.attributes
    digest = try encoding(location.description) { try Digest(section.attributes) }
    cells = []
    cells.reserveCapacity(section.cells.count)
    for (item, cell) in section.cells.enumerated() {
      let location = ElementLocation.cell(CellPath(section: index, item: item))
      cells.append(
        CellProposal(
          cell.id,
          try encoding("\(location).content") { try cell.component.stored() }
        )
      )
    }
  }
}

extension CellProposal {
  init(_ id: Cell.ID, _ component: StoredComponent) {
    self.id = id
    self.component = component
    digest = Digest(component)
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
