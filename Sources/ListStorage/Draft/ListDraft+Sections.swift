public import ListModel

extension ListDraft {
  /// Inserts a new section with its cells.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such place,
  ///   ``ListStoreError/invalidList(_:)`` when something in it cannot be stored, or its id or the
  ///   id of a cell is in the list.
  public mutating func insertSection(_ section: Section, _ placement: SectionPlacement) throws {
    let index = try resolve(placement)
    let location = ElementLocation.section(index)
    if let reason = section.id.reasonForRefusal {
      throw ListStoreError.invalidList(.unusableIdentifier(at: location, reason: reason))
    }
    if let first = try find(section.id).flatMap(self.index) {
      throw ListStoreError.invalidList(
        .duplicateIdentifier(section.id.rawValue, at: location, first: .section(first))
      )
    }
    let (attributes, digest) = try encoded(section.attributes, at: location)
    let cells = try validated(section.cells) { CellPath(section: index, item: $1) }

    let name = try base.sectionIndex(section.id) ?? nameNewSection(section.id)
    var draft =
      sections[name] ?? SectionDraft(id: section.id, attributes: digest, baseCounts: [])
    draft.attributes = digest
    draft.newAttributes = attributes
    sections[name] = draft
    place(name, at: index)
    try insert(cells, at: Target(place: CellPlace(section: name, chunk: 0), offset: 0))
  }

  /// Inserts a new section after all sections.
  ///
  /// - Throws: As ``insertSection(_:_:)``.
  public mutating func appendSection(_ section: Section) throws {
    try insertSection(section, .end)
  }

  /// Deletes a section and the cells that are in it.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such section.
  /// - Complexity: O(cells of the section): each is recorded as deleted.
  public mutating func deleteSection(_ section: Section.ID) throws {
    let name = try require(section)
    for chunk in 0..<self.section(name).chunkCount {
      var left: [Int64] = []
      try withChunk(CellPlace(section: name, chunk: chunk)) { cells in
        left = cells
        cells = []
      }
      for cell in left { forget(cell, try cellID(cell)) }
    }
    takeOut(name)
  }

  /// Moves a section with its cells.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such section or place.
  public mutating func moveSection(_ section: Section.ID, _ placement: SectionPlacement) throws {
    let name = try require(section)
    if placement == .before(section) || placement == .after(section) { return }
    let before = order
    takeOut(name)
    do {
      place(name, at: try resolve(placement))
    } catch {
      order = before
      throw error
    }
  }

  /// Changes header, footer or layout of a section.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` when there is no such section,
  ///   ``ListStoreError/invalidList(_:)`` when these cannot be stored.
  public mutating func updateSection(
    _ section: Section.ID,
    _ body: (inout Section.Attributes) throws -> Void
  ) throws {
    let name = try require(section)
    var attributes = try attributes(of: name)
    try body(&attributes)
    var draft = self.section(name)
    let encoded = try encoded(attributes, at: .section(index(of: name) ?? 0))
    (draft.newAttributes, draft.attributes) = (encoded.attributes, encoded.digest)
    sections[name] = draft
  }
}

extension ListDraft {
  private mutating func place(_ name: Int, at index: Int) {
    var order = sectionNames
    self.order = nil
    order.insert(name, at: index)
    self.order = order
    if isInBase(name) { placedSections.insert(name) }
  }

  private mutating func takeOut(_ name: Int) {
    var order = sectionNames
    self.order = nil
    if let index = order.firstIndex(of: name) { order.remove(at: index) }
    self.order = order
  }

  /// Encodes attributes, once: encoding twice may give different bytes.
  private func encoded(
    _ attributes: Section.Attributes,
    at location: ElementLocation
  ) throws -> (attributes: Section.Attributes, digest: Digest) {
    do {
      let encoded = try attributes.encoded()
      try encoded.layout?.check(at: location)
      return (encoded, try Digest(encoded))
    } catch let error as InvalidList {
      throw ListStoreError.invalidList(error)
    } catch {
      throw ListStoreError.invalidList(
        .unencodableContent(at: location.description, reason: "\(error)")
      )
    }
  }

  private func resolve(_ placement: SectionPlacement) throws -> Int {
    let count = order?.count ?? base.sectionCount
    switch placement {
    case .start: return 0
    case .end: return count
    case .before(let section): return try requireIndex(of: section)
    case .after(let section): return try requireIndex(of: section) + 1
    case .at(let index):
      guard (0...count).contains(index) else {
        throw ListStoreError.invalidEdit(
          reason: "there is no place \(index); expected 0 to \(count)"
        )
      }
      return index
    }
  }

  private func requireIndex(of section: Section.ID) throws -> Int {
    guard let index = index(of: try require(section)) else {
      throw ListStoreError.invalidEdit(reason: "there is no section \"\(section)\"")
    }
    return index
  }
}
