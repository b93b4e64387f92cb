import ArgumentParser
import ListModel
import ListStorage

/// Whether a command that shows a past also proves that its end is there.
///
/// The newest version of a list is the last one in its log. A log that has lost its last entries shows
/// an earlier end; the cells of the list tell.
struct EndOptions: ParsableArguments {
  @Flag(help: "Do not read the cells to prove that no newest version is missing.")
  var unchecked = false

  /// Checks, after an answer, that no version is missing at its end.
  ///
  /// - Parameters:
  ///   - list: The list that was shown to its newest version; `nil` for all lists.
  ///   - store: The store.
  /// - Throws: ``LostEnd``, and other errors of the store.
  func check(_ list: List.ID?, in store: ListStore) throws {
    guard !unchecked else { return }
    do {
      try store.requireEnd(of: list)
    } catch let cause as ListStoreError {
      throw LostEnd(cause: cause)
    }
  }
}

/// What was shown may not be all: the log has lost its last versions.
struct LostEnd: Error, CustomStringConvertible {
  /// What is wrong with the list.
  let cause: ListStoreError

  var description: String { "the newest versions are missing above, or damaged: \(cause)" }
}
