import ListDiff
import ListModel

extension Changeset {
  /// Returns the changeset with everything encoded, once: encoding twice may give different bytes.
  ///
  /// - Parameter list: The list it is to change.
  /// - Returns: The encoded changeset, to be used from now on.
  /// - Throws: ``ListStoreError/changeRefused(list:reason:)`` naming the element that cannot be
  ///   encoded.
  /// - Complexity: O(operations); nothing is copied when all is encoded already, as after reading.
  func inStoredForm(for list: List.ID) throws -> Changeset {
    let encoder = StoredForm(list: list)
    var changeset = self
    if !deletedSections.isEmpty || !insertedSections.isEmpty || !updatedSections.isEmpty {
      for index in deletedSections.indices {
        try encoder.encode(
          &changeset.deletedSections[index].attributes,
          of: deletedSections[index].id
        )
      }
      for index in insertedSections.indices {
        let id = insertedSections[index].id
        try encoder.encode(&changeset.insertedSections[index].attributes, of: id)
      }
      for index in updatedSections.indices {
        let id = updatedSections[index].id
        try encoder.encode(&changeset.updatedSections[index].old, of: id)
        try encoder.encode(&changeset.updatedSections[index].new, of: id)
      }
    }
    for index in deletedCells.indices where deletedCells[index].component.storedForm == nil {
      try encoder.encode(&changeset.deletedCells[index].component, of: deletedCells[index].id)
    }
    for index in insertedCells.indices where insertedCells[index].component.storedForm == nil {
      try encoder.encode(&changeset.insertedCells[index].component, of: insertedCells[index].id)
    }
    for index in updatedCells.indices {
      let update = updatedCells[index]
      guard update.old.storedForm == nil || update.new.storedForm == nil else { continue }
      try encoder.encode(&changeset.updatedCells[index].old, of: update.id)
      try encoder.encode(&changeset.updatedCells[index].new, of: update.id)
    }
    return changeset
  }
}

/// Encodes the contents of a changeset for a list.
private struct StoredForm {
  let list: List.ID

  func encode(_ component: inout AnyComponent, of id: Cell.ID) throws {
    component = AnyComponent(try refusing("cell \"\(id)\"") { try component.storable() })
  }

  func encode(_ attributes: inout Section.Attributes, of id: Section.ID) throws {
    attributes = try refusing("section \"\(id)\"") { try attributes.encoded() }
  }

  private func refusing<Value>(
    _ element: @autoclosure () -> String,
    _ encode: () throws -> Value
  ) throws -> Value {
    do {
      return try encode()
    } catch {
      throw ListStoreError.changeRefused(
        list: list,
        reason: "\(element()) holds what cannot be encoded: \(error)"
      )
    }
  }
}
