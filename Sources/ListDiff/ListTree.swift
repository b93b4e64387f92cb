package import ListModel

/// A version of a sectioned list as numbers, in trees that share what versions have in common.
///
/// A key stands for an id, such as a row's number or a handle from an ``Interner``, a content or
/// the attributes for a 64-bit hash of what is shown: see ``ElementColumns``. A copy costs nothing;
/// a change of one cell copies the nodes on the way to it, O(log n). Compare versions with
/// ``TreeDifference``.
///
/// Keys of sections are unique, and keys of cells are unique in the whole list.
package struct ListTree: Equatable, Sendable {
  /// The sections, first to last.
  package var sections: CountedTree<Section>

  /// Creates a list of the given sections.
  package init(sections: [Section] = []) {
    self.sections = CountedTree(sections)
  }

  /// A cell: its id and what it shows.
  package struct Cell: CountedTreeElement, KeyedElement, BitwiseCopyable {
    /// Stands for the id.
    package var key: UInt64
    /// A hash of what the cell shows.
    package var content: UInt64

    /// Creates a cell.
    package init(key: UInt64, content: UInt64) {
      self.key = key
      self.content = content
    }

    /// A hash of both numbers.
    package var fingerprint: UInt64 { SequenceHash.hash(key, content) }
  }

  /// A section: its id, its header, footer and layout, and its cells.
  package struct Section: CountedTreeElement, KeyedElement {
    /// Stands for the id.
    package var key: UInt64
    /// A hash of header, footer and layout.
    package var attributes: UInt64
    /// The cells, first to last.
    package var cells: CountedTree<Cell>

    /// Creates a section.
    package init(key: UInt64, attributes: UInt64 = 0, cells: [Cell] = []) {
      self.key = key
      self.attributes = attributes
      self.cells = CountedTree(cells)
    }

    package var content: UInt64 { attributes }

    /// A hash of the section and all its cells.
    package var fingerprint: UInt64 {
      SequenceHash.hash(
        SequenceHash.hash(key, attributes),
        SequenceHash.hash(cells.fingerprint, UInt64(cells.count))
      )
    }

    /// Whether id and attributes are equal, and cells known to be, without looking at any.
    package func isKnownToEqual(_ other: Section) -> Bool {
      key == other.key && attributes == other.attributes && cells.isKnownToEqual(other.cells)
    }

    // A section is changed with each of its cells, and lists mostly have few.
    package static var leafCapacity: Int { 32 }
  }
}

/// An element that a comparison finds by its key and sees change by its content.
protocol KeyedElement {
  var key: UInt64 { get }
  var content: UInt64 { get }
}

// MARK: Editing

extension ListTree {
  /// The number of cells in all sections.
  ///
  /// - Complexity: O(sections).
  package var cellCount: Int { sections.reduce(0) { $0 + $1.cells.count } }

  /// The cell at a path, which must exist.
  ///
  /// - Complexity: O(log n).
  package subscript(path: CellPath) -> Cell {
    get { sections[path.section].cells[path.item] }
    set { sections.update(at: path.section) { $0.cells[path.item] = newValue } }
  }

  /// Inserts a cell at a path.
  ///
  /// - Complexity: O(log n).
  package mutating func insert(_ cell: Cell, at path: CellPath) {
    sections.update(at: path.section) { $0.cells.insert(cell, at: path.item) }
  }

  /// Removes the cell at a path, which must exist.
  ///
  /// - Complexity: O(log n).
  @discardableResult
  package mutating func removeCell(at path: CellPath) -> Cell {
    sections.update(at: path.section) { $0.cells.remove(at: path.item) }
  }
}

// MARK: Columns

extension ListTree {
  /// Creates a list from columns; sections have no attributes.
  ///
  /// - Complexity: O(n).
  package init(_ columns: SectionedColumns) {
    let (keys, contents) = (columns.cells.keys, columns.cells.contents)
    self.init(
      sections: columns.sections.indices.map { index in
        Section(
          key: columns.sections[index],
          cells: (columns.starts[index]..<columns.starts[index + 1]).map {
            Cell(key: keys[$0], content: contents.isEmpty ? 0 : contents[$0])
          }
        )
      }
    )
  }

  /// The list as columns, without the attributes of sections.
  ///
  /// - Complexity: O(n).
  package var columns: SectionedColumns {
    var cells = ElementColumns(keys: [])
    for section in sections {
      section.cells.forEachSpan(in: 0..<section.cells.count) { span in
        for index in span.indices {
          cells.keys.append(span[index].key)
          cells.contents.append(span[index].content)
        }
      }
    }
    return SectionedColumns(
      sections: sections.map(\.key),
      counts: sections.map(\.cells.count),
      cells: cells
    )
  }
}
