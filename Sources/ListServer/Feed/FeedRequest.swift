import HTTPTypes
import Hummingbird
import ListStorage

/// What a reader of a feed asks for.
struct FeedRequest: Sendable {
  let selection: FeedSelection
  let position: FeedPosition
  let mode: Mode
  /// The reader's last `Stream-Cursor`.
  let cursor: Int?

  /// How messages are given.
  enum Mode: Sendable {
    /// Those that are there.
    case catchUp
    /// As soon as there are some.
    case longPoll
    /// All, as server-sent events.
    case events
  }

  /// Reads a request.
  ///
  /// - Throws: A ``Problem`` with status 400.
  init(_ call: Call, of source: FeedSource) throws {
    let detail: FeedSelection.Detail =
      switch call.target["was"] {
      case nil, "omit": .newValues
      case "include": .replacedValues
      case let other?:
        throw Problem.badRequest(
          "bad-was",
          "was=\(other.prefix(32)) is unknown; expected omit or include"
        )
      }
    selection = FeedSelection(source: source, detail: detail)
    mode =
      switch call.target["live"] {
      case nil: .catchUp
      case "long-poll": .longPoll
      case "sse": .events
      case let other?:
        throw Problem.badRequest(
          "bad-live",
          "live=\(other.prefix(32)) is unknown; expected long-poll or sse"
        )
      }
    cursor = try StreamCursor.read(call.target["cursor"])
    // A browser's EventSource repeats its first URL, and says here how far it has come.
    let last = call.request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
    let offset = call.target["offset"]
    if let last, mode == .events {
      position = try Self.position(last, in: source)
    } else if let offset {
      position = try Self.position(offset, in: source)
    } else if mode == .catchUp {
      position = .beginning
    } else {
      throw Problem.badRequest(
        "no-offset",
        "a live request needs an offset: -1, now, or the Stream-Next-Offset of the last answer"
      )
    }
  }

  private static func position(_ text: String, in source: FeedSource) throws -> FeedPosition {
    switch text {
    case "-1": .beginning
    case "now": .now
    default: .after(try FeedOffset(sent: text, to: source))
    }
  }
}

extension FeedOffset {
  /// Reads an offset of a feed that a client sends.
  ///
  /// - Throws: A ``Problem`` with status 400 for text that is no offset. One of another list is read: the
  ///   answer to it is 410.
  init(sent text: String, to source: FeedSource) throws {
    let token: (any CustomStringConvertible)? =
      switch source {
      case .list, .window: Self.token(text, as: CursorToken.self)
      case .lists: Self.token(text, as: StoreToken.self)
      }
    guard let token else {
      throw Problem.badRequest(
        "bad-offset",
        "\"\(text.prefix(64))\" is no offset of this feed; expected -1, now, or a Stream-Next-Offset"
      )
    }
    self.init(token)
  }
}
