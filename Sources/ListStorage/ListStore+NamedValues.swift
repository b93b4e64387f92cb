public import ListModel

// Values belong to a list but are not shown: page keys, tokens of a synchronisation, bookmarks.
//
// The values of a list are a second list with a cell for each, committed in the same transaction. So
// they have versions, feeds, copies, exports, verification and repair like every list.

extension ListStore {
  /// Returns the name of the list that holds a list's values: its name with `#values` after it.
  package static func valuesID(of list: List.ID) -> List.ID {
    List.ID(list.rawValue + valuesSuffix)
  }

  private static let valuesSuffix = "#values"
  fileprivate static let valuesSection: Section.ID = "values"
  fileprivate static let valueType = "Value"

  /// Reads the values of a list, by name.
  ///
  /// - Throws: ``ListStoreError``.
  public func values(of list: List.ID) throws -> [String: Content] {
    let id = Self.valuesID(of: list)
    return try database.read { database in
      guard let head = try ListRows.findOrProveNone(id, in: database) else { return [:] }
      return try TimeTravel(database: database, head: head).values
    }
  }

  /// Reads a list and its values, both as of the same moment.
  ///
  /// - Returns: The newest version, `nil` if there is no list of this name; and the values.
  /// - Throws: ``ListStoreError``.
  public func snapshotWithValues(
    of list: List.ID
  ) throws -> (snapshot: Snapshot?, values: [String: Content]) {
    try database.read { database in
      let snapshot = try ListRows.findOrProveNone(list, in: database).map {
        try TimeTravel(database: database, head: $0).snapshot(at: $0.version)
      }
      let values = try ListRows.findOrProveNone(Self.valuesID(of: list), in: database).map {
        try TimeTravel(database: database, head: $0).values
      }
      return (snapshot, values ?? [:])
    }
  }

  /// Reads the ids of cells of a section, and the values of its list, all as of the same moment.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - list: The name of the list.
  ///   - rows: Chooses the rows by the number of the section's cells, which is 0 if there is no such
  ///     section or list.
  /// - Returns: The newest version, 0 if there is no list of this name; the ids, the number of all
  ///   cells of the section, and the values. `nil` if no rows are chosen.
  /// - Throws: ``ListStoreError``.
  /// - Complexity: O(chosen cells + sections + values).
  package func cellIDsWithValues(
    of section: Section.ID,
    in list: List.ID,
    rows: (_ cellCount: Int) -> Range<Int>?
  ) throws -> (version: Int, ids: [Cell.ID], cellCount: Int, values: [String: Content])? {
    try database.read { database in
      var (version, ids, cellCount) = (0, [Cell.ID](), 0)
      if let head = try ListRows.findOrProveNone(list, in: database) {
        var reader = try VersionReader(of: head, heads: heads, in: database)
        try reader.requireSections()
        let extents = try reader.extents(at: head.version)
        version = head.version
        cellCount = extents.sections.first { $0.id == section }?.count ?? 0
        guard let rows = rows(cellCount) else { return nil }
        let slice = WindowSlice(.rows(rows, of: section), in: extents)
        ids = try reader.ids(of: CellTrail(slice.extent.rows.map(slice.path)), from: version)
      } else if rows(0) == nil {
        return nil
      }
      let values = try ListRows.findOrProveNone(Self.valuesID(of: list), in: database).map {
        try TimeTravel(database: database, head: $0).values
      }
      return (version, ids, cellCount, values ?? [:])
    }
  }
}

extension ListDraft {
  /// Sets values in the list that holds them; `nil` removes one.
  mutating func set(valuesOfList values: [String: Content?]) throws {
    if !sectionIDs.contains(ListStore.valuesSection) {
      try appendSection(Section(id: ListStore.valuesSection))
    }
    for (name, value) in values.sorted(by: { Cell.ID($0.key) < Cell.ID($1.key) }) {
      let id = Cell.ID(name)
      let isThere = try path(of: id) != nil
      guard let value else {
        if isThere { try deleteCell(id) }
        continue
      }
      let component = StoredComponent(type: ListStore.valueType, content: value)
      let cell = Cell(id: id, component: AnyComponent(component))
      if isThere {
        try updateCell(cell)
      } else {
        try appendCell(cell, to: ListStore.valuesSection)
      }
    }
  }
}

extension TimeTravel {
  /// The cells of the head, as values by name.
  fileprivate var values: [String: Content] {
    get throws {
      let list = try snapshot(at: head.version).list
      var values: [String: Content] = [:]
      for cell in list.sections.flatMap(\.cells) {
        if let content = try cell.component.stored().content { values[cell.id.rawValue] = content }
      }
      return values
    }
  }
}
