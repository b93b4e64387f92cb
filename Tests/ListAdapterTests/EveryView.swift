import Dispatch
import Foundation
import ListAdapter
import ListAdapterUIKit
import ListLayout
import ListUIKit
import Testing

/// The collection view that a test's adapter shows its lists in.
enum ViewKind: String {
  /// The simulated view.
  case simulated
  /// A `UICollectionView`, through `HostedCollectionView`.
  case hosted

  @TaskLocal static var current = ViewKind.simulated

  /// Whether a random test runs with a seed: with each in a simulated view, and with every fifth in the other.
  func runs(_ seed: UInt64) -> Bool { self == .simulated || seed.isMultiple(of: 5) }
}

/// Runs each test twice: with adapters in simulated views, and in views with UIKit's name.
///
/// An issue of the second run says so.
struct EveryView: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  /// A test that is about the simulated view itself, or shows a difference that docs/phone.md lists.
  struct SimulatedOnly: TestTrait {
    let reason: Difference
  }

  /// Why a test does not run in a `UICollectionView`.
  enum Difference {
    /// It counts the contents of simulated cells, or the depth of calls that all views have alike.
    case isAboutTheSimulation
    /// It repeats the cells of an infinite carousel.
    case infiniteCarousel
    /// It registers the code of a layout in the simulated view.
    case codeOfLayouts
    /// It is shown the error of a layout that cannot be solved.
    case layoutErrors
    /// Its layout has views that the list does not have.
    case missingViews
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard !test.traits.contains(where: { $0 is SimulatedOnly }) else { return }
    let labelled = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.insert("in a UICollectionView", at: 0)
      return issue
    }
    try await labelled.provideScope(for: test, testCase: testCase) {
      try await ViewKind.$current.withValue(.hosted) {
        // UIKit is on the main thread, and so is everything that a test does with it.
        try await withTaskExecutorPreference(MainThread.executor) { try await function() }
      }
    }
  }
}

extension Trait where Self == EveryView {
  /// Runs each test in a simulated view, and in a view with UIKit's name.
  static var everyView: EveryView { EveryView() }
}

extension Trait where Self == EveryView.SimulatedOnly {
  /// Runs the test in the simulated view only.
  static func simulatedOnly(_ reason: EveryView.Difference) -> Self { Self(reason: reason) }
}

/// Runs the jobs of tasks, also of those on no actor, on the main thread.
private final class MainThread: TaskExecutor {
  static let executor = MainThread()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    DispatchQueue.main.async { job.runSynchronously(on: executor) }
  }
}

/// A value of the main actor, for a test of no actor that runs on the main thread.
///
/// `@unchecked Sendable`: it is made in `MainActor.assumeIsolated`, which traps on another thread, and handed to
/// the caller, who is on the same one.
struct OnMainThread<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// A `UICollectionView` in a window, whose simulation a test taps and scrolls.
@MainActor
final class HostedScreen {
  let collectionView: UICollectionView
  let hosted: HostedCollectionView
  private let window = UIWindow()

  init(
    _ viewport: SimulatedViewport,
    _ layout: SimulatedLayout,
    _ layoutAdapter: CollectionViewLayoutAdapter
  ) {
    let configuration = UICollectionViewCompositionalLayoutConfiguration()
    if case .compositional(let settings) = layout {
      configuration.scrollDirection =
        settings.scrollDirection == .vertical ? .vertical : .horizontal
      configuration.interSectionSpacing = settings.interSectionSpacing
    }
    let heights = LayoutSectionContent.EstimatedHeights(
      cell: viewport.cellHeight,
      supplementaryView: viewport.supplementaryHeight
    )
    collectionView = UICollectionView(
      frame: CGRect(x: 0, y: 0, width: viewport.width, height: viewport.height),
      collectionViewLayout: layoutAdapter.makeLayout(
        configuration: configuration,
        estimatedHeights: heights
      )
    )
    collectionView.simulation.viewport = viewport
    collectionView.simulation.collectionViewLayout = layout
    window.addSubview(collectionView)
    hosted = HostedCollectionView(collectionView)
  }
}
