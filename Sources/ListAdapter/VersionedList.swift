import ListDiff
import ListModel

/// A list, its version, and its fingerprint as far as it is known.
struct VersionedList {
  private let forms: ListForms
  var version: Int
  var fingerprint: Fingerprint?

  /// Version 0 of every list.
  static var empty: VersionedList {
    VersionedList(list: List(), version: 0, fingerprint: .empty)
  }

  /// Takes a list that was declared or read as a whole.
  init(list: List, version: Int, fingerprint: Fingerprint? = nil) {
    forms = ListForms(list)
    self.version = version
    self.fingerprint = fingerprint
  }

  /// Takes a list that was made from an earlier one.
  init(_ indexed: IndexedList, version: Int, after earlier: VersionedList) {
    forms = ListForms(indexed, earlier.forms.plainForms)
    self.version = version
  }

  /// The list as a plain value.
  ///
  /// - Complexity: O(1) if it was asked for before, else O(sections + cells of the sections that
  ///   changed since a version for which it was).
  var list: List { forms.plain }

  /// The list in trees.
  ///
  /// - Complexity: O(1) if it was asked for before or made by a change, else O(n).
  var indexed: IndexedList { forms.indexed }
}

extension VersionedList {
  /// The next version, proved to follow this one.
  ///
  /// - Complexity: O(k log n) for k operations, and O(n) once: when this list's fingerprint is not
  ///   known, and when ids are inserted for the first time.
  func advanced(
    by change: Change,
    _ verification: ChangeVerification
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
    // Once it is known, the next versions keep it up to date.
    if verification == .fingerprint { _ = try forms.keptFingerprint() }
    let result = try advanced(by: change.changeset, to: change.version)
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

  /// The list after a changeset, under a version.
  func advanced(
    by changeset: Changeset,
    to version: Int
  ) throws(CollectionViewAdapterError) -> VersionedList {
    do {
      return VersionedList(try indexed.applying(changeset), version: version, after: self)
    } catch {
      throw .changesetMismatch(error)
    }
  }
}

/// The two forms of one list, each made from the other when it is first asked for.
private final class ListForms {
  let plainForms: PlainListCache
  private var knownPlain: List?
  private var knownIndexed: IndexedList?

  init(_ plain: List) {
    knownPlain = plain
    plainForms = PlainListCache()
  }

  init(_ indexed: IndexedList, _ plainForms: PlainListCache) {
    knownIndexed = indexed
    self.plainForms = plainForms
  }

  var plain: List {
    if let knownPlain { return knownPlain }
    let plain = plainForms.plainForm(of: indexed)
    knownPlain = plain
    return plain
  }

  var indexed: IndexedList {
    if let knownIndexed { return knownIndexed }
    let plain = knownPlain ?? List()
    let indexed = IndexedList(plain)
    knownIndexed = indexed
    plainForms.learn(plain, of: indexed)
    return indexed
  }

  /// The fingerprint, which versions made from this one will know too.
  func keptFingerprint() throws(CollectionViewAdapterError) -> Fingerprint {
    var list = indexed
    defer { knownIndexed = list }
    return try Self.fingerprint(of: &list)
  }

  /// The fingerprint, for once.
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
  /// The changeset from this list to another.
  func difference(to target: List) throws(CollectionViewAdapterError) -> Changeset {
    do {
      return try Changeset(from: self, to: target)
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

extension BatchStage {
  /// The list after the stage, from the list before it.
  func appliedToShown(
    _ list: IndexedList,
    _ target: IndexedList
  ) throws(CollectionViewAdapterError) -> IndexedList {
    do {
      return try applied(to: list, target: target)
    } catch {
      throw .changesetMismatch(error)
    }
  }
}
