import GRDB
public import ListModel

/// The next version of a list while it is being edited; see ``ListStore/edit(_:expecting:key:author:_:)``.
///
/// Elements are addressed by id. Each method either does all it says or throws
/// ``ListStoreError/invalidEdit(reason:)`` or ``ListStoreError/invalidList(_:)`` and does nothing.
/// Contents are read only when asked for. A draft is valid only inside the closure it is handed to.
///
/// Finding a cell costs O(cells of its section); the first one found costs O(cells of the list).
public struct ListDraft {
  /// Where the contents of elements that are not changed come from.
  enum Payloads {
    case rows(Database)
    case list(List)
  }

  /// What the list is to become.
  private(set) var proposal: ListProposal
  private let list: List.ID?
  private let payloads: Payloads
  /// Each cell's section; made when first needed.
  private var sectionsOfCells: [Cell.ID: Section.ID]?

  /// A draft that starts from a stored head.
  init(of state: ListState, payloads: Payloads) {
    list = state.id
    self.payloads = payloads
    proposal = ListProposal()
    proposal.sections = state.sections.map { section in
      SectionProposal(
        id: section.id,
        attributes: section.attributes,
        cells: section.cells.map { CellProposal(id: $0.id, component: $0.component) }
      )
    }
  }

  /// A draft that starts from a whole list.
  init(of list: List) throws {
    self.list = nil
    payloads = .list(list)
    proposal = try ListProposal(list)
  }
}

/// Where a cell goes.
public enum CellPlacement: Hashable, Sendable {
  /// Before all cells of a section.
  case start(of: Section.ID)
  /// After all cells of a section.
  case end(of: Section.ID)
  /// At an index of a section, counted without the cell itself when it moves.
  case at(Int, in: Section.ID)
  /// Immediately before a cell.
  case before(Cell.ID)
  /// Immediately after a cell.
  case after(Cell.ID)
}

/// Where a section goes.
public enum SectionPlacement: Hashable, Sendable {
  /// Before all sections.
  case start
  /// After all sections.
  case end
  /// At an index, counted without the section itself when it moves.
  case at(Int)
  /// Immediately before a section.
  case before(Section.ID)
  /// Immediately after a section.
  case after(Section.ID)
}

// MARK: - Looking

extension ListDraft {
  /// The ids of the sections, in order.
  public var sectionIDs: [Section.ID] {
    proposal.sections.map(\.id)
  }

  /// The ids of a section's cells, in order; `nil` if there is no such section.
  public func cellIDs(in section: Section.ID) -> [Cell.ID]? {
    sectionIndex(section).map { proposal.sections[$0].cells.map(\.id) }
  }

  /// The path of a cell; `nil` if there is no such cell.
  public mutating func path(of cell: Cell.ID) -> CellPath? {
    guard let id = cellSections()[cell], let section = sectionIndex(id),
      let item = proposal.sections[section].cells.firstIndex(where: { $0.id == cell })
    else { return nil }
    return CellPath(section: section, item: item)
  }

  /// What a cell shows.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` if there is no such cell.
  public mutating func component(of cell: Cell.ID) throws -> AnyComponent {
    let path = try require(cell)
    if let component = proposal[path].newComponent { return AnyComponent(component) }
    switch payloads {
    case .rows(let database):
      guard let list, let stored = try ListRows.component(of: cell, list: list, in: database)
      else { throw ListStoreError.corrupted(reason: "cell \"\(cell)\" has no row") }
      return AnyComponent(stored)
    case .list(let list):
      let cells = list.sections.lazy.flatMap(\.cells)
      guard let found = cells.first(where: { $0.id == cell }) else { throw missing(cell) }
      return found.component
    }
  }

  /// Header, footer and layout of a section.
  ///
  /// - Throws: ``ListStoreError/invalidEdit(reason:)`` if there is no such section.
  public func attributes(of section: Section.ID) throws -> Section.Attributes {
    let index = try require(section)
    if let attributes = proposal.sections[index].newAttributes { return attributes }
    switch payloads {
    case .rows(let database):
      guard let list,
        let attributes = try ListRows.attributes(of: section, list: list, in: database)
      else { throw ListStoreError.corrupted(reason: "section \"\(section)\" has no row") }
      return attributes
    case .list(let list):
      guard let found = list.sections.first(where: { $0.id == section }) else {
        throw missing(section)
      }
      return found.attributes
    }
  }
}

