/// A list configuration or a table, with the frames of its rows.
///
/// This package does not lay out lists yet: every case fails.
struct ListCase: Decodable, Sendable {
  var id: String

  func run() -> [String] { ["list configurations are not laid out"] }
}
