import Foundation
import ListAdapter
import ListLayout
import ListModel

/// The simulated view behind a collection view or table view, with the classes of an app in it.
@MainActor
final class ListHost {
  let simulation: SimulatedCollectionView
  /// What UIKit would have answered with an exception, in order.
  private(set) var failures: [any Error] = []
  /// Called with each failure.
  var onFailure: ((any Error) -> Void)?

  private var makers: [String: @MainActor () -> UIView] = [:]
  private var registrations: [ObjectIdentifier: String] = [:]
  /// What went wrong while a view was taken out of the pool for the question that is being answered.
  private var dequeueError: CollectionViewError?
  /// What was taken out of the pool for that question; nobody else holds it yet.
  private var dequeued: [SimulatedReusableView] = []

  init(frame: CGRect) {
    let size = frame.isEmpty ? UIScreen.main.bounds.size : frame.size
    simulation = SimulatedCollectionView(
      viewport: SimulatedViewport(width: Double(size.width), height: Double(size.height))
    )
  }

  // MARK: Failures

  func fail(_ error: any Error) {
    failures.append(error)
    onFailure?(error)
  }

  /// What the work returns; `nil` where it failed.
  @discardableResult
  func attempt<Result>(_ work: () throws -> Result) -> Result? {
    do {
      return try work()
    } catch {
      fail(error)
      return nil
    }
  }

  func resize(to frame: CGRect) {
    let size = LayoutExtent(width: Double(frame.size.width), height: Double(frame.size.height))
    guard !frame.isEmpty,
      size.width != simulation.viewport.width
        || size.height != simulation.viewport.height
    else { return }
    attempt { try simulation.resize(to: size) }
  }

  var contentOffset: CGPoint {
    get {
      let offset = simulation.contentOffset
      return simulation.scrollAxis == .vertical
        ? CGPoint(x: 0, y: offset) : CGPoint(x: offset, y: 0)
    }
    set {
      simulation.contentOffset = Double(
        simulation.scrollAxis == .vertical ? newValue.y : newValue.x
      )
    }
  }

  func keepFree(_ insets: UIEdgeInsets) {
    simulation.viewport.adjustedContentInset = DirectionalEdgeInsets(
      top: Double(insets.top),
      leading: Double(insets.left),
      bottom: Double(insets.bottom),
      trailing: Double(insets.right)
    )
  }

  func layOut() {
    attempt { try simulation.layoutIfNeeded() }
  }

  // MARK: Views of an app

  /// Has cells of an identifier made.
  func register(_ identifier: String, make: @escaping @MainActor () -> UIView) {
    makers["cell " + identifier] = make
    simulation.registerCell(reuseIdentifier: identifier)
  }

  /// Has supplementary views of a kind and identifier made.
  func register(_ identifier: String, ofKind kind: String, make: @escaping @MainActor () -> UIView)
  {
    let kind = SupplementaryKind(rawValue: kind)
    makers[kind.rawValue + " " + identifier] = make
    simulation.registerSupplementaryView(ofKind: kind, reuseIdentifier: identifier)
  }

  /// The reuse identifier of a registration, which is registered the first time.
  func identifier(of registration: AnyObject, _ register: (String) -> Void) -> String {
    let key = ObjectIdentifier(registration)
    if let known = registrations[key] { return known }
    let identifier = "Registration \(registrations.count + 1)"
    registrations[key] = identifier
    register(identifier)
    return identifier
  }

  /// A cell out of the pool; `nil` where there is none.
  func dequeueCell(_ identifier: String, for path: IndexPath) -> UIView? {
    dequeue(makers["cell " + identifier]) { () throws(CollectionViewError) in
      try simulation.dequeueReusableCell(reuseIdentifier: identifier, for: CellPath(path))
    }
  }

  /// A supplementary view out of the pool; `nil` where there is none.
  func dequeueView(_ identifier: String, ofKind kind: String, for path: IndexPath) -> UIView? {
    let kind = SupplementaryKind(rawValue: kind)
    return dequeue(makers[kind.rawValue + " " + identifier]) { () throws(CollectionViewError) in
      try simulation.dequeueReusableSupplementaryView(
        ofKind: kind,
        reuseIdentifier: identifier,
        for: CellPath(path)
      )
    }
  }

  private func dequeue(
    _ make: (@MainActor () -> UIView)?,
    from pool: () throws(CollectionViewError) -> any ReusableView
  ) -> UIView? {
    do throws(CollectionViewError) {
      let reusable = try pool()
      guard let simulated = reusable as? SimulatedReusableView else { return nil }
      dequeued.append(simulated)
      if let present = simulated.hosted as? UIView { return present }
      guard let made = make?() else {
        throw .unregisteredReuseIdentifier(simulated.reuseIdentifier)
      }
      made.shownIn = simulated
      simulated.hosted = made
      simulated.hostedWillBeReused = { [weak made] in (made as? any ReusedView)?.prepareForReuse() }
      return made
    } catch {
      dequeueError = error
      return nil
    }
  }

  /// The view of the simulation that shows what an app answered.
  ///
  /// - Throws: What went wrong while it answered.
  func answer(
    at path: CellPath,
    _ question: () -> UIView?
  ) throws(CollectionViewError) -> (any ReusableView)? {
    dequeueError = nil
    dequeued = []
    defer { dequeued = [] }
    let answer = question()
    if let error = dequeueError {
      dequeueError = nil
      throw error
    }
    guard let answer else { return nil }
    guard let shown = answer.shownIn else { throw .unexpectedView(at: path) }
    return shown
  }

  /// The app's view that a view of the simulation shows.
  static func view(_ reusable: (any ReusableView)?) -> UIView? {
    (reusable as? SimulatedReusableView)?.hosted as? UIView
  }
}

/// A view that is made for a pool, by its class.
@MainActor
protocol ReusedView: UIView {
  init(forReuse identifier: String)
  func prepareForReuse()
}
