import Foundation
import ListDiff
package import ListModel
package import ListStorage

extension ListStore {
  /// Returns the newest key of a list among the wanted ones.
  ///
  /// - Returns: `nil` if no retained version has such a key, or if there is no such list.
  /// - Complexity: O(newer changes).
  package func newestKey(
    of list: List.ID,
    among isWanted: (String) -> Bool
  ) throws -> String? {
    guard let oldest = try oldestVersionIfAny(of: list) else { return nil }
    var end = try info(of: list).version
    while end > oldest {
      let start = max(oldest, end - 64)
      let keys = try changes(of: list, after: start, through: end).compactMap(\.key)
      if let key = keys.last(where: isWanted) { return key }
      end = start
    }
    return try oldestChange(of: list)?.key.flatMap { isWanted($0) ? $0 : nil }
  }

  /// Returns the versions of keys, in the same order, or `nil` if a key is not known or the versions do
  /// not ascend.
  ///
  /// - Complexity: O(keys of the list).
  package func versions(
    of list: List.ID,
    withKeys keys: some Sequence<String>
  ) throws -> [Int]? {
    let (oldest, known) = (try oldestVersion(of: list), try commitKeys(of: list))
    var versions: [Int] = []
    for key in keys {
      guard let version = known[key], version >= max(oldest, versions.last ?? 0) else { return nil }
      versions.append(version)
    }
    return versions
  }

  /// Returns the time of a retained version.
  func time(of version: Int, of list: List.ID) throws -> Date? {
    let summary =
      version > (try oldestVersion(of: list))
      ? try summaries(of: list, after: version - 1, through: version).first
      : try oldestSummary(of: list)
    return summary?.time
  }

  /// Returns whether old versions of a list are missing, with their keys, because they are no longer
  /// retained or never existed.
  package func hasForgottenKeys(of list: List.ID) throws -> Bool {
    try oldestVersionIfAny(of: list) ?? 0 > 0
  }

  private func oldestVersionIfAny(of list: List.ID) throws -> Int? {
    do {
      return try oldestVersion(of: list)
    } catch ListStoreError.unknownList {
      return nil
    }
  }
}

/// An import that cannot tell which lists are new, mostly because the versions that would show it are
/// no longer retained.
package enum ForgottenPast: Error, Equatable, Sendable, CustomStringConvertible {
  /// No retained version was made by a commit of the repository.
  case noCommit(list: List.ID)
  /// A line has a key that the list does not know, and no line with a known key has followed.
  case line(place: String, key: String, list: List.ID)
  /// The version of a key is older than the versions that the import has made from earlier lists.
  case recommitted(key: String, version: Int, list: List.ID)

  /// One sentence for people.
  package var description: String {
    switch self {
    case .noCommit(let list):
      "list \"\(list)\" has forgotten versions, and keeps none that a commit of this history made: "
        + "which commits are new cannot be told"
    case .line(let place, let key, let list):
      "\(place): list \"\(list)\" has forgotten versions, and does not know the key \"\(key)\", "
        + "but later ones with this prefix: whether the line is new cannot be told"
    case .recommitted(let key, let version, let list):
      "the key \"\(key)\" made version \(version) of list \"\(list)\" before, but what comes before it "
        + "was not known and has been committed just now"
    }
  }
}
