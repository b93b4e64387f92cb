public import ListModel

/// The rows that a window shows.
///
/// Rows are counted from 0 through all cells of the list, section after section, or through the
/// cells of one section. They are numbers, not cells: when a cell is inserted before the window,
/// the window's last cell leaves and the one before its first enters.
public struct WindowBounds: Hashable, Sendable {
  /// The rows shown; there may be no cells at some of them.
  public var rows: Range<Int>
  /// The section whose cells are counted; `nil` for those of the whole list.
  public var section: Section.ID?

  /// Returns rows of a list, or of one of its sections, which need not exist.
  public static func rows(_ rows: Range<Int>, of section: Section.ID? = nil) -> WindowBounds {
    WindowBounds(rows: rows, section: section)
  }
}
