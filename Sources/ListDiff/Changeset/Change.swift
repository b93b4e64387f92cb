public import Foundation
public import ListModel

/// One entry of a list's feed: the changeset that made a version, with its author and time.
public struct Change: Equatable, Sendable {
  /// The list that changed.
  public var list: List.ID
  /// The version this change makes; versions of a list are numbered from 1, without gaps.
  public var version: Int
  /// The version it applies to.
  ///
  /// In a stored feed this is `version - 1`; a composed change spans
  /// several versions, and one that goes back has a parent greater than its version.
  public var parent: Int
  /// The number of the commit among all commits of all lists of the store, from 1, without gaps;
  /// `nil` for a composed change.
  public var sequence: Int?
  /// When it was committed, to the millisecond; `nil` for a composed change.
  public var time: Date?
  /// Who committed it, in the caller's own words.
  public var author: String?
  /// The commit key it was committed with.
  public var key: String?
  /// What it is about, in the author's words.
  public var message: String?
  /// The fingerprint of the list before.
  public var parentFingerprint: Fingerprint
  /// The fingerprint of the list after.
  public var fingerprint: Fingerprint
  /// What changed.
  public var changeset: Changeset

  /// Creates a change.
  public init(
    list: List.ID,
    version: Int,
    parent: Int,
    sequence: Int? = nil,
    time: Date? = nil,
    author: String? = nil,
    key: String? = nil,
    message: String? = nil,
    parentFingerprint: Fingerprint,
    fingerprint: Fingerprint,
    changeset: Changeset
  ) {
    self.list = list
    self.version = version
    self.parent = parent
    self.sequence = sequence
    self.time = time
    self.author = author
    self.key = key
    self.message = message
    self.parentFingerprint = parentFingerprint
    self.fingerprint = fingerprint
    self.changeset = changeset
  }
}

extension Change {
  /// The last version a list can have: the greatest number that every reader of JSON keeps exactly.
  package static let lastVersion = 1 << 53 - 1

  /// Returns a time as it is recorded: in milliseconds since the start of 1970, leap seconds not
  /// counted.
  ///
  /// - Returns: `nil` outside the years 0000 to 9999, for which documents have no form.
  package static func milliseconds(of time: Date) -> Int? {
    Timestamp(time)?.milliseconds
  }

  /// Returns a time as change documents write it, such as `2026-11-21T09:30:00.123Z`; `nil` outside
  /// the years 0000 to 9999.
  package static func timestamp(of time: Date) -> String? {
    Timestamp(time)?.text
  }

  /// Reads a time as change documents write it; `nil` if it is something else.
  package static func time(of timestamp: String) -> Date? { Timestamp(timestamp)?.date }

  /// Whether the change continues from a version of the list, judged by the numbers alone.
  ///
  /// A change that begins with the empty list also follows the version before its own, if that is
  /// empty: where versions are not retained any more, both beginnings are the same.
  package func follows(version: Int) -> Bool {
    parent == version
      || parent == 0 && parentFingerprint == .empty && self.version == version + 1
  }
}
