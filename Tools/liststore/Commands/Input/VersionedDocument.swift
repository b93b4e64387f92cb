import ListModel
import ListStorage

/// The output of `show --versioned`: content of a list, and the token of its version.
struct VersionedDocument {
  /// The token of the version.
  let token: CursorToken
  /// The rest of the object: `document` or `content`, as JSON; `nil` if there is none.
  let body: [UInt8]?
  /// The form of such an object, for people.
  let expected: String

  /// Reads an object that has a token.
  ///
  /// - Parameters:
  ///   - bytes: The object.
  ///   - member: The name of the member beside the token.
  ///   - name: The source of the object, for people.
  /// - Throws: ``RefusedDocument``.
  init(_ bytes: [UInt8], member: String, from name: String) throws(RefusedDocument) {
    expected = "expected {\"token\":…,\"\(member)\":…}, as \"show --versioned\" prints it"
    let content: Content
    do {
      content = try Content(parsing: bytes)
    } catch {
      throw RefusedDocument(source: name, reason: "\(error)")
    }
    let tree = JSONTree(content)
    guard let text = tree["token"]?.text,
      let token = CursorToken(String(text.dropFirst().dropLast()))
    else { throw RefusedDocument(source: name, reason: expected) }
    self.token = token
    body = tree[member].map { Array($0.text.utf8) }
  }
}
