package import Foundation
package import ListModel
package import ListStorage

/// Commits one list after the other and keeps count.
package struct ListImport {
  /// One list to commit.
  package struct Step {
    package var list: List
    package var key: String?
    package var author: String?
    package var message: String?
    /// When it was made; now if `nil`.
    package var time: Date?
    /// What leads to the list from that of the step before; `nil` if that is not known.
    package var edits: [ListEdit]?

    package init(
      list: List,
      edits: [ListEdit]? = nil,
      key: String? = nil,
      author: String? = nil,
      message: String? = nil,
      time: Date? = nil
    ) {
      self.list = list
      self.edits = edits
      self.key = key
      self.author = author
      self.message = message
      self.time = time
    }
  }

  /// What came of it so far.
  package struct Tally: Equatable, Sendable {
    /// New versions.
    package var committed = 0
    /// Lists equal to the version before.
    package var unchanged = 0
    /// Lists whose key was known.
    package var replayed = 0
    /// Lists that come before one whose key is known, with keys that are not known any more.
    package var passedOver = 0
    /// The version of the last list; 0 if there was none.
    package var version = 0

    package init() {}

    /// All lists.
    package var count: Int { committed + unchanged + replayed + passedOver }

    /// What everything before the next list is committed up to, for people; `nil` if nothing was.
    package var reached: String? { version > 0 ? "version \(version)" : nil }
  }

  /// What came of it so far.
  package private(set) var tally = Tally()

  /// The version the list is at, 0 if there is none: not that of the last list when more was there.
  package var head: Int {
    // What is committed is committed; that more cannot be read is no failure of it.
    max(tally.version, (try? store.info(of: target).version) ?? 0)
  }

  private let store: ListStore
  private let target: List.ID

  package init(into target: List.ID, of store: ListStore) {
    self.target = target
    self.store = store
  }

  /// Commits the next list.
  ///
  /// - Parameters:
  ///   - step: What to commit.
  ///   - place: Where it comes from, for people.
  /// - Returns: What the store answered.
  /// - Throws: ``InterruptedImport`` around what the store throws, and around
  ///   ``ForgottenPast/recommitted(key:version:list:)``.
  @discardableResult
  package mutating func commit(_ step: Step, from place: @autoclosure () -> String) throws -> Commit
  {
    let commit =
      try askForEdits(step, from: place()) ?? ask(step, expecting: .any, from: place())
    if commit.outcome == .replayed, tally.committed > 0, commit.version < tally.version {
      let cause = ForgottenPast.recommitted(
        key: step.key ?? "",
        version: commit.version,
        list: target
      )
      throw InterruptedImport(place: place(), reached: tally.reached, cause: cause)
    }
    switch commit.outcome {
    case .committed: tally.committed += 1
    case .unchanged: tally.unchanged += 1
    case .replayed: tally.replayed += 1
    }
    tally.version = commit.version
    return commit
  }

  /// Recognises a list that was committed before another one whose key is known.
  ///
  /// It is not committed again when its own key is not known: the list has been at later versions.
  ///
  /// - Parameters:
  ///   - step: What to recognise; it has a key.
  ///   - place: Where it comes from, for people.
  /// - Returns: What the store answered; `nil` if the key is not known.
  /// - Throws: ``InterruptedImport`` around what the store throws.
  package mutating func recognise(
    _ step: Step,
    from place: @autoclosure () -> String
  ) throws -> Commit? {
    do {
      // A known key is answered before the version is looked at; and the list is at a later one.
      let commit = try ask(step, expecting: .version(0), from: place())
      tally.replayed += 1
      tally.version = commit.version
      return commit
    } catch let error as InterruptedImport {
      guard case ListStoreError.versionMismatch = error.cause else { throw error }
      tally.passedOver += 1
      return nil
    }
  }

  /// Goes on from lists that are known to be there already.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - version: The version of the last one.
  package mutating func goOn(after count: Int, version: Int) {
    tally.replayed += count
    tally.version = version
  }

  /// Commits the next list by what changed; `nil` when that is not known, or much, or the list is not
  /// where the step before left it.
  private func askForEdits(
    _ step: Step,
    from place: @autoclosure () -> String
  ) throws -> Commit? {
    guard let edits = step.edits, tally.version > 0, edits.count < step.list.cellCount / 4 else {
      return nil
    }
    do {
      return try store.edit(target, options: step.options(expecting: .version(tally.version))) {
        draft in
        for edit in edits { try edit.apply(to: &draft) }
      }
    } catch ListStoreError.versionMismatch, ListStoreError.keyReused {
      // Whether the key was used for the same list is known by the whole list.
      return nil
    } catch {
      throw InterruptedImport(place: place(), reached: tally.reached, cause: error)
    }
  }

  private func ask(
    _ step: Step,
    expecting expected: ExpectedVersion,
    from place: @autoclosure () -> String
  ) throws -> Commit {
    do {
      return try store.commit(step.list, to: target, options: step.options(expecting: expected))
    } catch {
      throw InterruptedImport(place: place(), reached: tally.reached, cause: error)
    }
  }
}

/// An import that stopped before its end; what came before is committed.
package struct InterruptedImport: Error {
  /// Where the list that was not committed comes from.
  package let place: String
  /// What everything before it is committed up to, for people; `nil` if there was nothing.
  package let reached: String?
  /// Why.
  package let cause: any Error
}

extension ListImport.Tally {
  /// The tally for people.
  package var sentence: String {
    var parts = ["\(committed.counting("version")) committed"]
    if unchanged > 0 { parts.append("\(unchanged.grouped) unchanged") }
    if replayed > 0 { parts.append("\(replayed.grouped) already there") }
    if passedOver > 0 { parts.append("\(passedOver.grouped) passed over") }
    return parts.joined(separator: ", ")
  }
}

extension ListImport.Step {
  fileprivate func options(expecting expected: ExpectedVersion) -> CommitOptions {
    var options = CommitOptions(expecting: expected, key: key, author: author, message: message)
    options.time = time
    return options
  }
}
