import ListDiff
import ListModel
import ListStorage

/// The undos and redos of a list, as read from the messages of its versions.
///
/// As in jj, undoing twice goes further back, and redoing goes forward again: a version made by an undo
/// or redo stands for its target version. Source: jj's `cli/src/commands/undo.rs`. A message counts
/// only if the version has the fingerprint of the target that the message implies.
struct UndoHistory {
  private let store: ListStore
  private let list: List.ID

  init(of list: List.ID, in store: ListStore) {
    self.store = store
    self.list = list
  }

  /// An undo or redo to carry out.
  struct Way: Equatable {
    /// The version to which the list returns.
    var target: Int
    /// The message of the new version.
    var message: String
  }

  /// Returns the undo of the newest version or, if that was made by an undo or redo, of the version it
  /// stands for.
  ///
  /// - Throws: ``NothingBefore``, and `ListStoreError`.
  func undo(from head: Int) throws -> Way {
    var version = head
    while let step = try step(version) { version = step.target }
    guard version > 0 else { throw NothingBefore(version: 0, list: list) }
    do {
      _ = try store.token(of: list, at: version - 1)
    } catch ListStoreError.unknownVersion {
      throw NothingBefore(version: version, list: list)
    }
    return Way(target: version - 1, message: try message(undoing: version))
  }

  /// Returns the message of an undo, without the subject of the undone version if that is not retained.
  ///
  /// - Throws: `ListStoreError`.
  func message(undoing version: Int) throws -> String {
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
  func redo(from head: Int) throws -> Way {
    var version = head
    while let step = try step(version) {
      switch step {
      case .undo(let undone):
        let redo = Step.redo(of: undone, undoneBy: version)
        return Way(target: redo.target, message: try redo.message + subject(undone))
      case .redo:
        // The undo to redo next came before that.
        version = step.target
      }
    }
    throw NothingToRedo(list: list)
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

  private func change(_ version: Int) throws -> Change? {
    if version == (try store.oldestVersion(of: list)) { return try store.oldestChange(of: list) }
    return try store.changes(of: list, after: version - 1, through: version).first
  }

  /// Returns the first line of a version's message, after a colon.
  private func subject(_ version: Int) throws -> String {
    guard let line = try change(version)?.message?.split(separator: "\n").first else { return "" }
    return ": \(line)"
  }

  /// An undo or redo, as the message of its version describes it.
  enum Step: Equatable {
    /// A version was undone.
    case undo(of: Int)
    /// A version was redone, which another version had undone.
    case redo(of: Int, undoneBy: Int)

    /// The version to which the list returned.
    var target: Int {
      switch self {
      case .undo(let version): version - 1
      case .redo(_, let undo): undo - 1
      }
    }

    /// The beginning of the message.
    var message: String {
      switch self {
      case .undo(let version): "Undo of version \(version)"
      case .redo(let version, let undo): "Redo of version \(version), undone by version \(undo)"
      }
    }

    /// Reads a message; `nil` if it is no message of an undo or redo.
    init?(_ message: String) {
      let start = message.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
      let numbers = start.split { !$0.isNumber }.compactMap { Int($0) }
      let step: Step? =
        switch numbers.count {
        case 1: .undo(of: numbers[0])
        case 2: .redo(of: numbers[0], undoneBy: numbers[1])
        default: nil
        }
      guard let step, step.message == start else { return nil }
      self = step
    }
  }
}

/// The error that the last step of a list was not an undo.
struct NothingToRedo: Error, CustomStringConvertible {
  let list: List.ID

  /// One sentence for people.
  var description: String {
    "there is nothing to redo in list \"\(list)\": nothing was undone last"
  }
}
