import ListModel
import ListPaging
import ListSimulation
import Synchronization
import Testing

/// A failure says what is wrong in words with which its cause can be found: rows and ranges, the pages
/// they came with, the first moment, and the shortest script.
@Suite struct MessageTests {
  private static let lost: Set<Cell.ID> = ["i13", "i14", "i15"]

  /// A world with 30 items, of which 10 come with a page.
  private static func failure(
    of subject: SimSubject,
    seed: UInt64 = 2
  ) throws -> SimulationFailure? {
    var exploration = SimExploration()
    exploration.steps = 20
    exploration.shrinkLimit = 40
    exploration.faults = .none
    exploration.adjust = { settings in
      settings = SimSettings(seed: settings.seed)
      (settings.itemCount, settings.pageSize) = (30, 10)
    }
    return try exploration.failure(of: seed, subject)
  }

  private static func pager(_ world: SimWorld, _ remote: some RemoteSource) -> Pager {
    let configuration = PagerConfiguration(
      pageSize: 10,
      initialLoadSize: 10,
      prefetchDistance: 5
    )
    return Pager(
      remote: remote,
      storage: world.pages(),
      configuration: configuration,
      clock: world.clock
    )
  }

  private static func shown(
    _ world: SimWorld,
    by pager: Pager,
    _ change: @escaping @Sendable (inout List) -> Void = { _ in }
  ) -> SimulatedPager {
    let pages = world.pages()
    return SimulatedPager(pager) { update, _ in
      var list = try pages.list(update)
      change(&list)
      return list.withFooter(of: update.state).withTaps(for: pager).onVisibleCells { cells in
        Task { await pager.viewed(cells) }
      }
    }
  }

  /// A client that takes the key after another item for the next one.
  private struct Skipping: RemoteSource {
    let remote: SimRemote

    func load(_ request: RemoteRequest) async throws -> RemotePage {
      var page = try await remote.load(request)
      if page.cells.last?.id == "i10" { page.next = PageKey("k\(13 << 40)") }
      return page
    }
  }

  @Test func `rows that a list leaves out are named with their range, their page and the store`()
    throws
  {
    let failure = try Self.failure(
      of: SimSubject { world in
        Self.shown(world, by: Self.pager(world, world.remote)) { list in
          for section in list.sections.indices {
            list.sections[section].cells.removeAll { Self.lost.contains($0.id) }
          }
        }
      }
    )
    let message = try #require(failure).violation.message
    #expect(message.contains("i13…i15 (3 items) came with request"), "\(message)")
    #expect(message.contains("between i12 and i16"), "\(message)")
    #expect(message.contains("(append, the key k"), "\(message)")
    #expect(message.contains("they are stored, so the list has lost them on the way to the screen"))
    let description = try #require(failure).description
    #expect(try #require(failure).trace.script.steps.isEmpty, "\(description)")
    #expect(description.contains("seed 2; 0 of 20 steps are needed"), "\(description)")
  }

  @Test
  func `rows that no page has brought are named with the pages beside them, and from when on`()
    throws
  {
    let failure = try Self.failure(
      of: SimSubject { world in
        Self.shown(world, by: Self.pager(world, Skipping(remote: world.remote)))
      }
    )
    let found = try #require(failure)
    let message = found.violation.message
    #expect(message.contains("i11…i13 (3 items)"), "\(found)")
    #expect(message.contains("between i10 and i14"), "\(found)")
    #expect(message.contains("i10 came with request 1 (refresh, no key)"), "\(found)")
    #expect(message.contains("i14 came with request 2 (append, the key k"), "\(found)")
    let first = found.first ?? found.violation
    #expect(first.time <= found.violation.time)
    #expect(first.message.contains("i11…i13 (3 items)"), "\(found)")
    #expect(found.trace.script.steps.isEmpty, "\(found)")
  }

  // MARK: Loops

  /// A list that asks for two pages in turn without end.
  private struct Circling: SimulatedList {
    let world: SimWorld

    func run(on screen: SimScreen) async throws {
      let page = try await world.remote.page()
      while !Task.isCancelled {
        _ = try? await world.remote.page(after: page.next)
        _ = try? await world.remote.page()
      }
    }
  }

  /// A list that is shown without end.
  private struct Flickering: SimulatedList {
    let world: SimWorld

    func run(on screen: SimScreen) async throws {
      while !Task.isCancelled {
        await screen.show(List(sections: [Section(id: "all", cells: [])]))
      }
    }
  }

  @Test(arguments: [0, 100])
  func `pages that are asked for in a circle are named`(latency: Int) throws {
    var settings = SimSettings()
    settings.latency = latency
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(settings: settings, SimSubject { Circling(world: $0) }) { $0.settle() }
    }
    let violation = try #require(failure).violation
    #expect(violation.invariant == .quiet)
    #expect(violation.message.contains("requests"), "\(violation)")
    #expect(violation.message.contains("(refresh, key none)"), "\(violation)")
    #expect(violation.message.contains("(append, key k"), "\(violation)")
  }

  @Test func `lists that are shown without end are named`() throws {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(SimSubject { Flickering(world: $0) }) { $0.settle() }
    }
    let violation = try #require(failure).violation
    #expect(violation.invariant == .quiet)
    #expect(violation.message.contains("lists were shown at one instant"), "\(violation)")
  }

  // MARK: Diagnostics

  @Test func `a request that a refresh or the end of the app has cancelled is no diagnostic`()
    throws
  {
    let heard = Mutex<[String]>([])
    let subject = SimSubject { world in
      let pages = world.pages()
      let pager = Pager(
        remote: world.remote,
        storage: pages,
        configuration: PagerConfiguration(pageSize: 10, initialLoadSize: 10, prefetchDistance: 5),
        clock: world.clock
      ) { diagnostic in
        heard.withLock { $0.append("\(diagnostic)") }
      }
      return SimulatedPager(pager) { update, screen in
        try pages.list(update)
          .withFooter(of: update.state).withTaps(for: pager)
          .onVisibleCells { cells in
            Task { await pager.viewed(cells) }
          }
          .onRefresh(ending: .whenTold) { refresh in
            Task {
              await pager.refresh()
              screen.endRefreshing(refresh.id)
            }
          }
      }
    }
    let result = try simulate(subject) { user in
      user.settle()
      user.jump(to: .end)
      user.wait(10)
      user.pull()
      user.settle()
      user.jump(to: .end)
      user.wait(10)
      user.relaunch()
    }
    #expect(result.trace.events.contains { $0.event.k == .cancel })
    #expect(heard.withLock { $0 } == [])
  }
}
