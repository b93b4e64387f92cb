package import ListModel

/// A list whose versions share their common parts; a change takes time that depends on the change,
/// not on the list.
///
/// A copy costs nothing. Applying k operations costs O(k log n), and leaves the list before as it
/// was, so nothing is ever half applied. Cells and sections are held by reference, so a version
/// costs only the nodes on the way to the changes, and no content is copied.
///
/// Ids of cells are unique in the whole list, and so are ids of sections: a caller that makes an
/// indexed list from a `List` has checked that.
package struct IndexedList: Sendable {
  var sections: CountedTree<SectionEntry>
  /// The handlers for events of the list as a whole.
  package var handlers: EventHandlers
  /// All ids of cells; `nil` until the first cell is inserted.
  var cellIDs: IdentitySet?
  /// All ids of sections; `nil` until the first section is inserted.
  var sectionIDs: IdentitySet?
  /// The terms of the fingerprint, kept up to date once they are known.
  var fingerprintSum: UInt128?

  /// Creates the list without sections.
  package init() {
    sections = CountedTree()
    handlers = EventHandlers()
    fingerprintSum = Fingerprint.empty.value
  }

  /// Creates a list from one whose ids are unique.
  ///
  /// - Complexity: O(n).
  package init(_ list: List) {
    sections = CountedTree(list.sections.map(SectionEntry.init))
    handlers = list.handlers
  }
}

// MARK: Elements

/// A cell as the trees hold it: by reference, so that copying a leaf copies no content.
struct CellEntry: CountedTreeElement {
  final class Box: Sendable {
    let cell: Cell
    init(_ cell: Cell) { self.cell = cell }
  }

  let box: Box

  init(_ cell: Cell) { box = Box(cell) }

  var cell: Cell { box.cell }
  var id: Cell.ID { box.cell.id }

  // Copying an element counts a reference, which costs more than finding the element: small nodes
  // make changes all over a long list cheaper, and reading hardly more expensive.
  static var leafCapacity: Int { 16 }
  static var fanOut: Int { 16 }
}

/// A section as the tree holds it: its cells, and by reference the section without them.
struct SectionEntry: CountedTreeElement {
  final class Box: Sendable {
    /// The section without its cells.
    let head: Section
    init(_ head: Section) { self.head = head }
  }

  var box: Box
  var cells: CountedTree<CellEntry>

  init(_ section: Section) {
    cells = CountedTree(section.cells.map(CellEntry.init))
    var head = section
    head.cells = []
    box = Box(head)
  }

  var head: Section { box.head }
  var id: Section.ID { box.head.id }

  static var leafCapacity: Int { 32 }
  static var fanOut: Int { 32 }
}

// MARK: Reading

extension IndexedList {
  /// The number of sections.
  ///
  /// - Complexity: O(1).
  package var sectionCount: Int { sections.count }

  /// The number of cells in each section.
  ///
  /// - Complexity: O(sections).
  package var itemCounts: [Int] { sections.map(\.cells.count) }

  /// The number of cells in a section; `nil` if there is no such section.
  ///
  /// - Complexity: O(log n).
  package func itemCount(inSection index: Int) -> Int? {
    entry(at: index)?.cells.count
  }

  /// A section without its cells; `nil` if there is none at the index.
  ///
  /// - Complexity: O(log n).
  package func sectionHead(at index: Int) -> Section? {
    entry(at: index)?.head
  }

  /// A section, found by its id, without its cells.
  ///
  /// - Complexity: O(sections).
  package func sectionHead(withID id: Section.ID) -> Section? {
    sections.first { $0.id == id }?.head
  }

  /// A section with its cells; `nil` if there is none at the index.
  ///
  /// - Complexity: O(cells of the section).
  package func section(at index: Int) -> Section? {
    entry(at: index).map(\.section)
  }

  /// The cell at a path; `nil` if there is none.
  ///
  /// - Complexity: O(log n).
  package func cell(at path: CellPath) -> Cell? {
    cellEntry(at: path)?.cell
  }

  /// The id of the last cell of the last section that has any.
  ///
  /// - Complexity: O(log n), and more only for empty sections at the end.
  package var lastCellID: Cell.ID? {
    for index in sections.indices.reversed() {
      let cells = sections[index].cells
      if !cells.isEmpty { return cells[cells.count - 1].id }
    }
    return nil
  }

  /// The ids of the sections.
  ///
  /// - Complexity: O(sections).
  package var sectionIdentifiers: [Section.ID] { sections.map(\.id) }

  /// The ids of the cells of a section; `nil` if there is no such section.
  ///
  /// - Complexity: O(cells of the section).
  package func cellIdentifiers(inSection index: Int) -> [Cell.ID]? {
    entry(at: index)?.cells.map(\.id)
  }

  func entry(at index: Int) -> SectionEntry? {
    index >= 0 && index < sections.count ? sections[index] : nil
  }

  func cellEntry(at path: CellPath) -> CellEntry? {
    guard let cells = entry(at: path.section)?.cells, path.item >= 0, path.item < cells.count
    else { return nil }
    return cells[path.item]
  }
}

extension SectionEntry {
  var section: Section {
    var section = head
    section.cells = cells.map(\.cell)
    return section
  }
}

// MARK: Materialising

extension List {
  /// The list as a plain value.
  ///
  /// - Complexity: O(n).
  package init(_ list: IndexedList) {
    self.init(sections: list.sections.map(\.section))
    handlers = list.handlers
  }

  /// The list as a plain value, sharing the arrays of sections that did not change since an earlier
  /// version of it.
  ///
  /// - Complexity: O(1) for the same version, else O(sections + cells of the sections that changed).
  package init(_ list: IndexedList, reusing earlier: (indexed: IndexedList, plain: List)) {
    if list.sections.isIdentical(to: earlier.indexed.sections) {
      self = earlier.plain
      handlers = list.handlers
      return
    }
    var known: [Section.ID: Int] = [:]
    for (index, entry) in earlier.indexed.sections.enumerated() { known[entry.id] = index }
    self.init(
      sections: list.sections.map { entry in
        guard let index = known[entry.id],
          earlier.indexed.sections[index].cells.isIdentical(to: entry.cells)
        else { return entry.section }
        var section = entry.head
        section.cells = earlier.plain.sections[index].cells
        return section
      }
    )
    self.handlers = list.handlers
  }
}
