public import ListDescription

/// A whole list: sections in order, each with cells in order.
///
/// A list is a value. Build a list and pass it to a store or an adapter; then change a copy and
/// pass the copy:
///
/// ```swift
/// let list = List {
///   Section(id: "feed") {
///     for item in items {
///       Cell(id: item.id, component: FeedItem(viewModel: item))
///     }
///   }
///   .withHeader(FeedHeader(title: "Feed"))
///   .withSectionLayout(.vertical(spacing: 12))
/// }
/// ```
///
/// Event handlers belong to the screen that declared the list, not to its content: they take no
/// part in equality and are never stored.
public struct List: Sendable {
  /// The identity of a stored list: the name under which it is committed.
  public typealias ID = Identifier<List>

  /// The sections, in order.
  public var sections: [Section]
  /// The handlers for events of the whole list.
  package var handlers: EventHandlers

  /// Creates a list of the given sections.
  public init(sections: [Section] = []) {
    self.sections = sections
    handlers = EventHandlers()
  }

  /// Creates a list from a block that declares its sections.
  public init(@SectionsBuilder sections: () -> [Section]) {
    self.init(sections: sections())
  }

  /// The number of cells in all sections.
  ///
  /// - Complexity: O(sections).
  public var cellCount: Int {
    sections.reduce(0) { $0 + $1.cells.count }
  }
}

extension List: Equatable {
  /// Returns whether both have equal sections in the same order; handlers are not compared.
  public static func == (lhs: List, rhs: List) -> Bool {
    lhs.sections == rhs.sections
  }
}

/// A sequence of cells with an optional header, footer and layout.
public struct Section: Identifiable, Sendable {
  /// The identity of a section, unique in its list.
  public typealias ID = Identifier<Section>

  /// The identity of the section in its list.
  public let id: ID
  /// The view above the cells.
  public var header: SupplementaryView?
  /// The view below the cells.
  public var footer: SupplementaryView?
  /// The other supplementary views of the section and of its groups, by kind.
  public var views = SupplementaryViews()
  /// How the cells are arranged.
  public var layout: AnySectionLayout?
  /// The cells, in order.
  public var cells: [Cell]
  /// The handlers for events of the section.
  package var handlers: EventHandlers

  /// Creates a section of the given cells.
  public init(id: ID, cells: [Cell] = []) {
    self.id = id
    self.cells = cells
    handlers = EventHandlers()
  }

  /// Creates a section from a block that declares its cells.
  public init(id: ID, @CellsBuilder cells: () -> [Cell]) {
    self.init(id: id, cells: cells())
  }

  /// Creates a section of the given cells, from the text of its id.
  @_disfavoredOverload
  public init(id: String, cells: [Cell] = []) {
    self.init(id: ID(id), cells: cells)
  }

  /// Creates a section from a block that declares its cells, from the text of its id.
  @_disfavoredOverload
  public init(id: String, @CellsBuilder cells: () -> [Cell]) {
    self.init(id: ID(id), cells: cells())
  }

  /// Returns the section with a header.
  public func withHeader(
    _ component: some Component,
    alignment: SupplementaryView.Alignment = .top
  ) -> Section {
    var copy = self
    copy.header = SupplementaryView(component: component, alignment: alignment)
    return copy
  }

  /// Returns the section with a footer.
  public func withFooter(
    _ component: some Component,
    alignment: SupplementaryView.Alignment = .bottom
  ) -> Section {
    var copy = self
    copy.footer = SupplementaryView(component: component, alignment: alignment)
    return copy
  }

  /// Returns the section with a layout.
  public func withSectionLayout(_ layout: SectionLayout) -> Section {
    var copy = self
    copy.layout = AnySectionLayout(layout)
    return copy
  }
}

extension Section: Equatable {
  /// Returns whether id, header, footer, views, layout and cells are equal; handlers are not
  /// compared.
  public static func == (lhs: Section, rhs: Section) -> Bool {
    lhs.id == rhs.id && lhs.attributes == rhs.attributes && lhs.cells == rhs.cells
  }
}

extension Section {
  /// The parts of a section other than its cells.
  ///
  /// Changing the attributes changes the section itself, never its cells.
  public struct Attributes: Equatable, Sendable {
    /// The view above the cells.
    public var header: SupplementaryView?
    /// The view below the cells.
    public var footer: SupplementaryView?
    /// The supplementary views besides header and footer, by kind.
    public var views: SupplementaryViews
    /// How the cells are arranged.
    public var layout: AnySectionLayout?

    /// Creates attributes; parts that are left out are absent.
    public init(
      header: SupplementaryView? = nil,
      footer: SupplementaryView? = nil,
      views: SupplementaryViews = SupplementaryViews(),
      layout: AnySectionLayout? = nil
    ) {
      self.header = header
      self.footer = footer
      self.views = views
      self.layout = layout
    }
  }

  /// Header, footer, other views and layout together.
  public var attributes: Attributes {
    get { Attributes(header: header, footer: footer, views: views, layout: layout) }
    set {
      header = newValue.header
      footer = newValue.footer
      views = newValue.views
      layout = newValue.layout
    }
  }
}

/// One item of a list: a stable identity and the component that it shows.
public struct Cell: Identifiable, Sendable {
  /// The identity of a cell, unique in its list; a cell that moves to another section keeps it.
  public typealias ID = Identifier<Cell>

  /// The identity of the cell in its list.
  public let id: ID
  /// The component that the cell shows, with the supplementary views that the cell carries.
  public var component: AnyComponent
  /// The handlers for events of the cell.
  package var handlers: EventHandlers

  /// Creates a cell that shows a component.
  public init(id: ID, component: some Component) {
    self.init(id: id, component: AnyComponent(component))
  }

  /// Creates a cell that shows a component of a type known only at run time.
  public init(id: ID, component: AnyComponent) {
    self.id = id
    self.component = component
    handlers = EventHandlers()
  }

  /// Creates a cell that shows a component, from the text of its id.
  @_disfavoredOverload
  public init(id: String, component: some Component) {
    self.init(id: ID(id), component: AnyComponent(component))
  }

  /// Creates a cell with the identity of its component.
  public init(component: some IdentifiableComponent) {
    self.init(id: component.id, component: component)
  }

  /// Creates a cell with the identity of its component, whose `id` is text.
  public init<C: Component & Identifiable>(component: C) where C.ID == String {
    self.init(id: ID(component.id), component: component)
  }
}

extension Cell: Equatable {
  /// Returns whether ids and components are equal; handlers are not compared.
  public static func == (lhs: Cell, rhs: Cell) -> Bool {
    lhs.id == rhs.id && lhs.component == rhs.component
  }
}
