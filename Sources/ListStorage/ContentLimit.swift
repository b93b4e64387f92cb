import ListModel

/// How much a list may hold in one piece.
enum ContentLimit {
  /// The most bytes of a content: a change holds two of a cell, and is one value for SQLite.
  static let content = 256 << 20
  /// The most bytes of a change in its binary form: SQLite's values and rows end at a thousand million
  /// bytes (sqlite.org, *Implementation Limits For SQLite*, `SQLITE_MAX_LENGTH`).
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
  /// The component in the form in which it is stored.
  ///
  /// - Throws: What encoding it throws; an error that says so when its content is too long.
  func storable(limit: Int = ContentLimit.content) throws -> StoredComponent {
    let component = try stored()
    let byteCount = component.sortedViews.reduce(component.content?.bytes.count ?? 0) {
      max($0, $1.component.content?.bytes.count ?? 0)
    }
    guard byteCount <= limit else { throw LongContent(byteCount: byteCount, limit: limit) }
    return component
  }

  /// The stored form of one that need not be encoded, as far as it can be stored.
  var storableForm: StoredComponent? {
    storedForm.flatMap { $0.content?.bytes.count ?? 0 > ContentLimit.content ? nil : $0 }
  }
}
