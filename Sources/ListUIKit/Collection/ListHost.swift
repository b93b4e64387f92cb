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

  /// Whether the view is as large as what it is in: nobody has given it a size.
  private(set) var fills: Bool
  private var isFilling = false
  private var makers: [String: @MainActor (CGRect) -> UIView] = [:]
  private var registrations: [ObjectIdentifier: String] = [:]
  /// What went wrong while a view was taken out of the pool for the question that is being answered.
  private var dequeueError: CollectionViewError?
  /// What was taken out of the pool for that question; nobody else holds it yet.
  private var dequeued: [SimulatedReusableView] = []

  init(frame: CGRect) {
    let size = frame.isEmpty ? UIScreen.main.bounds.size : frame.size
    fills = frame.isEmpty
    simulation = SimulatedCollectionView(
      viewport: SimulatedViewport(width: Double(size.width), height: Double(size.height))
    )
    simulation.placeHosted = { view, frame in ListHost.place(view, CGRect(frame)) }
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

  /// Gives the view the size of what it is in.
  func fill(_ setFrame: () -> Void) {
    isFilling = true
    defer { isFilling = false }
    setFrame()
  }

  func resize(to frame: CGRect) {
    if !isFilling { fills = frame.isEmpty }
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
  func register(_ identifier: String, make: @escaping @MainActor (CGRect) -> UIView) {
    makers["cell " + identifier] = make
    simulation.registerCell(reuseIdentifier: identifier)
  }

  /// Has supplementary views of a kind and identifier made.
  func register(
    _ identifier: String,
    ofKind kind: String,
    make: @escaping @MainActor (CGRect) -> UIView
  ) {
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
    _ make: (@MainActor (CGRect) -> UIView)?,
    from pool: () throws(CollectionViewError) -> any ReusableView
  ) -> UIView? {
    do throws(CollectionViewError) {
      let reusable = try pool()
      guard let simulated = reusable as? SimulatedReusableView else { return nil }
      dequeued.append(simulated)
      let frame = simulation.requestedFrame.map { CGRect($0) } ?? .zero
      if let present = simulated.hosted as? UIView {
        present.frame = frame
        present.setNeedsLayout()
        return present
      }
      guard let made = make?(frame) else {
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

  /// The app's view that a view of the simulation shows; `nil` where that shows a component.
  static func view(_ reusable: (any ReusableView)?) -> UIView? {
    (reusable as? SimulatedReusableView)?.hosted as? UIView
  }

  /// The cell that stands for one of a component, with the component's content in it.
  func cell(
    holding reusable: (any ReusableView)?,
    at path: CellPath
  ) -> UICollectionViewCell? {
    guard let reusable = reusable as? SimulatedReusableView, reusable.hosted == nil else {
      return nil
    }
    let frame = simulation.frame(ofItemAt: path).map { CGRect($0) } ?? .zero
    let cell = reusable.standIn as? UICollectionViewCell ?? UICollectionViewCell(frame: frame)
    reusable.standIn = cell
    Self.hold(reusable.content as? UIView, in: cell)
    return cell
  }

  private static func hold(_ content: UIView?, in cell: UICollectionViewCell) {
    let container = cell.contentView
    if content?.superview !== container || content == nil {
      for view in container.subviews { view.removeFromSuperview() }
      guard let content else { return }
      content.hasSizeOfLayout = true
      container.addSubview(content)
    }
    content?.frame = container.bounds
  }

  /// Gives a view the place that the layout has for it.
  private static func place(_ reusable: SimulatedReusableView, _ frame: CGRect) {
    if let view = view(reusable) {
      if view.frame != frame { view.frame = frame }
      if view.needsLayout { view.layoutIfNeeded() }
    } else if let content = reusable.content as? UIView {
      content.hasSizeOfLayout = true
      content.frame = CGRect(origin: .zero, size: frame.size)
      if let cell = reusable.standIn as? UICollectionViewCell {
        cell.frame = frame
        hold(content, in: cell)
      }
      if content.needsLayout { content.layoutIfNeeded() }
    }
  }
}

/// A view that is made for a pool, by its class.
@MainActor
protocol ReusedView: UIView {
  init(forReuse identifier: String, frame: CGRect)
  func prepareForReuse()
}
