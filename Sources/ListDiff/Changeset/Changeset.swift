public import ListModel

/// The difference between two versions of a list, as one batch.
///
/// Coordinates are those of a collection view's batch update. Origins (`deleted*.at`,
/// `moved*.from`, `updated*.from`) are places in the list *before* the change; destinations
/// (`inserted*.at`, `moved*.to`, `updated*.at`) are places in the list *after* it.
///
/// Every cell that appears or disappears is listed, including those in inserted or deleted
/// sections, because a cell may move out of a deleted section or into an inserted one. A cell that
/// changes its section is always among the moved ones; within a section, and among the sections,
/// moves are as few as possible. A cell or section may be both moved and updated. Elements that
/// are not listed keep their order, and fill the places that no operation names.
///
/// Deletions and updates hold the contents they replace, so that a changeset can be inverted
/// without either list.
///
/// In canonical form, which ``init(from:to:)`` makes, operations are sorted: deletions by their
/// place before, all others by their place after.
public struct Changeset: Equatable, Sendable {
  /// The sections that disappear.
  public var deletedSections: [SectionDeletion]
  /// The sections that appear.
  public var insertedSections: [SectionInsertion]
  /// The sections that change their order.
  public var movedSections: [SectionMove]
  /// The sections whose header, footer or layout changes.
  public var updatedSections: [SectionUpdate]
  /// The cells that disappear.
  public var deletedCells: [CellDeletion]
  /// The cells that appear.
  public var insertedCells: [CellInsertion]
  /// The cells that change their section or their order.
  public var movedCells: [CellMove]
  /// The cells whose component changes.
  public var updatedCells: [CellUpdate]

  /// Creates a changeset of the given operations, unchecked.
  public init(
    deletedSections: [SectionDeletion] = [],
    insertedSections: [SectionInsertion] = [],
    movedSections: [SectionMove] = [],
    updatedSections: [SectionUpdate] = [],
    deletedCells: [CellDeletion] = [],
    insertedCells: [CellInsertion] = [],
    movedCells: [CellMove] = [],
    updatedCells: [CellUpdate] = []
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.movedSections = movedSections
    self.updatedSections = updatedSections
    self.deletedCells = deletedCells
    self.insertedCells = insertedCells
    self.movedCells = movedCells
    self.updatedCells = updatedCells
  }

  /// The number of operations.
  public var operationCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + updatedSections.count
      + deletedCells.count + insertedCells.count + movedCells.count + updatedCells.count
  }

  /// Whether nothing changes.
  public var isEmpty: Bool { operationCount == 0 }
}

extension Changeset {
  /// A section that disappears.
  public struct SectionDeletion: Equatable, Sendable {
    /// The id of the section.
    public var id: Section.ID
    /// Its index before.
    public var at: Int
    /// Its header, footer and layout before.
    public var attributes: Section.Attributes

    /// Creates a deletion.
    package init(id: Section.ID, at: Int, attributes: Section.Attributes = .init()) {
      self.id = id
      self.at = at
      self.attributes = attributes
    }
  }

  /// A section that appears.
  public struct SectionInsertion: Equatable, Sendable {
    /// The id of the section.
    public var id: Section.ID
    /// Its index after.
    public var at: Int
    /// Its header, footer and layout.
    public var attributes: Section.Attributes

    /// Creates an insertion.
    package init(id: Section.ID, at: Int, attributes: Section.Attributes = .init()) {
      self.id = id
      self.at = at
      self.attributes = attributes
    }
  }

  /// A section that changes its place in the order.
  public struct SectionMove: Equatable, Sendable {
    /// The id of the section.
    public var id: Section.ID
    /// Its index before.
    public var from: Int
    /// Its index after.
    public var to: Int

    /// Creates a move.
    package init(id: Section.ID, from: Int, to: Int) {
      self.id = id
      self.from = from
      self.to = to
    }
  }

