import Foundation

/// The value of `Stream-Cursor`, by Durable Streams 1.0, section 10.1.
///
/// It makes the next request of a live reader another one for caches; without it a cache would answer the
/// same empty answer without end.
enum StreamCursor {
  private static let interval = 20.0
  /// 2024-10-09T00:00:00Z.
  private static let epoch = Date(timeIntervalSince1970: 1_728_432_000)

  /// The cursors after messages begin here, above all numbers of intervals.
  private static let messages = 1 << 32
  /// How many empty answers fit between the cursors of two versions: those of a day.
  private static let room = 1 << 12
  /// The numbers after which cursors begin again, so that they have few digits.
  private static let numbers = 1 << 36

  /// Returns the number of the current interval; if the client's is not less, one that is more than the client's.
  ///
  /// Equal questions have equal answers, so that readers who ask the same go on asking the same. After messages,
  /// a cursor depends on the position alone: readers who came at different times, and so have different
  /// cursors, ask the same from then on, and a cache joins them. (With random numbers, as the protocol proposes, each
  /// answer that a cache fetches twice would divide its readers without end.)
  ///
  /// - Parameters:
  ///   - client: The `cursor` of the request.
  ///   - now: The time.
  ///   - number: The number of the position after the messages of the answer; `nil` if there are none.
  /// - Returns: The cursor.
  static func next(after client: Int?, at now: Date, past number: Int? = nil) -> Int {
    let current = max(0, Int((now.timeIntervalSince(epoch) / interval).rounded(.down)))
    guard let client, client >= current else { return current }
    guard let number else { return client + 1 }
    return max(client + 1, messages + number % numbers * room)
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
