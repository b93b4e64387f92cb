import ListModel

// The words for everything that can be wrong with a changeset, the same for lists of every form.
extension ChangesetMismatch {
  init(_ operation: Changeset.OperationPath, reason: String) {
    self.init(operation: "\(operation)", reason: reason)
  }

  static func otherCell(
    _ found: Cell.ID?,
    _ expected: Cell.ID,
    _ path: CellPath,
    _ operation: Changeset.OperationPath
  ) -> ChangesetMismatch {
    let found = found.map { "found \"\($0)\" at \(path)" } ?? "there is no cell at \(path)"
    return ChangesetMismatch(operation, reason: "\(found); expected \"\(expected)\"")
  }

  static func otherSection(
    _ found: Section.ID?,
    _ expected: Section.ID,
    _ index: Int,
    _ operation: Changeset.OperationPath
  ) -> ChangesetMismatch {
    let found = found.map { "found \"\($0)\" at \(index)" } ?? "there is no section \(index)"
    return ChangesetMismatch(operation, reason: "\(found); expected \"\(expected)\"")
  }

  static func otherContent(_ operation: Changeset.OperationPath) -> ChangesetMismatch {
    ChangesetMismatch(
      operation,
      reason: "the list has other content than the changeset replaces"
    )
  }

  static func leavesTwice(_ path: CellPath) -> ChangesetMismatch {
    ChangesetMismatch(operation: "cells", reason: "the cell at \(path) leaves twice")
  }

  static func leavesTwice(section index: Int, _ operation: Changeset.OperationPath)
    -> ChangesetMismatch
  {
    ChangesetMismatch(operation, reason: "section \(index) leaves twice")
  }

  static func staysBehind(
    _ cell: Cell.ID,
    _ section: Section.ID,
    _ operation: Changeset.OperationPath
  ) -> ChangesetMismatch {
    ChangesetMismatch(
      operation,
      reason: "section \"\(section)\" disappears, but its cell \"\(cell)\""
        + " is neither deleted nor moved"
    )
  }

  static func noPlace(
    forSectionAt index: Int,
    of count: Int,
    _ operation: Changeset.OperationPath
  ) -> ChangesetMismatch {
    ChangesetMismatch(
      operation,
      reason: "index \(index) is taken or beyond the \(count) sections after the change"
    )
  }

  static func noSection(_ index: Int, _ operation: Changeset.OperationPath) -> ChangesetMismatch {
    ChangesetMismatch(operation, reason: "there is no section \(index) after the change")
  }

  static func noPlace(
    forCellAt path: CellPath,
    _ operation: Changeset.OperationPath
  ) -> ChangesetMismatch {
    ChangesetMismatch(
      operation,
      reason: "item \(path.item) is taken or beyond the end of section \(path.section)"
    )
  }

  static func repeatedSection(_ id: Section.ID, _ number: Int) -> ChangesetMismatch {
    ChangesetMismatch(
      Changeset.OperationPath(.sections, .inserted, number),
      reason: "section \"\(id)\" is inserted, but the list has it already"
    )
  }

  static func repeatedCell(_ id: Cell.ID, _ number: Int) -> ChangesetMismatch {
    ChangesetMismatch(
      Changeset.OperationPath(.cells, .inserted, number),
      reason: "cell \"\(id)\" is inserted, but the list has it already"
    )
  }

  static func insertedTwice(section id: Section.ID, _ number: Int) -> ChangesetMismatch {
    ChangesetMismatch(
      Changeset.OperationPath(.sections, .inserted, number),
      reason: "section \"\(id)\" is inserted twice"
    )
  }

  static func insertedTwice(cell id: Cell.ID, _ number: Int) -> ChangesetMismatch {
    ChangesetMismatch(
      Changeset.OperationPath(.cells, .inserted, number),
      reason: "cell \"\(id)\" is inserted twice"
    )
  }

  static func updatedTwice(section id: Section.ID, _ operation: Changeset.OperationPath)
    -> ChangesetMismatch
  {
    ChangesetMismatch(operation, reason: "section \"\(id)\" is updated twice")
  }

  static func updatedTwice(cell id: Cell.ID, _ operation: Changeset.OperationPath)
    -> ChangesetMismatch
  {
    ChangesetMismatch(operation, reason: "cell \"\(id)\" is updated twice")
  }
}
