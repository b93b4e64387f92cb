import ListModel
import ListPaging
import ListTestSupport

/// A remote whose rows have ranks that never change: the order is that of the ranks.
///
/// It remembers all it has answered, and is the only thing that ``PagerTruth`` knows of a pager
/// besides the cells that are shown.
struct RankedServer {
  struct Row: Hashable {
    var rank: Int
    var revision: Int
    var id: Cell.ID { Cell.ID("r\(rank)") }
  }

  /// What one answer has shown: which rows were there between two ranks.
  struct Answer {
    /// The ranks that the answer covers: above the first, up to the second, which belongs to it.
    var range: (after: Int, to: Int)
    var rows: [Row]
    /// Whether the answer says that nothing is before it.
    var isFirst = false
    /// The rows that were shown above a gap above the page: nobody but the remote knows on which side
    /// of the page they are.
    var hidden: Set<Int> = []
  }

  var rows: [Row]
  /// Whether the last page names the key of the end.
  var namesEnd = true
  private(set) var answers: [Answer] = []

  init(count: Int) { rows = (1...count).map { Row(rank: $0 << 32, revision: 0) } }

  static func rank(of id: Cell.ID) -> Int? {
    id.rawValue.hasPrefix("r") ? Int(id.rawValue.dropFirst()) : nil
  }

  static func cell(_ row: Row) -> Cell {
    let content = Content(canonical: Array("{\"revision\":\(row.revision)}".utf8))
    return Cell(
      id: row.id,
      component: AnyComponent(StoredComponent(type: "Row", content: content))
    )
  }

  /// Answers a request; keys are ranks, of rows that may be gone.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - hidden: The rows that are shown above a gap above the page.
  /// - Returns: The page.
  mutating func answer(_ request: RemoteRequest, hidden: Set<Int> = []) -> RemotePage {
    let key = request.key?.number
    if request.kind == .prepend {
      let limit = key ?? .max
      let before = rows.filter { $0.rank < limit }
      let found = Array(before.suffix(request.size))
      let isFirst = found.count == before.count
      let start = isFirst ? Int.min : (found.first?.rank ?? limit) - 1
      answers.append(Answer(range: (start, limit - 1), rows: found, hidden: hidden))
      return RemotePage(
        cells: found.map(Self.cell),
        next: PageKey(limit - 1),
        previous: isFirst ? nil : PageKey(start + 1)
      )
    }
    let start = key ?? .min
    let after = rows.filter { $0.rank > start }
    let found = Array(after.prefix(request.size))
    let isLast = found.count == after.count
    let end = isLast ? Int.max : found.last?.rank ?? start
    let isFirst = !rows.contains { $0.rank <= start }
    answers.append(Answer(range: (start, end), rows: found, isFirst: isFirst, hidden: hidden))
    return RemotePage(
      cells: found.map(Self.cell),
      next: isLast ? nil : PageKey(end),
      previous: isFirst ? nil : PageKey(start + 1),
      end: namesEnd ? PageKey(found.last?.rank ?? max(start, 0)) : nil
    )
  }

  // MARK: Changes

  /// Inserts rows below the one at an index, or above all.
  mutating func insert(_ count: Int, at index: Int) {
    for _ in 0..<count {
      let before = index > 0 ? rows[index - 1].rank : 0
      let after = index < rows.count ? rows[index].rank : before + (2 << 32)
      let rank = before + (after - before) / 2
      // A key may lie right above a row.
      guard rank > before + 1, rank + 1 < after else { return }
      rows.insert(Row(rank: rank, revision: 0), at: index)
    }
  }

  mutating func delete(_ count: Int, at index: Int) {
    let end = min(rows.count, index + count)
    if index < end { rows.removeSubrange(index..<end) }
  }

  mutating func update(at index: Int) {
    if rows.indices.contains(index) { rows[index].revision += 1 }
  }
}

/// What must hold of the cells that a pager shows, by the answers of the remote alone.
///
/// Every rank belongs to the newest answer that covers it, which says whether a row was there. Cells
/// that are shown next to each other say that nothing is between them.
struct PagerTruth {
  /// What a screen shows.
  enum Shown: Hashable {
    case row(RankedServer.Row)
    case gap
  }

  var answers: [RankedServer.Answer]
  /// Whether nothing is above the first cell.
  var beginsAtStart: Bool
  /// Whether nothing is below the last cell.
  var endsAtEnd: Bool

