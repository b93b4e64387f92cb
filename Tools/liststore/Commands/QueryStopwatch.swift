import Dispatch
import ListStorage

/// Ends the program when a query takes longer than it may in one step of SQLite, where nothing else
/// can stop it: a pattern that is matched with a long text, for example.
///
/// A query only reads, so nothing is lost.
final class QueryStopwatch {
  private let timer: any DispatchSourceTimer

  /// Starts.
  ///
  /// - Parameter seconds: How long the query may take. SQLite has a second more to stop by itself.
  init(seconds: Double) {
    timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + seconds + 1)
    timer.setEventHandler {
      Program.end(with: QueryError.tookTooLong(limit: .seconds(seconds)), by: "query")
    }
    timer.resume()
  }

  /// Lets the program go on.
  func stop() {
    timer.cancel()
  }
}
