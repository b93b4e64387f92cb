import HTTPTypes
import ListModel
import ListStorage

extension Problem {
  /// A position in the feed of a list that cannot be continued.
  ///
  /// - Parameters:
  ///   - reason: Why it cannot.
  ///   - list: The list.
  ///   - newest: Its head.
  ///   - start: The path to begin again with; the list itself if `nil`.
  /// - Returns: The answer to the reader.
  static func gone(
    _ reason: CatchUp.Reason,
    of list: List.ID,
    newest: CursorToken,
    start: String? = nil
  ) -> Problem {
    let detail =
      switch reason {
      case .otherList: "the offset belongs to another list"
      case .restored: "the list was restored from a backup since"
      case .fromTheFuture: "the list has not reached that version"
      case .forked: "the list has another past than the reader"
      case .compacted: "not all changes after that are kept"
      case .smaller: "the list is smaller than its changes"
      }
    return gone(
      reason.rawValue,
      "\(detail); read the list at \"start\", then its changes after that answer's Stream-Next-Offset",
      start: start ?? "/lists/\(RequestTarget.encoded(list.rawValue))"
    ) { writer in
      writer.name("list")
      writer.string(list.rawValue)
      writer.name("newest")
      writer.startObject()
      writer.name("version")
      writer.number(newest.version)
      writer.name("fingerprint")
      writer.string(newest.fingerprint.description)
      writer.name("offset")
      writer.string(FeedOffset(newest).text)
      writer.endObject()
    }
  }

  /// A position in the feed of all lists that cannot be continued.
  static func gone(_ reason: StoreCatchUp.Reason, newest: StoreToken) -> Problem {
    let detail =
      switch reason {
      case .otherStore: "the offset belongs to another store"
      case .restored: "the store was restored from a backup since"
      case .fromTheFuture: "the store has not reached that commit"
      case .forked: "the store has another past than the reader"
      case .compacted: "not all changes after that are kept"
      }
    return gone(
      reason.rawValue,
      "\(detail); read the lists at \"start\", then the changes after that answer's Stream-Next-Offset",
      start: "/lists"
    ) { writer in
      writer.name("newest")
      writer.startObject()
      writer.name("sequence")
      writer.number(newest.sequence)
      writer.name("offset")
      writer.string(FeedOffset(newest).text)
      writer.endObject()
    }
  }

  private static func gone(
    _ kind: String,
    _ detail: String,
    start: String,
    _ members: @escaping @Sendable (inout JSONWriter) -> Void
  ) -> Problem {
    Problem(status: .gone, kind: kind, detail: detail, start: start, members: members)
  }
}
