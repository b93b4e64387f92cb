// Reading a list by id and by type.

extension List {
  /// Returns the section with an id; `nil` if there is none.
  ///
  /// - Complexity: O(sections).
  public func section(_ id: Section.ID) -> Section? {
    sections.first { $0.id == id }
  }

  /// Returns the cell with an id in any section; `nil` if there is none.
  ///
  /// - Complexity: O(cells). For many lookups, make a dictionary.
  public func cell(_ id: Cell.ID) -> Cell? {
    for section in sections {
      if let cell = section.cell(id) { return cell }
    }
    return nil
  }

  /// Returns the cells that show components of one type, in order, with those components; other
  /// cells are left out.
  ///
  /// ```swift
  /// for (id, article) in try list.cells(of: Article.self) { print(id, article.title) }
  /// ```
  ///
  /// - Throws: ``UndecodableComponent`` for the first cell of this type whose content does not fit;
  ///   the error names the cell and the field.
  /// - Complexity: O(cells).
  public func cells<C: Component>(
    of type: C.Type
  ) throws(UndecodableComponent) -> [(id: Cell.ID, component: C)] {
    var result: [(id: Cell.ID, component: C)] = []
    for section in sections { result += try section.cells(of: type) }
    return result
  }
}

extension Section {
  /// Returns the cell with an id; `nil` if this section has none.
  ///
  /// - Complexity: O(cells of the section).
  public func cell(_ id: Cell.ID) -> Cell? {
    cells.first { $0.id == id }
  }

  /// Returns the cells that show components of one type, in order, with those components; other
  /// cells are left out.
  ///
  /// - Throws: As ``List/cells(of:)``.
  /// - Complexity: O(cells of the section).
  public func cells<C: Component>(
    of type: C.Type
  ) throws(UndecodableComponent) -> [(id: Cell.ID, component: C)] {
    var result: [(id: Cell.ID, component: C)] = []
    for cell in cells {
      do {
        if let component = try cell.component.ifType(type) { result.append((cell.id, component)) }
      } catch {
        throw error.of(cell.id)
      }
    }
    return result
  }
}

extension Cell {
  /// Returns the component of the cell as a value of type `C`: the one it was made with, or one
  /// decoded from the stored form.
  ///
  /// - Throws: ``UndecodableComponent``, which names the cell, the stored type and the field that
  ///   does not fit.
  public func `as`<C: Component>(_ type: C.Type) throws(UndecodableComponent) -> C {
    do {
      return try component.as(type)
    } catch {
      throw error.of(id)
    }
  }
}
