import ListModel

/// A list to commit to, and the options of the commit.
struct CommitRequest {
  var list: List.ID
  var options = CommitOptions()

  /// Checks the names a caller chose.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)``.
  func validate() throws {
    try validate(list, "the name of the list")
    if let key = options.key { try validate(Identifier<Commit>(key), "the commit key") }
    if let author = options.author { try validate(Identifier<Commit>(author), "the author") }
  }

  /// Whether a text can be a commit key or an author.
  static func canBeName(_ name: String?) -> Bool {
    name.map { Identifier<Commit>($0).reasonForRefusal == nil } ?? true
  }

  private func validate<Element>(_ id: Identifier<Element>, _ name: String) throws {
    guard let reason = id.reasonForRefusal else { return }
    throw ListStoreError.invalidName(name, reason: reason)
  }
}
