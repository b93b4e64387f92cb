/// One step of the schema of a log on PostgreSQL, as SQL.
public struct PostgresMigration: Sendable {
  /// The name the step is recorded under in every database: its file's name without `.sql`.
  public let identifier: String
  /// The statements of the step.
  public let sql: String

  /// All steps, in the order they are applied.
  public static let all = [
    PostgresMigration("0001_create_log", PackageResources._001_create_log_sql)
  ]

  private init(_ identifier: String, _ bytes: [UInt8]) {
    self.identifier = identifier
    sql = String(decoding: bytes, as: UTF8.self)
  }
}
