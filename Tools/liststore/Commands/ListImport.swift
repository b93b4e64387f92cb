package import Foundation
package import ListModel
package import ListStorage

/// Commits one list after the other and counts the outcomes.
package struct ListImport {
  /// One list to commit.
  package struct Step {
    package var list: List
    package var key: String?
    package var author: String?
    package var message: String?
    /// The time of the version; now if `nil`.
    package var time: Date?
    /// The edits that lead to the list from the previous one; `nil` if they are not known.
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

  /// The outcomes so far.
  package struct Tally: Equatable, Sendable {
    /// New versions.
    package var committed = 0
    /// Lists equal to the previous version.
    package var unchanged = 0
    /// Lists whose key was known.
    package var duplicate = 0
    /// Lists whose keys are no longer known, before a list whose key is known.
    package var passedOver = 0
    /// The version of the last list; 0 if there was none.
    package var version = 0

    package init() {}

    /// The number of all lists.
    package var count: Int { committed + unchanged + duplicate + passedOver }

    /// The version reached by the lists so far, and how, for people; `nil` if there is none.
    package var reached: String? { version > 0 ? "version \(version) (\(sentence))" : nil }
  }

  /// The outcomes so far.
  package private(set) var tally = Tally()

  /// The version of the list, 0 if there is none; it can be newer than the last imported list.
  package var head: Int {
    // A failure to read the store does not undo the commits, so it is no failure of the import.
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
  ///   - step: The list to commit.
  ///   - place: The source of the list, for people.
  /// - Returns: The commit of the store.
  /// - Throws: ``InterruptedImport`` around an error of the store or
  ///   ``ForgottenPast/recommitted(key:version:list:)``.
  @discardableResult
  package mutating func commit(_ step: Step, from place: @autoclosure () -> String) throws -> Commit
  {
    try commit(step, from: place(), through: store)
  }

  private mutating func commit(
    _ step: Step,
    from place: @autoclosure () -> String,
    through way: some Committing
  ) throws -> Commit {
    let commit =
      try askForEdits(step, from: place(), through: way)
      ?? ask(step, expecting: .any, from: place(), through: way)
    if commit.outcome == .duplicate, tally.committed > 0, commit.version < tally.version {
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
    case .duplicate: tally.duplicate += 1
    }
    tally.version = commit.version
    return commit
  }

  /// Recognises a list that precedes another list whose key is known.
  ///
  /// It is not committed again if its own key is not known, because the list has had later versions
  /// since.
  ///
  /// - Parameters:
  ///   - step: The list to recognise, with a key.
  ///   - place: The source of the list, for people.
  /// - Returns: The commit of the store; `nil` if the key is not known.
  /// - Throws: ``InterruptedImport`` around an error of the store.
  package mutating func recognise(
    _ step: Step,
    from place: @autoclosure () -> String
  ) throws -> Commit? {
    do {
      // The store answers a known key before it compares versions. An unknown key fails, because the
      // list is past version 0.
      let commit = try ask(step, expecting: .version(0), from: place(), through: store)
      tally.duplicate += 1
      tally.version = commit.version
      return commit
    } catch let error as InterruptedImport {
      guard case ListStoreError.versionMismatch = error.cause else { throw error }
      tally.passedOver += 1
      return nil
    }
  }

  /// Goes on after lists that are known to be in the store already.
  ///
  /// - Parameters:
  ///   - count: The number of those lists.
  ///   - version: The version of the last one.
  package mutating func goOn(after count: Int, version: Int) {
    tally.duplicate += count
    tally.version = version
  }

  /// Commits the next list by its edits; returns `nil` if they are not known or too many, or if the
  /// list has changed since the previous step.
  private func askForEdits(
    _ step: Step,
    from place: @autoclosure () -> String,
    through way: some Committing
  ) throws -> Commit? {
    guard let edits = step.edits, tally.version > 0, edits.count < step.list.cellCount / 4 else {
      return nil
    }
    do {
      return try way.edit(target, options: step.options(expecting: .version(tally.version))) {
        draft in
        for edit in edits { try edit.apply(to: &draft) }
      }
    } catch ListStoreError.versionMismatch, ListStoreError.keyReused {
      // Only the whole list shows whether the key was used for the same list.
      return nil
    } catch {
      throw InterruptedImport(place: place(), reached: tally.reached, cause: error)
    }
  }

  private func ask(
    _ step: Step,
    expecting expected: ExpectedVersion,
    from place: @autoclosure () -> String,
    through way: some Committing
  ) throws -> Commit {
    do {
      return try way.commit(step.list, to: target, options: step.options(expecting: expected))
    } catch {
      throw InterruptedImport(place: place(), reached: tally.reached, cause: error)
    }
  }
}

// MARK: - Many lists in one transaction

extension ListImport {
  /// A list to commit, and its source for people.
  package struct Entry {
    package var step: Step
    package var place: String

    package init(_ step: Step, from place: String) {
      self.step = step
      self.place = place
    }
  }

  /// Commits lists, many of them in one transaction, so that they share the wait for the device.
  ///
  /// The first list that is refused ends it; those before it stay.
  ///
  /// - Parameters:
  ///   - entries: The lists.
  ///   - acknowledge: Called for each list in order, once its version is there.
  /// - Throws: As ``commit(_:from:)``, and what `acknowledge` throws.
  package mutating func commit(
    _ entries: [Entry],
    acknowledging acknowledge: (Commit, Entry, Tally) throws -> Void
  ) throws {
    var rest = entries[...]
    while !rest.isEmpty {
      let run = try commitSeries(rest)
      for ((commit, tally), entry) in zip(run.commits, rest) {
        self.tally = tally
        try acknowledge(commit, entry, tally)
      }
      if let error = run.error { throw error }
      rest = rest.dropFirst(run.commits.count)
    }
  }

  /// What one transaction has made.
  private struct Run {
    /// The commits, and the outcomes up to each.
    var commits: [(Commit, Tally)] = []
    /// Why the list after these was refused.
    var error: (any Error)?
  }

  /// How long others wait for a transaction of many lists, about.
  private static let patience = Duration.milliseconds(200)

  /// Commits the first of some lists in one transaction: as many as others can wait for.
  private func commitSeries(_ entries: ArraySlice<Entry>) throws -> Run {
    do {
      return try store.commitSeries { series in
        let deadline = ContinuousClock.now + Self.patience
        return run(entries, through: series) { ContinuousClock.now < deadline }
      }
    } catch ListStoreError.diskFull {
      // One by one, as many find room as there is room for.
      return run(entries, through: store) { true }
    } catch {
      throw InterruptedImport(
        place: entries.first?.place ?? "",
        reached: tally.reached,
        cause: error
      )
    }
  }

  private func run(
    _ entries: ArraySlice<Entry>,
    through way: some Committing,
    while goesOn: () -> Bool
  ) -> Run {
    var (run, work) = (Run(), self)
    do {
      for entry in entries {
        let commit = try work.commit(entry.step, from: entry.place, through: way)
        run.commits.append((commit, work.tally))
        guard goesOn() else { break }
      }
    } catch {
      run.error = error
    }
    return run
  }
}

/// What lists are committed through: a store, each in a transaction of its own, or one transaction.
private protocol Committing {
  func commit(_ list: List, to id: List.ID, options: CommitOptions) throws -> Commit
  func edit(
    _ id: List.ID,
    options: CommitOptions,
    _ body: (inout ListDraft) throws -> Void
  ) throws -> Commit
}

extension ListStore: Committing {}
extension CommitSeries: Committing {}

/// An import that stopped before its end; the lists before that point are committed.
package struct InterruptedImport: Error {
  /// The source of the list that was not committed.
  package let place: String
  /// The version reached by the lists before it, for people; `nil` if there is none.
  package let reached: String?
  /// The reason.
  package let cause: any Error
}

extension ListImport.Tally {
  /// The tally for people.
  package var sentence: String {
    var parts = ["\(committed.counting("version")) committed"]
    if unchanged > 0 { parts.append("\(unchanged.grouped) unchanged") }
    if duplicate > 0 { parts.append("\(duplicate.grouped) already there") }
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
