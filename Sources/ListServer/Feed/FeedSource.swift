import ListModel

/// What a feed is of.
enum FeedSource: Hashable, Sendable {
  case list(List.ID)
  /// All lists, in the order of their commits.
  case allLists
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
