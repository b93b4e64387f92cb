import ListModel

/// How many bytes a list may hold in one piece.
enum ContentLimit {
  /// The most bytes of one content: a change can hold a cell's old and new content, and is one value
  /// for SQLite.
  static let content = 256 << 20
  /// The most bytes of a change in its binary form: SQLite's values and rows have at most a thousand
  /// million bytes (sqlite.org, *Implementation Limits For SQLite*, `SQLITE_MAX_LENGTH`).
  static let change = 1_000_000_000 - (1 << 16)
}

/// A content that is too long to be stored.
private struct LongContent: Error, CustomStringConvertible {
  let byteCount: Int
  let limit: Int

  var description: String {
    "it has \(byteCount) bytes, and \(limit) are the most that can be stored"
  }
}

extension AnyComponent {
  /// Encodes the component into the form that is stored.
  ///
  /// - Throws: The error of the encoding; `LongContent` when one of its contents is too long.
  func storable(limit: Int = ContentLimit.content) throws -> StoredComponent {
    let component = try stored()
    let byteCount = component.sortedViews.reduce(component.content?.bytes.count ?? 0) {
      max($0, $1.component.content?.bytes.count ?? 0)
    }
    guard byteCount <= limit else { throw LongContent(byteCount: byteCount, limit: limit) }
    return component
  }

  /// The stored form, if it exists and is not too long; otherwise `nil`.
  var storableForm: StoredComponent? {
    storedForm.flatMap { $0.content?.bytes.count ?? 0 > ContentLimit.content ? nil : $0 }
  }
}
