public import ListModel

extension Changeset {
  /// One operation of any kind, on a section or on a cell.
  public enum Operation: Equatable, Sendable {
    /// A section disappears.
    case deletedSection(SectionDeletion)
    /// A section appears.
    case insertedSection(SectionInsertion)
    /// A section changes its place in the order.
    case movedSection(SectionMove)
    /// A section's header, footer or layout changes.
    case updatedSection(SectionUpdate)
    /// A cell disappears.
    case deletedCell(CellDeletion)
    /// A cell appears.
    case insertedCell(CellInsertion)
    /// A cell changes its section or its place in it.
    case movedCell(CellMove)
    /// A cell's component changes.
    case updatedCell(CellUpdate)
  }

  /// All operations, in the order of a change document: those on sections, then those on cells; of
  /// each, the deletions, insertions, moves and updates.
  ///
  /// A cell that is both moved and updated appears in two operations.
  ///
  /// ```swift
  /// for operation in change.changeset.operations {
  ///   guard let cell = operation.cell else { continue }
  ///   let (before, after) = (try operation.before(of: Article.self), try operation.after(of: Article.self))
  ///   print(cell, before?.stars as Any, after?.stars as Any)
  /// }
  /// ```
  ///
  /// - Complexity: O(operations).
  public var operations: [Operation] {
    var all: [Operation] = []
    all.reserveCapacity(operationCount)
    all += deletedSections.lazy.map(Operation.deletedSection)
    all += insertedSections.lazy.map(Operation.insertedSection)
    all += movedSections.lazy.map(Operation.movedSection)
    all += updatedSections.lazy.map(Operation.updatedSection)
    all += deletedCells.lazy.map(Operation.deletedCell)
    all += insertedCells.lazy.map(Operation.insertedCell)
    all += movedCells.lazy.map(Operation.movedCell)
    all += updatedCells.lazy.map(Operation.updatedCell)
    return all
  }
}

extension Changeset.Operation {
  /// The cell the operation is about; `nil` when it is about a section.
  public var cell: Cell.ID? {
    switch self {
    case .deletedCell(let cell): cell.id
    case .insertedCell(let cell): cell.id
    case .movedCell(let cell): cell.id
    case .updatedCell(let cell): cell.id
    case .deletedSection, .insertedSection, .movedSection, .updatedSection: nil
    }
  }

  /// The section the operation is about; `nil` when it is about a cell.
  public var section: Section.ID? {
    switch self {
    case .deletedSection(let section): section.id
    case .insertedSection(let section): section.id
    case .movedSection(let section): section.id
    case .updatedSection(let section): section.id
    case .deletedCell, .insertedCell, .movedCell, .updatedCell: nil
    }
  }

  /// The kind of the operation.
  public var kind: Changeset.OperationPath.Kind {
    switch self {
    case .deletedSection, .deletedCell: .deleted
    case .insertedSection, .insertedCell: .inserted
    case .movedSection, .movedCell: .moved
    case .updatedSection, .updatedCell: .updated
    }
  }

  /// The component of a deleted or updated cell before; `nil` for all other operations.
  public var before: AnyComponent? {
    switch self {
    case .deletedCell(let cell): cell.component
    case .updatedCell(let cell): cell.old
    default: nil
    }
  }

  /// The component of an inserted or updated cell after; `nil` for all other operations.
  public var after: AnyComponent? {
    switch self {
    case .insertedCell(let cell): cell.component
    case .updatedCell(let cell): cell.new
    default: nil
    }
  }

  /// ``before`` as a value of a component type; also `nil` when it is stored under another name.
  ///
  /// - Throws: `UndecodableComponent`, which names the cell and the field that does not fit.
  public func before<C: Component>(of type: C.Type) throws(UndecodableComponent) -> C? {
    try value(of: before)
  }

  /// ``after`` as a value of a component type; also `nil` when it is stored under another name.
  ///
  /// - Throws: `UndecodableComponent`, which names the cell and the field that does not fit.
  public func after<C: Component>(of type: C.Type) throws(UndecodableComponent) -> C? {
    try value(of: after)
  }

  private func value<C: Component>(of component: AnyComponent?) throws(UndecodableComponent) -> C? {
    guard let component, let cell else { return nil }
    do {
      return try component.ifType(C.self)
    } catch {
      throw error.of(cell)
    }
  }
}
