import ListModel

/// Consecutive changesets, and what their operations say about contents.
///
/// A tracker that follows an element through a history notes operations, not contents: these stay where
/// they are, in the changesets.
struct ChangesetHistory {
  let changesets: [Changeset]

  /// An operation of one of the changesets, in a third of the space of a
  /// ``CompositionError/Step``.
  struct Step {
    private let changesetNumber: UInt32
    private let indexNumber: UInt32
    private let subject: ChangesetOperation.Subject
    let kind: ChangesetOperation.Kind

    init(_ step: CompositionError.Step) {
      changesetNumber = UInt32(step.changeset)
      indexNumber = UInt32(step.operation.index)
      subject = step.operation.subject
      kind = step.operation.kind
    }

    var changeset: Int { Int(changesetNumber) }
    var index: Int { Int(indexNumber) }
    var operation: ChangesetOperation { ChangesetOperation(subject, kind, index) }
  }

  // MARK: Contents

  // Spans lend their elements: a changeset in a variable of its own would retain all its arrays.

  /// What a cell showed before an operation on it, if that says so.
  func componentBefore(_ step: Step) -> AnyComponent? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .deleted: changesets[changeset].deletedCells.span[index].component
    case .updated: changesets[changeset].updatedCells.span[index].old
    case .inserted, .moved: nil
    }
  }

  /// What a cell shows after an operation on it, if that says so.
  func componentAfter(_ step: Step) -> AnyComponent? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .inserted: changesets[changeset].insertedCells.span[index].component
    case .updated: changesets[changeset].updatedCells.span[index].new
    case .deleted, .moved: nil
    }
  }

  /// What a section showed before an operation on it, if that says so.
  func attributesBefore(_ step: Step) -> Section.Attributes? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .deleted: changesets[changeset].deletedSections.span[index].attributes
    case .updated: changesets[changeset].updatedSections.span[index].old
    case .inserted, .moved: nil
    }
  }

  /// What a section shows after an operation on it, if that says so.
  func attributesAfter(_ step: Step) -> Section.Attributes? {
    let (changesets, changeset, index) = (changesets.span, step.changeset, step.index)
    return switch step.kind {
    case .inserted: changesets[changeset].insertedSections.span[index].attributes
    case .updated: changesets[changeset].updatedSections.span[index].new
    case .deleted, .moved: nil
    }
  }
}
