package import Foundation
import ListModel

/// On what conditions a commit is made, and what is recorded of it.
///
/// ```swift
/// try store.commit(list, to: "home", options: CommitOptions(expecting: .version(3), author: "ann"))
/// ```
public struct CommitOptions: Hashable, Sendable {
  /// The version the caller believes to be the head; any by default.
  public var expected: ExpectedVersion
  /// Makes the commit safe to repeat.
  ///
  /// The same key with the same content returns the version it made the first time, whatever the head
  /// is by now. What is repeated is proposed again on the version it was first made on, to prove that
  /// it is the same: an edit runs again.
  public var key: String?
  /// Who commits, in the caller's own words.
  public var author: String?
  /// What the commit is about, in the caller's own words: up to 65,536 bytes.
  public var message: String?
  /// When the version was made; now if `nil`.
  ///
  /// For imports of what happened elsewhere.
  package var time: Date?

  /// Creates options; those that are not named have no effect.
  ///
  /// - Parameters:
  ///   - expected: The version the caller believes to be the head. When it is not,
  ///     ``ListStoreError/versionMismatch(list:expected:head:fingerprint:)`` says what is.
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
