import ListModel
import ListPaging

/// Compares a list, shown or stored, with what the remote holds and what its answers have proved.
///
/// - Every item that an answer has brought to its present place is there, or a gap is.
/// - Two cells stand next to each other only if an answer has shown that nothing is between them.
/// - Items stand in the order of the remote.
/// - An item that is gone from the remote goes when an answer shows its place without it.
/// - The content of a cell is the newest that an answer has brought.
///
/// What no answer can have told is not expected: an item that came between two loaded ones after
/// they were read is missing rightly, until its place is read again.
struct TruthCheck {
  /// A cell of the list.
  struct Entry {
    var cell: Cell

    var id: Cell.ID { cell.id }
    /// `nil` if it cannot be encoded.
    var component: StoredComponent? { try? cell.component.stored() }
    /// Whether items are missing here: a gap, or a row for one of them.
    var isGap: Bool { isPlaceholder || cell.component.type == PagerGap.componentType }
    var isPlaceholder: Bool { cell.component.type == PagerPlaceholder.componentType }
  }

  /// How much of the remote's list must be there.
  enum Extent: Equatable {
    /// What lies between two cells of the list.
    case between
    /// What lies between two cells of the list, and what comes after them.
    case toTheEnd
    /// Everything; the start and the end were asked for again after this place among all answers.
    case everything(endAfter: Int)

    /// Whether the first items must be there.
    var hasStart: Bool { if case .everything = self { true } else { false } }
  }

  /// What was found.
  struct Finding {
    var invariant: SimInvariant
    var message: String
    /// The items that are missing.
    var ids: [Cell.ID] = []
  }

  let truth: SimTruth
  let answers: [SimAnswer]
  let entries: [Entry]
  let verb: String
  /// Whether the list removes items, so that it has to read again what was next to them.
  let forgets: Bool
  private let isHidden: (Cell.ID) -> Bool
  let equals: ((SimItem, Entry) -> Bool?)?
  /// The place of each cell in the list.
  private(set) var shown: [Cell.ID: Int] = [:]
  /// How many gaps are before each place.
  private var gaps: [Int] = [0]
  /// The newest answer, among those the list must follow, that has each item.
  private(set) var newest: [Cell.ID: (answer: Int, item: Int)] = [:]
  private var taken: [Int] = []
  private var following: [String: [Int]] = [:]

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - truth: What the remote holds.
  ///   - answers: What it has answered.
  ///   - entries: The cells of the list.
  ///   - version: The version of the list, if it has versions.
  ///   - verb: “shown” or “stored”.
  ///   - forgets: Whether the list removes items that are at the remote.
  ///   - isHidden: Whether the list leaves an item out on purpose.
  ///   - equals: Whether a cell has the content of an item; `nil` if that cannot be said.
  init(
    _ truth: SimTruth,
    _ answers: [SimAnswer],
    _ entries: [Entry],
    version: Int?,
    verb: String,
    forgets: Bool = false,
    isHidden: @escaping (Cell.ID) -> Bool,
    equals: ((SimItem, Entry) -> Bool?)? = nil
  ) {
    self.truth = truth
    self.answers = answers
    self.entries = entries
    self.verb = verb
    self.forgets = forgets
    self.isHidden = isHidden
    self.equals = equals
    for (index, entry) in entries.enumerated() {
      gaps.append((gaps.last ?? 0) + (entry.isGap ? 1 : 0))
      if truth.knows(entry.id) { shown[entry.id] = index }
    }
    for (index, answer) in answers.enumerated() {
      if let from = answer.from { following[from, default: []].append(index) }
      guard answer.isTaken(by: version) else { continue }
      taken.append(index)
      for (item, found) in answer.items.enumerated().reversed() {
        newest[found.id] = (index, item)
      }
    }
  }

  /// Returns the first thing that is wrong.
  func finding(_ extent: Extent) -> Finding? {
    missing(extent) ?? gap() ?? placeholders() ?? stale() ?? staleStart() ?? staleEnd()
      ?? otherContent()
  }

