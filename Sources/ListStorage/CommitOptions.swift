package import Foundation
import ListModel

/// The conditions of a commit, and what is recorded about it.
///
/// ```swift
/// try store.commit(list, to: "home", options: CommitOptions(expecting: .version(3), author: "ann"))
/// ```
public struct CommitOptions: Hashable, Sendable {
  /// The version the caller believes to be the head; any by default.
  public var expected: ExpectedVersion
  /// Makes the commit safe to repeat.
  ///
  /// The same key with the same content returns the version it made the first time, even if the head
  /// has moved on. To prove that the content is the same, the store makes the proposal again on the
  /// version it was first made on: the closure of an edit runs again.
  public var key: String?
  /// Who commits, in the caller's own words.
  public var author: String?
  /// What the commit is about, in the caller's own words: up to 65,536 bytes.
  public var message: String?
  /// When the version was made; now if `nil`.
  ///
  /// For imports of commits that were made elsewhere.
  package var time: Date?

  /// Creates options; those that are not named have no effect.
  ///
  /// - Parameters:
  ///   - expected: The version the caller believes to be the head. If it is not,
  ///     ``ListStoreError/versionMismatch(list:expected:head:fingerprint:)`` names the head.
  ///   - key: Makes the commit safe to repeat.
  ///   - author: Who commits, in the caller's own words.
  ///   - message: What the commit is about.
  public init(
    expecting expected: ExpectedVersion = .any,
    key: String? = nil,
    author: String? = nil,
    message: String? = nil
  ) {
    self.expected = expected
    self.key = key
    self.author = author
    self.message = message
  }
}
