/// A fault, which happens the next time it can.
public enum SimFault: String, Hashable, Sendable, Codable, CaseIterable {
  // MARK: The remote

  /// The answer is a failure.
  case fails
  /// The answer is that there were too many requests, and when to ask again.
  case limitsRate
  /// The answer is that the key has expired, whatever it was for; the key is valid again later.
  case expiresKey
  /// The keys of this request and of those after it, up to 24, have expired; they are valid again later.
  case expiresKeys
  /// All keys that a keyset remote has given so far expire for good, except the initial key.
  case expiresAllKeys
  /// There is no answer until a minute has passed.
  case losesAnswer
  /// The answer takes ten times as long.
  case isSlow
  /// The answer comes although the request was cancelled.
  case answersCancelled
  /// An item comes twice in the page.
  case repeatsItem
  /// An item of another page comes in this one.
  case repeatsOtherItem
  /// The next key is the key of the request.
  case repeatsKey
  /// The total is wrong.
  case liesAboutTotal
  /// The page is empty, though there are more.
  case givesEmptyPage
  /// This page and the eleven after it are empty, though there are more.
  case givesEmptyPages
  /// The page is half as long, though there are more.
  case givesShortPage
  /// An id is longer than an id may be.
  case givesLongID
  /// An id is empty.
  case givesEmptyID
  /// The answer is one to another request.
  case answersOther
  /// The answer is from an older state of the remote's list.
  case isOutOfDate

  // MARK: The store

  /// A commit fails because the store is busy.
  case storeIsBusy
  /// A commit fails because the disk is full.
  case diskIsFull
  /// A commit is made, but its answer is lost, so that it is made again.
  case losesCommit

  // MARK: The screen

  /// The view refuses a batch.
  case viewRefuses

  /// The faults of a remote.
  package static let remote = allCases.filter { $0.subject == .remote }
  /// The faults of a store.
  package static let store = allCases.filter { $0.subject == .store }

  enum Subject { case remote, store, screen }

  var subject: Subject {
    switch self {
    case .storeIsBusy, .diskIsFull, .losesCommit: .store
    case .viewRefuses: .screen
    default: .remote
    }
  }
}