  /// Returns the first thing that is wrong.
  func fault(of shown: [Shown]) -> String? {
    let present = Set(
      shown.compactMap { element in if case .row(let row) = element { row.rank } else { nil } }
    )
    var last: Int?
    var ranks: [Int] = []
    var isBelowGap = false
    var isAfterGap = !beginsAtStart
    for element in shown {
      guard case .row(let row) = element else {
        (isAfterGap, isBelowGap) = (true, true)
        continue
      }
      guard let answer = newest(for: row.rank) else { return "\(row.id) never came" }
      let alive = answer.rows.first { $0.rank == row.rank }
      if !isAfterGap, let last, last >= row.rank {
        return "\(row.id) is shown right below r\(last)"
      }
      let came = answers.lazy.reversed().compactMap { $0.rows.first { $0.rank == row.rank } }.first
      if let came, came.revision != row.revision {
        return "\(row.id) has revision \(row.revision), the newest that came is \(came.revision)"
      }
      if alive != nil {
        // The answer was read below a gap: it does not say where the rows above that gap are.
        let above = ranks.lazy.filter { !answer.hidden.contains($0) }.max()
        if let above, above >= row.rank { return "\(row.id) is shown below r\(above)" }
        ranks.append(row.rank)
      } else if !isBelowGap {
        return "\(row.id) is shown, but it was gone when its place was read again"
      }
      if !isAfterGap, let lost = lost(above: row.rank, below: last, present) {
        return "r\(lost) is missing above \(row.id), and no gap is there"
      }
      (last, isAfterGap) = (row.rank, false)
    }
    guard endsAtEnd, let lost = lost(above: .max, below: last, present) else { return nil }
    return "r\(lost) is missing at the end"
  }

  /// Returns a rank between two where a row was when its place was read, or that was never read.
  private func lost(above end: Int, below start: Int?, _ present: Set<Int>) -> Int? {
    let first = start.map { $0 + 1 } ?? .min
    guard first < end else { return nil }
    // The places where another answer may be the newest.
    var cuts = [first]
    for answer in answers {
      for cut in [answer.range.after, answer.range.to] where cut < .max && cut >= first {
        if cut + 1 < end { cuts.append(cut + 1) }
      }
    }
    if let unread = cuts.first(where: { cut in
      newest(for: cut) == nil && !answers.contains { $0.isBeforeAll(cut) }
    }) {
      return unread
    }
    for answer in answers {
      for row in answer.rows where row.rank >= first && row.rank < end {
        guard !present.contains(row.rank) else { continue }
        guard let newest = answers.lastIndex(where: { $0.covers(row.rank) }) else { continue }
        let isThere = answers[newest].rows.contains { $0.rank == row.rank }
        let isAbove = answers[newest...].contains { $0.isBeforeAll(row.rank) }
        // Both rows were above a gap when the page was read below it.
        let hidden = answers[newest].hidden
        if hidden.contains(end), start.map(hidden.contains) ?? false { continue }
        if isThere, !isAbove, !mayBeGone(row.rank) { return row.rank }
      }
    }
    return nil
  }

  /// Whether an answer that a pager need not understand says that a row is gone.
  private func mayBeGone(_ rank: Int) -> Bool {
    guard let newest = answers.lastIndex(where: { $0.covers(rank) }) else { return false }
    return answers[newest...].contains { $0.mayHaveDeleted(rank) }
  }

  private func newest(for rank: Int) -> RankedServer.Answer? { answers.last { $0.covers(rank) } }
}

extension RankedServer.Answer {
  fileprivate func covers(_ rank: Int) -> Bool {
    !hidden.contains(rank) && (range.after == .min || rank > range.after) && rank <= range.to
  }

  /// Whether a row that was shown above a gap is missing between the rows: a pager may know that it is
  /// gone, if it knows on which side of the gap the page is.
  fileprivate func mayHaveDeleted(_ rank: Int) -> Bool {
    hidden.contains(rank) && range.after < rank && rank <= range.to
      && !rows.contains { $0.rank == rank }
  }

  /// Whether nothing is at a rank, because nothing is before the answer.
  fileprivate func isBeforeAll(_ rank: Int) -> Bool { isFirst && rank <= range.after }
}
