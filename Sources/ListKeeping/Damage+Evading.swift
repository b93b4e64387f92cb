import GRDB
import ListStorage

extension Damage {
  /// Reads rows that stand in several structures of the file, a table and its indexes: each from
  /// one end and, when damage is in the way, from the other.
  ///
  /// - Parameters:
  ///   - structures: For each structure, the queries that read its rows, all equally good.
  ///   - database: A connection inside a transaction.
  ///   - read: Given each row at least once, if it can be read at all.
  /// - Returns: The damage that was in the way in all of them; `nil` when one was read as a whole.
  /// - Throws: Errors that are not damage.
  static func evading(
    _ structures: [[String]],
    in database: Database,
    _ read: (SQLRow) throws -> Void
  ) throws -> Damage? {
    var obstacle: Damage?
    var isWhole = false
    for queries in structures {
      for query in queries {
        do {
          try SQLStatement(query, in: database).forEachRow(read)
          isWhole = true
          break
        } catch {
          guard let damage = Damage(error) else { throw error }
          obstacle = damage
        }
      }
    }
    return isWhole ? nil : obstacle
  }
}