// MARK: - Editing cells

extension ListDraft {
  /// Inserts a new cell.
  public mutating func insertCell(_ cell: Cell, _ placement: CellPlacement) throws {
    try insertCells([cell], placement)
  }

  /// Inserts new cells, in order, at one place.
  public mutating func insertCells(_ cells: [Cell], _ placement: CellPlacement) throws {
    let path = try resolve(placement)
    let proposals = try validated(cells, at: path)
    proposal.sections[path.section].cells.insert(contentsOf: proposals, at: path.item)
    remember(cells.lazy.map(\.id), in: path.section)
  }

  /// Inserts a new cell after all cells of a section.
  public mutating func appendCell(_ cell: Cell, to section: Section.ID) throws {
    try insertCell(cell, .end(of: section))
  }

  /// Deletes a cell.
  public mutating func deleteCell(_ cell: Cell.ID) throws {
    let path = try require(cell)
    proposal.sections[path.section].cells.remove(at: path.item)
    sectionsOfCells?[cell] = nil
  }

  /// Moves a cell, within its section or to another one; it keeps its identity and content.
  public mutating func moveCell(_ cell: Cell.ID, _ placement: CellPlacement) throws {
    let source = try require(cell)
    if placement == .before(cell) || placement == .after(cell) { return }
    let moved = proposal.sections[source.section].cells.remove(at: source.item)
    do {
      let target = try resolve(placement)
      proposal.sections[target.section].cells.insert(moved, at: target.item)
      remember(CollectionOfOne(cell), in: target.section)
    } catch {
      proposal.sections[source.section].cells.insert(moved, at: source.item)
      throw error
    }
  }

  /// Gives the cell with the id of `cell` the component of `cell`.
  public mutating func updateCell(_ cell: Cell) throws {
    let path = try require(cell.id)
    proposal.sections[path.section].cells[path.item] = try CellProposal(checking: cell, at: path)
  }
}

// MARK: - Editing sections

extension ListDraft {
  /// Inserts a new section with its cells.
  public mutating func insertSection(_ section: Section, _ placement: SectionPlacement) throws {
    let index = try resolve(placement)
    let location = ElementLocation.section(index)
    if let reason = section.id.reasonForRefusal {
      throw ListStoreError.invalidList(.unusableIdentifier(at: location, reason: reason))
    }
    if let first = sectionIndex(section.id) {
      throw ListStoreError.invalidList(
        .duplicateIdentifier(section.id.rawValue, at: location, first: .section(first))
      )
    }
    let cells = try validated(section.cells, at: CellPath(section: index, item: 0))
    do {
      var proposed = try SectionProposal(Section(id: section.id), at: index)
      proposed.newAttributes = section.attributes
      proposed.attributes = try Digest(section.attributes)
      proposed.cells = cells
      proposal.sections.insert(proposed, at: index)
    } catch {
      throw ListStoreError.invalidList(
        .unencodableContent(at: location.description, reason: "\(error)")
      )
    }
    remember(section.cells.lazy.map(\.id), in: index)
  }

  /// Inserts a new section after all sections.
  public mutating func appendSection(_ section: Section) throws {
    try insertSection(section, .end)
  }

  /// Deletes a section and the cells that are in it.
  public mutating func deleteSection(_ section: Section.ID) throws {
    let removed = proposal.sections.remove(at: try require(section))
    for cell in removed.cells { sectionsOfCells?[cell.id] = nil }
  }

  /// Moves a section with its cells.
  public mutating func moveSection(_ section: Section.ID, _ placement: SectionPlacement) throws {
    let source = try require(section)
    if placement == .before(section) || placement == .after(section) { return }
    let moved = proposal.sections.remove(at: source)
    do {
      proposal.sections.insert(moved, at: try resolve(placement))
    } catch {
      proposal.sections.insert(moved, at: source)
      throw error
    }
  }