  /// A section whose header, footer or layout changes; its cells are not touched.
  public struct SectionUpdate: Equatable, Sendable {
    /// The id of the section.
    public var id: Section.ID
    /// Its index before.
    public var from: Int
    /// Its index after.
    public var at: Int
    /// Header, footer and layout before.
    public var old: Section.Attributes
    /// Header, footer and layout after: all three, including those that stay.
    public var new: Section.Attributes

    /// Creates an update.
    package init(
      id: Section.ID,
      from: Int,
      at: Int,
      old: Section.Attributes,
      new: Section.Attributes
    ) {
      self.id = id
      self.from = from
      self.at = at
      self.old = old
      self.new = new
    }
  }

  /// A cell that disappears.
  public struct CellDeletion: Equatable, Sendable {
    /// The id of the cell.
    public var id: Cell.ID
    /// Its path before.
    public var at: CellPath
    /// Its component before.
    public var component: AnyComponent

    /// Creates a deletion.
    package init(id: Cell.ID, at: CellPath, component: AnyComponent) {
      self.id = id
      self.at = at
      self.component = component
    }
  }

  /// A cell that appears.
  public struct CellInsertion: Equatable, Sendable {
    /// The id of the cell.
    public var id: Cell.ID
    /// Its path after.
    public var at: CellPath
    /// Its component after.
    public var component: AnyComponent

    /// Creates an insertion.
    package init(id: Cell.ID, at: CellPath, component: AnyComponent) {
      self.id = id
      self.at = at
      self.component = component
    }
  }

  /// A cell that changes its section or its place in it.
  public struct CellMove: Equatable, Sendable {
    /// The id of the cell.
    public var id: Cell.ID
    /// Its path before.
    public var from: CellPath
    /// Its path after.
    public var to: CellPath

    /// Creates a move.
    package init(id: Cell.ID, from: CellPath, to: CellPath) {
      self.id = id
      self.from = from
      self.to = to
    }
  }

  /// A cell whose component changes.
  public struct CellUpdate: Equatable, Sendable {
    /// The id of the cell.
    public var id: Cell.ID
    /// Its path before.
    public var from: CellPath
    /// Its path after.
    public var at: CellPath
    /// Its component before.
    public var old: AnyComponent
    /// Its component after.
    public var new: AnyComponent

    /// Creates an update.
    package init(id: Cell.ID, from: CellPath, at: CellPath, old: AnyComponent, new: AnyComponent) {
      self.id = id
      self.from = from
      self.at = at
      self.old = old
      self.new = new
    }
  }
}

extension Changeset {
  /// Returns the changeset that goes back: applied to the list after, it gives the list before.
  ///
  /// - Complexity: O(k log k) in the number of operations.
  public func inverted() -> Changeset {
    Changeset(
      deletedSections: insertedSections.map {
        .init(id: $0.id, at: $0.at, attributes: $0.attributes)
      },
      insertedSections: deletedSections.map {
        .init(id: $0.id, at: $0.at, attributes: $0.attributes)
      },
      movedSections: movedSections.map { .init(id: $0.id, from: $0.to, to: $0.from) }
        .sorted { $0.to < $1.to },
      updatedSections: updatedSections.map {
        .init(id: $0.id, from: $0.at, at: $0.from, old: $0.new, new: $0.old)
      }.sorted { $0.at < $1.at },
      deletedCells: insertedCells.map { .init(id: $0.id, at: $0.at, component: $0.component) },
      insertedCells: deletedCells.map { .init(id: $0.id, at: $0.at, component: $0.component) },
      movedCells: movedCells.map { .init(id: $0.id, from: $0.to, to: $0.from) }
        .sorted { $0.to < $1.to },
      updatedCells: updatedCells.map {
        .init(id: $0.id, from: $0.at, at: $0.from, old: $0.new, new: $0.old)
      }.sorted { $0.at < $1.at }
    )
  }
}
