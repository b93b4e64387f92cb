import ListModel

/// A list to commit to, and the options of the commit.
package struct CommitRequest {
  var list: List.ID
  var options = CommitOptions()

  /// Checks the names a caller chose.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)``.
  func validate() throws {
    try validate(list, "the name of the list")
    if let key = options.key { try validate(Identifier<Commit>(key), "the commit key") }
    if let author = options.author { try validate(Identifier<Commit>(author), "the author") }
    if let reason = Self.reasonForRefusal(ofMessage: options.message) {
      throw ListStoreError.invalidName("the message", reason: reason)
    }
  }

  /// The most bytes of a message.
  private static let longestMessage = 1 << 16

  /// Returns why a store refuses a message; `nil` if it accepts it.
  package static func reasonForRefusal(ofMessage message: String?) -> String? {
    guard let message else { return nil }
    let count = message.utf8.count
    if count == 0 { return "is empty; leave it out" }
    return count > longestMessage ? "has \(count) bytes; expected 1 to \(longestMessage)" : nil
  }

  /// Returns whether a text can be a commit key or an author.
  package static func canBeName(_ name: String?) -> Bool {
    name.map { Identifier<Commit>($0).reasonForRefusal == nil } ?? true
  }

  private func validate<Element>(_ id: Identifier<Element>, _ name: String) throws {
    guard let reason = id.reasonForRefusal else { return }
    throw ListStoreError.invalidName(name, reason: reason)
  }
}
