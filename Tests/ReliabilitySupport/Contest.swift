import Foundation
package import ListModel
import ListStorage
import ListTestSupport

/// A process whose threads commit what they expect to fit the head, as the threads of other processes
/// do, and say what they ask and what they are told.
package final class Contest: Sendable {
  /// Where a thread goes on.
  package struct Beginning: Sendable {
    /// The number of its next commit.
    package var number: Int
    /// What that commit expected when it was begun and nobody was told how it ended; `nil` if it was
    /// not begun.
    package var expected: Int?

    package init(number: Int = 0, expected: Int? = nil) {
      self.number = number
      self.expected = expected
    }
  }

  private let store: ListStore
  private let writer: Int
  private let count: Int
  private let say: @Sendable (String) -> Void

  /// Opens the store.
  ///
  /// - Parameters:
  ///   - path: The store, which has the list ``list``.
  ///   - writer: Which of the processes this is.
  ///   - count: How many commits each thread makes.
  ///   - say: Is told each line of a ``HeadLog`` when it is true.
  /// - Throws: What opening the store throws.
  package init(
    for path: String,
    writer: Int,
    count: Int,
    say: @escaping @Sendable (String) -> Void
  ) throws {
    var configuration = ListStore.Configuration()
    // Whoever has the lock may be stopped for a while.
    configuration.busyTimeout = .seconds(120)
    configuration.retention = .unlimited
    store = try ListStore(path: path, configuration: configuration)
    self.writer = writer
    self.count = count
    self.say = say
  }

  /// The list they all commit to.
  package static let list: List.ID = "home"

  /// Runs a thread for each beginning, until all have made their commits.
  package func run(_ beginnings: [Beginning]) {
    let threads = DispatchGroup()
    for (thread, beginning) in beginnings.enumerated() {
      threads.enter()
      Thread { [self] in
        do {
          try run(thread, from: beginning)
        } catch {
          say("wrong: thread \(thread): \(error)")
        }
        threads.leave()
      }.start()
    }
    threads.wait()
  }

  private func run(_ thread: Int, from beginning: Beginning) throws {
    var expected = beginning.expected
    for number in beginning.number..<max(count, beginning.number) {
      let key = Self.key(writer: writer, thread: thread, number: number)
      while true {
        let version = try expected ?? readHead(thread)
        say("\(thread) invoke \(key) \(version) \(HeadLog.now)")
        do {
          let commit = try commit(number, with: key, expecting: version)
          say("\(thread) ok \(key) \(commit.version) \(commit.outcome) \(HeadLog.now)")
          expected = nil
          break
        } catch ListStoreError.versionMismatch(_, _, let head, _) {
          say("\(thread) conflict \(key) \(head) \(HeadLog.now)")
          // Now and then, what was told is believed.
          expected = head.isMultiple(of: 2) ? head : nil
        }
      }
    }
  }

  private func readHead(_ thread: Int) throws -> Int {
    say("\(thread) read \(HeadLog.now)")
    let version = try store.info(of: Self.list).version
    say("\(thread) head \(version) \(HeadLog.now)")
    return version
  }

  /// Commits the same for the same key, in one of the two ways.
  private func commit(_ number: Int, with key: String, expecting version: Int) throws -> Commit {
    let cell = Cell(id: Cell.ID(key), component: TextComponent(key))
    guard !number.isMultiple(of: 4) else {
      let list = List(sections: [Section(id: "s", cells: [cell])])
      return try store.commit(
        list,
        to: Self.list,
        options: CommitOptions(expecting: .version(version), key: key)
      )
    }
    return try store.edit(Self.list, options: CommitOptions(expecting: .version(version), key: key))
    { draft in
      try draft.appendCell(cell, to: "s")
    }
  }

  /// The key of a commit.
  package static func key(writer: Int, thread: Int, number: Int) -> String {
    "\(writer).\(thread).\(number)"
  }

  /// The number of the commit a key belongs to.
  package static func number(of key: String) -> Int? {
    key.split(separator: ".").last.flatMap { Int($0) }
  }
}
