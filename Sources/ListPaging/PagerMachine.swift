public import ListModel

/// The decisions of a pager, as a value: events in, effects out.
///
/// A machine reads no clock, draws random numbers only from its seed, and starts no task. The same
/// events at the same times have the same effects, so a run can be repeated exactly.
///
/// - Each direction has at most one request on its way. A refresh cancels the other requests, and
///   their answers are dropped.
/// - A page is one commit: cells, keys and end flag together. While a commit is being made, answers
///   wait.
/// - A direction that has failed, waits or has ended ignores that its end is near.
package struct PagerMachine: Sendable {
  /// Something that happens to a pager.
  ///
  /// Times are milliseconds of the caller's clock, which must not go back.
  package enum Event: Sendable {
    /// The first cells of a long stored list were read: they are shown while the others are read.
    case begun(StoredPages)
    /// The stored list was read: the pager begins.
    case opened(StoredPages)
    /// The stored list, whose first cells are shown, could not be read.
    case openFailed(reason: String)
    /// These cells of the window are on screen, counted from its first.
    case viewed(first: Int, last: Int)
    /// A movement has begun that will end with these cells of the window on screen; until then, others
    /// may be, if it is known which.
    case willView(first: Int, last: Int, from: ClosedRange<Int>? = nil)
    /// One end is near.
    case reached(Direction)
    /// The user wants fresh content.
    case refresh
    /// The user wants fresh content around a cell.
    case refreshAround(Cell.ID)
    /// The user wants everything that is loaded to be read again.
    case reread
    /// The user wants to retry the requests that have failed.
    case retry
    /// The user wants the cells that are missing at a gap.
    case fillGap(Cell.ID)
    /// The user looks at a place where cells are missing, far from the loaded ones: the page of a key
    /// is wanted there.
    case jump(PagerPlace, PageKey)
    /// The remote has answered.
    case answered(request: Int, Result<RemotePage, RemoteFailure>)
    /// A commit was made; the version is the same as before if no cell has changed.
    case committed(commit: Int, version: Int)
    /// A commit was refused, because another writer has changed the list to this.
    case overtaken(commit: Int, StoredPages)
    /// Another writer has changed the list to this.
    case changed(StoredPages)
    /// A commit has failed.
    case commitFailed(commit: Int, reason: String)
    /// A window that was to be shown is on screen, or was overtaken by a newer one.
    case shown
    /// A time has come for which the machine wanted to wake.
    case woken
    /// No user looks at the list: nothing new is asked for.
    case background
    /// A user looks at the list again.
    case foreground
    /// The app shows no cell of the last pages in a direction: nothing more is asked for there until
    /// the user retries.
    case hidden(Direction, pages: Int)
  }

  /// Something that a pager wants done.
  package enum Effect: Sendable {
    /// Ask the remote.
    case load(RemoteRequest)
    /// Cancel a request: its answer is no longer waited for.
    case cancel(request: Int)
    /// Store a page.
    case commit(PageCommit)
    /// Show the window of a version.
    case show(PagerWindow)
    /// Send ``Event/woken`` at this time.
    case wake(at: Int)
    /// Report the state, after the version that it belongs to was shown.
    case state(PagerState)
    /// Report a diagnostic.
    case diagnose(PagerDiagnostic)
  }

  package typealias Direction = Pager.Direction

  /// How the machine behaves.
  package let configuration: PagerConfiguration
  /// The stored list, as far as the machine knows it.
  package internal(set) var contents = PagerContents()
  /// The version of the stored list.
  package internal(set) var version = 0
  /// How many items came that the list had already.
  package internal(set) var duplicatesDropped = 0
  /// How often the window was moved without asking the remote.
  package internal(set) var localLoads = 0
  /// The largest window so far, in cells.
  package internal(set) var largestWindow = 0
  /// The number of the next request.
  package internal(set) var nextRequest: Int

  var lanes: [Lane.ID: Lane] = [:]
  /// The time before which the remote did not want to be asked for gaps that are gone.
  var limitOfGone = 0
  var flights: [Int: Flight] = [:]
  /// The lanes of requests that were cancelled and not answered yet: an answer that is on its way may
  /// say how long the remote does not want to be asked.
  var cancelled: [Int: Lane.ID] = [:]
  var commitCount = 0
  var committing: Committing?
  var inbox: [(request: Int, result: Result<RemotePage, RemoteFailure>)] = []
  var window: (first: Int, last: Int)?
  var viewport: (first: Int, last: Int)?
  /// What was on screen when the movement began that will end at ``viewport``; `nil` if none is known of.
  var viewportBefore: (first: Int, last: Int)?
  /// How many windows are still to be shown: until then, ``viewport`` counts in an older one.
  var showings = 0
  var isShowing: Bool { showings > 0 }
  /// Whether pages are to be dropped as soon as it is known which cells are on screen.
  var isDropDue = false
  /// The number of cells in the window that was shown last.
  var shownCount = 0
  var isOpen = false
  /// The first cells of a list whose others are being read, as they are shown.
  var beginning: PagerWindow?
  /// The time of the event that is being taken.
  var now = 0
  var isInBackground = false
  /// Whether the user asks for something by the event being taken, also in the background.
  var isAsked = false
  /// Where the page of the refresh that is on its way begins.
  var refreshPlace = RefreshPlace.head
  /// The key that the refresh on its way began with; `nil` for the start.
  var refreshKey: PageKey?
  /// How many pages of gaps have come in a row for which the user has not asked.
  var proofs = 0
  /// The gap that is filled before the page of each lane is asked for again, and the one after it.
  var gapsBefore: [Lane.ID: (gap: Cell.ID, then: Cell.ID?)] = [:]
  /// How many items of the remote are not loaded.
  var missing = Missing()
  /// What came before the stored list was read.
  var early: [Event] = []
  /// The list of another writer that was read while a commit was being made.
  var changedMeanwhile: StoredPages?
  /// When the last refresh began, or the list was opened.
  var refreshBegan: Int?
  /// The time for which the next refetch has asked to be woken.
  var refetchWake: Int?
  /// The state that was told last; `nil` before the first one.
  var toldState: PagerState?
  var random: SplitMix
  var effects: [Effect] = []

  /// Creates a machine that waits for the stored list.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - firstRequest: The number of its first request.
  package init(configuration: PagerConfiguration, firstRequest: Int = 1) {
    self.configuration = configuration
    nextRequest = firstRequest
    random = SplitMix(state: configuration.seed)
  }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - now: The time, in milliseconds.
  /// - Returns: The effects, in order.
  /// - Complexity: O(k log k) for the k cells that come and go, and O(pages).
  package mutating func step(_ event: Event, at now: Int) -> [Effect] {
    effects = []
    self.now = now
    isAsked = event.isAsked
    if isAsked { proofs = 0 }
    take(event, now)
    if isOpen {
      refetchIfDue()
      evaluate(now)
    }
    tell()
    defer { effects = [] }
    return effects
  }

  mutating func take(_ event: Event, _ now: Int) {
    guard isOpen || !keepsEarly(event) else { return }
    switch event {
    case .begun(let stored): begin(stored)
    case .opened(let stored): open(stored, now)
    case .openFailed(let reason): failToOpen(reason)
    case .viewed(let first, let last): look(first, last, movingFrom: nil)
    case .willView(let first, let last, let before):
      look(first, last, movingFrom: seen ?? before.map { ($0.lowerBound, $0.upperBound) })
    case .reached(let direction): reach(direction)
    case .refresh: refreshAsAsked(around: nil, now)
    case .refreshAround(let cell): refreshAsAsked(around: cell, now)
    case .reread: reread(now)
    case .retry: retry(now)
    case .fillGap(let gap): fill(gap, now)
    case .jump(let place, let key): jump(to: place, key, now)
    case .answered(let request, let result): answer(request, result, now)
    case .committed(let commit, let version): finish(commit, version, now)
    case .overtaken(let commit, let stored): overtake(commit, stored, now)
    case .changed(let stored): change(stored, now)
    case .commitFailed(let commit, let reason): fail(commit, reason, now)
    case .shown: showings = max(0, showings - 1)
    case .woken: wake(now)
    case .background: isInBackground = true
    case .foreground: comeBack(now)
    case .hidden(let direction, let pages): hide(direction, pages)
    }
  }
}

