import ListModel
import ListPaging

/// What checks read of any run of a pager.
struct PagingFacts: Sendable {
  var now = 0
  var state = PagerState()
  /// The ids of the cells that are shown.
  var ids: [String] = []
  var loads: [(at: Int, request: RemoteRequest)] = []
  var cancelled: [RemoteRequest.Kind] = []
  var stored = StoredPages()

  func value(of name: String, asked: JSONValue) -> JSONValue? {
    valueOfLoading(name) ?? valueOfState(name) ?? valueOfCells(name, asked)
  }

  private func valueOfLoading(_ name: String) -> JSONValue? {
    switch name {
    case "now": number(now)
    case "loads": .array(loads.map(described))
    case "loadCount": number(loads.count)
    case "lastLoad": loads.last.map(described) ?? .null
    case "cancelled": .array(cancelled.map { .string($0.name) })
    default: nil
    }
  }

  private func valueOfState(_ name: String) -> JSONValue? {
    switch name {
    case "append": .string(state.append.name)
    case "prepend": .string(state.prepend.name)
    case "refresh": .string(state.refresh.name == "ended" ? "idle" : state.refresh.name)
    case "appendError": error(state.append)
    case "prependError": error(state.prepend)
    case "refreshError": error(state.refresh)
    case "header": .string(state.header.name)
    case "footer": .string(state.footer.name)
    case "screen": .string(state.screen.rawValue)
    default: nil
    }
  }

  private func valueOfCells(_ name: String, _ asked: JSONValue) -> JSONValue? {
    switch name {
    case "ids": .string(IDText.text(ids))
    case "count": number(ids.count)
    case "rows": .string(rows)
    case "ascending": .bool(zip(numbers, numbers.dropFirst()).allSatisfy(<))
    case "contains": present(among: asked)
    case "version": number(stored.version)
    case "storeCount": number(stored.ids.count)
    case "storeIds": .string(IDText.text(stored.ids.map(\.rawValue)))
    case "nextKey": key(PagerContents(stored: stored).nextKey)
    case "previousKey", "prevKey": key(PagerContents(stored: stored).previousKey)
    default: nil
    }
  }

  /// Returns those of the ids that are shown: what is missing makes the difference.
  private func present(among asked: JSONValue) -> JSONValue {
    let shown = Set(ids)
    if let ids = asked.array { return .array(ids.filter { shown.contains($0.text ?? "") }) }
    let ids = IDText.ids(asked.text ?? "").filter(shown.contains)
    return .string(ids.joined(separator: ","))
  }

  private var numbers: [Int] { ids.compactMap { Int($0) } }

  /// The rows of an app that puts a row before the first item of each ten, and one after the end.
  private var rows: String {
    var rows: [String] = []
    var before: Int?
    for id in ids {
      let ten = Int(id).map { $0 / 10 }
      let isFirstOfTen = before == nil ? state.prepend.name == "ended" : ten != before
      if let ten, isFirstOfTen { rows.append("s\(ten)") }
      rows.append(id)
      before = ten ?? before
    }
    if !rows.isEmpty, state.append.name == "ended" { rows.append("end") }
    return rows.joined(separator: " ")
  }

  private func described(_ load: (at: Int, request: RemoteRequest)) -> JSONValue {
    .object([
      "at": number(load.at), "type": .string(load.request.kind.name),
      "key": key(load.request.key), "size": number(load.request.size),
    ])
  }

  private func number(_ value: Int) -> JSONValue { .number(Double(value)) }

  private func key(_ key: PageKey?) -> JSONValue {
    key.map { key in key.number.map(number) ?? .string(key.rawValue) } ?? .null
  }

  private func error(_ state: LoadState) -> JSONValue {
    state.error.map { .string($0.code) } ?? .null
  }
}

extension PagerState {
  /// The three states, as checks write them.
  var text: String { "refresh=\(refresh.name) append=\(append.name) prepend=\(prepend.name)" }
}

extension LoadState {
  var name: String {
    switch self {
    case .notLoading(let isEnded): isEnded ? "ended" : "idle"
    case .loading: "loading"
    case .waiting: "backoff"
    case .error: "failed"
    }
  }
}

extension RemoteRequest.Kind {
  var name: String {
    switch self {
    case .refresh: "refresh"
    case .append: "append"
    case .prepend: "prepend"
    case .rewalk: "rewalk"
    case .reread: "reread"
    case .gap: "gap"
    case .jump: "jump"
    }
  }
}
