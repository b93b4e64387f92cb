import ListDiff
import ListModel

/// A list, its version, and its fingerprint as far as it is known.
struct VersionedList {
  private let forms: ListForms
  var version: Int
  var fingerprint: Fingerprint?
  /// The list before its carousels were repeated; `nil` if it has no carousels.
  var origin: CarouselOrigin?

  /// The list as it was committed or declared.
  var original: VersionedList { origin?.original ?? self }

  /// Version 0 of every list.
  static var empty: VersionedList {
    VersionedList(list: List(), version: 0, fingerprint: .empty)
  }

  /// What happens to a version when the next one is made from it.
  enum Succession {
    /// Both are needed: they share their common parts.
    case besides
    /// The earlier one is hardly needed: the next one takes over its trees, and the earlier one is
    /// restored from the next one if it is read.
    case replacing
  }

  private init(_ forms: ListForms, version: Int) {
    self.forms = forms
    self.version = version
  }

  /// Creates a version from a list that was declared or read as a whole.
  init(list: List, version: Int, fingerprint: Fingerprint? = nil) {
    forms = ListForms(list)
    self.version = version
    self.fingerprint = fingerprint
  }

  /// Creates a version from a list that was made from an earlier one.
  init(_ indexed: IndexedList, version: Int, after earlier: VersionedList) {
    forms = ListForms(indexed, earlier.forms.plainForms)
    self.version = version
  }

  /// Creates the list after a stage of an update.
  ///
  /// The list itself is made when its cells are read: most lists between two stages are asked for
  /// their counts only.
  init(
    after stage: BatchStage,
    of earlier: VersionedList,
    target: VersionedList
  ) throws(CollectionViewAdapterError) {
    do {
      if let shape = try stage.shape(after: earlier.forms.shape, target: target.forms.shape) {
        forms = ListForms(PendingStage(stage, earlier.forms, target.forms, shape))
      } else {
        let list = try stage.applied(to: earlier.indexed, target: target.indexed)
        forms = ListForms(list, earlier.forms.plainForms)
      }
    } catch {
      throw .changesetMismatch(error)
    }
    version = target.version
    origin = target.origin
  }

  /// The numbers of sections and cells.
  ///
  /// - Complexity: O(1).
  var shape: ListShape { forms.shape }

  /// The id of the last cell.
  ///
  /// - Complexity: O(1) for a list that was applied as a whole, else O(log n); and more for empty
  ///   sections at the end.
  var lastCellID: Cell.ID? { forms.lastCellID }

  /// Returns the cell at a path; `nil` if there is none.
  ///
  /// - Complexity: O(1) for a list that was applied as a whole, else O(log n).
  func cell(at path: CellPath) -> Cell? { forms.cell(at: path) }

  /// Returns a section without its cells; `nil` if there is none at the index.
  ///
  /// - Complexity: As ``cell(at:)``.
  func sectionHead(at index: Int) -> Section? { forms.sectionHead(at: index) }

  /// The event handlers of the list as a whole.
  var handlers: EventHandlers { forms.handlers }

  /// The list as a plain value.
  ///
  /// - Complexity: O(1) if it was read before, else O(sections + cells of the sections that changed
  ///   since a version for which it was).
  var list: List { forms.plain }

  /// The list as trees.
  ///
  /// - Complexity: O(1) if it was read before or made by a change, else O(n).
  var indexed: IndexedList { forms.indexed }
}

extension VersionedList {
  /// Returns the next version, proved to follow this one.
  ///
  /// - Complexity: O(k log n) for k operations, and O(n) once: when this list's fingerprint is not
  ///   known, and when ids are inserted for the first time.
  func advanced(
    by change: Change,
    _ verification: ChangeVerification,
    _ succession: Succession
  ) throws(CollectionViewAdapterError) -> VersionedList {
    guard change.parent == version else {
      throw .parentMismatch(parent: change.parent, shown: version)
    }
    guard change.version > version else { throw .staleVersion(change.version, shown: version) }
    let own: Fingerprint
    if let fingerprint { own = fingerprint } else { own = try forms.computedFingerprint() }
    guard own == change.parentFingerprint else {
      throw .fingerprintMismatch(
        version: version,
        expected: change.parentFingerprint,
        found: own
      )
    }
    // Once the fingerprint is known, the next versions keep it up to date.
    if verification == .fingerprint { _ = try forms.keptFingerprint() }
    let result = try advanced(by: change.changeset, to: change.version, succession)
    if verification == .fingerprint {
      let found = try result.forms.keptFingerprint()
      guard found == change.fingerprint else {
        throw .fingerprintMismatch(
          version: change.version,
          expected: change.fingerprint,
          found: found
        )
      }
    }
    var proven = result
    proven.fingerprint = change.fingerprint
    return proven
  }

  /// Returns the list after a changeset, as a version.
  func advanced(
    by changeset: Changeset,
    to version: Int,
    _ succession: Succession
  ) throws(CollectionViewAdapterError) -> VersionedList {
    if succession == .replacing, let forms = forms.advanced(by: changeset) {
      return VersionedList(forms, version: version)
    }
    do {
      return VersionedList(try indexed.applying(changeset), version: version, after: self)
    } catch {
      throw .changesetMismatch(error)
    }
  }
}