/// A direction or gap, with one request at a time.
struct Lane: Sendable {
  enum ID: Hashable, Sendable {
    case refresh
    case append
    case prepend
    case gap(Cell.ID)

    /// Whether pages at an end of the list are loaded.
    var isEnd: Bool { self == .append || self == .prepend }
  }

  enum Status: Sendable {
    case idle
    case loading(request: Int)
    case waiting(until: Int, RemoteRequest, Walk?)
    case failed(PagerError, RemoteRequest, Walk?)
  }

  var status = Status.idle
  /// Whether an end was near while nothing could be loaded.
  var isWanted = false
  var attempts = 0
  var emptyPages = 0
  var conflicts = 0
  /// How often the list was read again, since the last page, because a key had expired or items had
  /// shifted.
  var recoveries = 0
  /// The time before which the remote does not want to be asked.
  var notBefore = 0

  var isLoading: Bool { if case .loading = status { true } else { false } }
  var isIdle: Bool { if case .idle = status { true } else { false } }
  /// Whether a request has failed, and is not sent again yet.
  var hasStopped: Bool {
    switch status {
    case .failed, .waiting: true
    case .idle, .loading: false
    }
  }
}

/// The place in the list where the page of a refresh begins.
enum RefreshPlace: Hashable, Sendable {
  /// The start of the remote's list.
  case head
  /// The place with which the list was begun.
  case origin
  /// Where a page begins, by its number.
  case page(Int)
  /// Any place: the page becomes the whole list.
  case whole
}

