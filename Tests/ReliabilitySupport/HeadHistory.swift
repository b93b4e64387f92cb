/// All that was asked about the head of one list by all callers, and the log the list has in the end.
///
/// It is right when the list behaves as one register that everybody sees at once: when there is a
/// moment for each version, between the beginning and the end of the call that made it, such that
/// everybody who was told of a head was told what it was at some moment during that call. That is
/// linearizability, after Herlihy and Wing, *Linearizability: a correctness condition for concurrent
/// objects*, TOPLAS 12(3), 1990. It is hard to decide in general; here the versions name their order.
package struct HeadHistory: Sendable {
  /// A version as the log of the list has it.
  package struct Version: Hashable, Sendable {
    package var version: Int
    package var key: String?

    package init(_ version: Int, key: String?) {
      self.version = version
      self.key = key
    }
  }

  /// The head when nobody had asked for anything yet.
  package var first: Int
  /// The operations; those with one key in the order they were made, one after the other.
  package var operations: [HeadOperation]
  /// The log after ``first``.
  package var log: [Version]

  package init(first: Int, operations: [HeadOperation], log: [Version]) {
    self.first = first
    self.operations = operations
    self.log = log
  }

  /// What cannot be so; empty when all is well.
  package func problems() -> [String] {
    let problems = problemsOfLog()
    // Without an order of versions there is nothing to compare with.
    guard problems.isEmpty else { return problems }
    let attempts = attempts()
    let otherProblems =
      attempts.flatMap { problemsOfAttempts($1, with: $0) } + problemsOfMakers(attempts)
      + problemsOfAnswers()
    return otherProblems.isEmpty ? problemsOfTime(attempts) : otherProblems
  }

  private var head: Int { first + log.count }

  /// The versions are dense, and none has the key of another.
  private func problemsOfLog() -> [String] {
    var problems: [String] = []
    var versions: [String: Int] = [:]
    for (index, entry) in log.enumerated() {
      if entry.version != first + index + 1 {
        problems.append("version \(entry.version) is where \(first + index + 1) should be")
      }
      guard let key = entry.key else {
        problems.append("version \(entry.version) has no key")
        continue
      }
      if let other = versions.updateValue(entry.version, forKey: key) {
        problems.append("key \(key) made version \(other) and version \(entry.version)")
      }
    }
    return problems
  }

  /// Whoever committed was told what the log says, and once it was told of a version, of no other.
  private func problemsOfAttempts(_ attempts: [Attempt], with key: String) -> [String] {
    var problems: [String] = []
    var isAcknowledged = false
    for attempt in attempts {
      if isAcknowledged, attempt.duplicateVersion == nil, attempt.answer != nil {
        problems.append("\(key) was answered again after it was committed")
      }
      guard let version = attempt.version else { continue }
      isAcknowledged = true
      if version != attempt.expected + 1 {
        problems.append("\(key) expected \(attempt.expected), and was told \(version)")
      }
      let index = version - first - 1
      if !log.indices.contains(index) || log[index].key != key {
        problems.append("\(key) was told \(version), which it did not make")
      }
    }
    return problems
  }

  /// Every version was asked for.
  private func problemsOfMakers(_ attempts: [String: [Attempt]]) -> [String] {
    log.compactMap { entry in
      makers(of: entry, attempts).isEmpty
        ? "nobody can have made version \(entry.version) with key \(entry.key ?? "")" : nil
    }
  }

  /// Nobody was told of a version that is not there, nor of a conflict where there was none.
  private func problemsOfAnswers() -> [String] {
    operations.compactMap { operation in
      if case .conflict(let head) = operation.answer,
        case .commit(let key, let expected) = operation.request, head == expected
      {
        return "\(key) was told of a conflict with \(head), which it expected"
      }
      guard let seen = operation.seenHead, !(first...head).contains(seen) else { return nil }
      return "somebody was told of version \(seen), which is not there"
    }
  }

  /// There is a moment for each version.
  ///
  /// Version v became the head before whoever was told that it is was answered, and after whoever was
  /// told of v - 1 had asked. The earliest such moments are taken, one after the other: when one of
  /// them is too late, any other would be.
  private func problemsOfTime(_ attempts: [String: [Attempt]]) -> [String] {
    var bounds = log.map { Bounds(makers(of: $0, attempts)) }
    for operation in operations {
      guard let seen = operation.seenHead else { continue }
      if seen < head { bounds[seen - first].begin(noEarlierThan: operation.start) }
      if seen > first { bounds[seen - first - 1].end(noLaterThan: operation.end) }
    }
    var problems: [String] = []
    var moment = Int64.min
    for (entry, bound) in zip(log, bounds) {
      moment = max(moment, bound.earliest)
      guard moment > bound.latest else { continue }
      problems.append(
        "version \(entry.version) became the head after \(moment), and before \(bound.latest)"
      )
      // The versions after it are not late because of it.
      moment = bound.latest
    }
    return problems
  }
}

extension HeadHistory {
  private struct Attempt {
    var expected: Int
    var start: Int64
    var end: Int64
    var answer: HeadOperation.Answer?

    var duplicateVersion: Int? {
      if case .duplicate(let version) = answer { version } else { nil }
    }

    var version: Int? {
      if case .committed(let version) = answer { version } else { duplicateVersion }
    }

    var isConflict: Bool {
      if case .conflict = answer { true } else { false }
    }
  }

  /// The commits with each key, in their order.
  private func attempts() -> [String: [Attempt]] {
    var attempts: [String: [Attempt]] = [:]
    for operation in operations {
      guard case .commit(let key, let expected) = operation.request else { continue }
      attempts[key, default: []].append(
        Attempt(
          expected: expected,
          start: operation.start,
          end: operation.end,
          answer: operation.answer
        )
      )
    }
    return attempts
  }

  /// The commits of which one made a version: the one that was told so, or all that were told
  /// nothing since the last conflict.
  private func makers(of entry: Version, _ attempts: [String: [Attempt]]) -> [Attempt] {
    let attempts = attempts[entry.key ?? ""] ?? []
    let open = attempts.lastIndex { $0.isConflict }.map { attempts[($0 + 1)...] } ?? attempts[...]
    if let maker = open.first(where: { $0.answer == .committed(entry.version) }) { return [maker] }
    return open.prefix { $0.answer == nil }.filter { $0.expected == entry.version - 1 }
  }

  /// Between which moments a version became the head.
  private struct Bounds {
    private(set) var earliest: Int64
    private(set) var latest: Int64

    init(_ makers: [Attempt]) {
      earliest = makers.map(\.start).min() ?? .min
      latest = makers.map(\.end).max() ?? .max
    }

    mutating func begin(noEarlierThan moment: Int64) { earliest = max(earliest, moment) }
    mutating func end(noLaterThan moment: Int64) { latest = min(latest, moment) }
  }
}

extension HeadOperation {
  /// What somebody who made no version was told the head is.
  fileprivate var seenHead: Int? {
    switch answer {
    case .head(let head), .conflict(let head): head
    case .committed, .duplicate, nil: nil
    }
  }
}
