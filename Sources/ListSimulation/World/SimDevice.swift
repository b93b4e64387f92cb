import ListPaging

/// Another device that stores the same list: a pager of its own, which no user looks at.
struct SimDevice: Sendable {
  private let pager: Pager
  private let clock: SimClock
  /// How long the device has for what it does, in milliseconds.
  private let patience: Int

  init(_ run: SimRun, _ remote: SimRemote, _ pages: SimPages) {
    let settings = run.settings
    var configuration = PagerConfiguration(
      pageSize: settings.pageSize,
      initialLoadSize: settings.pageSize,
      prefetchDistance: nil,
      initialKey: settings.startsInMiddle ? run.initialKey : nil
    )
    configuration.start = .never
    if settings.paging == .offset { configuration.overlap = 1 }
    clock = SimClock(executor: run.executor)
    patience = 1_000 + 20 * settings.latency
    pager = Pager(remote: remote, storage: pages, configuration: configuration, clock: clock)
  }

  /// Does something, and is switched off.
  func take(_ device: SimStep.OtherDevice) async {
    guard (try? await pager.start()) != nil else { return }
    let shows = Task { [pager] in
      for await update in pager.updates { await pager.shown(update) }
    }
    switch device {
    case .refreshes: await pager.refresh()
    case .loadsMore: await pager.reached(.append)
    case .clears: break
    }
    try? await clock.sleep(until: clock.now + patience)
    await pager.stop()
    shows.cancel()
  }
}
