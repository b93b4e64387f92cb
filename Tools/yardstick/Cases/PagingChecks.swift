import ListAdapter
import ListModel
import ListPaging
import ListStorage

extension PagingSubject {
  /// Returns the differences from the values that a check expects.
  func differences(from fields: [String: JSONValue]) -> [String] {
    fields.sorted { $0.key < $1.key }.compactMap { name, expected in
      guard let got = value(of: name, asked: expected) else {
        return "what is the field \"\(name)\"?"
      }
      return matches(expected, got) ? nil : "\(name): expected \(expected), got \(got)"
    }
  }

  /// Compares values: objects may have more members than expected, and numbers may differ by rounding.
  private func matches(_ expected: JSONValue, _ got: JSONValue) -> Bool {
    switch (expected, got) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy(matches)
    case (.object(let left), .object(let right)):
      left.allSatisfy { name, value in right[name].map { matches(value, $0) } ?? false }
    case (.number(let left), .number(let right)): abs(left - right) < 0.01
    case (.string, .string): IDText.ids(expected.text ?? "") == IDText.ids(got.text ?? "")
    case (.number, .string), (.string, .number): expected.text == got.text
    default: expected == got
    }
  }
}

extension PagingWorld: PagingSubject {
  func value(of name: String, asked: JSONValue) -> JSONValue? {
    facts.value(of: name, asked: asked) ?? valueOfMachine(name) ?? valueOnScreen(name, asked)
      ?? valueInStore(name)
  }

  private var facts: PagingFacts {
    PagingFacts(
      now: now,
      state: machine?.state ?? PagerState(),
      ids: screen?.ids ?? windowIDs,
      loads: loads,
      cancelled: cancelled,
      stored: list.stored
    )
  }

  private func valueOfMachine(_ name: String) -> JSONValue? {
    switch name {
    case "localLoads": return number(machine?.localLoads ?? 0)
    case "duplicatesDropped": return number(machine?.duplicatesDropped ?? 0)
    case "diagnostics": return .array(diagnostics.map(JSONValue.string))
    case "maxResident": return number(machine?.largestWindow ?? 0)
    case "alive": return .bool(isAlive)
    case "states": return .array(takeStates().map { .string($0.text) })
    default: return nil
    }
  }

  private func valueOnScreen(_ name: String, _ asked: JSONValue) -> JSONValue? {
    let ids = screen?.ids ?? []
    let visible = (screen?.visibleItems ?? []).filter(ids.indices.contains)
    switch name {
    case "offset": return .number(screen?.view.contentOffset ?? 0)
    case "visible": return .string(IDText.text(visible.map { ids[$0] }))
    case "firstVisible": return visible.first.map { id(ids[$0]) } ?? .null
    case "lastVisible": return visible.last.map { id(ids[$0]) } ?? .null
    case "firstVisibleScreenY": return visible.first.flatMap(screenY) ?? .null
    case "idAt":
      guard let screen, let y = asked["y"]?.number else { return .null }
      let place = y + screen.view.contentOffset
      let found = visible.last {
        (screen.view.position(ofItemAt: CellPath(section: 0, item: $0)) ?? .infinity) <= place
      }
      return .object(["y": .number(y), "id": found.map { id(ids[$0]) } ?? .null])
    case "shownVersion": return number(screen?.adapter.version ?? 0)
    case "applies": return .array(applies.map(number))
    case "completions": return number(count(\.completions))
    case "willDisplay": return number(count(\.willDisplay))
    case "didEndDisplay": return number(count(\.didEndDisplay))
    case "reachEndCalls": return number(count(\.reachEndCalls))
    default: return nil
    }
  }

  private func valueInStore(_ name: String) -> JSONValue? {
    switch name {
    case "read":
      switch lastRead {
      case .success(let page): return .string(IDText.text(page.cells.map(\.id.rawValue)))
      case .failure(.unknownVersion): return .string("versionExpired")
      case .failure(let error): return .string("\(error)")
      case nil: return .null
      }
    case "hasMore": return (try? lastRead?.get()).map { .bool($0.hasMore) } ?? .null
    case "report":
      guard let behind = try? lastRead?.get().behind else { return .null }
      guard behind.isComplete else { return .object(["behind": .string("unknown")]) }
      func text(_ ids: [Cell.ID]) -> JSONValue { .string(IDText.text(ids.map(\.rawValue))) }
      return .object([
        "insertedBehind": text(behind.inserted), "deletedBehind": text(behind.deleted),
        "movedAhead": text(behind.movedAhead), "movedBehind": text(behind.movedBehind),
      ])
    default: return nil
    }
  }

  private func screenY(_ item: Int) -> JSONValue? {
    guard let screen,
      let position = screen.view.position(ofItemAt: CellPath(section: 0, item: item))
    else { return nil }
    return .number(position - screen.view.contentOffset)
  }

  private func number(_ value: Int) -> JSONValue { .number(Double(value)) }
  private func id(_ text: String) -> JSONValue { Int(text).map(number) ?? .string(text) }
}
