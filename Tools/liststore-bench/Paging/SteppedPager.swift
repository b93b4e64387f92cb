import ListModel
import ListPaging
import ListStorage

/// A pager without tasks: what its machine wants is done at once, on the calling thread.
final class SteppedPager {
  static let pageSize = 50
  let pages: ListStorePages
  /// The window that was shown last.
  private(set) var window = PagerWindow()
  /// The length of the keys that were committed last.
  private(set) var keptBytes = 0
  private let configuration: PagerConfiguration
  private var machine: PagerMachine
  /// Answers a request.
  private let remote: (RemoteRequest) -> RemotePage
  private var pending: RemoteRequest?
  /// Whether all that is stored was read.
  private var isOpen = false

  init(
    _ pages: ListStorePages,
    maxSize: Int?,
    remote: @escaping (RemoteRequest) -> RemotePage
  ) throws {
    self.pages = pages
    self.remote = remote
    var configuration = PagerConfiguration(
      pageSize: Self.pageSize,
      initialLoadSize: Self.pageSize,
      prefetchDistance: 10
    )
    configuration.maxSize = maxSize
    configuration.start = .never
    self.configuration = configuration
    machine = PagerMachine(configuration: configuration)
    try open()
  }

  /// Begins again with what is stored, as far as a screen is shown.
  func restart() throws {
    machine = PagerMachine(configuration: configuration)
    isOpen = false
    if let first = try pages.readFirst(configuration.maxSize ?? 500) {
      try step(.begun(first))
    } else {
      try open()
    }
  }

  /// Reads all that is stored, unless it was read already: pages can be loaded from then on.
  func open() throws {
    guard !isOpen else { return }
    try step(.opened(pages.readStored()))
    isOpen = true
  }

  /// Scrolls to the end of what is stored, until the remote is asked; the answer waits.
  func scrollToEnd() throws {
    while pending == nil {
      let last = window.ids.count - 1
      try step(.viewed(first: max(0, last - 10), last: last))
    }
  }

  /// Asks for a refresh; the answer waits.
  func refresh() throws { try step(.refresh) }

  /// Lets the remote answer, and stores the page.
  func answer(with page: RemotePage) throws {
    guard let request = pending else { throw NothingAsked() }
    pending = nil
    try step(.answered(request: request.number, .success(page)))
  }

  /// The page that the remote answers with.
  func page() throws -> RemotePage {
    guard let pending else { throw NothingAsked() }
    return remote(pending)
  }

  private func step(_ event: PagerMachine.Event) throws {
    var events = [event]
    while let event = events.popLast() {
      for effect in machine.step(event, at: 0) {
        switch effect {
        case .load(let request): pending = request
        case .commit(let commit):
          keptBytes = commit.kept.bytes.count
          switch try pages.commitBlocking(commit) {
          case .committed(let version):
            events.append(.committed(commit: commit.number, version: version))
          case .overtaken(let stored):
            events.append(.overtaken(commit: commit.number, stored))
          }
        case .show(let window):
          self.window = window
          events.append(.shown)
        case .cancel, .wake, .state, .diagnose: break
        }
      }
    }
  }

  /// The error that the remote was not asked.
  private struct NothingAsked: Error {}
}
