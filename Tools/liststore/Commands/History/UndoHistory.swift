import ListDiff
import ListModel
import ListStorage

/// What `undo` and `redo` have made of a list, as the messages of its versions say.
///
/// Undoing twice goes further back, and redoing goes forward again, as in jj: a version that was made by
/// going back stands for the one it went back to. After jj's `cli/src/commands/undo.rs`. A message is
/// believed only if the version has the fingerprint of what it says it went back to.
struct UndoHistory {
  private let store: ListStore
  private let list: List.ID

  init(of list: List.ID, in store: ListStore) {
    self.store = store
    self.list = list
  }

  /// A way to go.
  struct Way: Equatable {
    /// The version the list becomes again.
    var target: Int
    /// What the new version says.
    var message: String
  }

  /// How to take back what the newest version, or the one it stands for, has changed.
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

  /// What the version says that takes back another one: not what that was about, if it is not kept.
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

  /// How to make again what was taken back last.
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
        // What is redone next was undone before that.
        version = step.target
      }
    }
    throw NothingToRedo(list: list)
  }

  /// What made a version, if it was made by going back or forward.
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

  /// The first line of what a version says, behind a colon.
  private func subject(_ version: Int) throws -> String {
    guard let line = try change(version)?.message?.split(separator: "\n").first else { return "" }
    return ": \(line)"
  }

  /// What a version says that was made by going back or forward.
  enum Step: Equatable {
    /// A version was taken back.
    case undo(of: Int)
    /// A version was made again that another one had taken back.
    case redo(of: Int, undoneBy: Int)

    /// The version the list was then.
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

    /// Reads a message; `nil` when it is another one.
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

/// A list in which nothing was taken back last.
struct NothingToRedo: Error, CustomStringConvertible {
  let list: List.ID

  /// One sentence for people.
  var description: String {
    "there is nothing to redo in list \"\(list)\": nothing was undone last"
  }
}
