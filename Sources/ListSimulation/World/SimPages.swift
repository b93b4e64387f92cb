public import ListModel
public import ListPaging
import ListStorage

/// The pages of a list in the store of a simulated world, where commits fail as the script says.
public struct SimPages: PagerStorage {
  let run: SimRun
  let epoch: Int
  /// The pages as they are stored.
  public let pages: ListStorePages
  /// The number of the pager that stores; 0 for the list under test.
  var writer = 0

  /// Returns the cells of an update's window, as a list of one section.
  ///
  /// - Throws: `ListStoreError`.
  public func list(_ update: PagerUpdate) throws -> List {
    guard run.isHere("the store was read") else { throw CancellationError() }
    // A state comes with the window that was shown before it.
    let place = SimRun.WindowPlace(pages, update.window)
    if let shown = run.lastWindow, shown.place == place { return shown.list }
    let list = try pages.list(update)
    run.lastWindow = (place, list)
    return list
  }

  /// Reads the stored list.
  ///
  /// - Throws: `ListStoreError`.
  public func stored() async throws -> StoredPages {
    guard run.isHere("the store was read"), run.isAlive(epoch) else { throw CancellationError() }
    return try pages.readStored()
  }

  /// Makes a commit, unless something goes wrong.
  ///
  /// - Throws: `ListStoreError`; `CancellationError` when the app has ended.
  public func commit(_ commit: PageCommit) async throws -> PageCommitAnswer {
    guard run.isHere("the store was written"), run.isAlive(epoch) else { throw CancellationError() }
    guard writer == 0 else { return try make(commit) }
    if run.crash == .beforeCommit { throw run.die() }
    let fault = run.takeFault(.store)
    switch fault {
    case .storeIsBusy:
      run.answers.drop(writer, at: run.now)
      run.note(.refused, id: "busy", n: commit.number)
      throw ListStoreError.busy(path: pages.store.path, timeout: .seconds(10))
    case .diskIsFull:
      run.answers.drop(writer, at: run.now)
      run.note(.refused, id: "full", n: commit.number)
      throw ListStoreError.diskFull(path: pages.store.path)
    default: break
    }
    // A pager that gets no answer makes the commit again; its key makes it once.
    if fault == .losesCommit { _ = try pages.commitBlocking(commit) }
    let answer = try make(commit)
    if run.crash == .afterCommit { throw run.die() }
    return answer
  }

  private func make(_ commit: PageCommit) throws -> PageCommitAnswer {
    let answer: PageCommitAnswer
    do {
      answer = try pages.commitBlocking(commit)
    } catch {
      run.violate(.atomicPage, "the store, which is well, refuses a page: \(error)")
      throw error
    }
    switch answer {
    case .committed(let version):
      run.answers.take(writer, version: version)
      run.committed(commit, version)
      run.looked(at: version, pages)
    case .overtaken: run.answers.drop(writer, at: run.now)
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

    init(_ pages: ListStorePages, _ window: PagerWindow) {
      list = pages.list
      section = pages.section
      version = window.version
      before = window.before
      count = window.ids.count
    }
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
