package import Foundation
package import ListModel

/// The change of a window by a version, or by several.
///
/// Operations are those of a batch update: cells that leave have indices in the window *before* the
/// change, cells that arrive in the window *after* it; 0 is the first cell shown. Applied to the
/// cells before, the operations give the cells after: a slice of the list at ``version``.
package struct WindowChange: Equatable, Sendable {
  /// Where a cell of the window comes from, or goes to.
  package enum Side: String, Hashable, Sendable {
    /// The cells before the window.
    case before
    /// The cells after the window.
    case after
    /// The cell is inserted or deleted; or, in the window of a section, moved from or to another
    /// one.
    case outside
  }

  /// A cell that leaves the window.
  package struct Removal: Hashable, Sendable {
    /// Its index in the window before.
    package var at: Int
    /// Where it goes to.
    package var to: Side

    /// Creates a removal.
    package init(at: Int, to: Side) {
      self.at = at
      self.to = to
    }
  }

  /// A cell that enters the window.
  package struct Insertion: Equatable, Sendable {
    /// Its index in the window after.
    package var at: Int
    /// Where it comes from.
    package var from: Side
    /// The cell, as it is after the change.
    package var cell: Cell

    /// Creates an insertion.
    package init(at: Int, from: Side, cell: Cell) {
      self.at = at
      self.from = from
      self.cell = cell
    }
  }

  /// A cell that is in the window before and after, and moves among the others that are.
  package struct Move: Hashable, Sendable {
    /// Its index in the window before.
    package var from: Int
    /// Its index in the window after.
    package var to: Int

    /// Creates a move.
    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// A cell that is in the window before and after, and whose component changes.
  package struct Update: Equatable, Sendable {
    /// Its index in the window before.
    package var from: Int
    /// Its index in the window after.
    package var at: Int
    /// The cell, as it is after the change.
    package var cell: Cell

    /// Creates an update.
    package init(from: Int, at: Int, cell: Cell) {
      self.from = from
      self.at = at
      self.cell = cell
    }
  }

  /// The list.
  package var list: List.ID
  /// The version the window has after the change.
  package var version: Int
  /// The version the window has before.
  package var parent: Int
  /// The fingerprint of the whole list before.
  package var parentFingerprint: Fingerprint
  /// The fingerprint of the whole list after.
  package var fingerprint: Fingerprint
  /// Who committed the version, in the caller's own words.
  package var author: String?
  /// When it was committed; `nil` for several versions at once.
  package var time: Date?

  /// The cells that leave, by ascending index.
  package var removed: [Removal] = []
  /// The cells that enter, by ascending index.
  package var inserted: [Insertion] = []
  /// The cells that move, as few as possible, by ascending index after.
  package var moved: [Move] = []
  /// The cells whose components change, by ascending index after; they may be moved, too.
  package var updated: [Update] = []

  /// Where the window is after the change.
  package var extent: WindowExtent
}

extension WindowChange {
  /// Whether the same cells are shown as before.
  package var isEmpty: Bool {
    removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty
  }

  /// The number of cells before the window, after the change.
  package var before: Int { extent.before }
  /// The number of cells after the window, after the change.
  package var after: Int { extent.after }
}

/// Where a window is at one version.
package struct WindowExtent: Hashable, Sendable {
  /// Neighbouring cells of the window that are in the same section.
  package struct Run: Hashable, Sendable {
    /// The section.
    package var section: Section.ID
    /// The number of its cells that are in the window.
    package var count: Int

    /// Creates a run.
    package init(section: Section.ID, count: Int) {
      self.section = section
      self.count = count
    }
  }

  /// The rows to show.
  package var bounds: WindowBounds
  /// Of these, the rows at which there are cells.
  package var rows: Range<Int>
  /// The number of cells of the list, or of the section.
  package var cellCount: Int
  /// The sections of the window's cells, in order.
  package var runs: [Run]

  /// The number of cells before the window.
  package var before: Int { rows.lowerBound }
  /// The number of cells after the window.
  package var after: Int { cellCount - rows.upperBound }
}
