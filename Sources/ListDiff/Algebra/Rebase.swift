import ListModel

/// One rebase: it decides every conflict, finds the order of the arrivals and writes the result.
///
/// Four versions take part. Both changesets start at a; `mine` leads to b and `theirs` to c; the
/// result leads from c to d, the list after both changes. Both changesets are known to fit
/// together.
struct Rebase {
  typealias Decision = (RebaseConflict) -> RebaseConflict.Answer

  let mine: ChangesetIndex
  let theirs: ChangesetIndex

  /// The operations of mine that are carried out, as indices.
  ///
  /// An operation on which both sides agree is carried out by theirs already.
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Int] = []
  var updatedSections: [Int] = []
  var deletedCells: [Int] = []
  var insertedCells: [Int] = []
  var movedCells: [Int] = []
  var updatedCells: [Int] = []

  /// The elements that no longer stand where theirs puts them.
  var superseded: (sections: Set<Section.ID>, cells: Set<Cell.ID>) = ([], [])
  /// For each section of a with remaining cells that mine does not know or wants to remove, the
  /// operation of theirs that is the cause.
  var occupied: [Int: Changeset.OperationPath] = [:]

  init(_ mine: Changeset, onto theirs: Changeset) {
    self.mine = ChangesetIndex(mine)
    self.theirs = ChangesetIndex(theirs)
  }

  mutating func run(resolving answer: Decision) throws(RebaseError) -> Changeset {
    try decideCells(answer)
    findOccupiedSections()
    try decideSections(answer)
    var result = Changeset()
    let order = placeSections(in: &result)
    placeCells(in: &result, sectionOrder: order)
    result.sort()
    return result
  }

  /// Whether an operation of mine is carried out in spite of a conflict.
  func prevails(
    _ kind: RebaseConflict.Kind,
    _ element: CompositionError.Element,
    _ operation: Changeset.OperationPath,
    over concurrent: Changeset.OperationPath,
    _ answer: Decision
  ) throws(RebaseError) -> Bool {
    let conflict = RebaseConflict(
      kind: kind,
      element: element,
      operation: operation,
      concurrent: concurrent
    )
    switch answer(conflict) {
    case .abort: throw .aborted(conflict)
    case .omit: return false
    case .replace:
      guard kind == .data || kind == .duplicate else { throw .irreplaceable(conflict) }
      return true
    }
  }
}
