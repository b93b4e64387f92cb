import ListModel
import ListStorage

/// What a feed is of.
enum FeedSource: Hashable, Sendable {
  case list(List.ID)
  /// Some rows of a list.
  case window(List.ID, WindowQuery)
  /// All lists of a store or some of them, in the order of their commits.
  case lists(ListPermission.Lists)
}

/// The messages that a reader asks for: those of a feed, in a form.
struct FeedSelection: Hashable, Sendable {
  var source: FeedSource
  var detail: Detail

  /// What a message says of values that are replaced.
  enum Detail: Hashable, Sendable {
    /// Nothing: a reader that keeps a copy has them.
    case newValues
    /// All: a message can be read, and turned back, by itself.
    case replacedValues
  }
}

/// The position in a feed of a reader who asks.
enum FeedPosition: Hashable, Sendable {
  /// Before the first message.
  case beginning
  /// After the last message.
  case now
  /// After the message that the offset belongs to.
  case after(FeedOffset)
}