  /// Changes header, footer or layout of a section.
  public mutating func updateSection(
    _ section: Section.ID,
    _ body: (inout Section.Attributes) throws -> Void
  ) throws {
    let index = try require(section)
    var attributes = try attributes(of: section)
    try body(&attributes)
    do {
      proposal.sections[index].attributes = try Digest(attributes)
      proposal.sections[index].newAttributes = attributes
    } catch {
      throw ListStoreError.invalidList(
        .unencodableContent(
          at: ElementLocation.section(index).description,
          reason: "\(error)"
        )
      )
    }
  }
}

// MARK: - Finding

extension ListDraft {
  private func sectionIndex(_ id: Section.ID) -> Int? {
    proposal.sections.firstIndex { $0.id == id }
  }

  private func require(_ id: Section.ID) throws -> Int {
    guard let index = sectionIndex(id) else { throw missing(id) }
    return index
  }

  private mutating func require(_ id: Cell.ID) throws -> CellPath {
    guard let path = path(of: id) else { throw missing(id) }
    return path
  }

  private func missing(_ id: Section.ID) -> ListStoreError {
    .invalidEdit(reason: "there is no section \"\(id)\"")
  }

  private func missing(_ id: Cell.ID) -> ListStoreError {
    .invalidEdit(reason: "there is no cell \"\(id)\"")
  }

  private mutating func resolve(_ placement: CellPlacement) throws -> CellPath {
    switch placement {
    case .start(let section):
      return CellPath(section: try require(section), item: 0)
    case .end(let section):
      let index = try require(section)
      return CellPath(section: index, item: proposal.sections[index].cells.count)
    case .at(let item, let section):
      let index = try require(section)
      let count = proposal.sections[index].cells.count
      guard (0...count).contains(item) else {
        throw ListStoreError.invalidEdit(
          reason: "section \"\(section)\" has no place \(item); expected 0 to \(count)"
        )
      }
      return CellPath(section: index, item: item)
    case .before(let cell):
      return try require(cell)
    case .after(let cell):
      let path = try require(cell)
      return CellPath(section: path.section, item: path.item + 1)
    }
  }

  private func resolve(_ placement: SectionPlacement) throws -> Int {
    switch placement {
    case .start: return 0
    case .end: return proposal.sections.count
    case .before(let section): return try require(section)
    case .after(let section): return try require(section) + 1
    case .at(let index):
      guard (0...proposal.sections.count).contains(index) else {
        throw ListStoreError.invalidEdit(
          reason: "there is no place \(index); expected 0 to \(proposal.sections.count)"
        )
      }
      return index
    }
  }

  private mutating func cellSections() -> [Cell.ID: Section.ID] {
    if let sectionsOfCells { return sectionsOfCells }
    var sections: [Cell.ID: Section.ID] = [:]
    for section in proposal.sections {
      for cell in section.cells { sections[cell.id] = section.id }
    }
    sectionsOfCells = sections
    return sections
  }

  private mutating func remember(_ cells: some Collection<Cell.ID>, in section: Int) {
    guard sectionsOfCells != nil else { return }
    let id = proposal.sections[section].id
    for cell in cells { sectionsOfCells?[cell] = id }
  }

  /// Encodes new cells after checking that their ids are new.
  private mutating func validated(_ cells: [Cell], at path: CellPath) throws -> [CellProposal] {
    var seen: [Cell.ID: ElementLocation] = [:]
    return try cells.enumerated().map { offset, cell in
      let path = CellPath(section: path.section, item: path.item + offset)
      let location = ElementLocation.cell(path)
      if let reason = cell.id.reasonForRefusal {
        throw ListStoreError.invalidList(.unusableIdentifier(at: location, reason: reason))
      }
      let first = seen.updateValue(location, forKey: cell.id)
      if let first = first ?? self.path(of: cell.id).map({ .cell($0) }) {
        throw ListStoreError.invalidList(
          .duplicateIdentifier(cell.id.rawValue, at: location, first: first)
        )
      }
      return try CellProposal(checking: cell, at: path)
    }
  }
}

extension CellProposal {
  fileprivate init(checking cell: Cell, at path: CellPath) throws {
    do {
      self = try CellProposal(cell, at: path)
    } catch {
      throw ListStoreError.invalidList(error)
    }
  }
}
