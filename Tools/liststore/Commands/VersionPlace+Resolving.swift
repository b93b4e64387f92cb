import Foundation
import ListDiff
import ListModel
import ListStorage

extension ListStore {
  /// Returns the number of a version that can be read.
  ///
  /// - Throws: ``NoVersionByThen``, ``AnotherPast``, and as `version(_:of:)`.
  func version(_ place: VersionPlace, of list: List.ID) throws -> Int {
    switch place {
    case .number(let number): try version(VersionSelector.version(number), of: list)
    case .back(let count): try version(back: count, of: list)
    case .time(let span): try version(by: span.end, of: list)
    case .list(let token): try version(.version(version(of: token, in: list)), of: list)
    // Parsing has refused it.
    case .store(let token): try version(.version(token.sequence), of: list)
    }
  }

  /// Returns the version of a list that a place stands for; it need not be one that can be read.
  ///
  /// The result stays true, because versions never go back. So a commit that expects the version
  /// expects the place.
  ///
  /// - Parameters:
  ///   - place: A version of the list.
  ///   - list: The list.
  ///   - epoch: The epoch in which a number was noted; the first one if `nil`.
  /// - Returns: The number.
  /// - Throws: ``RestoredSince``, ``AnotherPast``, ``NoVersionByThen`` and `ListStoreError`.
  func version(at place: VersionPlace, of list: List.ID, notedIn epoch: Int?) throws -> Int {
    switch place {
    case .number(let number):
      try check(number, of: list, notedIn: epoch)
      return number
    case .list(let token): return try version(of: token, in: list)
    case .back, .time, .store: return try version(place, of: list)
    }
  }

  /// Returns the version of a token, which may not be retained any more.
  ///
  /// - Throws: ``AnotherPast`` and `ListStoreError`.
  private func version(of token: CursorToken, in list: List.ID) throws -> Int {
    do {
      try check(token, of: list)
    } catch ListFeedError.resync(let reason, _, let next) where reason != .compacted {
      throw AnotherPast(token: token, list: list, reason: reason, next: next)
    } catch ListFeedError.resync {
      // The list is past that version, so the commit will fail by itself, unless its key is known.
    }
    return token.version
  }

  /// Returns the version so many before the newest.
  ///
  /// - Throws: ``NoVersionBack`` and `ListStoreError`.
  private func version(back count: Int, of list: List.ID) throws -> Int {
    do {
      return try version(VersionSelector.back(count), of: list)
    } catch ListStoreError.unknownVersion(_, let list, let available) {
      throw NoVersionBack(count: count, list: list, available: available)
    }
  }

  /// Returns the newest version that was committed by a time.
  ///
  /// - Throws: ``NoVersionByThen`` and `ListStoreError`.
  private func version(by time: Date, of list: List.ID) throws -> Int {
    do {
      let version = try version(.before(time), of: list)
      if version > 0 { return version }
    } catch ListStoreError.unknownVersion {
      // The time comes before the versions that are kept.
    }
    throw try NoVersionByThen(time, of: list, in: self)
  }

  /// Returns the version before the first one that was committed at a time or later.
  ///
  /// - Throws: ``NoVersionByThen`` if versions from that time on are not kept any more, and
  ///   `ListStoreError`.
  func version(beforeChangesSince time: Date, of list: List.ID) throws -> Int {
    let version = try versionBeforeChanges(since: time, of: list)
    if version < (try oldestVersion(of: list)) {
      throw try NoVersionByThen(time, of: list, in: self)
    }
    return version
  }
}

// MARK: - Commits of all lists

extension ListStore {
  /// Returns the number of the commit of the store that a place stands for.
  ///
  /// - Throws: ``UnknownCommit``, and `ListStoreError`.
  func sequence(_ place: VersionPlace) throws -> Int {
    switch place {
    case .number(let number): return number
    case .list(let token): return token.version
    case .store(let token): return token.sequence
    case .time(let span): return try sequence(before: span.end)
    case .back(let count):
      let newest = try token().sequence
      guard count <= newest else { throw UnknownCommit(number: newest - count, newest: newest) }
      return newest - count
    }
  }
}

// MARK: - Epochs

extension ListStore {
  /// Refuses a number that may mean something else since the store was restored.
  ///
  /// - Parameters:
  ///   - number: The version of the list or, without a list, the number of a commit. 0 always means the
  ///     empty list or store.
  ///   - list: The list.
  ///   - epoch: The epoch in which the number was noted; the first one if `nil`.
  /// - Throws: ``RestoredSince`` and `ListStoreError`.
  func check(_ number: Int, of list: List.ID?, notedIn epoch: Int?) throws {
    guard number > 0 else { return }
    let (epoch, current) = (epoch ?? 1, try self.epoch(of: list))
    if current != epoch {
      throw RestoredSince(number: number, list: list, epoch: epoch, current: current)
    }
  }

  /// Returns the epoch of a list or, without a list or for a list that does not exist yet, of the
  /// store.
  private func epoch(of list: List.ID?) throws -> Int {
    guard let list else { return try token().epoch }
    do {
      return try token(of: list).epoch
    } catch ListStoreError.unknownList {
      return try token().epoch
    }
  }
}

/// The error of a count back from the newest version that leads to no version that is kept.
struct NoVersionBack: Error, CustomStringConvertible {
  let count: Int
  let list: List.ID
  /// The versions that can be read.
  let available: ClosedRange<Int>

  /// One sentence for people.
  var description: String {
    "list \"\(list)\" has no version -\(count), \(count) before its newest; available: "
      + "\(available.lowerBound) to \(available.upperBound)"
  }
}

/// The error of a time at which a list had no version, or none that is kept.
struct NoVersionByThen: Error, CustomStringConvertible {
  let time: Date
  let list: List.ID
  /// The oldest version there is.
  let oldest: Int
  /// The time of that version, if it is known.
  let made: Date?

  init(_ time: Date, of list: List.ID, in store: ListStore) throws {
    (self.time, self.list) = (time, list)
    oldest = max(1, try store.oldestVersion(of: list))
    made = try store.time(of: oldest, of: list)
  }

  /// One sentence for people.
  var description: String {
    let then = time.readable()
    let since = made.map { ", was committed at \($0.readable())" } ?? ", has no time"
    return oldest == 1
      ? "list \"\(list)\" had no version by \(then): version 1, its first\(since)"
      : "list \"\(list)\" keeps no version of \(then): version \(oldest), the oldest it keeps\(since)"
  }
}
