public import ListModel

/// A place of a pager's list where cells are missing, to which a user may jump.
public enum PagerPlace: Hashable, Sendable {
  /// Before the first cell.
  case start
  /// After the last cell.
  case end
  /// At a gap, by the id of the gap's cell.
  case gap(Cell.ID)
}
