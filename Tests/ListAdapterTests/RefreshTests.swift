import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Synchronization
import Testing

/// When the refresh control stops that a user has pulled.
@Suite(.everyView) struct RefreshTests {
  private let pulls = Pulls()
  private let fixture = AdapterFixture(.init(refreshControl: .enabled(tintColor: "blue")))

  private func list(_ ids: [String], ending: RefreshEnding = .automatic) -> List {
    List(cells: [ids]).onRefresh(ending: ending) { [pulls] in pulls.note($0.id) }
  }

  private func show(_ list: List, version: Int? = nil) {
    fixture.adapter.apply(list, version: version)
    fixture.view.flush()
  }

  private var isRefreshing: Bool {
    #expect(fixture.view.isRefreshing == fixture.adapter.isRefreshing)
    return fixture.view.isRefreshing
  }

  @Test func `the same version applied again ends a refresh`() {
    show(list(["a"]), version: 7)
    fixture.view.pullToRefresh()
    #expect(isRefreshing)
    show(list(["a"]), version: 7)
    #expect(!isRefreshing)
  }

  @Test func `an older version ends a refresh, when the feed starts again`() {
    show(list(["a"]), version: 7)
    fixture.view.pullToRefresh()
    fixture.adapter.resynchronize(with: list(["b"]), version: 3)
    #expect(!isRefreshing)
  }

  @Test func `a list that fails ends a refresh`() {
    show(list(["a"]))
    fixture.view.pullToRefresh()
    show(list(["b", "b"]))
    #expect(!isRefreshing)
    fixture.view.pullToRefresh()
    show(list(["b"]), version: 0)
    #expect(!isRefreshing)
    fixture.view.pullToRefresh()
    fixture.view.faults = [.refuse(batch: 1)]
    show(list(["b"]))
    #expect(!isRefreshing)
  }

  @Test func `a list that was applied before the pull does not end a refresh`() {
    show(list(["a"]))
    fixture.adapter.apply(list(["b"]))
    fixture.adapter.apply(list(["c"]))
    fixture.view.pullToRefresh()
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    #expect(isRefreshing)
    show(list(["d"]))
    #expect(!isRefreshing)
  }

  @Test func `a list that was superseded leaves the end of a refresh to the newer one`() {
    show(list(["a"]))
    fixture.adapter.apply(list(["b"]))
    fixture.view.pullToRefresh()
    fixture.adapter.apply(list(["c"]))
    fixture.adapter.apply(list(["d"]))
    fixture.view.flush()
    #expect(isRefreshing)
    fixture.view.flush()
    #expect(!isRefreshing)
  }

  @Test func `a refresh that has failed, or found nothing, is ended by the host`() {
    show(list(["a"]))
    fixture.view.pullToRefresh()
    fixture.adapter.endRefreshing()
    #expect(!isRefreshing)
    fixture.view.pullToRefresh()
    fixture.collectionView.endRefreshing()
    #expect(!isRefreshing)
    fixture.view.pullToRefresh()
    #expect(isRefreshing)
  }

  @Test func `a refresh that ends when told outlives the lists that are applied`() {
    show(list(["a"], ending: .whenTold))
    fixture.view.pullToRefresh()
    show(list(["b"], ending: .whenTold))
    show(list(["c"]))
    #expect(isRefreshing)
    for id in pulls.ids { fixture.adapter.endRefreshing(id) }
    #expect(!isRefreshing)
  }

  @Test func `the end of an earlier refresh does not end a later one`() throws {
    show(list(["a"], ending: .whenTold))
    fixture.view.pullToRefresh()
    fixture.adapter.endRefreshing()
    fixture.view.pullToRefresh()
    let ids = pulls.ids
    try #require(Set(ids).count == 2)
    fixture.adapter.endRefreshing(ids[0])
    #expect(isRefreshing)
    fixture.adapter.endRefreshing(ids[1])
    #expect(!isRefreshing)
  }
}

/// The refreshes that a handler was told.
private final class Pulls: Sendable {
  private let noted = Mutex<[RefreshID]>([])

  func note(_ id: RefreshID) { noted.withLock { $0.append(id) } }

  var ids: [RefreshID] { noted.withLock { $0 } }
}
