/// The fields of the schema `paging-scenarios/1`, with its extensions.
enum PagingFields {
  private static let known: [String: Set<String>] = [
    "file": ["schema", "about", "howToRun", "conventions", "extensions", "defaults", "scenarios"],
    "scenario": [
      "id", "title", "why", "source", "area", "here", "needs", "given", "steps",
    ],
    "given": ["seed", "list", "pager", "remote"],
    "list": [
      "height", "cellHeight", "frameMs", "applyMs", "prefetchAhead", "reachEnd", "headless",
    ],
    "pager": [
      "enabled", "pageSize", "initialLoadSize", "trigger", "initialKey", "maxSize", "refreshMode",
      "retry", "maxEmptyPages", "overlap", "onCursorExpired", "start", "maxAgeMs",
    ],
    "trigger": ["items", "points", "containers"],
    "retry": ["max", "baseMs", "factor", "maxMs", "capMs"],
    "remote": ["mode", "items", "latencyMs", "knowsEnd", "faults"],
    "fault": ["error", "retryAfterMs", "latencyMs", "page"],
    "page": ["ids", "next", "previous"],
    "check step": ["check", "paging3", "reason"],
  ]

  private static let needs: Set<String> = [
    "headless", "viewed", "states", "start", "rows", "ascending", "contains",
    "ascending/contains", "collect",
    "refreshBeforeStart", "previous", "probe",
  ]

  /// The fields of each action, beside `do`.
  private static let actions: [String: Set<String>] = [
    "open": [], "settle": [], "wait": ["ms"], "jump": ["to"], "scroll": ["to", "step"],
    "drag": ["to", "step", "velocity"], "refresh": [], "retry": [], "fillGap": ["id"],
    "remote": changes, "local": changes, "background": [], "foreground": [],
    "resize": ["width", "height"], "kill": ["at"], "relaunch": [],
    "read": ["cursor", "limit"], "next": ["cursor", "limit", "mode"], "compact": ["keep"],
    "viewed": ["first", "last"], "collect": ["name"], "cancelCollector": ["name"], "stop": [],
    "refreshBeforeStart": [], "probe": ["call"],
  ]

  private static let changes: Set<String> = ["insert", "delete", "move", "at", "after", "before"]

  /// Returns what is not known in an object of a kind.
  static func unknown(in value: JSONValue, at kind: String) -> [String] {
    guard let members = value.members else { return ["\(kind): an object is expected"] }
    return members.keys.filter { known[kind]?.contains($0) != true }.sorted()
      .map { "what is the field \"\($0)\" of \(kind)?" }
  }

  /// Returns what is not known in the settings of a world.
  static func unknown(inSettings settings: JSONValue) -> [String] {
    var found = unknown(in: settings, at: "given")
    for kind in ["list", "pager", "remote"] {
      if let value = settings[kind], !value.isNull { found += unknown(in: value, at: kind) }
    }
    for kind in ["trigger", "retry"] {
      if let value = settings["pager"]?[kind], !value.isNull {
        found += unknown(in: value, at: kind)
      }
    }
    let ahead = settings["list"]?["prefetchAhead"]?.int ?? 0
    if ahead != 0 { found.append("prefetchAhead: 0 is expected, got \(ahead)") }
    for (_, fault) in settings["remote"]?["faults"]?.members ?? [:] {
      found += unknown(in: fault, at: "fault")
      if let page = fault["page"] { found += unknown(in: page, at: "page") }
    }
    return found
  }

  /// Returns what is not known in a step.
  static func unknown(inStep step: JSONValue) -> [String] {
    guard step["do"] != nil else { return unknown(in: step, at: "check step") }
    // An unknown action fails when it is carried out.
    guard let action = step["do"]?.text, let fields = actions[action] else { return [] }
    let names = (step.members ?? [:]).keys.filter { $0 != "do" && !fields.contains($0) }
    return names.sorted().map { "what is the field \"\($0)\" of \"\(action)\"?" }
  }

  /// Returns what is wrong with the name of an extension.
  static func unknownNeed(_ need: JSONValue) -> String? {
    need.text.map(needs.contains) == true ? nil : "what is the extension \(need)?"
  }
}