/// A request that is on its way.
struct Flight: Sendable {
  var request: RemoteRequest
  var lane: Lane.ID
  var walk: Walk?
  var wasHinted: Bool
}

/// A commit that is on its way.
struct Committing: Sendable {
  var number: Int
  var contents: PagerContents
  var flight: Flight
  var page: RemotePage
  /// Whether the page had nothing new, and there are more.
  var goesOn: Bool
  /// How many items of the remote are missing after it.
  var missing: Missing
  /// How many cells are new.
  var inserted: Int
  /// How many stored cells were read again on the way to the end.
  var replaced: Int
  /// The gap that the pager fills by itself, because stored cells have to be read again.
  var unproved: Cell.ID?
  /// What has to be read before the page is asked for again, if it has not joined the list.
  var before: PagerContents.Joined.Before?
  /// The gap that has to be filled after that.
  var thenBefore: Cell.ID?
}

/// The part of a stored list that is shown.
public struct PagerWindow: Hashable, Sendable {
  /// Why the window has changed.
  public enum Cause: Hashable, Sendable {
    /// It is the first.
    case opened
    /// Cells came after the last one.
    case append
    /// Cells came before the first one.
    case prepend
    /// The list was refreshed.
    case refresh
    /// A gap was filled.
    case gap
    /// Another writer has changed the list.
    case overtaken
  }

  /// The ids of its cells.
  public var ids: [Cell.ID]
  /// How many stored cells come before it.
  public var before: Int
  /// How many stored cells come after it.
  public var after: Int
  /// The version of the list.
  public var version: Int
  /// Why it has changed.
  public var cause: Cause

  /// How many items of the remote come before it, stored or not; `nil` if that is not known.
  public var itemsBefore: Int?
  /// How many items of the remote come after it, stored or not; `nil` if that is not known.
  public var itemsAfter: Int?
  /// How many items are missing at each gap, by the id of its cell, if that is known.
  public var gapSizes: [Cell.ID: Int]

  /// Creates a window, for example for a test or a preview.
  package init(
    ids: [Cell.ID] = [],
    before: Int = 0,
    after: Int = 0,
    version: Int = 0,
    cause: Cause = .opened,
    itemsBefore: Int? = nil,
    itemsAfter: Int? = nil,
    gapSizes: [Cell.ID: Int] = [:]
  ) {
    self.itemsBefore = itemsBefore
    self.itemsAfter = itemsAfter
    self.gapSizes = gapSizes
    self.ids = ids
    self.before = before
    self.after = after
    self.version = version
    self.cause = cause
  }
}
