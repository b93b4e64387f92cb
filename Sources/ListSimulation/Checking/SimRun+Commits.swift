import ListModel
import ListPaging

/// What a commit of a pager must not do to the stored list.
extension SimRun {
  /// A cell that new ones have pushed out of a page: it must be read again before nothing is missing
  /// above it.
  struct Pushed {
    var id: Cell.ID
    /// The place of the page among all answers.
    var order: Int
    var name: String
  }

  /// The ids of all stored cells, gaps included, before a commit of the list under test.
  var storedIDs: [Cell.ID]? {
    guard rules != nil, ownServer == nil, let stored else { return nil }
    return (try? storedPages(stored))?.ids
  }

  private func isGap(_ id: Cell.ID) -> Bool { !truth.knows(id) }

  /// Checks what a commit has made of the stored list.
  func check(_ commit: PageCommit, of answer: SimAnswer, before: [Cell.ID]) {
    guard answer.writer == 0, case .taken = answer.fate, let after = storedIDs else { return }
    screen?.rules?.promises.commit(answer)
    switch answer.kind {
    case .rewalk, .reread: checkReread(answer, before, after)
    case .append: checkGapAbove(commit, answer, before, place: before.count)
    case .gap(let gap):
      if let place = before.firstIndex(of: gap) {
        checkGapAbove(commit, answer, before, place: place)
      }
    case .refresh: notePushed(answer, before, after)
    case .prepend, .jump: break
    }
  }

  /// Checks that a list that was read again has its items still; of the last page, some may be behind
  /// the end of the search.
  private func checkReread(_ answer: SimAnswer, _ before: [Cell.ID], _ after: [Cell.ID]) {
    let kept = Set(after)
    let lost = before.filter { truth.isSteady($0) && !kept.contains($0) }
    let walked = answers.all.reversed().prefix { $0.kind == .rewalk || $0.kind == .reread }.count
    // A list is read again up to a cell at one of its ends: what has moved may be met anywhere.
    let ends = [before.first(where: truth.knows), before.last(where: truth.knows)].compactMap { $0 }
    guard ends.allSatisfy(truth.isSteady), lost.count > settings.pageSize,
      walked <= before.count / settings.pageSize + 4
    else {
      return
    }
    violate(
      .nothingLost,
      "\(TruthCheck.range(lost)) were stored and are at the remote; they are gone after the list was "
        + "read again, up to \(answer.name)"
    )
  }

  /// Checks that a page with items from above a gap further up waits until that gap is filled: it is not
  /// known on which side of the gap it is.
  private func checkGapAbove(
    _ commit: PageCommit,
    _ answer: SimAnswer,
    _ before: [Cell.ID],
    place: Int
  ) {
    guard let gap = before[..<place].lastIndex(where: isGap) else { return }
    let above = Set(before[..<gap])
    guard let known = answer.items.first(where: { above.contains($0.id) }) else { return }
    for case .insert(let cell, _) in commit.edits where truth.knows(cell.id) {
      return violate(
        .nothingLost,
        "\(answer.name) has \(known.id), which is stored above \(before[gap]); \(cell.id) was put "
          + "below that gap before it was filled"
      )
    }
  }

  /// Takes note of the last cell that the items of a refresh have pushed out of its page.
  private func notePushed(_ answer: SimAnswer, _ before: [Cell.ID], _ after: [Cell.ID]) {
    guard answer.key == nil, !answer.endsList, !settings.isShared, !settings.startsInMiddle,
      rules?.configuration.refreshMode == .merge
    else { return }
    let page = Set(answer.items.map(\.id))
    let known = Set(before)
    let stored = before.prefix { !isGap($0) }
    var seen: Set<Cell.ID> = []
    let items = answer.items.filter { seen.insert($0.id).inserted }
    // A cell that has moved up may stand anywhere among new ones.
    let rest = items.drop { !stored.contains($0.id) || !truth.isSteady($0.id) }.dropFirst()
    guard rest.contains(where: { !known.contains($0.id) }),
      let last = stored.prefix(page.count).last, !page.contains(last), after.contains(last)
    else { return }
    pushed = Pushed(id: last, order: answer.order, name: answer.name)
  }

  /// Checks at rest that the cells that were pushed out of a page were read again, or are below a gap.
  func checkPushed() {
    guard let pushed, truth.isSteady(pushed.id), let ids = storedIDs,
      let place = ids.firstIndex(of: pushed.id), !ids[..<place].contains(where: isGap)
    else { return }
    let isRead = answers.all.contains { answer in
      answer.order > pushed.order && answer.items.contains { $0.id == pushed.id }
    }
    guard !isRead else {
      self.pushed = nil
      return
    }
    violate(
      .nothingLost,
      "\(pushed.id) was pushed out of the page of \(pushed.name) by new items, and was not read again; "
        + "there may be new items above it, and there is no gap"
    )
  }

  /// Checks that a gap is read on below the items that are above it.
  func checkGapKey(_ request: RemoteRequest) {
    guard case .gap(let gap) = request.kind, settings.paging == .keyset, ownServer == nil,
      let key = request.key, let place = SimServer.order(of: key), let ids = storedIDs,
      let index = ids.firstIndex(of: gap), index > 0, truth.isSteady(ids[index - 1]),
      let item = truth.places[ids[index - 1]], place < server.items[item].order
    else { return }
    violate(
      .noUselessLoad,
      "the key \(key) of \(gap) reads \(ids[index - 1]) again, which stands right above that gap"
    )
  }
}
