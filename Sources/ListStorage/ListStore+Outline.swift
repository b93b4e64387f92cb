import GRDB
import ListDiff
public import ListModel

// What can be read of any version without its contents: sections, counts, ids and places.

/// A list as it was at one version, without its cells.
public struct ListOutline: Equatable, Sendable {
  /// A section and how many cells it has.
  public struct Section: Equatable, Sendable {
    /// The section.
    public var id: ListModel.Section.ID
    /// The number of its cells.
    public var cellCount: Int
  }

  /// The name of the list.
  public var list: List.ID
  /// The version.
  public var version: Int
  /// The fingerprint of the whole list.
  public var fingerprint: Fingerprint
  /// The sections, in order.
  public var sections: [Section]

  /// The number of cells of all sections.
  public var cellCount: Int { sections.reduce(0) { $0 + $1.cellCount } }
}

extension ListStore {
  /// Reads the sections of a list and their numbers of cells, at the head or at any version.
  ///
  /// To read the contents that are shown, use ``window(_:in:at:)``.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - version: The version; the head if `nil`.
  /// - Returns: The list without its cells.
  /// - Throws: ``ListStoreError/unknownList(_:)`` and
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  /// - Complexity: O(sections + operations between the version and the head); the number of cells
  ///   does not matter.
  public func outline(of list: List.ID, at version: Int? = nil) throws -> ListOutline {
    try reading(list, at: version) { reader, version in
      try reader.requireSections()
      return ListOutline(
        list: list,
        version: version,
        fingerprint: try reader.fingerprint(of: version),
        sections: try reader.extents(at: version).sections.map {
          ListOutline.Section(id: $0.id, cellCount: $0.count)
        }
      )
    }
  }

  /// Reads the sections of a list without their cells, and how many cells each has, at the head or at
  /// any version.
  ///
  /// - Complexity: O(sections + operations between the version and the head); the number of cells does
  ///   not matter.
  package func sections(
    of list: List.ID,
    at version: Int? = nil
  ) throws -> [(section: Section, cellCount: Int)] {
    try reading(list, at: version) { reader, version in
      let counts = try reader.extents(at: version).sections
      let attributes = try reader.attributes(at: version)
      return counts.map { id, count in
        var section = Section(id: id)
        section.attributes = attributes[id] ?? Section.Attributes()
        return (section, count)
      }
    }
  }

  /// Reads the ids of the cells at some rows, at the head or at any version.
  ///
  /// - Parameters:
  ///   - bounds: The rows; those that do not exist are left out.
  ///   - list: The name of the list.
  ///   - version: The version; the head if `nil`.
  /// - Returns: The ids, in order.
  /// - Throws: ``ListStoreError/unknownList(_:)`` and
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  /// - Complexity: O(cells + sections + operations between the version and the head).
  public func cellIDs(
    _ bounds: WindowBounds,
    in list: List.ID,
    at version: Int? = nil
  ) throws -> [Cell.ID] {
    try reading(list, at: version) { reader, version in
      let slice = WindowSlice(bounds, in: try reader.extents(at: version))
      return try reader.ids(of: CellTrail(slice.extent.rows.map(slice.path)), from: version)
    }
  }

  /// Finds the place of a cell at the head or at any version.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - list: The name of the list.
  ///   - version: The version; the head if `nil`.
  /// - Returns: Its section and item; `nil` when it was not in the list.
  /// - Throws: ``ListStoreError/unknownList(_:)`` and
  ///   ``ListStoreError/unknownVersion(_:list:available:)``.
  /// - Complexity: O(log cells + chunks of a section + operations between the version and the head).
  public func path(
    of cell: Cell.ID,
    in list: List.ID,
    at version: Int? = nil
  ) throws -> CellPath? {
    try reading(list, at: version) { reader, version in try reader.path(of: cell, at: version) }
  }

  private func reading<Value>(
    _ list: List.ID,
    at version: Int?,
    _ body: (inout VersionReader, Int) throws -> Value
  ) throws -> Value {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let version = version ?? head.version
      try head.require(version)
      var reader = try VersionReader(of: head, heads: heads, in: database)
      return try body(&reader, version)
    }
  }
}
