import ListModel
import ListPaging

/// The list of a server, which answers with its state at the time of the request.
struct PagingRemote {
  private struct Row {
    var id: String
    /// Whether the row exists; a deleted row can still be a position to read from.
    var isAlive = true
  }

  private var rows: [Row]
  private let isOffset: Bool
  private let knowsEnd: Bool
  private let latency: Int
  private let faults: [String: JSONValue]

  init(_ settings: JSONValue) throws {
    rows = IDText.ids(settings["items"]?.text ?? "").map { Row(id: $0) }
    let mode = settings["mode"]?.text ?? "keyset"
    guard ["keyset", "offset"].contains(mode) else {
      throw PagingCaseError("what is a remote of mode \"\(mode)\"?")
    }
    isOffset = mode == "offset"
    knowsEnd = settings["knowsEnd"]?.bool ?? true
    latency = settings["latencyMs"]?.int ?? 100
    faults = settings["faults"]?.members ?? [:]
  }

  func latency(of request: RemoteRequest) -> Int {
    faults[String(request.number)]?["latencyMs"]?.int ?? latency
  }

  func answer(_ request: RemoteRequest) -> Result<RemotePage, RemoteFailure> {
    let fault = faults[String(request.number)]
    if let error = fault?["error"]?.text {
      let kind: RemoteFailure.Kind =
        switch error {
        case "cursorExpired": .cursorExpired
        case "rateLimited": .rateLimited
        default: .unavailable
        }
      return .failure(
        RemoteFailure(kind, reason: error, retryAfter: fault?["retryAfterMs"]?.int)
      )
    }
    if let page = fault?["page"] {
      let ids = IDText.ids(page["ids"]?.text ?? "")
      let next = page["next"]?.text.map { PageKey($0) }
      return .success(
        RemotePage(
          cells: ids.map(PagingRemote.cell),
          next: next,
          previous: page["previous"].map { $0.text.map { PageKey($0) } }
            ?? (request.kind == .prepend ? next : ids.first.map { PageKey($0) }),
          end: ids.last.map { PageKey($0) }
        )
      )
    }
    return isOffset ? answerOffset(request) : answerKeyset(request)
  }

  private func answerOffset(_ request: RemoteRequest) -> Result<RemotePage, RemoteFailure> {
    let alive = rows.filter(\.isAlive).map(\.id)
    let key = request.key?.number ?? 0
    let isPrepend = request.kind == .prepend
    let start = min(max(0, isPrepend ? key - request.size : key - request.overlap), alive.count)
    let end = min(alive.count, isPrepend ? key : key + request.size)
    let ids = start < end ? Array(alive[start..<end]) : []
    let isLast = knowsEnd ? end == alive.count : ids.count <= request.overlap
    return .success(
      RemotePage(
        cells: ids.map(PagingRemote.cell),
        next: isLast ? nil : PageKey(end),
        previous: start > 0 ? PageKey(start) : nil,
        end: isLast ? PageKey(end) : nil
      )
    )
  }

  private func answerKeyset(_ request: RemoteRequest) -> Result<RemotePage, RemoteFailure> {
    var place = 0
    if let key = request.key {
      guard let index = rows.firstIndex(where: { $0.id == key.rawValue }) else {
        return .failure(RemoteFailure(.unavailable, reason: "unknownKey"))
      }
      let isExclusive = request.kind == .prepend && !request.includesKey
      place = isExclusive ? index : index + 1
    }
    let before = rows[..<place].filter(\.isAlive).map(\.id)
    let after = rows[place...].filter(\.isAlive).map(\.id)
    let ids =
      request.kind == .prepend
      ? Array(before.suffix(request.size)) : Array(after.prefix(request.size))
    let isFirst = request.kind == .prepend ? ids.count == before.count : before.isEmpty
    let isLast =
      request.kind == .prepend
      ? after.isEmpty : knowsEnd ? ids.count == after.count : ids.isEmpty
    return .success(
      RemotePage(
        cells: ids.map(PagingRemote.cell),
        next: isLast ? nil : ids.last.map { PageKey($0) },
        previous: isFirst ? nil : (ids.first ?? request.key?.rawValue).map { PageKey($0) },
        end: ids.last.map { PageKey($0) } ?? request.key
      )
    )
  }

  static func cell(_ id: String) -> Cell {
    Cell(id: Cell.ID(id), component: AnyComponent(StoredComponent(type: "Row")))
  }

  /// Changes the list as a step describes it.
  mutating func change(_ step: JSONValue) throws {
    if let text = step["delete"]?.text {
      let gone = Set(IDText.ids(text))
      for index in rows.indices where gone.contains(rows[index].id) { rows[index].isAlive = false }
    }
    guard let text = step["insert"]?.text ?? step["move"]?.text else { return }
    let ids = IDText.ids(text)
    let moved = Set(ids)
    rows.removeAll { moved.contains($0.id) }
    rows.insert(contentsOf: ids.map { Row(id: $0) }, at: try place(step, rows.map(\.id)))
  }
}

/// Returns the index at which a step inserts cells.
func place(_ step: JSONValue, _ ids: [String]) throws -> Int {
  if let after = step["after"]?.text {
    guard let index = ids.firstIndex(of: after) else {
      throw PagingCaseError("there is no \(after) to insert after")
    }
    return index + 1
  }
  if let before = step["before"]?.text {
    guard let index = ids.firstIndex(of: before) else {
      throw PagingCaseError("there is no \(before) to insert before")
    }
    return index
  }
  if let index = step["at"]?.int { return min(max(0, index), ids.count) }
  switch step["at"]?.text {
  case "front": return 0
  case "end", nil: return ids.count
  case let other: throw PagingCaseError("what place is \"\(other ?? "")\"?")
  }
}
