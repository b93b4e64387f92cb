import HTTPTypes
import Hummingbird
import ListModel
import ListStorage

// Undo and redo, as the command line has them.

extension Call {
  /// Takes back what the query says.
  func undo() async throws -> Response {
    let conflicts = try self.conflicts()
    guard let version = try number("version", Self.versions) else {
      let last = try number("last", 1...1_000_000)
      return try await walk(conflicts) { history, head in
        try last.map { try history.undo(last: $0, from: head) } ?? history.undo(from: head)
      }
    }
    guard target["last"] == nil else {
      throw Problem.badRequest("two-versions", "expected version=V or last=N, not both")
    }
    var options = try await options()
    if options.message == nil {
      options.message = try await service.reading { [list] store in
        try UndoHistory(of: list, in: store).message(undoing: version)
      }
    }
    return try await commit(.undoing(version: version) { _ in conflicts }, options)
  }

  private func conflicts() throws -> RebaseConflict.Answer {
    switch target["conflicts"] {
    case nil, "refuse": return .abort
    case "omit": return .omit
    case let other?:
      throw Problem.badRequest(
        "bad-conflicts",
        "conflicts=\(other.prefix(32)) is unknown; expected refuse or omit"
      )
    }
  }

  /// How often a way is looked for while others commit.
  private static let attempts = 16

  /// Goes back or forward through the undos of a list.
  ///
  /// A request that is repeated with its key looks from where it looked first, and so finds the same way.
  func walk(
    _ conflicts: RebaseConflict.Answer = .abort,
    _ choose: @escaping @Sendable (UndoHistory, _ head: Int) throws -> UndoHistory.Way
  ) async throws -> Response {
    let options = try await options()
    var attempt = 0
    while true {
      attempt += 1
      let (way, head) = try await service.reading { [list, options] store in
        let head = try store.info(of: list).version
        let made = try options.key.flatMap { try store.commitKeys(of: list)[$0] }
        let start = made.map { $0 - 1 } ?? head
        return (try choose(UndoHistory(of: list, in: store), start), start)
      }
      var attemptOptions = options
      attemptOptions.message = options.message ?? way.message
      if options.expected == .any { attemptOptions.expected = .version(head) }
      do {
        switch way.action {
        case .reverting(let target):
          return try await commit(.reverting(to: target), attemptOptions)
        case .undoing(let version):
          return try await commit(.undoing(version: version) { _ in conflicts }, attemptOptions)
        }
      } catch let problem as Problem
        where problem.kind == "version-mismatch" && options.expected == .any
        && attempt < Self.attempts
      {
        continue
      }
    }
  }
}
