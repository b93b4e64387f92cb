import ListDiff
package import ListModel

/// The undos and redos of a list, as read from the messages of its versions.
///
/// As in jj, undoing twice goes further back, and redoing goes forward again: a version made by an undo
/// or redo stands for its target version. Source: jj's `cli/src/commands/undo.rs`. A message counts
/// only if the version has the fingerprint of the target that the message implies. An undo of a version
/// in the middle of the history has no target; its message counts if it takes back parts of that
/// version, and nothing else.
package struct UndoHistory {
  private let store: ListStore
  private let list: List.ID

  package init(of list: List.ID, in store: ListStore) {
    self.store = store
    self.list = list
  }

  /// An undo or redo to carry out.
  package struct Way: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
      /// The list returns to a version.
      case reverting(to: Int)
      /// One change is taken back, and what came after it stays.
      case undoing(Int)
    }

    package var action: Action
    /// The message of the new version.
    package var message: String
    /// The versions that are undone or redone, the newest first.
    package var versions: [Int]
  }

  /// Returns the undo of the newest version that is not an undo or redo itself, and not undone.
  ///
  /// - Throws: ``NothingBefore``, and `ListStoreError`.
  package func undo(from head: Int) throws -> Way {
    var version = head
    var undone: Set<Int> = []
    while version > 0 {
      if let step = try step(version) {
        version = step.target
      } else if let middle = try undoInTheMiddle(version) {
        undone.insert(middle)
        version -= 1
      } else if undone.contains(version) {
        version -= 1
      } else {
        break
      }
    }
    try requireParent(of: version)
    let message = try message(undoing: version)
    return Way(
      action: undone.isEmpty ? .reverting(to: version - 1) : .undoing(version),
      message: message,
      versions: [version]
    )
  }

  /// Returns the undo of so many versions before the newest, where those that are undone do not count.
  ///
  /// - Throws: ``NothingBefore``, and `ListStoreError`.
  package func undo(last count: Int, from head: Int) throws -> Way {
    var version = head
    var versions: [Int] = []
    for _ in 0..<count {
      while let step = try step(version) { version = step.target }
      try requireParent(of: version)
      versions.append(version)
      version -= 1
    }
    let step = Step.undoLast(count, target: version)
    return Way(action: .reverting(to: version), message: step.message, versions: versions)
  }

  /// Returns the version to which a version returned, if that undid so many versions at once.
  package func target(of version: Int, undoingLast count: Int) throws -> Int? {
    do {
      guard case .undoLast(count, let target)? = try step(version) else { return nil }
      return target
    } catch ListStoreError.unknownVersion {
      return nil
    }
  }

  private func requireParent(of version: Int) throws {
    guard version > 0 else { throw NothingBefore(version: 0, list: list) }
    do {
      _ = try store.token(of: list, at: version - 1)
    } catch ListStoreError.unknownVersion {
      throw NothingBefore(version: version, list: list)
    }
  }

  /// Returns the message of an undo, without the subject of the undone version if that is not retained.
  ///
  /// - Throws: `ListStoreError`.
  package func message(undoing version: Int) throws -> String {
    let message = Step.undo(of: version).message
    do {
      return try message + subject(version)
    } catch ListStoreError.unknownVersion {
      return message
    }
  }

  /// Returns the redo of the last undo.
  ///
  /// - Throws: ``NothingToRedo``, and `ListStoreError`.
  package func redo(from head: Int) throws -> Way {
    var version = head
    while true {
      switch try step(version) {
      case .undo(let undone)?: return try redo(undone, undoneBy: version)
      case .undoLast(let count, _)?:
        let redo = Step.redoLast(count, undoneBy: version)
        let versions = try undo(last: count, from: version - 1).versions
        return Way(action: .reverting(to: redo.target), message: redo.message, versions: versions)
      case let redo?:
        // The undo to redo next came before that.
        version = redo.target
      case nil:
        guard let undone = try undoInTheMiddle(version) else { throw NothingToRedo(list: list) }
        return try redo(undone, undoneBy: version)
      }
    }
  }

  private func redo(_ undone: Int, undoneBy undo: Int) throws -> Way {
    let redo = Step.redo(of: undone, undoneBy: undo)
    return Way(
      action: .reverting(to: redo.target),
      message: try redo.message + subjectIfKept(undone),
      versions: [undone]
    )
  }

  /// Returns the undo or redo that made a version, or `nil` if the version was made otherwise.
  private func step(_ version: Int) throws -> Step? {
    guard version > 0, let message = try change(version)?.message, let step = Step(message),
      step.target < version, step.target >= 0
    else { return nil }
    let own = try store.token(of: list, at: version).fingerprint
    do {
      return try store.token(of: list, at: step.target).fingerprint == own ? step : nil
    } catch ListStoreError.unknownVersion {
      return nil
    }
  }

  /// Returns the older version whose change, or a part of it, a version has taken back.
  private func undoInTheMiddle(_ version: Int) throws -> Int? {
    guard version > 0, let change = try change(version), let message = change.message,
      case .undo(let undone)? = Step(message), undone < version, undone > 0
    else { return nil }
    do {
      guard let original = try self.change(undone) else { return nil }
      return change.changeset.takesBackOnly(original.changeset) ? undone : nil
    } catch ListStoreError.unknownVersion {
      return nil
    }
  }

  private func change(_ version: Int) throws -> Change? {
    if version == (try store.oldestVersion(of: list)) { return try store.oldestChange(of: list) }
    return try store.changes(of: list, after: version - 1, through: version).first
  }

  /// Returns the first line of a version's message, after a colon.
  private func subject(_ version: Int) throws -> String {
    guard let line = try change(version)?.message?.split(separator: "\n").first else { return "" }
    return ": \(line)"
  }

  private func subjectIfKept(_ version: Int) throws -> String {
    do {
      return try subject(version)
    } catch ListStoreError.unknownVersion {
      return ""
    }
  }

  /// An undo or redo, as the message of its version describes it.
  enum Step: Equatable {
    /// A version was undone.
    case undo(of: Int)
    /// Several versions were undone, so that the list returned to a version.
    case undoLast(Int, target: Int)
    /// A version was redone, which another version had undone.
    case redo(of: Int, undoneBy: Int)
    /// Several versions were redone, which another version had undone.
    case redoLast(Int, undoneBy: Int)

    /// The version to which the list returned.
    var target: Int {
      switch self {
      case .undo(let version): version - 1
      case .undoLast(_, let target): target
      case .redo(_, let undo), .redoLast(_, let undo): undo - 1
      }
    }

    /// The beginning of the message.
    var message: String {
      switch self {
      case .undo(let version): "Undo of version \(version)"
      case .undoLast(let count, let target):
        "Undo of the last \(Self.counted(count)), back to version \(target)"
      case .redo(let version, let undo): "Redo of version \(version), undone by version \(undo)"
      case .redoLast(let count, let undo):
        "Redo of the last \(Self.counted(count)), undone by version \(undo)"
      }
    }

    /// Returns a number of versions for people, such as `1,024 versions`.
    private static func counted(_ count: Int) -> String {
      var digits = String(count)
      var end = digits.count
      while end > 3 {
        end -= 3
        digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      }
      return count == 1 ? "1 version" : "\(digits) versions"
    }

    /// Reads a message; `nil` if it is no message of an undo or redo.
    init?(_ message: String) {
      let start = message.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
      let numbers = start.replacing(",", with: "").split { !$0.isNumber }.compactMap { Int($0) }
      let steps: [Step] =
        switch numbers.count {
        case 1: [.undo(of: numbers[0])]
        case 2:
          [
            .redo(of: numbers[0], undoneBy: numbers[1]),
            .undoLast(numbers[0], target: numbers[1]), .redoLast(numbers[0], undoneBy: numbers[1]),
          ]
        default: []
        }
      guard let step = steps.first(where: { $0.message == start }) else { return nil }
      self = step
    }
  }
}

