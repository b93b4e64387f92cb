/// The position of a cell: which section, and which item in it, both counted from 0.
///
/// This is UICollectionView's index path. It has a name of its own because Foundation's
/// `IndexPath` has no `(item:section:)` on Linux, and because a plain pair of integers costs
/// no allocation.
public struct CellPath: Hashable, Sendable {
  /// The index of the section in the list.
  public var section: Int
  /// The index of the cell in its section.
  public var item: Int

  /// Creates a position from a section index and an item index.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension CellPath: Comparable {
  /// Whether `lhs` comes before `rhs` when a list is read from its start.
  public static func < (lhs: CellPath, rhs: CellPath) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }
}

extension CellPath: CustomStringConvertible {
  /// The position as `[section, item]`, as change documents write it.
  public var description: String { "[\(section), \(item)]" }
}
