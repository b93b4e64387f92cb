import ListAdapter
import ListModel
import ListPaging
import ListSimulation
import Testing

/// Screens that show other rows than the pager's window has cells.
@Suite struct PagerRowsTests {
  /// How an app tells its pager what is on screen.
  enum Report: CaseIterable {
    /// With the adapter's context.
    case context
    /// With places in the list that was shown.
    case places
  }

  private static func number(_ id: Cell.ID) -> Int {
    Int(id.rawValue.filter(\.isNumber)) ?? 0
  }

  /// A feed with a section above it that shows some of its cells.
  private static func feed(
    _ world: SimWorld,
    _ configuration: PagerConfiguration,
    _ report: Report,
    headers: Int,
    showing isShown: @escaping @Sendable (Cell.ID) -> Bool
  ) -> SimulatedPager {
    let pages = world.pages()
    let pager = Pager(
      remote: world.remote,
      storage: pages,
      configuration: configuration,
      clock: world.clock
    )
    return SimulatedPager(pager) { update, screen in
      var list = try pages.list(update)
      for index in list.sections.indices {
        list.sections[index].cells.removeAll { !isShown($0.id) }
      }
      let above = (0..<headers).map {
        Cell(id: Cell.ID("above\($0)"), component: AnyComponent(StoredComponent(type: "Row")))
      }
      if !above.isEmpty { list.sections.insert(Section(id: "above", cells: above), at: 0) }
      return list.withFooter(of: update.state).withTaps(for: pager).onVisibleCells { cells in
        Task {
          switch report {
          case .context: await pager.viewed(cells)
          case .places: await pager.viewed(first: cells.firstIndex, last: cells.lastIndex)
          }
        }
      }
    }
  }

  private var settings: SimSettings {
    var settings = SimSettings()
    // The store and the remote have cells that are not shown.
    settings.unchecked = [.nothingLost, .replayEqualsSnapshot]
    settings.loadsEverything = false
    return settings
  }

  @Test(arguments: Report.allCases, [0, 1, 3])
  func `the last row on screen loads the next page, whatever is left out`(
    report: Report,
    distance: Int
  ) throws {
    for step in [2, 5] {
      let configuration = PagerConfiguration(
        pageSize: 20,
        initialLoadSize: 20,
        prefetchDistance: distance
      )
      let result = try simulate(settings: settings) { world in
        // The last cells of each page are hidden, too.
        Self.feed(world, configuration, report, headers: 2) {
          Self.number($0) % 20 < 20 / step
        }
      } _: { user in
        for _ in 0..<12 {
          user.settle()
          user.jump(to: .end)
        }
      }
      #expect(result.requestCount == 5, "one cell in \(step)")
      #expect(result.shownIDs.count >= 100 / step)
    }
  }

  @Test func `rows above the cells load nothing too early`() throws {
    let configuration = PagerConfiguration(pageSize: 20, initialLoadSize: 20, prefetchDistance: 2)
    for headers in [0, 20] {
      let result = try simulate(settings: settings) { world in
        Self.feed(world, configuration, .context, headers: headers) { _ in true }
      } _: { user in
        user.settle()
      }
      #expect(result.requestCount == 1, "\(headers) rows above")
    }
  }

  @Test func `an app that shows nothing asks for a bounded number of pages`() throws {
    var configuration = PagerConfiguration(pageSize: 5, initialLoadSize: 5, prefetchDistance: 3)
    configuration.maxHiddenPages = 4
    var settings = settings
    settings.itemCount = 1_000
    let result = try simulate(settings: settings) { [configuration] world in
      Self.feed(world, configuration, .context, headers: 1) { _ in false }
    } _: { user in
      user.settle()
      user.wait(60_000)
    }
    // The first page, and four more.
    #expect(result.requestCount == 5)
    #expect(result.shownIDs.last == PagerFooter.cellID)
  }

  @Test func `nine tenths are hidden: a screen is filled, and no more is asked for`() throws {
    let configuration = PagerConfiguration(pageSize: 20, initialLoadSize: 20, prefetchDistance: 5)
    var settings = settings
    settings.itemCount = 2_000
    let result = try simulate(settings: settings) { world in
      Self.feed(world, configuration, .context, headers: 0) { Self.number($0) % 10 == 0 }
    } _: { user in
      user.settle()
    }
    // 15 rows fill the screen, and 5 are to be left below: 20 rows of pages with 2 rows each.
    #expect((9...12).contains(result.requestCount), "\(result.requestCount)")
  }
}
