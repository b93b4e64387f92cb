public import GRDB

/// A row of a query's answer.
public struct QueryRow: Hashable, Sendable {
  /// The names of the columns, each once: a second `id` is `id:1`.
  public let columns: [String]
  /// The values, in the order of the columns.
  public let values: [DatabaseValue]

  /// The value in a column, by its index; `nil` when there is none, or it is NULL or of another type.
  public subscript<Value: DatabaseValueConvertible>(index: Int) -> Value? {
    values.indices.contains(index) ? Value.fromDatabaseValue(values[index]) : nil
  }

  /// The value in a column, by its name; `nil` when there is none, or it is NULL or of another type.
  public subscript<Value: DatabaseValueConvertible>(column: String) -> Value? {
    columns.firstIndex(of: column).flatMap { Value.fromDatabaseValue(values[$0]) }
  }

  /// Returns names of which each is there once.
  static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.map { name in
      var (distinct, number) = (name, 0)
      while !seen.insert(distinct).inserted {
        number += 1
        distinct = "\(name):\(number)"
      }
      return distinct
    }
  }
}
