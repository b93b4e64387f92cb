/// What a history of changesets says about one section or cell.
struct ElementRecord<Place> {
  typealias Step = ChangesetHistory.Step

  /// Where the element stood in the first list; `nil` if it was not in it.
  let origin: Place?
  /// Whether the element is in the list now.
  private(set) var isPresent = true
  /// Whether the element was deleted, inserted or moved, as opposed to only updated.
  private(set) var isListed = false
  /// The operation that holds the element's content in the first list.
  private(set) var old: Step?
  /// The operation that holds the element's present content, if one set it.
  private(set) var new: Step?
  /// The last operation on the element.
  private var last: Step?
  /// The last operation of an earlier changeset than that of `last`.
  private var previous: Step?
  /// The kinds of operations that the changeset of `last` has on the element, one bit each.
  private var kinds: UInt8 = 0

  /// Creates a record of an element of the first list.
  init(origin: Place) {
    self.origin = origin
  }

  /// Creates a record of an element that is inserted later.
  init() {
    origin = nil
    isPresent = false
  }

  /// Notes an operation.
  ///
  /// - Returns: Whether the changeset may do this to the element. It may move and update it; any
  ///   other two operations on one element exclude each other.
  mutating func note(_ step: CompositionError.Step) -> Bool {
    let kind = step.operation.kind.bit
    let earlierKinds = last?.changeset == step.changeset ? kinds : 0
    let movedAndUpdated =
      Changeset.OperationPath.Kind.moved.bit | Changeset.OperationPath.Kind.updated.bit
    guard earlierKinds == 0 || earlierKinds ^ kind == movedAndUpdated else { return false }
    kinds = earlierKinds | kind
    if last?.changeset != step.changeset { previous = last }
    last = Step(step)
    if step.operation.kind != .updated { isListed = true }
    return true
  }

  /// The operation that an offending one contradicts: the last one of an earlier changeset, or the
  /// one of the same changeset that excludes it.
  func opponent(
    of offender: CompositionError.Step,
    because reason: CompositionError.Reason
  ) -> CompositionError.Step? {
    let isOfOffender = last?.changeset == offender.changeset
    let step = reason != .repeated && isOfOffender ? previous : last
    return step.map { CompositionError.Step(changeset: $0.changeset, operation: $0.operation) }
  }

  /// Why an operation does not find the element where it expects it.
  func reasonForAbsence(in step: CompositionError.Step) -> CompositionError.Reason {
    guard !isPresent else { return .misplaced }
    return last?.changeset == step.changeset ? .repeated : .absent
  }

  /// Notes the operation that holds the element's content in the first list.
  mutating func learn(in step: CompositionError.Step) {
    old = Step(step)
  }

  /// Notes the operation that replaces the element's content.
  mutating func replace(in step: CompositionError.Step) {
    new = Step(step)
  }

  /// Notes that the element is put into the list.
  mutating func enter(in step: CompositionError.Step) {
    isPresent = true
    new = Step(step)
  }

  /// Notes that the element leaves the list.
  mutating func leave() {
    isPresent = false
    new = nil
  }
}

extension Changeset.OperationPath.Kind {
  fileprivate var bit: UInt8 {
    switch self {
    case .deleted: 1
    case .inserted: 2
    case .moved: 4
    case .updated: 8
    }
  }
}