  /// Says which key at the end of the list was not asked for; `nil` if there is none.
  var unasked: String? {
    // The last cell must be certain: a cell that has moved, or is gone, may have been elsewhere.
    guard let last = entries.last(where: { truth.knows($0.id) }), truth.isSteady(last.id),
      let place = truth.places[last.id],
      truth.items[(place + 1)...].contains(where: { truth.isSteady($0.id) && shown[$0.id] == nil })
    else { return nil }
    let text = unasked(last.id, nil)
    return text.isEmpty ? nil : text
  }

  // MARK: Missing items

  private func missing(_ extent: Extent) -> Finding? {
    var before: Cell.ID?
    var group: [Cell.ID] = []
    for item in truth.items where truth.isSteady(item.id) && !isHidden(item.id) {
      guard let place = shown[item.id] else {
        group.append(item.id)
        continue
      }
      let last = before.flatMap { shown[$0] }
      if let before, let last, place < last {
        return Finding(
          invariant: .nothingLost,
          message: "\(item.id) is \(verb) before \(before), and comes after it at the remote"
        )
      }
      if last != nil || extent.hasStart {
        if let found = missing(group, before, item.id, extent) { return found }
      }
      before = item.id
      group = []
    }
    return extent == .between ? nil : missing(group, before, nil, extent)
  }

  private func missing(
    _ group: [Cell.ID],
    _ before: Cell.ID?,
    _ after: Cell.ID?,
    _ extent: Extent
  ) -> Finding? {
    guard !group.isEmpty, !isGap(before, after) else { return nil }
    let lost = run(of: group) { id in
      newest[id].map { answers[$0.answer].order > placed(id) } ?? false
    }
    if !lost.isEmpty, let first = newest[lost[0]] {
      let answer = answers[first.answer]
      return Finding(
        invariant: .nothingLost,
        message: "\(text(lost)) came with \(answer.name) at \(answer.time) ms, "
          + "\(lost.count == 1 ? "is" : "are") at the remote \(place(before, after)), and "
          + "\(lost.count == 1 ? "is" : "are") not \(verb)" + unasked(before, after) + strangers,
        ids: lost
      )
    }
    var limit = 0
    if before == nil || after == nil, case .everything(let order) = extent { limit = order }
    guard !isWitnessed(before, after, after: limit) else { return nil }
    return Finding(
      invariant: before == nil || after == nil ? .eventuallyLoads : .nothingLost,
      message: "\(text(group)) \(group.count == 1 ? "is" : "are") at the remote "
        + "\(place(before, after)), and \(group.count == 1 ? "was" : "were") never loaded: "
        + doubt(before, after, limit) + unasked(before, after)
    )
  }

  /// Says that the list has not asked for what comes after its last item.
  private func unasked(_ before: Cell.ID?, _ after: Cell.ID?) -> String {
    guard after == nil, let place = before.flatMap({ newest[$0] }) else { return "" }
    let answer = answers[place.answer]
    guard let key = answer.to, !answer.endsList, answer.kind != .prepend,
      !answers.contains(where: { $0.from == key && $0.order > answer.order })
    else { return "" }
    return
      "; \(answer.name) at \(answer.time) ms gave the key \(key), which was not asked for since"
  }

  /// Says that the list has cells that the remote does not know, if it has no others.
  private var strangers: String {
    guard shown.isEmpty, let first = entries.first else { return "" }
    return "; the \(entries.count) cells that are \(verb) have ids that the remote does not know, "
      + "such as \(first.id)"
  }

  private func doubt(_ before: Cell.ID?, _ after: Cell.ID?, _ limit: Int) -> String {
    guard let after else {
      return limit > 0 && isWitnessed(before, nil, after: 0)
        ? "the last refresh did not ask at the end again"
        : "no answer said that the list ends there"
    }
    guard let before else {
      return limit > 0 && isWitnessed(nil, after, after: 0)
        ? "the last refresh did not ask at the start again"
        : "no answer said that the list begins with \(after)"
    }
    let pages = [before, after].compactMap { id in
      newest[id].map { "\(id) came with \(answers[$0.answer].name)" }
    }
    return "no answer has \(after) right after \(before)"
      + (pages.isEmpty ? "" : "; " + pages.joined(separator: ", "))
  }

