import ListAdapter
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Whatever happens in whatever order, every apply is answered once and in order, and what is shown
/// in the end is the newest list that was not refused.
@Suite(.everyView) struct InterleavingTests {
  private static let seedCount = UInt64(Soak.count(15, soak: 10_000))

  @Test(arguments: BatchMode.allCases, Interleaving.Kind.allCases)
  fileprivate func `random interleavings answer every apply once and end at the newest list`(
    mode: BatchMode,
    kind: Interleaving.Kind
  ) throws {
    var composedChanges = 0
    for seed in 1...Self.seedCount where ViewKind.current.runs(seed) {
      var interleaving = Interleaving(seed: seed, mode: mode, kind: kind)
      do {
        for _ in 0..<40 { try interleaving.step() }
        if let failure = interleaving.finish() { Issue.record("seed \(seed): \(failure)") }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
      composedChanges += interleaving.composedChangeCount
    }
    #expect((composedChanges > 20) == (kind == .changes))
  }
}

/// A random user, a random program and a random window manager on one adapter.
private struct Interleaving {
  /// What is applied.
  enum Kind: CaseIterable {
    /// Whole lists, by a view that refuses some.
    case lists
    /// Changesets of the newest list, which a view that refused one could not go on with.
    case changes
  }

  private let kind: Kind
  private let fixture: AdapterFixture
  private var random: RandomLists
  private var newest: List
  private var applied: [String: List] = [:]
  private var names: [String] = []

  var composedChangeCount: Int { fixture.adapter.catchUp.composedChanges }

  init(seed: UInt64, mode: BatchMode, kind: Kind) {
    self.kind = kind
    random = RandomLists(seed: seed)
    newest = random.list()
    fixture = AdapterFixture(
      CollectionViewAdapterConfiguration(
        enablesReconfigureItems: seed.isMultiple(of: 2),
        batchUpdateInterruptCount: 10,
        batchMode: mode
      ),
      viewport: SimulatedViewport(height: 200)
    )
    if kind == .changes { fixture.adapter.apply(newest) }
  }

  mutating func step() throws {
    let view = fixture.view
    switch random.number(0...19) {
    case 0...9: try apply(.animatedBatchUpdates)
    case 10: try apply(.nonanimatedBatchUpdates)
    case 11: try apply(.reloadData)
    case 12...14: view.flush()
    case 15: try view.scroll(to: Double(random.number(0...600)))
    case 16:
      guard let path = view.pathsForVisibleItems.min() else { return }
      view.tapItem(at: path)
    case 17: view.isInWindow.toggle()
    case 18 where kind == .lists:
      view.faults.insert(.refuse(batch: view.statistics.batches + random.number(1...3)))
    default: try view.layoutIfNeeded()
    }
  }

  private mutating func apply(_ strategy: CollectionViewAdapterUpdateStrategy) throws {
    let before = newest
    newest = random.successor(of: newest, editLimit: 6)
    let name = "\(names.count)"
    names.append(name)
    applied[name] = newest
    switch kind {
    case .lists: fixture.apply(name, newest, strategy)
    case .changes: fixture.apply(name, try Changeset(from: before, to: newest), strategy)
    }
  }

  /// What is wrong after everything has come to rest; `nil` if nothing is.
  func finish() -> String? {
    while fixture.view.hasPendingCompletions { fixture.view.flush() }
    guard fixture.answers.map(\.name) == names else {
      return "\(fixture.answers.map(\.name)) were answered of \(names)"
    }
    var shown: List? = kind == .changes && names.isEmpty ? newest : nil
    var version = 0
    for answer in fixture.answers {
      switch answer.outcome {
      case .applied(let next):
        guard next > version else { return "version \(next) was shown after \(version)" }
        version = next
        shown = applied[answer.name]
      case .superseded: break
      case .failed(.refusedByView(.injectedFault)): break
      case .failed(let error): return "\(error)"
      }
    }
    guard fixture.adapter.snapshot() == shown else { return "another list is shown" }
    let ids = shown.map { $0.sections.map { $0.cells.map(\.id.rawValue) } } ?? []
    return fixture.shownIDs == ids ? nil : "the view shows \(fixture.shownIDs)"
  }
}
