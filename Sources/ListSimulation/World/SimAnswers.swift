import ListModel
import ListPaging

/// A page that a remote has given, with what it proves: at one moment, these items stood in this
/// order, and nothing stood between them.
struct SimAnswer {
  /// How far a page has come.
  enum Fate: Hashable {
    /// The list has it, and it is not known whether it is stored.
    case pending
    /// The list must show it; from a version on, if versions are known.
    case taken(version: Int?)
    /// The list may have dropped it, because it was overtaken, refused, or could not be stored.
    case doubtful
  }

  /// The number of the request.
  var serial: Int
  /// The place among all changes and answers of the moment in which it was true.
  var order: Int
  /// When it came, in milliseconds.
  var time: Int
  /// The pager that has asked.
  var writer: Int
  var kind: RemoteRequest.Kind
  var key: PageKey?
  /// The number of items before the key that were asked for as well.
  var overlap: Int
  var items: [SimItem]
  /// Where the page begins and ends, in the remote's own words; equal texts mean the same place.
  var from: String?
  var to: String?
  /// Where the page before it ends.
  var previous: String?
  var startsList: Bool
  var endsList: Bool
  var fate = Fate.pending

  init(_ call: RemoteCall, _ page: RemotePage, at time: Int) {
    let request = call.request
    serial = call.serial
    order = call.order
    self.time = time
    writer = call.writer
    kind = request.kind
    key = request.key
    overlap = request.overlap
    items = page.cells.map { SimItem(id: $0.id, component: try? $0.component.stored()) }
    let isBefore = request.kind == .prepend
    from = isBefore ? nil : Self.place(request.key) ?? ""
    // The item that a key names is behind the place where a page before it ends, unless that was asked
    // for as well.
    to =
      isBefore
      ? Self.place(request.key).map { request.includesKey ? $0 : "before \($0)" }
      : Self.place(page.next ?? page.end)
    previous = Self.place(page.previous)
    // A remote that knows nothing at a key says nothing of its list.
    let isNowhere =
      request.kind == .refresh && request.key != nil && page.cells.isEmpty && page.next == nil
      && page.previous == nil
    startsList =
      request.key == nil
      || page.previous == nil && (isBefore || request.kind == .refresh) && !isNowhere
    endsList = page.next == nil && !isBefore && !isNowhere
  }

  /// Returns the place that a key names; keys of one place may differ in their generation.
  static func place(_ key: PageKey?) -> String? {
    key.map { key in
      key.rawValue.firstIndex(of: "~").map { String(key.rawValue[..<$0]) } ?? key.rawValue
    }
  }

  /// Whether a list that shows a version must show what this page says.
  func isTaken(by version: Int?) -> Bool {
    guard case .taken(let own) = fate else { return false }
    guard let own, let version else { return true }
    return own <= version
  }

  /// The request in words.
  var name: String {
    let key = key.map { "the key \($0)" } ?? "no key"
    return "request \(serial) (\(kind.word), \(key))"
  }
}

extension RemoteRequest.Kind {
  /// The purpose in a word.
  var word: String {
    switch self {
    case .refresh: "refresh"
    case .append: "append"
    case .prepend: "prepend"
    case .rewalk: "rewalk"
    case .reread: "reread"
    case .gap(let id): "gap \(id)"
    case .jump: "jump"
    }
  }
}

/// All pages that were given in a run.
struct SimAnswers {
  private(set) var all: [SimAnswer] = []
  private var pending: [Int] = []
  /// Pages that the list must show, of which no commit has told yet that they are stored.
  private var unstored: [Int] = []
  /// How often anything has changed.
  private(set) var changes = 0

  mutating func add(_ answer: SimAnswer) {
    switch answer.fate {
    case .pending: pending.append(all.count)
    case .taken: unstored.append(all.count)
    case .doubtful: break
    }
    all.append(answer)
    changes += 1
  }

  /// A commit of a pager was made: what came before it began is stored.
  mutating func take(_ writer: Int, version: Int, before limit: Int = .max) {
    settle(writer, before: limit) { $0.fate = .taken(version: version) }
    unstored.removeAll { all[$0].writer == writer && $0 < limit }
  }

  /// The newest page of a pager that is not stored yet.
  func newestPending(_ writer: Int) -> Int? { pending.last { all[$0].writer == writer } }

  /// A commit of a pager was not made: what has led to it is not stored, and neither is a page that
  /// has come since it began.
  mutating func drop(_ writer: Int, at time: Int) {
    settle(writer) { $0.fate = .doubtful }
    for index in all.indices.reversed() where all[index].writer == writer {
      guard all[index].time >= time else { break }
      all[index].fate = .doubtful
    }
  }

  /// What has come of a pager, and was not stored yet, may be dropped.
  mutating func doubtPending(_ writer: Int) { settle(writer) { $0.fate = .doubtful } }

  private mutating func settle(
    _ writer: Int,
    before limit: Int = .max,
    _ change: (inout SimAnswer) -> Void
  ) {
    changes += 1
    pending.removeAll { index in
      guard all[index].writer == writer, index < limit else { return false }
      change(&all[index])
      return true
    }
  }

  /// The app has ended: what was not stored is lost.
  ///
  /// - Parameter isStored: Whether it is known of all pages if they are stored.
  mutating func dropAll(knowing isStored: Bool) {
    changes += 1
    for index in isStored ? pending + unstored : pending { all[index].fate = .doubtful }
    (pending, unstored) = ([], [])
  }
}
