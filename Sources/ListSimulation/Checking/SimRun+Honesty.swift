import ListModel
import ListPaging

/// Checks of a server of the list under test.
extension SimRun {
  /// Compares a page, as the server has answered it, with what the server holds.
  func checkHonesty(of page: RemotePage, _ call: RemoteCall) {
    guard ownServer != nil, isAlive(call.epoch), noteTruthQuietly() else { return }
    let name =
      "the answer to request \(call.serial) (\(call.request.kind.word), "
      + "\(call.request.key.map { "the key \($0)" } ?? "no key"))"
    var last: Int?
    for cell in page.cells {
      guard let place = truth.places[cell.id] else {
        return violate(.honestServer, "\(name) has \(cell.id), which the server does not hold")
      }
      if let last, let gap = dishonestGap(last, place) {
        return violate(
          .honestServer,
          "\(name) has \(cell.id) right after \(truth.items[last].id); \(gap)"
        )
      }
      last = place
      let held = truth.items[place]
      if let expected = held.component, let given = try? cell.component.stored(), given != expected
      {
        return violate(
          .honestServer,
          "\(name) has \(cell.id) with \(TruthCheck.text(given)); the server holds "
            + TruthCheck.text(expected)
        )
      }
    }
    checkEnds(of: page, call, name, last)
    let to = (page.next ?? page.end)?.rawValue
    if let to, let last = page.cells.last?.id { honestEnds[to] = last }
  }

  private func dishonestGap(_ last: Int, _ place: Int) -> String? {
    if place <= last { return "the server holds it before that" }
    let between = truth.items[(last + 1)..<place].map(\.id).filter { !subject.isHidden($0) }
    return between.isEmpty
      ? nil : "the server holds \(TruthCheck.range(between)) between them"
  }

  /// Checks that the page begins where the page with its key ended, and that the end is the end.
  private func checkEnds(of page: RemotePage, _ call: RemoteCall, _ name: String, _ last: Int?) {
    let request = call.request
    guard request.kind != .prepend else { return }
    if page.next == nil, let last {
      let after = truth.items[(last + 1)...].map(\.id).filter { !subject.isHidden($0) }
      if !after.isEmpty {
        return violate(
          .honestServer,
          "\(name) says that the list ends after \(truth.items[last].id); the server holds "
            + "\(TruthCheck.range(after)) after it"
        )
      }
    }
    guard let first = page.cells.first.flatMap({ truth.places[$0.id] }) else { return }
    var start = 0
    if let key = request.key {
      let last = honestEnds[key.rawValue]
      guard request.overlap == 0, let end = last.flatMap({ truth.places[$0] }) else {
        return
      }
      start = end + 1
    }
    guard start < first else { return }
    let before = truth.items[start..<first].map(\.id).filter { !subject.isHidden($0) }
    guard !before.isEmpty else { return }
    violate(
      .honestServer,
      "\(name) begins with \(truth.items[first].id); the server holds \(TruthCheck.range(before)) "
        + (start == 0 ? "before it" : "between \(truth.items[start - 1].id) and it")
    )
  }
}