  private func isGap(_ before: Cell.ID?, _ after: Cell.ID?) -> Bool {
    let start = before.flatMap { shown[$0] } ?? 0
    let end = after.flatMap { shown[$0] } ?? entries.count
    return start < end && gaps[end] > gaps[start]
  }

  private func placed(_ id: Cell.ID) -> Int { truth.placed[id]?.order ?? 0 }

  /// Returns the first run of items that satisfy a condition.
  private func run(of ids: [Cell.ID], where isIn: (Cell.ID) -> Bool) -> [Cell.ID] {
    Array(ids.drop { !isIn($0) }.prefix(while: isIn))
  }

  // MARK: What answers prove

  /// Whether answers show that nothing is between two items; `nil` is the start or the end.
  ///
  /// What an answer has between them counts as nothing if it is gone, has moved, is elsewhere in the
  /// list, or is left out on purpose.
  private func isWitnessed(_ before: Cell.ID?, _ after: Cell.ID?, after limit: Int) -> Bool {
    var open: [Position] = []
    var seen: Set<Position> = []
    func add(_ position: Position) { if seen.insert(position).inserted { open.append(position) } }
    if let before {
      positions(behind: before).forEach(add)
    } else {
      for (index, answer) in answers.enumerated() where answer.startsList && answer.order > limit {
        add(Position(answer: index, item: 0))
      }
    }
    while let position = open.popLast() {
      let answer = answers[position.answer]
      if position.item < answer.items.count {
        let id = answer.items[position.item].id
        if id == after { return true }
        guard id == before || isElsewhere(id, answer) else { continue }
        add(Position(answer: position.answer, item: position.item + 1))
        // What follows an item whose order is not certain may have come with another page.
        if !truth.isSteady(id), isBetween(id, before, after), answer.order > placed(id) {
          positions(behind: id).forEach(add)
        }
        continue
      }
      if after == nil, answer.endsList, answer.order > limit { return true }
      for next in neighbours(of: position.answer, before) { add(Position(answer: next, item: 0)) }
    }
    return false
  }

  private struct Position: Hashable {
    var answer: Int
    var item: Int
  }

  /// Returns the places right behind an item in all answers.
  private func positions(behind id: Cell.ID) -> [Position] {
    answers.indices.compactMap { index in
      guard answers[index].order > placed(id) || truth.isSteady(id) else { return nil }
      return answers[index].items.firstIndex { $0.id == id }.map {
        Position(answer: index, item: $0 + 1)
      }
    }
  }

  /// Whether an item is shown, and stands between two others at the remote.
  private func isBetween(_ id: Cell.ID, _ before: Cell.ID?, _ after: Cell.ID?) -> Bool {
    guard shown[id] != nil, let place = truth.places[id] else { return false }
    return place > before.flatMap { truth.places[$0] } ?? -1
      && place < after.flatMap { truth.places[$0] } ?? .max
  }

  /// Returns the answers that begin where an answer ends.
  private func neighbours(of index: Int, _ before: Cell.ID?) -> [Int] {
    let answer = answers[index]
    var found = answer.to.flatMap { following[$0] } ?? []
    if answer.kind == .prepend, let key = SimAnswer.place(answer.key) {
      let begun = answers.indices.filter { answers[$0].previous == key }
      // What was read from the same place at another time follows, too.
      found += begun
      found += Set(begun.compactMap { answers[$0].from }).flatMap { following[$0] ?? [] }
    }
    // A page that repeats items from before its key proves nothing if they are not there.
    return found.filter { next in
      let overlap = answers[next].overlap
      guard overlap > 0, let last = answer.items.last?.id else { return true }
      return answers[next].items.prefix(overlap).contains { $0.id == last }
    }
  }

  private func isElsewhere(_ id: Cell.ID, _ answer: SimAnswer) -> Bool {
    shown[id] != nil || truth.places[id] == nil || placed(id) > answer.order
      || truth.untrue.contains(id) || isHidden(id)
  }

  // MARK: Items that are gone

