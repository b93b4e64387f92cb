import ListLayout
package import ListModel
package import ListPictures
package import ListStorage

/// A list of a store, drawn: of its cells, only those on screen are read.
package struct StoredPicture {
  private let store: ListStore
  private let list: List.ID
  private let version: Int
  private let sections: [(section: Section, cellCount: Int)]

  /// Reads what belongs to the sections of a list, but not their cells.
  ///
  /// - Throws: What the store throws when there is no such list or version.
  package init(of list: List.ID, in store: ListStore, at version: Int? = nil) throws {
    self.store = store
    self.list = list
    self.version = try version ?? store.info(of: list).version
    sections = self.version == 0 ? [] : try store.sections(of: list, at: self.version)
  }

  /// Draws the list.
  ///
  /// - Throws: ``PictureError``, or what the store throws.
  /// - Complexity: O(sections + cells on screen) for the head.
  package func picture(on screen: PictureScreen) throws -> Picture {
    try Picture(of: sections, on: screen) { section, items in
      let rows = WindowBounds.rows(items, of: sections[section].section.id)
      return try store.window(rows, in: list, at: version).cells
    }
  }
}
