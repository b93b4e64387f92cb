import ArgumentParser
import ListDiff
import ListModel
import ListStorage

/// When the numbers on a command line were noted.
struct EpochOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The epoch in which a version that is told as a number was noted.",
      valueName: "E"
    )
  )
  var epoch: Int?

  mutating func validate() throws {
    if let epoch, epoch < 1 { throw ValidationError("--epoch \(epoch): expected 1 or more") }
  }

  /// Refuses an epoch that is given without a number.
  ///
  /// - Parameters:
  ///   - places: The versions that are given.
  ///   - names: The options that give a number.
  /// - Throws: The message of the parser to the user.
  func require(numberIn places: [VersionPlace?], _ names: String) throws(ValidationError) {
    guard let epoch, places.allSatisfy({ $0?.number == nil }) else { return }
    throw ValidationError(
      "--epoch \(epoch): expected a number for \(names), which it is the epoch of; a token says its "
        + "own, and any other version is told from the newest"
    )
  }
}

/// A token of a version that is not in the history of the list.
struct AnotherPast: Error, CustomStringConvertible {
  let token: CursorToken
  let list: List.ID
  let reason: CatchUp.Reason
  /// The token of the list as it is now.
  let next: CursorToken

  /// One sentence for people: what happened and what to do.
  var description: String {
    "list \"\(list)\" has no version of the token \(token) (\(reason.rawValue)); read the list again as "
      + "it is at version \(next.version), then come back with \(next)"
  }
}

/// A number that may mean something else since the store was restored.
struct RestoredSince: Error, CustomStringConvertible {
  let number: Int
  /// The list; `nil` if the number is that of a commit in the store.
  let list: List.ID?
  /// The epoch in which the number was noted.
  let epoch: Int
  /// The present epoch of the list or the store.
  let current: Int

  /// One sentence for people.
  var description: String {
    let subject = list.map { "list \"\($0)\"" } ?? "the store"
    let place = list == nil ? "commit" : "version"
    return "\(place) \(number) may be another one than that of epoch \(epoch): \(subject) is in "
      + "epoch \(current), because it was restored or repaired"
  }

  /// What to do next, one sentence per line.
  var advice: [String] {
    let tokens = list.map { "\"liststore log DB \($0) --json\" has those of its versions" }
    return [
      "Come back with a token, which says what it is of: "
        + (tokens ?? "\"liststore stats DB --json\" has the newest") + ".",
      "A number that was noted since is told with \"--epoch \(current)\".",
    ]
  }
}