/// A stage that is known to fit a list, but not carried out yet.
private struct PendingStage {
  let stage: BatchStage
  let before: ListForms
  let target: ListForms
  let shape: ListShape

  init(_ stage: BatchStage, _ before: ListForms, _ target: ListForms, _ shape: ListShape) {
    self.stage = stage
    self.before = before
    self.target = target
    self.shape = shape
  }

  /// The list after the stage.
  ///
  /// Computing the shape has shown that the stage fits. If it does not fit after all, the list
  /// after all stages is the nearest one.
  var list: IndexedList {
    (try? stage.applied(to: before.indexed, target: target.indexed)) ?? target.indexed
  }
}

/// The two forms of one list, each made from the other when it is first asked for.
private final class ListForms {
  let plainForms: PlainListCache
  private var knownPlain: List?
  private var knownIndexed: IndexedList?
  private var pending: PendingStage?
  /// The forms that took over the trees of this list, and how to restore this list from them.
  private var successor: (forms: ListForms, reversal: IndexedListReversal)?

  init(_ plain: List) {
    knownPlain = plain
    plainForms = PlainListCache()
  }

  init(_ indexed: IndexedList, _ plainForms: PlainListCache) {
    knownIndexed = indexed
    self.plainForms = plainForms
  }

  init(_ pending: PendingStage) {
    self.pending = pending
    plainForms = pending.before.plainForms
  }

  var shape: ListShape {
    if let pending { return pending.shape }
    if let successor { return successor.reversal.shape(before: successor.forms.shape) }
    // A list that was applied as a whole needs no trees to count its cells.
    if knownIndexed == nil, let knownPlain { return ListShape(knownPlain) }
    return ListShape(indexed)
  }

  func cell(at path: CellPath) -> Cell? {
    if knownIndexed == nil, let knownPlain { return knownPlain.cell(at: path) }
    return indexed.cell(at: path)
  }

  func sectionHead(at index: Int) -> Section? {
    guard knownIndexed == nil, let knownPlain else { return indexed.sectionHead(at: index) }
    guard knownPlain.sections.indices.contains(index) else { return nil }
    var head = knownPlain.sections[index]
    head.cells = []
    return head
  }

  var handlers: EventHandlers { knownPlain?.handlers ?? indexed.handlers }

  var lastCellID: Cell.ID? {
    guard let knownPlain else { return indexed.lastCellID }
    return knownPlain.sections.last { !$0.cells.isEmpty }?.cells.last?.id
  }

  var plain: List {
    if let knownPlain { return knownPlain }
    let plain = plainForms.plainForm(of: indexed)
    knownPlain = plain
    return plain
  }

  var indexed: IndexedList {
    if let knownIndexed { return knownIndexed }
    if let pending {
      let indexed = pending.list
      knownIndexed = indexed
      self.pending = nil
      return indexed
    }
    if let successor {
      let indexed = successor.reversal.list(before: successor.forms.indexed)
      knownIndexed = indexed
      self.successor = nil
      return indexed
    }
    let plain = knownPlain ?? List()
    let indexed = IndexedList(plain)
    knownIndexed = indexed
    plainForms.learn(plain, of: indexed)
    return indexed
  }

  /// Returns the forms of the list after a changeset, with the trees of this one; `nil` if the
  /// trees are shared, or the changeset has to be checked operation by operation.
  func advanced(by changeset: Changeset) -> ListForms? {
    var next = indexed
    // Released, so that only `next` holds the trees.
    knownIndexed = nil
    guard next.isHeldOnce, let reversal = next.applyInPlace(changeset) else {
      knownIndexed = next
      return nil
    }
    let forms = ListForms(next, plainForms)
    successor = (forms, reversal)
    return forms
  }

  /// Computes the fingerprint, and keeps it for the versions made from this one.
  func keptFingerprint() throws(CollectionViewAdapterError) -> Fingerprint {
    var list = indexed
    defer { knownIndexed = list }
    return try Self.fingerprint(of: &list)
  }

  /// Computes the fingerprint, and does not keep it.
  func computedFingerprint() throws(CollectionViewAdapterError) -> Fingerprint {
    var list = indexed
    return try Self.fingerprint(of: &list)
  }

  private static func fingerprint(
    of list: inout IndexedList
  ) throws(CollectionViewAdapterError) -> Fingerprint {
    do {
      return try list.fingerprint()
    } catch {
      throw .unencodableContent(String(describing: error))
    }
  }
}

extension List {
  /// Returns the changeset from this list, which is shown and so is valid, to another.
  func difference(to target: List) throws(CollectionViewAdapterError) -> Changeset {
    var scratch = DifferenceScratch()
    do {
      return try Changeset(fromValid: self, to: target, using: &scratch)
    } catch {
      throw .invalidList(error)
    }
  }

  /// Checks that every id identifies one element.
  func checkIdentities() throws(CollectionViewAdapterError) {
    do {
      try validate()
    } catch {
      throw .invalidList(error)
    }
  }
}
