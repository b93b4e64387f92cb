import ListModel

/// Consecutive changesets, and what their operations say about contents.
///
/// An ``ElementRecord``, which follows an element through a history, notes operations, not
/// contents: the contents stay in the changesets.
struct ChangesetHistory {
  let changesets: ContiguousArray<Changeset>

  /// An operation of one of the changesets, in a third of the space of a
  /// ``CompositionError/Step``.
  struct Step {
    private let changesetNumber: UInt32
    private let indexNumber: UInt32
    private let subject: Changeset.OperationPath.Subject
    let kind: Changeset.OperationPath.Kind

    init(_ step: CompositionError.Step) {
      changesetNumber = UInt32(step.changeset)
      indexNumber = UInt32(step.operation.index)
      subject = step.operation.subject
      kind = step.operation.kind
    }

    var changeset: Int { Int(changesetNumber) }
    var index: Int { Int(indexNumber) }
    var operation: Changeset.OperationPath { Changeset.OperationPath(subject, kind, index) }
  }

  // MARK: Contents

  // A `Span` lends its elements: a changeset in a variable of its own would retain all its arrays.

  /// The component of a cell before an operation on it; `nil` if the operation does not hold it.
  func componentBefore(_ step: Step) -> AnyComponent? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .deleted: changesets[changeset].deletedCells[index].component
    case .updated: changesets[changeset].updatedCells[index].old
    case .inserted, .moved: nil
    }
  }

  /// The component of a cell after an operation on it; `nil` if the operation does not hold it.
  func componentAfter(_ step: Step) -> AnyComponent? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .inserted: changesets[changeset].insertedCells[index].component
    case .updated: changesets[changeset].updatedCells[index].new
    case .deleted, .moved: nil
    }
  }

  /// The attributes of a section before an operation on it; `nil` if the operation does not hold
  /// them.
  func attributesBefore(_ step: Step) -> Section.Attributes? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .deleted: changesets[changeset].deletedSections[index].attributes
    case .updated: changesets[changeset].updatedSections[index].old
    case .inserted, .moved: nil
    }
  }

  /// The attributes of a section after an operation on it; `nil` if the operation does not hold
  /// them.
  func attributesAfter(_ step: Step) -> Section.Attributes? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .inserted: changesets[changeset].insertedSections[index].attributes
    case .updated: changesets[changeset].updatedSections[index].new
    case .deleted, .moved: nil
    }
  }
}
