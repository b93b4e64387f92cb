/// Collects the sections declared in a ``List``.
@resultBuilder
public enum SectionsBuilder {
  /// Returns one declared section.
  public static func buildExpression(_ section: Section) -> [Section] { [section] }
  /// Returns sections made elsewhere.
  public static func buildExpression(_ sections: [Section]) -> [Section] { sections }
  /// Returns the sections of a block, in order.
  public static func buildBlock(_ parts: [Section]...) -> [Section] { parts.flatMap { $0 } }
  /// Returns the sections of an `if` without `else`.
  public static func buildOptional(_ part: [Section]?) -> [Section] { part ?? [] }
  /// Returns the sections of an `if`.
  public static func buildEither(first part: [Section]) -> [Section] { part }
  /// Returns the sections of an `else`.
  public static func buildEither(second part: [Section]) -> [Section] { part }
  /// Returns the sections of a `for` loop, in order.
  public static func buildArray(_ parts: [[Section]]) -> [Section] { parts.flatMap { $0 } }
  /// Returns the sections of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Section]) -> [Section] { part }
}

/// Collects the cells declared in a ``Section``.
@resultBuilder
public enum CellsBuilder {
  /// Returns one declared cell.
  public static func buildExpression(_ cell: Cell) -> [Cell] { [cell] }
  /// Returns cells made elsewhere.
  public static func buildExpression(_ cells: [Cell]) -> [Cell] { cells }
  /// Returns the cells of a block, in order.
  public static func buildBlock(_ parts: [Cell]...) -> [Cell] { parts.flatMap { $0 } }
  /// Returns the cells of an `if` without `else`.
  public static func buildOptional(_ part: [Cell]?) -> [Cell] { part ?? [] }
  /// Returns the cells of an `if`.
  public static func buildEither(first part: [Cell]) -> [Cell] { part }
  /// Returns the cells of an `else`.
  public static func buildEither(second part: [Cell]) -> [Cell] { part }
  /// Returns the cells of a `for` loop, in order.
  public static func buildArray(_ parts: [[Cell]]) -> [Cell] { parts.flatMap { $0 } }
  /// Returns the cells of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Cell]) -> [Cell] { part }
}
