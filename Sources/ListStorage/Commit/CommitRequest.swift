import ListModel

/// Who asks for a commit, and on what conditions.
struct CommitRequest {
  var list: List.ID
  var expected: ExpectedVersion
  var key: String?
  var author: String?

  /// Checks the names a caller chose.
  ///
  /// - Throws: ``ListStoreError/invalidName(_:reason:)``.
  func validate() throws {
    try validate(list, "the name of the list")
    if let key { try validate(Identifier<Commit>(key), "the commit key") }
    if let author { try validate(Identifier<Commit>(author), "the author") }
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
