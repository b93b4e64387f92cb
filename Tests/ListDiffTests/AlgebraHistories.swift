import Foundation
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Checks a claim on `count` random histories of `length` lists.
///
/// When much work is asked for there are `soakCount` of them. The claim returns what is wrong, or `nil`.
/// Of a history that fails, the seed is reported, and a small history that fails as well.
func expectOfHistories(
  _ count: Int,
  soakCount: Int = 100_000,
  length: Int,
  editLimit: Int = 6,
  seed: UInt64,
  branching: Branching = .linear,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ claim: ([List]) throws -> String?
) {
  for number in 0..<UInt64(Soak.count(count, soak: soakCount)) {
    let history = randomHistory(
      length: length,
      editLimit: editLimit,
      branching: branching,
      seed: seed &+ number
    )
    guard failure(of: history, claim) != nil else { continue }
    let small = shrink(history) { failure(of: $0, claim) != nil }
    Issue.record(
      """
      seed \(seed &+ number): \(failure(of: small, claim) ?? "")
      \(small.map(outline).joined(separator: "\n"))
      """,
      sourceLocation: sourceLocation
    )
    return
  }
}

/// Which list each list of a history grew out of.
enum Branching {
  /// The one before it.
  case linear
  /// The first one.
  case fromFirst
  /// The one before it, but the third out of the first.
  case secondFromFirst
}

/// A list and its successors, small enough that edits collide.
private func randomHistory(
  length: Int,
  editLimit: Int,
  branching: Branching,
  seed: UInt64
) -> [List] {
  var random = RandomLists(seed: seed)
  random.sectionLimit = 4
  random.cellLimit = 5
  var history = [random.list()]
  while history.count < length {
    let parent =
      switch branching {
      // Elements that are gone may come back: some versions grow out of an older one.
      case .linear where random.number(0...5) == 0: random.number(0...history.count - 1)
      case .linear: history.count - 1
      case .fromFirst: 0
      case .secondFromFirst: history.count == 2 ? 0 : history.count - 1
      }
    history.append(random.successor(of: history[parent], editLimit: editLimit))
  }
  return history
}

private func failure(of history: [List], _ claim: ([List]) throws -> String?) -> String? {
  do {
    return try claim(history)
  } catch {
    return "\(error)"
  }
}

/// Removes sections and cells, from all lists or from one, as long as the history still fails.
private func shrink(_ history: [List], whileFailing fails: ([List]) -> Bool) -> [List] {
  var history = history
  var shrunk = true
  while shrunk {
    shrunk = false
    for smaller in smallerHistories(history) where fails(smaller) {
      history = smaller
      shrunk = true
      break
    }
  }
  return history
}

private func smallerHistories(_ history: [List]) -> [[List]] {
  var result: [[List]] = []
  func add(_ smaller: (List) -> List) {
    result.append(history.map(smaller))
    for index in history.indices {
      var copy = history
      copy[index] = smaller(copy[index])
      result.append(copy)
    }
  }
  for id in Set(history.flatMap(\.sections).map(\.id)).sorted() {
    add { list in List(sections: list.sections.filter { $0.id != id }) }
  }
  for id in Set(history.flatMap(\.sections).flatMap(\.cells).map(\.id)).sorted() {
    add { list in
      var list = list
      for index in list.sections.indices { list.sections[index].cells.removeAll { $0.id == id } }
      return list
    }
  }
  return result.filter { elementCount($0) < elementCount(history) }
}

private func elementCount(_ history: [List]) -> Int {
  history.reduce(0) { $0 + $1.sections.count + $1.cellCount }
}

/// A list in one line: sections with their ids and cells, without what they show.
func outline(_ list: List) -> String {
  list.sections.map { section in
    "\(section.id)[\(section.cells.map(\.id.rawValue).joined(separator: " "))]"
  }.joined(separator: " ")
}
