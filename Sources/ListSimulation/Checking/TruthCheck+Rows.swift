import ListModel

/// Gaps, placeholders and contents: what each row says for itself.
extension TruthCheck {
  // MARK: Gaps

  /// Returns what is wrong with a gap: it stands right above the cell that it names, and only where
  /// something may be missing.
  func gap() -> Finding? {
    for (index, entry) in entries.enumerated() where entry.isGap && !entry.isPlaceholder {
      guard let below = entries[(index + 1)...].first(where: { truth.knows($0.id) || $0.isGap })
      else {
        continue
      }
      let name = "gap-" + below.id.rawValue
      if !below.isGap, !entry.id.rawValue.hasSuffix(name) {
        return Finding(
          invariant: .nothingLost,
          message: "\(entry.id) is \(verb) above \(below.id), and is named after another cell"
        )
      }
      guard truth.isUnchanged, truth.untrue.isEmpty, !below.isGap, !forgets,
        let above = entries[..<index].last(where: { truth.knows($0.id) }),
        let place = truth.places[above.id], truth.places[below.id] == place + 1
      else { continue }
      return Finding(
        invariant: .nothingLost,
        message: "\(entry.id) is \(verb) between \(above.id) and \(below.id), and nothing was ever "
          + "between them"
      )
    }
    return nil
  }

  /// Returns what is wrong with the number of placeholders: with the items they are as many as the
  /// remote has, if that has never changed.
  func placeholders() -> Finding? {
    guard truth.isUnchanged, truth.untrue.isEmpty,
      !entries.contains(where: { $0.isGap && !$0.isPlaceholder })
    else { return nil }
    let count = entries.count(where: \.isPlaceholder)
    let rows = count + shown.count
    guard count > 0, rows != truth.items.count else { return nil }
    return Finding(
      invariant: .nothingLost,
      message: "\(shown.count) items and \(count) placeholders are \(verb); the remote has "
        + "\(truth.items.count) items, and always had"
    )
  }

  // MARK: Contents

  func otherContent() -> Finding? {
    guard let equals else { return nil }
    for entry in entries {
      guard let place = newest[entry.id], !truth.untrue.contains(entry.id) else { continue }
      let answer = answers[place.answer]
      let item = answer.items[place.item]
      guard equals(item, entry) == false, !isDoubtful(entry.id, since: answer.order) else {
        continue
      }
      return Finding(
        invariant: .newestContent,
        message: "\(entry.id) is \(verb) with \(Self.text(entry.component)); \(answer.name) at "
          + "\(answer.time) ms has brought \(Self.text(item.component))"
      )
    }
    return nil
  }

  /// Whether a newer answer has the item, of which it is not known whether it was stored.
  private func isDoubtful(_ id: Cell.ID, since order: Int) -> Bool {
    answers.contains { answer in
      answer.order > order && answer.items.contains { $0.id == id }
    }
  }

  static func text(_ component: StoredComponent?) -> String {
    guard let component else { return "a content that cannot be encoded" }
    let content = component.content.map { String(decoding: $0.bytes.prefix(80), as: UTF8.self) }
    return "\(component.type) \(content ?? "without content")"
  }
}
