/// Elements as two columns of numbers: the fastest form to compare, and the form to store.
///
/// A key stands for an id, such as a row's number or a handle from an ``Interner``: equal keys are
/// the same id. A content is a 64-bit hash made when the element was made or changed: two equal
/// contents of one id are taken to look the same, which is wrong once in 2⁶⁴ changes.
package struct ElementColumns: Equatable, Sendable {
  /// The key of each element.
  package var keys: [UInt64]
  /// The content hash of each element; empty if elements have no content besides their id.
  package var contents: [UInt64]

  /// Creates columns.
  ///
  /// - Precondition: `contents` is empty or as long as `keys`.
  package init(keys: [UInt64], contents: [UInt64] = []) {
    precondition(contents.isEmpty || contents.count == keys.count, "Columns differ in length")
    self.keys = keys
    self.contents = contents
  }
}

/// Sections of elements as columns of numbers.
package struct SectionedColumns: Equatable, Sendable {
  /// The key of each section.
  package let sections: [UInt64]
  /// Where the cells of each section start, and where those of the last end.
  package let starts: [Int]
  /// The cells of all sections, one section after the other.
  package let cells: ElementColumns

  /// Creates columns.
  ///
  /// - Precondition: There is a count for each section, and the counts add up to the cells.
  package init(sections: [UInt64], counts: [Int], cells: ElementColumns) {
    precondition(counts.count == sections.count, "A section has no count")
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var end = 0
    for count in counts {
      precondition(count >= 0, "A count is negative")
      end += count
      starts.append(end)
    }
    precondition(end == cells.keys.count, "The counts do not add up to the cells")
    self.sections = sections
    self.starts = starts
    self.cells = cells
  }
}

extension FlatDifference {
  /// Compares columns.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  package init(
    from source: ElementColumns,
    to target: ElementColumns,
    using scratch: inout DifferenceScratch
  ) {
    source.keys.withUnsafeBufferPointer { sources in
      target.keys.withUnsafeBufferPointer { targets in
        scratch.engine.compare(Engine.Columns(sources: sources, targets: targets))
      }
    }
    scratch.findUpdates(source.contents, target.contents)
    self.init(scratch)
  }
}

extension SectionedDifference {
  /// Compares columns.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  package init(
    from source: SectionedColumns,
    to target: SectionedColumns,
    using scratch: inout DifferenceScratch
  ) {
    self.init()
    source.withLayout { sources in
      target.withLayout { targets in
        compare(from: sources, to: targets, with: &scratch.engine)
        scratch.findUpdates(source.cells.contents, target.cells.contents)
        collectCells(from: scratch.engine, sources.starts, targets.starts)
      }
    }
  }
}

extension SectionedColumns {
  fileprivate func withLayout(_ body: (SectionedDifference.Layout) -> Void) {
    sections.withUnsafeBufferPointer { sections in
      starts.withUnsafeBufferPointer { starts in
        cells.keys.withUnsafeBufferPointer { cells in
          body(SectionedDifference.Layout(sections: sections, starts: starts, cells: cells))
        }
      }
    }
  }
}

extension DifferenceScratch {
  fileprivate mutating func findUpdates(_ sources: [UInt64], _ targets: [UInt64]) {
    guard !sources.isEmpty, !targets.isEmpty else { return }
    sources.withUnsafeBufferPointer { sources in
      targets.withUnsafeBufferPointer { targets in engine.findUpdates(sources, targets) }
    }
  }
}
