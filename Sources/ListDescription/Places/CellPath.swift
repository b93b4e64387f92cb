/// The place of a cell: the index of its section and its index there, both from 0.
///
/// Other elements of a layout have paths too: their item is their index among those of their kind.
/// This is UICollectionView's index path. It has its own name because Foundation's `IndexPath` has
/// no `(item:section:)` on Linux, and because a plain pair of integers costs no allocation.
public struct CellPath: Hashable, Sendable {
  /// The index of the section in the list.
  public var section: Int
  /// The index of the cell in its section.
  public var item: Int

  /// Creates a path from a section index and an item index.
  @inlinable public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension CellPath: Comparable {
  /// Returns whether `lhs` comes before `rhs` in a list.
  @inlinable public static func < (lhs: CellPath, rhs: CellPath) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }
}

extension CellPath: CustomStringConvertible {
  /// The path as `[section, item]`, as change documents write it.
  public var description: String { "[\(section), \(item)]" }
}
