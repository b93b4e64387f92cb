import ListModel

/// What a history of changesets tells about one section or cell.
struct ElementRecord<Place, Content: Equatable> {
  /// Where the element stood in the first list; `nil` if it was not in it.
  let origin: Place?
  /// Whether the element is in the list now.
  private(set) var isPresent = true
  /// Whether the element was deleted, inserted or moved, as opposed to only updated.
  private(set) var isListed = false
  /// What the element showed in the first list, once an operation told.
  private(set) var old: Content?
  /// What the element shows now, if an operation told what it replaces or puts in.
  private(set) var new: Content?
  /// The last operation on the element.
  private var last: CompositionError.Step?
  /// The last operation by an earlier changeset than that of `last`.
  private var previous: CompositionError.Step?
  /// What the changeset of `last` does to the element, one bit for each kind.
  private var kinds: UInt8 = 0

  /// A record of an element of the first list.
  init(origin: Place) {
    self.origin = origin
  }

  /// A record of an element that is put in.
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
    let movedAndUpdated = ChangesetOperation.Kind.moved.bit | ChangesetOperation.Kind.updated.bit
    guard earlierKinds == 0 || earlierKinds ^ kind == movedAndUpdated else { return false }
    kinds = earlierKinds | kind
    if last?.changeset != step.changeset { previous = last }
    last = step
    if step.operation.kind != .updated { isListed = true }
    return true
  }

  /// The operation an offending one contradicts: the last by an earlier changeset, or that of the
  /// same changeset which excludes it.
  func opponent(
    of offender: CompositionError.Step,
    because reason: CompositionError.Reason
  ) -> CompositionError.Step? {
    guard reason != .repeated, last?.changeset == offender.changeset else { return last }
    return previous
  }

  /// Why an operation does not find the element where it expects it.
  func reasonForAbsence(in step: CompositionError.Step) -> CompositionError.Reason {
    guard !isPresent else { return .misplaced }
    return last?.changeset == step.changeset ? .repeated : .absent
  }

  /// Notes what the element shows before an operation.
  ///
  /// - Returns: Whether this agrees with what is known.
  mutating func observe(_ content: Content) -> Bool {
    guard let known = new ?? old else {
      old = content
      return true
    }
    return known == content
  }

  /// Notes what the element shows from now on.
  mutating func show(_ content: Content) {
    new = content
  }

  /// Notes that the element is put into the list.
  mutating func enter(showing content: Content) {
    isPresent = true
    new = content
  }

  /// Notes that the element leaves the list.
  mutating func leave() {
    isPresent = false
    new = nil
  }

  /// What it showed and what it shows, if the element is in both lists and these differ.
  var replacement: (old: Content, new: Content)? {
    guard origin != nil, isPresent, let old, let new, old != new else { return nil }
    return (old, new)
  }
}

extension ChangesetOperation.Kind {
  fileprivate var bit: UInt8 {
    switch self {
    case .deleted: 1
    case .inserted: 2
    case .moved: 4
    case .updated: 8
    }
  }
}
