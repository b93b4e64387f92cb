import GRDB
import ListDiff
public import ListModel

/// Some neighbouring cells of a section, as they were at one version.
public struct Window: Equatable, Sendable {
  /// The name of the list.
  public var list: List.ID
  /// The version.
  public var version: Int
  /// The fingerprint of the whole list at that version.
  public var fingerprint: Fingerprint
  /// The section.
  public var section: Section.ID
  /// Where the section was at that version.
  public var sectionIndex: Int
  /// Which items of the section: what was asked for, as far as there are cells.
  public var items: Range<Int>
  /// The cells at these items.
  public var cells: [Cell]
  /// The number of cells of the section.
  public var sectionCount: Int
}

extension ListStore {
  /// Reads some cells of a section, as they are now or were at any version, and nothing else.
  ///
  /// - Parameters:
  ///   - items: The items of the section, from 0; where there are none, fewer cells are returned.
  ///   - section: The section.
  ///   - list: The name of the list.
  ///   - version: The version; the head if `nil`.
  /// - Returns: The cells, and where they are.
  /// - Throws: ``ListStoreError/unknownList(_:)``,
  ///   ``ListStoreError/unknownVersion(_:list:available:)``, and
  ///   ``ListStoreError/invalidEdit(reason:)`` when the section is not there at that version.
  /// - Complexity: O(cells + operations between the version and the head); the length of the list
  ///   does not matter.
  public func window(
    _ items: Range<Int>,
    of section: Section.ID,
    in list: List.ID,
    at version: Int? = nil
  ) throws -> Window {
    try database.read { database in
      let head = try ListRows.require(list, in: database)
      let version = version ?? head.version
      try head.require(version)
      var reader = try VersionReader(of: head, heads: heads, in: database)
      let sections = try reader.extents(at: version).sections
      guard let index = sections.firstIndex(where: { $0.id == section }) else {
        throw ListStoreError.invalidEdit(
          reason: "there is no section \"\(section)\" in version \(version) of list \"\(list)\""
        )
      }
      let count = max(0, sections[index].count)
      let items = items.clamped(to: 0..<count)
      let trail = CellTrail(items.map { CellPath(section: index, item: $0) })
      return Window(
        list: head.id,
        version: version,
        fingerprint: try TimeTravel(database: database, head: head).fingerprint(of: version),
        section: section,
        sectionIndex: index,
        items: items,
        cells: try reader.cells(of: trail, from: version),
        sectionCount: count
      )
    }
  }
}
