import ListModel

/// Consecutive changesets, and what their operations say about contents.
///
/// Whoever follows an element through a history notes operations, not contents: these stay where
/// they are, in the changesets.
struct ChangesetHistory {
  private(set) var changesets: [Changeset] = []

  /// An operation of one of the changesets, in a third of the space of a
  /// ``CompositionError/Step``.
  struct Step {
    private let changesetNumber: UInt32
    private let index: UInt32
    private let subject: ChangesetOperation.Subject
    let kind: ChangesetOperation.Kind

    init(_ step: CompositionError.Step) {
      changesetNumber = UInt32(step.changeset)
      index = UInt32(step.operation.index)
      subject = step.operation.subject
      kind = step.operation.kind
    }

    var changeset: Int { Int(changesetNumber) }
    var operation: ChangesetOperation { ChangesetOperation(subject, kind, Int(index)) }
  }

  mutating func reserve(_ count: Int) { changesets.reserveCapacity(count) }

  mutating func append(_ changeset: Changeset) { changesets.append(changeset) }

  // MARK: Contents

  /// What a cell showed before an operation on it, if that says so.
  func componentBefore(_ step: Step) -> AnyComponent? {
    let (changeset, index) = (step.changeset, step.operation.index)
    return switch step.kind {
    case .deleted: changesets[changeset].deletedCells[index].component
    case .updated: changesets[changeset].updatedCells[index].old
    case .inserted, .moved: nil
    }
  }

  /// What a cell shows after an operation on it, if that says so.
  func componentAfter(_ step: Step) -> AnyComponent? {
    let (changeset, index) = (step.changeset, step.operation.index)
    return switch step.kind {
    case .inserted: changesets[changeset].insertedCells[index].component
    case .updated: changesets[changeset].updatedCells[index].new
    case .deleted, .moved: nil
    }
  }

  /// What a section showed before an operation on it, if that says so.
  func attributesBefore(_ step: Step) -> Section.Attributes? {
    let (changeset, index) = (step.changeset, step.operation.index)
    return switch step.kind {
    case .deleted: changesets[changeset].deletedSections[index].attributes
    case .updated: changesets[changeset].updatedSections[index].old
    case .inserted, .moved: nil
    }
  }

  /// What a section shows after an operation on it, if that says so.
  func attributesAfter(_ step: Step) -> Section.Attributes? {
    let (changeset, index) = (step.changeset, step.operation.index)
    return switch step.kind {
    case .inserted: changesets[changeset].insertedSections[index].attributes
    case .updated: changesets[changeset].updatedSections[index].new
    case .deleted, .moved: nil
    }
  }
}
