import ReliabilitySupport
import Testing

/// The judge of a contest: who passes all is no judge.
@Suite struct `The history of a head` {
  /// A commit with key `key` on top of version `expected`.
  private func commit(
    _ key: String,
    on expected: Int,
    _ times: ClosedRange<Int64>,
    _ answer: HeadOperation.Answer? = nil
  ) -> HeadOperation {
    HeadOperation(
      .commit(key: key, expected: expected),
      from: times.lowerBound,
      to: times.upperBound,
      answer
    )
  }

  private func read(_ version: Int, _ times: ClosedRange<Int64>) -> HeadOperation {
    HeadOperation(.read, from: times.lowerBound, to: times.upperBound, .head(version))
  }

  private func problems(
    log keys: [String?] = ["a", "b", "c"],
    _ operations: [HeadOperation]
  ) -> [String] {
    let log = keys.enumerated().map { HeadHistory.Version($0 + 2, key: $1) }
    return HeadHistory(first: 1, operations: operations, log: log).problems()
  }

  /// Versions 2 to 4, made one after the other.
  private var right: [HeadOperation] {
    [
      commit("a", on: 1, 10...20, .committed(2)),
      commit("b", on: 2, 30...40, .committed(3)),
      commit("c", on: 3, 50...60, .committed(4)),
    ]
  }

  @Test func `is right where all is one after the other`() {
    #expect(problems(right) == [])
    #expect(problems(right + [read(1, 0...9), read(2, 21...29), read(4, 61...70)]) == [])
    #expect(problems(right + [commit("d", on: 2, 41...49, .conflict(head: 3))]) == [])
    #expect(problems(log: [], [read(1, 0...1)]) == [])
  }

  @Test func `is right where what happens at once can have had an order`() {
    // During a commit, its version may be seen or not; of two who read at once, by one of them.
    #expect(problems(right + [read(1, 11...19), read(2, 12...18)]) == [])
    // The loser is told while the winner is not yet.
    #expect(problems(right + [commit("d", on: 1, 5...15, .conflict(head: 2))]) == [])
    // An unclear end: it was made, and is found by whoever retries.
    let (a, b, c) = (right[0], right[1], right[2])
    #expect(problems([commit("a", on: 1, 10...20), b, c]) == [])
    let retry = commit("a", on: 1, 45...48, .duplicate(2))
    #expect(problems([commit("a", on: 1, 10...20), b, c, retry]) == [])
    // It was not made, and is made by the retry; or others were faster.
    let late = commit("a", on: 1, 22...28, .committed(2))
    #expect(problems([commit("a", on: 1, 10...20), late, b, c]) == [])
    let lost = commit("d", on: 1, 62...64, .conflict(head: 4))
    #expect(problems([commit("d", on: 1, 5...15), a, b, c, lost]) == [])
  }

  @Test func `with a log that cannot be is rejected`() {
    #expect(problems(log: ["a", nil, "c"], right) != [])
    #expect(problems(log: ["a", "b", "c", "a"], right) != [])
    let gap = [HeadHistory.Version(2, key: "a"), .init(4, key: "b")]
    #expect(HeadHistory(first: 1, operations: right, log: gap).problems() != [])
    // A version nobody asked for, and one that was refused.
    #expect(problems(log: ["a", "b", "c", "d"], right) != [])
    let refused = commit("d", on: 4, 70...80, .conflict(head: 3))
    #expect(problems(log: ["a", "b", "c", "d"], right + [refused]) != [])
    // An unclear commit that expected something else.
    #expect(problems(log: ["a", "b", "c", "d"], right + [commit("d", on: 2, 70...80)]) != [])
    // An unclear commit whose process was dead before.
    let (b, c) = (right[1], right[2])
    #expect(problems([commit("a", on: 1, 10...20), b, read(1, 25...26), c]) != [])
  }

  @Test func `with a wrong answer to a commit is rejected`() {
    let (a, b, c) = (right[0], right[1], right[2])
    // Acknowledged, and not there.
    #expect(problems(log: ["a", "b"], right) != [])
    // Another version than its own, one that does not follow what was expected, two winners.
    #expect(problems([a, b, commit("c", on: 3, 50...60, .committed(3))]) != [])
    #expect(problems([a, b, commit("c", on: 2, 50...60, .committed(4))]) != [])
    #expect(problems(right + [commit("d", on: 3, 50...60, .committed(4))]) != [])
    // A retry of what nobody has tried, and one that is told it was the first.
    #expect(problems([commit("a", on: 1, 10...20, .duplicate(2)), b, c]) != [])
    #expect(problems(right + [commit("a", on: 1, 70...80, .committed(2))]) != [])
    // A conflict for what was made, and one with what was expected.
    #expect(problems(right + [commit("a", on: 1, 70...80, .conflict(head: 4))]) != [])
    let doubted = commit("a", on: 1, 21...29, .conflict(head: 2))
    #expect(problems([commit("a", on: 1, 10...20), doubted, b, c]) != [])
    #expect(problems(right + [commit("d", on: 4, 70...80, .conflict(head: 4))]) != [])
  }

  @Test func `in which somebody saw what was not the head is rejected`() {
    // A version that is not there, an old one, one of the future.
    #expect(problems(right + [read(5, 70...80)]) != [])
    #expect(problems(right + [read(0, 0...80)]) != [])
    #expect(problems(right + [read(2, 41...49)]) != [])
    #expect(problems(right + [read(3, 21...29)]) != [])
    #expect(problems(right + [commit("d", on: 2, 41...49, .conflict(head: 4))]) != [])
    // A conflict with a head that was not there any more.
    #expect(problems(right + [commit("d", on: 3, 61...70, .conflict(head: 2))]) != [])
    // Backwards: each could be so without the other.
    #expect(problems(right + [read(3, 31...33)]) == [])
    #expect(problems(right + [read(2, 36...38)]) == [])
    #expect(problems(right + [read(3, 31...33), read(2, 36...38)]) != [])
  }

  @Test func `whose versions have another order than their commits is rejected`() {
    #expect(problems(log: ["b", "a", "c"], right) != [])
    // Each expected what the log says, and yet the second had ended before the first began.
    let swapped = [
      commit("a", on: 1, 30...40, .committed(2)),
      commit("b", on: 2, 10...20, .committed(3)),
      commit("c", on: 3, 50...60, .committed(4)),
    ]
    #expect(problems(swapped) != [])
  }

  @Test func `is read from what the threads of a process say`() {
    var log = HeadLog()
    for line in [
      "0 read 1", "1 invoke x 1 2", "0 head 1 3", "1 ok x 2 committed 4", "0 invoke y 1 5",
      "0 conflict y 2 6", "0 invoke y 2 7", "1 read 8",
    ] { log.note(line) }
    #expect(log.die(at: 9) == ["0": commit("y", on: 2, 7...Int64.max)])
    #expect(log.strangeLines == [])
    #expect(
      Set(log.operations) == [
        read(1, 1...3), commit("x", on: 1, 2...4, .committed(2)),
        commit("y", on: 1, 5...6, .conflict(head: 2)), commit("y", on: 2, 7...9),
        HeadOperation(.read, from: 8, to: 9),
      ]
    )
    for line in ["", "0 ok x 3 committed 10", "0 what 11", "0 read", "0 read x"] { log.note(line) }
    #expect(log.strangeLines.count == 5)
  }
}
