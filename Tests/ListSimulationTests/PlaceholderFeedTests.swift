import ListAdapter
import ListModel
import ListPaging
import ListSimulation
import Testing

/// A screen with placeholders, whose user goes anywhere in a long list.
@Suite struct PlaceholderFeedTests {
  private static func feed(_ world: SimWorld, threshold: Int?) -> SimulatedPager {
    let pages = world.pages()
    var configuration = PagerConfiguration(pageSize: 30, initialLoadSize: 30, prefetchDistance: 5)
    configuration.jumpThreshold = threshold
    let pager = Pager(
      remote: FixedRemote(ids: (0..<400).map { Cell.ID($0) }),
      storage: pages,
      configuration: configuration,
      clock: world.clock
    )
    return SimulatedPager(pager) { update, screen in
      try pages.list(update).withPlaceholders(of: update).onVisibleCells { cells in
        Task { await pager.viewed(cells) }
      }
    }
  }

  private var settings: SimSettings {
    var settings = SimSettings()
    // The remote is another one than the world's.
    settings.unchecked = SimInvariant.allCases.filter {
      [.nothingLost, .eventuallyLoads, .replayEqualsSnapshot].contains($0)
    }
    settings.loadsEverything = false
    return settings
  }

  private func loaded(_ result: SimulationResult) -> [Int] {
    result.shownIDs.compactMap { Int($0.rawValue) }
  }

  @Test func `a user at the end of a long list sees it with a page or two, not with all`() throws {
    let result = try simulate(settings: settings) { world in
      Self.feed(world, threshold: 60)
    } _: { user in
      user.settle()
      user.jump(to: .end)
      user.settle()
    }
    #expect(result.shownIDs.count == 400)
    #expect(loaded(result).last == 399)
    #expect(loaded(result).count <= 120, "\(loaded(result).count)")
  }

  @Test func `without a threshold, all pages on the way are loaded`() throws {
    let result = try simulate(settings: settings) { world in
      Self.feed(world, threshold: nil)
    } _: { user in
      user.settle()
      user.jump(to: .end)
      user.settle()
    }
    #expect(loaded(result) == Array(0..<400))
  }

  @Test func `a tap on a placeholder tries again what has failed there`() throws {
    for seed: UInt64 in 0..<4 {
      var settings = SimSettings(seed: seed)
      (settings.itemCount, settings.paging, settings.counts) = (120, .offset, true)
      var configuration = PagerConfiguration(pageSize: 10, initialLoadSize: 10, prefetchDistance: 5)
      configuration.jumpThreshold = seed < 2 ? 10 : 30
      let feed = SimSubject { [configuration] in PagedFeed($0, configuration: configuration) }
      // Everything is loaded in the end, or the failure says what was tapped in vain.
      try simulate(settings: settings, feed) { user in
        user.settle()
        user.jump(to: .end)
        user.settle()
        user.fault(.fails)
        user.scroll(by: -1_500)
        user.settle()
        user.act()
      }
    }
  }

  @Test func `wherever the user stops, the items on screen are loaded`() throws {
    for distance in [3_000.0, 12_000] {
      let result = try simulate(settings: settings) { world in
        Self.feed(world, threshold: 60)
      } _: { user in
        user.settle()
        user.jump(to: .end)
        user.settle()
        user.jump(to: .start)
        user.settle()
        user.scroll(by: distance)
        user.settle()
      }
      let first = Int(distance / 44)
      let shown = Set(loaded(result))
      let isLoaded = (first + 1..<min(400, first + 13)).allSatisfy(shown.contains)
      #expect(isLoaded, "\(distance): \(loaded(result).count) loaded")
      #expect(result.shownIDs.count == 400)
    }
  }
}
