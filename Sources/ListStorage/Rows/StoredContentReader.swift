import Foundation
import ListModel

/// Reads the contents of many rows with the same memory.
package struct StoredContentReader {
  private var reader = JSONReader(UnsafeBufferPointer(start: nil, count: 0))
  /// The type of the last component, which the next one probably has too.
  private var type = TypeDigest("")

  package init() {}

  /// Reads the type, the content and the views of a row.
  ///
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  mutating func component(in row: SQLRow, from column: Int32) throws -> StoredComponent {
    if !row.withBytes(column, { type.isDigest(ofTypeSpelt: $0) }) {
      type = TypeDigest(try row.text(column))
    }
    var component = StoredComponent(type: type.type, content: try content(in: row, column + 1))
    if !row.isNull(column + 2) {
      component.views = try StoredViews.views(row.optionalBytes(column + 2))
    }
    return component
  }

  private mutating func content(in row: SQLRow, _ column: Int32) throws -> Content? {
    if row.isNull(column) { return nil }
    return try row.withBytes(column) { bytes in
      // Content that is wrong, or kept in another form, is read once more, which throws if it is
      // wrong.
      let known = try? reader.readStoredContent(
        spanning: bytes.assumingMemoryBound(to: UInt8.self)
      )
      return try known ?? CellRows.content([UInt8](bytes))
    }
  }

  /// Returns the digest of the component that was read last.
  mutating func digest(of component: StoredComponent) -> Digest {
    let alone = Digest(typeDigest: type.digest, component.content)
    return component.hasViews ? alone.carrying(component.sortedViews) : alone
  }
}

/// The digest of a type that many neighbouring cells have.
struct TypeDigest {
  let type: String
  let digest: Digest

  init(_ type: String) {
    self.type = type
    digest = Digest(type: type)
  }

  /// Returns whether a type has the same bytes; `String` also calls some other bytes equal.
  func isDigest(of other: String) -> Bool {
    guard other.utf8.count == type.utf8.count else { return false }
    return other.utf8.withContiguousStorageIfAvailable { bytes in
      isDigest(ofTypeSpelt: UnsafeRawBufferPointer(bytes))
    } ?? other.utf8.elementsEqual(type.utf8)
  }

  /// Returns whether a type has these bytes.
  func isDigest(ofTypeSpelt bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == type.utf8.count else { return false }
    return type.utf8.withContiguousStorageIfAvailable { own in
      guard let own = own.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(own, other, bytes.count) == 0
    } ?? type.utf8.elementsEqual(bytes)
  }
}
