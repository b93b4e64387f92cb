/// Collects the sections declared in a ``List``.
@resultBuilder
public enum SectionsBuilder {
  /// One declared section.
  public static func buildExpression(_ section: Section) -> [Section] { [section] }
  /// Sections made elsewhere.
  public static func buildExpression(_ sections: [Section]) -> [Section] { sections }
  /// The sections of a block, in order.
  public static func buildBlock(_ parts: [Section]...) -> [Section] { parts.flatMap { $0 } }
  /// The sections of an `if` without `else`.
  public static func buildOptional(_ part: [Section]?) -> [Section] { part ?? [] }
  /// The sections of an `if`.
  public static func buildEither(first part: [Section]) -> [Section] { part }
  /// The sections of an `else`.
  public static func buildEither(second part: [Section]) -> [Section] { part }
  /// The sections of a `for` loop, in order.
  public static func buildArray(_ parts: [[Section]]) -> [Section] { parts.flatMap { $0 } }
  /// The sections of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Section]) -> [Section] { part }
}

/// Collects the cells declared in a ``Section``.
@resultBuilder
public enum CellsBuilder {
  /// One declared cell.
  public static func buildExpression(_ cell: Cell) -> [Cell] { [cell] }
  /// Cells made elsewhere.
  public static func buildExpression(_ cells: [Cell]) -> [Cell] { cells }
  /// The cells of a block, in order.
  public static func buildBlock(_ parts: [Cell]...) -> [Cell] { parts.flatMap { $0 } }
  /// The cells of an `if` without `else`.
  public static func buildOptional(_ part: [Cell]?) -> [Cell] { part ?? [] }
  /// The cells of an `if`.
  public static func buildEither(first part: [Cell]) -> [Cell] { part }
  /// The cells of an `else`.
  public static func buildEither(second part: [Cell]) -> [Cell] { part }
  /// The cells of a `for` loop, in order.
  public static func buildArray(_ parts: [[Cell]]) -> [Cell] { parts.flatMap { $0 } }
  /// The cells of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Cell]) -> [Cell] { part }
}