  private func stale() -> Finding? {
    for (index, entry) in entries.enumerated() {
      guard let gone = truth.gone[entry.id], !truth.untrue.contains(entry.id) else { continue }
      guard let before = entries[..<index].last(where: { truth.isSteady($0.id) || $0.isGap }),
        let after = entries[(index + 1)...].first(where: { truth.isSteady($0.id) || $0.isGap }),
        !before.isGap, !after.isGap
      else { continue }
      let last = newest[entry.id].map { answers[$0.answer].order } ?? 0
      let proof = taken.first { index in
        let answer = answers[index]
        guard answer.order > max(gone.order, last), !answer.isSilent(about: entry.id) else {
          return false
        }
        let steady = answer.items.filter { truth.isSteady($0.id) }
        return zip(steady, steady.dropFirst()).contains { $0.id == before.id && $1.id == after.id }
      }
      guard let proof else { continue }
      return Finding(
        invariant: .nothingLost,
        message: "\(entry.id), which was deleted at \(gone.time) ms, is still \(verb) between "
          + "\(before.id) and \(after.id); \(answers[proof].name) at \(answers[proof].time) ms "
          + "has nothing there"
      )
    }
    return nil
  }

  /// Returns an item that is gone and still stands before all others, though an answer has shown that
  /// the list begins after it.
  private func staleStart() -> Finding? {
    guard let index = entries.firstIndex(where: { truth.isSteady($0.id) || $0.isGap }),
      !entries[index].isGap
    else { return nil }
    let after = entries[index].id
    for entry in entries[..<index] {
      guard let gone = truth.gone[entry.id], !truth.untrue.contains(entry.id) else { continue }
      let last = newest[entry.id].map { answers[$0.answer].order } ?? 0
      let proof = taken.first { index in
        let answer = answers[index]
        return answer.startsList && answer.order > max(gone.order, last)
          && !answer.isSilent(about: entry.id)
          && answer.items.first { truth.isSteady($0.id) }?.id == after
      }
      guard let proof else { continue }
      return Finding(
        invariant: .nothingLost,
        message: "\(entry.id), which was deleted at \(gone.time) ms, is still \(verb) before "
          + "\(after); \(answers[proof].name) at \(answers[proof].time) ms begins the list there"
      )
    }
    return nil
  }

  /// Returns an item that is gone and still stands behind all others, though an answer has shown that
  /// the list ends before it.
  private func staleEnd() -> Finding? {
    guard let index = entries.lastIndex(where: { truth.isSteady($0.id) || $0.isGap }),
      !entries[index].isGap
    else { return nil }
    let before = entries[index].id
    for entry in entries[(index + 1)...] {
      guard let gone = truth.gone[entry.id], !truth.untrue.contains(entry.id) else { continue }
      let last = newest[entry.id].map { answers[$0.answer].order } ?? 0
      let proof = taken.first { index in
        let answer = answers[index]
        return answer.endsList && answer.order > max(gone.order, last)
          && !answer.isSilent(about: entry.id)
          && answer.items.contains { $0.id == before }
      }
      guard let proof else { continue }
      return Finding(
        invariant: .nothingLost,
        message: "\(entry.id), which was deleted at \(gone.time) ms, is still \(verb) after "
          + "\(before); \(answers[proof].name) at \(answers[proof].time) ms ends the list there"
      )
    }
    return nil
  }

  // MARK: Words

  private func place(_ before: Cell.ID?, _ after: Cell.ID?) -> String {
    switch (before, after) {
    case (let before?, let after?): "between \(before) and \(after)"
    case (nil, let after?): "before \(after)"
    case (let before?, nil): "after \(before)"
    case (nil, nil): "alone"
    }
  }

  private func text(_ ids: [Cell.ID]) -> String { Self.range(ids) }

  /// Returns neighbours at the remote in words: the first, the last, and how many.
  static func range(_ ids: [Cell.ID]) -> String {
    switch ids.count {
    case 0: "nothing"
    case 1: "\(ids[0])"
    case 2: "\(ids[0]) and \(ids[1])"
    default: "\(ids[0])…\(ids[ids.count - 1]) (\(ids.count) items)"
    }
  }
}