extension Changeset {
  /// Returns whether everything that the changeset does is the opposite of something that another one
  /// has done to the same section or cell.
  fileprivate func takesBackOnly(_ original: Changeset) -> Bool {
    func isPart<ID: Hashable>(_ ids: [ID], of others: [ID]) -> Bool {
      Set(ids).isSubset(of: others)
    }
    let (deletedSections, deletedCells) = (deletedSections.map(\.id), deletedCells.map(\.id))
    return isPart(deletedSections, of: original.insertedSections.map(\.id))
      && isPart(insertedSections.map(\.id), of: original.deletedSections.map(\.id))
      && isPart(movedSections.map(\.id), of: original.movedSections.map(\.id))
      && isPart(updatedSections.map(\.id), of: original.updatedSections.map(\.id))
      && isPart(deletedCells, of: original.insertedCells.map(\.id))
      && isPart(insertedCells.map(\.id), of: original.deletedCells.map(\.id))
      && isPart(movedCells.map(\.id), of: original.movedCells.map(\.id))
      && isPart(updatedCells.map(\.id), of: original.updatedCells.map(\.id))
  }
}

/// The error that nothing is kept before a version that is to be undone.
package struct NothingBefore: Error, CustomStringConvertible {
  package let version: Int
  package let list: List.ID

  package init(version: Int, list: List.ID) {
    self.version = version
    self.list = list
  }

  /// One sentence for people.
  package var description: String {
    "version \(version) of list \"\(list)\" cannot be undone: nothing before it is kept"
  }
}

/// The error that the last step of a list was not an undo.
package struct NothingToRedo: Error, CustomStringConvertible {
  package let list: List.ID

  package init(list: List.ID) {
    self.list = list
  }

  /// One sentence for people.
  package var description: String {
    "there is nothing to redo in list \"\(list)\": nothing was undone last"
  }
}
