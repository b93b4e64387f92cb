import ListModel

extension Changeset {
  /// Checks the contents of cells that were taken as they are, see ``HeldContents/unproven``, and notes
  /// the form of each.
  ///
  /// - Returns: Whether all are in a form contents are stored in; if not, the changeset must not be used.
  /// - Complexity: O(bytes of contents).
  package mutating func proveContents() -> Bool {
    var proof = ContentProof()
    return deletedCells.indices.allSatisfy { proof.prove(&deletedCells[$0].component) }
      && insertedCells.indices.allSatisfy { proof.prove(&insertedCells[$0].component) }
      && updatedCells.indices.allSatisfy {
        proof.prove(&updatedCells[$0].old) && proof.prove(&updatedCells[$0].new)
      }
  }
}

/// Checks contents one after the other, with the same memory.
private struct ContentProof {
  private var reader = JSONReader(UnsafeBufferPointer(start: nil, count: 0))

  /// Checks the content of a component; the views it carries are checked when they are read.
  mutating func prove(_ component: inout AnyComponent) -> Bool {
    guard let stored = component.withoutViews.storedForm else { return false }
    guard let content = stored.content else { return true }
    return content.bytes.withUnsafeBufferPointer { bytes in
      guard let content = try? reader.readStoredContent(spanning: bytes) else { return false }
      let views = component.views
      component = AnyComponent(StoredComponent(type: stored.type, content: content))
      component.views = views
      return true
    }
  }
}
