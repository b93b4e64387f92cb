import ListPaging

extension PagerConfiguration {
  /// Reads the settings of a scenario.
  init(_ settings: JSONValue, _ trigger: JSONValue) throws {
    let pageSize = settings["pageSize"]?.int ?? 20
    self.init(
      pageSize: pageSize,
      initialLoadSize: settings["initialLoadSize"]?.int ?? pageSize,
      prefetchDistance: trigger["items"]?.int,
      initialKey: settings["initialKey"]?.text.map { PageKey($0) },
      maxSize: settings["maxSize"]?.int
    )
    if let mode = settings["refreshMode"]?.text {
      guard let mode = RefreshMode(rawValue: mode) else {
        throw PagingCaseError("what is the refreshMode \"\(mode)\"?")
      }
      refreshMode = mode
    }
    if let rule = settings["retry"], !rule.isNull {
      retry = Retry(
        limit: rule["max"]?.int ?? 3,
        base: rule["baseMs"]?.int ?? 1_000,
        factor: rule["factor"]?.number ?? 2,
        longest: rule["maxMs"]?.int ?? rule["capMs"]?.int ?? 60_000
      )
    }
    if let policy = settings["start"]?.text {
      start = try StartPolicy(policy, age: settings["maxAgeMs"]?.int)
    }
    if let limit = settings["maxEmptyPages"]?.int { maxEmptyPages = limit }
    if let overlap = settings["overlap"]?.int { self.overlap = overlap }
    if let expiry = settings["onCursorExpired"]?.text {
      guard let expiry = CursorExpiry(rawValue: expiry) else {
        throw PagingCaseError("what is onCursorExpired \"\(expiry)\"?")
      }
      onCursorExpired = expiry
    }
  }
}

extension PagerConfiguration.StartPolicy {
  /// Reads the policy of a scenario.
  fileprivate init(_ name: String, age: Int?) throws {
    switch name {
    case "refreshIfEmpty": self = .refreshIfEmpty
    case "always": self = .always
    case "never": self = .never
    case "refreshIfOlder":
      guard let age else { throw PagingCaseError("\"refreshIfOlder\" needs \"maxAgeMs\"") }
      self = .refreshIfOlder(than: age)
    default: throw PagingCaseError("what is the start \"\(name)\"?")
    }
  }
}
