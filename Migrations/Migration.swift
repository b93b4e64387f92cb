/// One step of the database schema, as SQL.
public struct Migration: Sendable {
  /// The name the step is recorded under in every database: its file's name without `.sql`.
  public let identifier: String
  /// The statements of the step.
  public let sql: String

  /// All steps, in the order they are applied.
  public static let all = [
    Migration("0001_create_store", PackageResources._001_create_store_sql),
    Migration("0002_create_spans", PackageResources._002_create_spans_sql),
    Migration("0003_add_touched_rows", PackageResources._003_add_touched_rows_sql),
    Migration("0004_add_checksums", PackageResources._004_add_checksums_sql),
    Migration("0005_add_views_and_messages", PackageResources._005_add_views_and_messages_sql),
    Migration("0006_add_checksums_of_places", PackageResources._006_add_checksums_of_places_sql),
    Migration("0007_add_checksums_of_numbers", PackageResources._007_add_checksums_of_numbers_sql),
  ]

  private init(_ identifier: String, _ bytes: [UInt8]) {
    self.identifier = identifier
    sql = String(decoding: bytes, as: UTF8.self)
  }
}
