import ListDiff
import ListModel

/// A list, its version, and its fingerprint as far as it is known.
struct VersionedList {
  var list: List
  var version: Int
  var fingerprint: Fingerprint?

  /// Version 0 of every list.
  static let empty = VersionedList(list: List(), version: 0, fingerprint: .empty)

  /// The next version, proved to follow this one.
  ///
  /// - Complexity: O(sections + cells of the touched sections), and O(cells) when this list's
  ///   fingerprint is not known or the result's is to be computed.
  func advanced(
    by change: Change,
    _ verification: ChangeVerification
  ) throws(CollectionViewAdapterError) -> VersionedList {
    guard change.parent == version else {
      throw .parentMismatch(parent: change.parent, shown: version)
    }
    guard change.version > version else { throw .staleVersion(change.version, shown: version) }
    let own: Fingerprint
    if let fingerprint { own = fingerprint } else { own = try list.computedFingerprint() }
    guard own == change.parentFingerprint else {
      throw .fingerprintMismatch(
        version: version,
        expected: change.parentFingerprint,
        found: own
      )
    }
    let result = try list.applying(change.changeset)
    if verification == .fingerprint {
      let found = try result.computedFingerprint()
      guard found == change.fingerprint else {
        throw .fingerprintMismatch(
          version: change.version,
          expected: change.fingerprint,
          found: found
        )
      }
    }
    return VersionedList(list: result, version: change.version, fingerprint: change.fingerprint)
  }
}

extension List {
  /// The list after a changeset.
  func applying(_ changeset: Changeset) throws(CollectionViewAdapterError) -> List {
    do {
      return try changeset.apply(to: self)
    } catch {
      throw .changesetMismatch(error)
    }
  }

  fileprivate func computedFingerprint() throws(CollectionViewAdapterError) -> Fingerprint {
    do {
      return try fingerprint()
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
  /// Turns the list before the stage into the list after it.
  func applyToShown(_ list: inout List, _ target: List) throws(CollectionViewAdapterError) {
    do {
      try apply(to: &list, target: target)
    } catch {
      throw .changesetMismatch(error)
    }
  }
}
