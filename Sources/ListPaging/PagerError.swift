public import ListModel

/// Why a pager has stopped in one direction.
public enum PagerError: Error, Hashable, Sendable {
  /// The remote has failed.
  case remote(RemoteFailure)
  /// The next key is the key of the request: following it would never end.
  case keyNotAdvancing(PageKey)
  /// So many pages in a row had nothing new, or nothing that the app shows, and there are more.
  case stalled(pages: Int)
  /// An item cannot be a cell: its id is empty, too long, or the id of a gap.
  case invalidItem(Cell.ID, reason: String)
  /// The remote answered another request than the one it was asked.
  case wrongAnswer(expected: Int, got: Int)
  /// The key has expired, and its place was not found again.
  case cursorLost
  /// Items have shifted each time that the list was read again.
  case unsettled
  /// The page could not be stored.
  case storage(String)

  /// The name of the case; for a failure of the remote, its reason.
  package var code: String {
    switch self {
    case .remote(let failure): failure.reason
    case .keyNotAdvancing: "keyNotAdvancing"
    case .stalled: "stalled"
    case .invalidItem: "invalidItem"
    case .wrongAnswer: "wrongAnswer"
    case .cursorLost: "cursorLost"
    case .unsettled: "unsettled"
    case .storage: "storage"
    }
  }
}

extension PagerError {
  /// Whether the same request would fail again, so that a retry begins with the first page.
  var leadsNowhere: Bool {
    switch self {
    case .cursorLost, .unsettled: true
    case .remote, .keyNotAdvancing, .stalled, .invalidItem, .wrongAnswer, .storage: false
    }
  }
}

extension PagerError: CustomStringConvertible {
  /// What is wrong, and what was expected.
  public var description: String {
    switch self {
    case .remote(let failure): "the remote failed: \(failure.reason)"
    case .keyNotAdvancing(let key):
      "the page after the key \"\(key)\" names the same key as the next one"
    case .stalled(let pages): "\(pages) pages in a row had nothing new to show"
    case .invalidItem(let id, let reason):
      "the item \"\(id.rawValue.prefix(64))\" cannot be a cell: \(reason)"
    case .wrongAnswer(let expected, let got):
      "request \(expected) got the answer to request \(got)"
    case .cursorLost:
      "the key has expired, and reading the list again has not led to its place; a retry begins with "
        + "the first page"
    case .unsettled:
      "items have shifted each time that the list was read again; a retry begins with the first page"
    case .storage(let reason): "the page could not be stored: \(reason)"
    }
  }
}

/// A problem of a remote that a pager could cope with.
public enum PagerDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// An answer came for a request that is no longer waited for.
  case late(request: Int)
  /// Items came that the list has already.
  case duplicates(request: Int, count: Int)
  /// Loaded items have shifted at the remote, and are read again.
  case shifted(request: Int)
  /// Another writer has changed the list already; the page is dropped.
  case overtaken(request: Int)

  /// The diagnostic in a word.
  public var description: String {
    switch self {
    case .late(let request): "late#\(request)"
    case .duplicates(let request, let count): "duplicates#\(request):\(count)"
    case .shifted(let request): "shifted#\(request)"
    case .overtaken(let request): "overtaken#\(request)"
    }
  }
}
