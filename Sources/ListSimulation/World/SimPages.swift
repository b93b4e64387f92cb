public import ListModel
public import ListPaging
import ListStorage

/// The pages of a list in the store of a simulated world, where commits fail as the script says.
public struct SimPages: PagerStorage {
  let run: SimRun
  let epoch: Int
  let place: SimRun.StoredPlace
  /// The number of the pager that stores; 0 for the list under test.
  var writer = 0

  /// The pages as they are stored, in the real store.
  public var pages: ListStorePages {
    ListStorePages(store: run.realStore(), list: place.list, section: place.section)
  }

  /// Returns the cells of an update's window, as a list of one section.
  ///
  /// - Throws: `ListStoreError`.
  public func list(_ update: PagerUpdate) throws -> List {
    guard run.isHere("the store was read") else { throw CancellationError() }
    // A state comes with the window that was shown before it.
    let window = SimRun.WindowPlace(place, update.window)
    if let shown = run.lastWindow, shown.place == window { return shown.list }
    let list = try run.list(update, place)
    run.lastWindow = (window, list)
    return list
  }

  /// Reads the stored list.
  ///
  /// - Throws: `ListStoreError`.
  public func stored() async throws -> StoredPages {
    guard run.isHere("the store was read"), run.isAlive(epoch) else { throw CancellationError() }
    guard run.isReadingOthers else { return try run.storedPages(place) }
    // The cells after the first ones take time: the user does something, and others store.
    try await pass(run.settings.commitTime / 2)
    let stored = try run.storedPages(place)
    try await pass((run.settings.commitTime + 1) / 2)
    run.isReadingOthers = false
    return stored
  }

  /// Reads the first cells of a list that has more.
  ///
  /// - Throws: `ListStoreError`.
  public func firstStored(_ count: Int) async throws -> StoredPages? {
    guard run.isHere("the store was read"), run.isAlive(epoch) else { throw CancellationError() }
    let first = try run.firstPages(count, place)
    if first != nil { run.isReadingOthers = true }
    return first
  }

  /// Makes a commit, unless something goes wrong.
  ///
  /// - Throws: `ListStoreError`; `CancellationError` when the app has ended.
  public func commit(_ commit: PageCommit) async throws -> PageCommitAnswer {
    guard run.isHere("the store was written"), run.isAlive(epoch) else { throw CancellationError() }
    guard writer == 0 else { return try make(commit) }
    let begin = Beginning(time: run.now, count: run.answers.all.count)
    let page = run.answers.pending(writer, for: commit) { run.truth.knows($0) }
    let waits = run.traffic.waits(at: run.now)
    // A commit takes time on both sides: others may store before it, and read after it.
    try await pass(run.settings.commitTime / 2)
    if run.crash == .beforeCommit { throw run.die() }
    let fault = run.takeFault(.store)
    if fault == .storeIsBusy || fault == .diskIsFull {
      run.answers.drop(writer, at: begin.time)
      run.note(.refused, id: fault == .diskIsFull ? "full" : "busy", n: commit.number)
      if let page { run.screen?.rules?.failCommit(run.answers.all[page], at: run.now) }
      throw fault == .diskIsFull
        ? ListStoreError.diskFull(path: run.storePath)
        : ListStoreError.busy(path: run.storePath, timeout: .seconds(10))
    }
    run.screen?.rules?.promises.beginCommit()
    let before = run.storedIDs
    if let page, let before { run.answers.join(page, before) { !run.truth.knows($0) } }
    // A pager that gets no answer makes the commit again; its key makes it once.
    if fault == .losesCommit { _ = try run.store(commit, place) }
    let answer = try make(commit, begin)
    if run.crash == .afterCommit { throw run.die() }
    let brought = page.map { run.answers.all[$0] }
    switch answer {
    case .committed:
      run.traffic.keep(waits)
      run.checkCommitted(brought)
      if let brought, let before { run.check(commit, of: brought, before: before) }
    case .overtaken: if let brought { run.screen?.rules?.promises.overtake(brought) }
    }
    try await pass((run.settings.commitTime + 1) / 2)
    return answer
  }

  private func pass(_ time: Int) async throws {
    guard time > 0 else { return }
    try await SimClock(executor: run.executor).sleep(for: time)
    guard run.isAlive(epoch) else { throw CancellationError() }
  }

  /// When a commit began, and how many answers had come.
  private struct Beginning {
    var time: Int
    var count: Int
  }

  private func make(_ commit: PageCommit, _ begin: Beginning? = nil) throws -> PageCommitAnswer {
    let answer: PageCommitAnswer
    do {
      answer = try run.store(commit, place)
    } catch {
      run.violate(.atomicPage, "the store, which is well, refuses a page: \(error)")
      throw error
    }
    switch answer {
    case .committed(let version):
      run.answers.take(writer, version: version, before: begin?.count ?? .max)
      if writer == 0 { run.hasStored() }
      run.committed(commit, version)
      run.looked(at: version, place)
    case .overtaken: run.answers.drop(writer, at: begin?.time ?? run.now)
    }
    return answer
  }
}

extension SimRun {
  /// The part of a stored version that a window shows.
  struct WindowPlace: Equatable {
    private let list: List.ID
    private let section: Section.ID
    private let version: Int
    private let before: Int
    private let count: Int

    init(_ place: StoredPlace, _ window: PagerWindow) {
      list = place.list
      section = place.section
      version = window.version
      before = window.before
      count = window.ids.count
    }
  }

  /// The list under test has stored a page: what another device has cleared before is its own list again, even
  /// if the page has found the remote empty.
  func hasStored() {
    clearedAt = nil
    screen?.clearedAt = nil
  }

  func committed(_ commit: PageCommit, _ version: Int) {
    note(.commit, n: version, count: commit.edits.count)
    for case .insert(let cell, _) in commit.edits
    where truth.knows(cell.id) && !traffic.current.contains(cell.id) {
      violate(
        .noStaleCommit,
        "version \(version) has \(cell.id), which came only with answers that a refresh had overtaken"
      )
      return
    }
  }
}
