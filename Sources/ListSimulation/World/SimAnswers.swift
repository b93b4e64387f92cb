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
  /// The cells that were stored when the page was, and are not among those that it replaces.
  private var untouched: Set<Cell.ID> = []

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

  /// Whether the page cannot tell if a stored item is gone: the item stood above the place of the page, or
  /// the page had to wait for a gap.
  func isSilent(about id: Cell.ID) -> Bool { untouched.contains(id) }

  /// Takes note of the cells that the page does not replace, before it is stored.
  ///
  /// A page at a gap or at the end replaces nothing above that place. With an item from above a gap further
  /// up it replaces nothing at all: it waits until that gap is filled.
  ///
  /// - Parameters:
  ///   - ids: The cells that are stored.
  ///   - isGap: Whether a cell is a gap.
  mutating func join(_ ids: [Cell.ID], isGap: (Cell.ID) -> Bool) {
    let place: Int
    switch kind {
    case .append: place = ids.count
    case .gap(let gap): place = ids.firstIndex(of: gap) ?? 0
    case .refresh, .prepend, .rewalk, .reread, .jump: return
    }
    let above = Set(ids[..<(ids[..<place].lastIndex(where: isGap) ?? 0)])
    if items.contains(where: { above.contains($0.id) }) {
      untouched = Set(ids)
    } else if kind != .append {
      untouched = Set(ids[..<place])
    }
  }

  /// The request in words.
  var name: String {
    let key = key.map { "the key \($0)" } ?? "no key"
    return "request \(serial) (\(kind.word), \(key))"
  }
}

extension RemoteRequest.Kind {
  /// Whether a page is read on the way through the list; such pages are stored together.
  var isOfSearch: Bool { self == .rewalk || self == .reread }

  /// Whether a page may be the last one of a search, which may turn to the pages before its first one.
  fileprivate var mayEndSearch: Bool { isOfSearch || self == .prepend }

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

  /// A commit of a pager was made: what came before it began is stored, but not the pages of a search that
  /// has not ended.
  mutating func take(_ writer: Int, version: Int, before limit: Int = .max) {
    let newest = pending.last { all[$0].writer == writer && $0 < limit }
    let endsSearch = newest.map { all[$0].kind.mayEndSearch } ?? false
    settle(writer, before: limit) { answer in
      guard endsSearch || !answer.kind.isOfSearch else { return false }
      answer.fate = .taken(version: version)
      return true
    }
    unstored.removeAll { all[$0].writer == writer && $0 < limit }
  }

  /// A page is being stored among other cells.
  mutating func join(_ index: Int, _ ids: [Cell.ID], isGap: (Cell.ID) -> Bool) {
    all[index].join(ids, isGap: isGap)
  }

  /// The page of a pager that a commit stores: the newest one with all items of the commit.
  ///
  /// Several pages may have come at one moment.
  func pending(_ writer: Int, for commit: PageCommit, where isItem: (Cell.ID) -> Bool) -> Int? {
    let own = pending.filter { all[$0].writer == writer }
    let items = Set(commit.edits.compactMap(\.content?.id).filter(isItem))
    // The pages of a search are stored with its last one.
    return own.last { items.isSubset(of: all[$0].items.map(\.id)) } ?? own.last
  }

  /// A commit of a pager was not made: what has led to it is not stored, and neither is a page that
  /// has come since it began.
  mutating func drop(_ writer: Int, at time: Int) {
    doubt(writer)
    for index in all.indices.reversed() where all[index].writer == writer {
      guard all[index].time >= time else { break }
      all[index].fate = .doubtful
    }
  }

  /// What has come of a pager, and was not stored yet, may be dropped.
  mutating func doubtPending(_ writer: Int) { doubt(writer) }

  private mutating func doubt(_ writer: Int) {
    settle(writer) { answer in
      answer.fate = .doubtful
      return true
    }
  }

  /// Decides about the pages of a pager that are not stored yet; those that are not decided stay so.
  private mutating func settle(
    _ writer: Int,
    before limit: Int = .max,
    _ change: (inout SimAnswer) -> Bool
  ) {
    changes += 1
    pending.removeAll { index in
      guard all[index].writer == writer, index < limit else { return false }
      return change(&all[index])
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

extension PageCommit.Edit {
  /// The cell of a page that comes, or has its content from the page.
  fileprivate var content: Cell? {
    switch self {
    case .insert(let cell, _), .update(let cell): cell
    case .delete, .move: nil
    }
  }
}
