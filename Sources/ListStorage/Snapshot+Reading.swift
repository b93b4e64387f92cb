public import ListModel

extension Snapshot {
  /// Returns the section with an id; `nil` if there is none.
  ///
  /// - Complexity: O(sections).
  public func section(_ id: Section.ID) -> Section? { list.section(id) }

  /// Returns the cell with an id, in any section; `nil` if there is none.
  ///
  /// - Complexity: O(cells).
  public func cell(_ id: Cell.ID) -> Cell? { list.cell(id) }

  /// Returns the cells that show components of one type, first to last, with those components.
  ///
  /// - Throws: `UndecodableComponent` for the first cell whose content does not fit the type it is
  ///   stored under; the error names the cell and the field.
  /// - Complexity: O(cells).
  public func cells<C: Component>(
    of type: C.Type
  ) throws(UndecodableComponent) -> [(id: Cell.ID, component: C)] {
    try list.cells(of: type)
  }
}
