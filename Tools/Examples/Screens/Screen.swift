public import ListAdapter
public import ListDescription
public import ListModel
import Synchronization

/// The model of a screen: its state, the list that shows the state, and the actions.
///
/// It is a value. Handlers of the list send actions; the screen passes them to `handle`, and shows the
/// resulting list.
public protocol ScreenModel {
  /// The actions of the screen.
  associatedtype Action: Sendable
  /// How the adapter behaves.
  static var configuration: CollectionViewAdapterConfiguration { get }

  /// Changes the state.
  ///
  /// - Returns: How the change is shown.
  mutating func handle(_ action: Action) -> CollectionViewAdapterUpdateStrategy
  /// Declares the list that shows the state.
  ///
  /// - Parameter send: Called by handlers to send an action.
  /// - Returns: A list with the newest handlers.
  func list(_ send: @escaping @Sendable (Action) -> Void) -> List
}

/// A model on a simulated view, and the actions that the view's handlers send to the model.
public final class Screen<Model: ScreenModel> {
  /// The state.
  public private(set) var model: Model
  /// The view that shows the model.
  public let view: SimulatedCollectionView
  /// The adapter of the view.
  public let adapter: CollectionViewAdapter
  /// The outcome of each list that was shown, in order.
  public private(set) var outcomes: [ApplyOutcome] = []

  private let layoutAdapter = CollectionViewLayoutAdapter()
  private let mailbox = Mailbox<Model.Action>()

  /// Shows a model.
  ///
  /// - Parameters:
  ///   - model: The first state.
  ///   - viewport: The size of the screen.
  ///   - layout: How sections are arranged: by their own layouts, or in equal rows.
  ///   - prefetchingPlugins: The plugins that load resources ahead of time.
  public init(
    _ model: Model,
    viewport: SimulatedViewport = SimulatedViewport(),
    layout: SimulatedLayout = .compositional(LayoutConfiguration()),
    prefetchingPlugins: [any CollectionViewPrefetchingPlugin] = []
  ) {
    self.model = model
    view = SimulatedCollectionView(viewport: viewport)
    view.collectionViewLayout = layout
    view.layoutAdapter = layoutAdapter
    adapter = CollectionViewAdapter(
      configuration: Model.configuration,
      collectionView: view,
      layoutAdapter: layoutAdapter,
      prefetchingPlugins: prefetchingPlugins
    )
    show(.reloadData)
    settle()
  }

  /// Sends an action, and handles everything that follows from it.
  public func send(_ action: Model.Action) {
    mailbox.put(action)
    settle()
  }

  /// Performs a gesture on the view, and handles everything that follows from it.
  ///
  /// - Throws: The error of `gesture`.
  public func perform(_ gesture: (SimulatedCollectionView) throws -> Void) rethrows {
    try gesture(view)
    settle()
  }

  /// Handles actions and ends animations until none is left.
  private func settle() {
    repeat {
      while let action = mailbox.take() { show(model.handle(action)) }
      view.flush()
    } while !mailbox.isEmpty || view.hasPendingCompletions
  }

  private func show(_ strategy: CollectionViewAdapterUpdateStrategy) {
    let list = model.list { [mailbox] in mailbox.put($0) }
    adapter.apply(list, updateStrategy: strategy) { [weak self] in self?.outcomes.append($0) }
  }
}

/// The actions that were sent and not yet handled, in order.
private final class Mailbox<Action: Sendable>: Sendable {
  private let actions = Mutex<[Action]>([])

  var isEmpty: Bool { actions.withLock(\.isEmpty) }

  func put(_ action: Action) {
    actions.withLock { $0.append(action) }
  }

  func take() -> Action? {
    actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
