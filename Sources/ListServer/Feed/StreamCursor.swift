import Foundation

/// The value of `Stream-Cursor`, by Durable Streams 1.0, section 10.1.
///
/// It makes the next request of a live reader another one for caches; without it a cache would answer the
/// same empty answer for ever.
enum StreamCursor {
  private static let interval = 20.0
  /// 2024-10-09T00:00:00Z.
  private static let epoch = Date(timeIntervalSince1970: 1_728_432_000)

  /// Returns the number of the current interval, and always more than the client's.
  ///
  /// - Parameters:
  ///   - client: The `cursor` of the request.
  ///   - now: The time.
  ///   - jitter: A number of seconds, from 1 to 3,600.
  /// - Returns: The cursor.
  static func next(
    after client: Int?,
    at now: Date,
    jitter: Int = .random(in: 1...3600)
  ) -> Int {
    let current = max(0, Int((now.timeIntervalSince(epoch) / interval).rounded(.down)))
    guard let client, client >= current else { return current }
    return client + max(1, jitter / Int(interval))
  }

  /// Reads the `cursor` of a request.
  ///
  /// - Throws: A ``Problem`` with status 400.
  static func read(_ text: String?) throws -> Int? {
    guard let text else { return nil }
    guard text.utf8.count <= 15, let cursor = Int(text), cursor >= 0 else {
      throw Problem.badRequest(
        "bad-cursor",
        "\"\(text.prefix(32))\" is no cursor; expected a Stream-Cursor of this server"
      )
    }
    return cursor
  }
}
