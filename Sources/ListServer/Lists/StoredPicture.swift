import ListLayout
package import ListModel
package import ListPictures
package import ListStorage

/// A picture of a stored list, for which only the cells on screen are read.
package struct StoredPicture {
  private let store: ListStore
  private let list: List.ID
  private let version: Int
  /// The sections without their cells, and how many cells each has.
  package let sections: [(section: Section, cellCount: Int)]

  /// Reads the sections of a list without their cells.
  ///
  /// - Throws: The error of the store if there is no such list or version.
  package init(of list: List.ID, in store: ListStore, at version: Int? = nil) throws {
    self.store = store
    self.list = list
    self.version = try version ?? store.info(of: list).version
    sections = self.version == 0 ? [] : try store.sections(of: list, at: self.version)
  }

  /// Draws the list.
  ///
  /// - Throws: ``PictureError``, or an error of the store.
  /// - Complexity: O(sections + cells on screen + operations between the version and the head).
  package func picture(on screen: PictureScreen) throws -> Picture {
    try self.screen(screen).picture
  }

  /// Draws the list, and says where the screen is in it.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - anchor: The cell that says how far the list is scrolled; the screen says it if `nil`.
  ///   - overscan: How much is drawn above and below the screen, in points.
  /// - Returns: The picture, with how far it is scrolled.
  /// - Throws: ``PictureError``, or an error of the store.
  package func screen(
    _ screen: PictureScreen,
    anchor: ScreenPicture.Anchor? = nil,
    overscan: Double = 0
  ) throws -> ScreenPicture {
    try ScreenPicture(
      of: sections,
      on: screen,
      names: .shown,
      anchor: anchor,
      overscan: overscan
    ) { section, items in
      let rows = WindowBounds.rows(items, of: sections[section].section.id)
      return try store.window(rows, in: list, at: version).cells
    }
  }

  /// Draws a list that has been read whole, with the same result.
  ///
  /// - Throws: ``PictureError``.
  package static func picture(of list: List, on screen: PictureScreen) throws -> Picture {
    let sections = list.sections.map { (section: $0, cellCount: $0.cells.count) }
    return try Picture(of: sections, on: screen, names: .shown) { section, items in
      Array(list.sections[section].cells[items])
    }
  }
}
