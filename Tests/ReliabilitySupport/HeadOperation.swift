import Glibc

/// What one caller asked about the head of a list, and what it was told.
package struct HeadOperation: Hashable, Sendable {
  /// What was asked for.
  package enum Request: Hashable, Sendable {
    case read
    case commit(key: String, expected: Int)
  }

  /// What was answered.
  package enum Answer: Hashable, Sendable {
    /// The list is at this version.
    case head(Int)
    /// The commit made this version.
    case committed(Int)
    /// An earlier commit with this key made this version.
    case duplicate(Int)
    /// The list is at this version, not at the one expected.
    case conflict(head: Int)
  }

  package var request: Request
  /// When it was asked, in nanoseconds of the machine's monotonic clock.
  package var start: Int64
  /// When it was answered, or the last moment it can have had an effect; `.max` if there is none.
  package var end: Int64
  /// `nil` when nobody knows.
  package var answer: Answer?

  package init(_ request: Request, from start: Int64, to end: Int64 = .max, _ answer: Answer? = nil)
  {
    self.request = request
    self.start = start
    self.end = end
    self.answer = answer
  }
}

/// What several threads of one process say about the head, in the order they say it.
package struct HeadLog: Sendable {
  /// The operations that were answered, or never will be, those of one thread in its order.
  package private(set) var operations: [HeadOperation] = []
  private var open: [String: HeadOperation] = [:]
  /// The lines that could not be read.
  package private(set) var strangeLines: [String] = []

  package init() {}

  /// Notes a line: `thread read time`, `thread invoke key expected time`, and, as the answers to
  /// them, `thread head version time`, `thread ok key version outcome time` and
  /// `thread conflict key head time`.
  package mutating func note(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 2, let time = words.last.flatMap({ Int64($0) }) else {
      strangeLines.append(line)
      return
    }
    switch (words[1], words.count) {
    case ("read", 3): begin(.read, by: words[0], at: time)
    case ("invoke", 5):
      begin(.commit(key: words[2], expected: Int(words[3]) ?? -1), by: words[0], at: time)
    case ("head", 4): end(Int(words[2]).map { .head($0) }, by: words[0], at: time)
    case ("conflict", 5): end(Int(words[3]).map { .conflict(head: $0) }, by: words[0], at: time)
    case ("ok", 6):
      let version = Int(words[3]) ?? -1
      let answer: HeadOperation.Answer =
        words[4] == "duplicate" ? .duplicate(version) : .committed(version)
      end(answer, by: words[0], at: time)
    default: strangeLines.append(line)
    }
  }

  private mutating func begin(_ request: HeadOperation.Request, by thread: String, at time: Int64) {
    if open[thread] != nil { strangeLines.append("\(thread) asks before it was answered") }
    open[thread] = HeadOperation(request, from: time)
  }

  private mutating func end(_ answer: HeadOperation.Answer?, by thread: String, at time: Int64) {
    guard var operation = open.removeValue(forKey: thread) else {
      strangeLines.append("\(thread) was answered before it asked")
      return
    }
    operation.end = time
    operation.answer = answer
    operations.append(operation)
  }

  /// Notes that the process is dead: what was not answered has had its effect by now, or never will.
  ///
  /// - Returns: The commits that were not answered, by their threads.
  @discardableResult
  package mutating func die(at time: Int64) -> [String: HeadOperation] {
    defer { open = [:] }
    for var operation in open.values {
      operation.end = time
      operations.append(operation)
    }
    return open.filter { $1.request != .read }
  }

  /// The moment it is, on a clock all processes share.
  package static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
