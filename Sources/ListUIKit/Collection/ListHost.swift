import Dispatch
import Foundation
import ListAdapter
import ListDiff
import ListLayout
import ListModel

/// The simulated view behind a collection view or table view, which shows an app's own views.
@MainActor
final class ListHost {
  let simulation: SimulatedCollectionView
  /// The errors for which UIKit would have raised an exception, in order.
  private(set) var failures: [any Error] = []
  /// Called with each failure.
  var onFailure: ((any Error) -> Void)?

  /// Whether the list is edited.
  var isEditing = false {
    didSet {
      for path in simulation.pathsForVisibleItems {
        let cell = Self.view(simulation.visibleCell(at: path))
        (cell as? UICollectionViewListCell)?.isEditing = isEditing
      }
      simulation.invalidateLayout()
    }
  }

  /// Whether the content moves after a finger was lifted.
  var isDecelerating = false
  /// The batch that is being described, while its block runs.
  private var openBatch: BatchUpdate?
  private var nestedCompletions: [(Bool) -> Void] = []

  /// Whether the view is as large as its superview, because it has no size of its own.
  private(set) var fills: Bool
  private var isFilling = false
  private var makers: [String: @MainActor (CGRect) -> UIView] = [:]
  private var registrations: [ObjectIdentifier: String] = [:]
  /// The error of taking a view out of the pool for the question that is being answered.
  private var dequeueError: CollectionViewError?
  /// The views taken out of the pool for that question; nothing else holds them yet.
  private var dequeued: [SimulatedReusableView] = []

  init(frame: CGRect) {
    let size = frame.isEmpty ? UIScreen.main.bounds.size : frame.size
    fills = frame.isEmpty
    simulation = SimulatedCollectionView(
      viewport: SimulatedViewport(width: Double(size.width), height: Double(size.height))
    )
    simulation.viewport.displayScale = Double(UIScreen.main.scale)
    simulation.waitsForFirstLayout = true
    simulation.hostedSelection = { [weak self] path, isSelected in
      let cell = Self.view(self?.simulation.visibleCell(at: path))
      (cell as? UICollectionViewCell)?.isSelected = isSelected
      (cell as? UITableViewCell)?.isSelected = isSelected
    }
    simulation.placeHosted = { [weak self] view, attributes in self?.place(view, attributes) }
  }

  // MARK: Failures

  func fail(_ error: any Error) {
    failures.append(error)
    onFailure?(error)
  }

  /// Returns the result of the work, or `nil` if it failed.
  @discardableResult
  func attempt<Result>(_ work: () throws -> Result) -> Result? {
    do {
      return try work()
    } catch {
      fail(error)
      return nil
    }
  }

  /// Gives the view the size of its superview.
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
      let offset = simulation.contentOrigin
      return simulation.scrollAxis == .vertical
        ? CGPoint(x: 0, y: offset) : CGPoint(x: offset, y: 0)
    }
    set {
      simulation.scroll(
        toOrigin: Double(simulation.scrollAxis == .vertical ? newValue.y : newValue.x)
      )
    }
  }

  /// The space that is kept free around the content.
  private var keptInsets = UIEdgeInsets.zero

  /// Keeps space free around the content; the content stays where it is on screen, relative to it.
  ///
  /// - Returns: Whether that is another space than before.
  func keepFree(_ insets: UIEdgeInsets) -> Bool {
    let before = keptInsets
    guard insets != before else { return false }
    keptInsets = insets
    let isVertical = simulation.scrollAxis == .vertical
    let moved = Double(isVertical ? insets.top - before.top : insets.left - before.left)
    defer { if moved != 0 { simulation.scroll(toOrigin: simulation.contentOrigin - moved) } }
    simulation.viewport.adjustedContentInset = DirectionalEdgeInsets(
      top: Double(insets.top),
      leading: Double(insets.left),
      bottom: Double(insets.bottom),
      trailing: Double(insets.right)
    )
    return true
  }

  func layOut() {
    attempt { try simulation.layoutIfNeeded() }
  }

  // MARK: Views of an app

  /// Registers how cells of an identifier are made.
  func register(_ identifier: String, make: @escaping @MainActor (CGRect) -> UIView) {
    makers["cell " + identifier] = make
    simulation.registerCell(reuseIdentifier: identifier)
  }

  /// Registers how supplementary views of a kind and identifier are made.
  func register(
    _ identifier: String,
    ofKind kind: String,
    make: @escaping @MainActor (CGRect) -> UIView
  ) {
    let kind = SupplementaryKind(rawValue: kind)
    makers[kind.rawValue + " " + identifier] = make
    simulation.registerSupplementaryView(ofKind: kind, reuseIdentifier: identifier)
  }

  /// Makes no more cells of an identifier.
  func unregister(_ identifier: String) { makers["cell " + identifier] = nil }

  /// Makes no more supplementary views of a kind and identifier.
  func unregister(_ identifier: String, ofKind kind: String) {
    makers[SupplementaryKind(rawValue: kind).rawValue + " " + identifier] = nil
  }

  /// Returns the reuse identifier of a registration, and registers it the first time.
  func identifier(of registration: AnyObject, _ register: (String) -> Void) -> String {
    let key = ObjectIdentifier(registration)
    if let known = registrations[key] { return known }
    let identifier = "Registration \(registrations.count + 1)"
    registrations[key] = identifier
    register(identifier)
    return identifier
  }

  /// Refuses a registration that was made while a cell or view was asked for.
  func refuse(_ registration: RegistrationToken) {
    guard registration.isMadeInProvider else { return }
    dequeueError = .registrationMadeInProvider
  }

  /// Returns a cell from the pool, or `nil` if that fails.
  func dequeueCell(_ identifier: String, for path: IndexPath) -> UIView? {
    let cell = dequeue(makers["cell " + identifier], path) { () throws(CollectionViewError) in
      try simulation.dequeueReusableCell(reuseIdentifier: identifier, for: CellPath(path))
    }
    (cell as? UICollectionViewCell)?.beginFilling()
    let isSelected = simulation.isSelected(CellPath(path))
    (cell as? UICollectionViewCell)?.isSelected = isSelected
    (cell as? UITableViewCell)?.isSelected = isSelected
    (cell as? any ListRowView)?.context = simulation.rowContext(CellPath(path))
    (cell as? UICollectionViewListCell)?.begin(isEditing: isEditing)
    return cell
  }

  /// Returns a supplementary view from the pool, or `nil` if that fails.
  func dequeueView(_ identifier: String, ofKind kind: String, for path: IndexPath) -> UIView? {
    let kind = SupplementaryKind(rawValue: kind)
    let view = dequeue(makers[kind.rawValue + " " + identifier], path) {
      () throws(CollectionViewError) in
      try simulation.dequeueReusableSupplementaryView(
        ofKind: kind,
        reuseIdentifier: identifier,
        for: CellPath(path)
      )
    }
    (view as? any ListRowView)?.context = simulation.rowContext(CellPath(path), kind: kind)
    return view
  }

  private func dequeue(
    _ make: (@MainActor (CGRect) -> UIView)?,
    _ path: IndexPath,
    from pool: () throws(CollectionViewError) -> any ReusableView
  ) -> UIView? {
    do throws(CollectionViewError) {
      let reusable = try pool()
      guard let simulated = reusable as? SimulatedReusableView else { return nil }
      dequeued.append(simulated)
      let frame = simulation.requestedFrame.map { CGRect($0) } ?? .zero
      defer { (simulated.hosted as? UICollectionReusableView)?.requestedPath = path }
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

  /// Returns the view of the simulation that shows the app's answer.
  ///
  /// - Throws: The error that occurred while the app answered.
  func answer(
    at path: CellPath,
    _ question: () -> UIView?
  ) throws(CollectionViewError) -> (any ReusableView)? {
    dequeueError = nil
    dequeued = []
    defer { dequeued = [] }
    RegistrationToken.questionDepth += 1
    let answer = question()
    RegistrationToken.questionDepth -= 1
    if let error = dequeueError {
      dequeueError = nil
      throw error
    }
    guard let answer else { return nil }
    if answer.shownIn == nil, answer is UITableViewCell { adopt(answer, IndexPath(path)) }
    (answer as? UICollectionViewCell)?.endFilling()
    guard let shown = answer.shownIn else { throw .unexpectedView(at: path) }
    return shown
  }

  /// Takes a row that an app made without a pool.
  private func adopt(_ row: UIView, _ path: IndexPath) {
    let identifier = "Row without a pool"
    if makers["cell " + identifier] == nil { register(identifier) { UIView(frame: $0) } }
    let reusable = try? simulation.dequeueReusableCell(
      reuseIdentifier: identifier,
      for: CellPath(path)
    )
    guard let simulated = reusable as? SimulatedReusableView else { return }
    dequeued.append(simulated)
    (simulated.hosted as? UIView)?.shownIn = nil
    row.frame = simulation.requestedFrame.map { CGRect($0) } ?? .zero
    row.shownIn = simulated
    simulated.hosted = row
    simulated.hostedWillBeReused = nil
    (row as? UITableViewCell)?.isSelected = simulation.isSelected(CellPath(path))
    (row as? any ListRowView)?.context = simulation.rowContext(CellPath(path))
  }

  /// Returns the app's view that a view of the simulation shows, or `nil` if it shows a component.
  static func view(_ reusable: (any ReusableView)?) -> UIView? {
    (reusable as? SimulatedReusableView)?.hosted as? UIView
  }

  /// Returns a cell that holds the content of a component, for a view of the simulation that shows one.
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

  /// Gives a view the frame and the other attributes that the layout has computed for it.
  private func place(_ reusable: SimulatedReusableView, _ attributes: LayoutAttributes) {
    let frame = CGRect(attributes.contentFrame)
    if let view = Self.view(reusable) {
      if view.frame != frame { view.frame = frame }
      (view as? UICollectionReusableView).map { apply(attributes, to: $0) }
      if view.needsLayout { view.layoutIfNeeded() }
    } else if let content = reusable.content as? UIView {
      content.hasSizeOfLayout = true
      content.frame = CGRect(origin: .zero, size: frame.size)
      if let cell = reusable.standIn as? UICollectionViewCell {
        cell.frame = frame
        Self.hold(content, in: cell)
      }
      if content.needsLayout { content.layoutIfNeeded() }
    }
  }
}

// MARK: Batches

extension ListHost {
  /// Begins a batch without a block.
  func beginUpdates() { if openBatch == nil { openBatch = BatchUpdate() } }

  /// Performs the batch that was begun.
  func endUpdates() {
    guard let batch = openBatch else { return }
    openBatch = nil
    performBatch({ self.note { $0 = batch } }, nil)
  }

  /// Whether a class is registered for cells of an identifier.
  func isRegistered(_ identifier: String) -> Bool { makers["cell " + identifier] != nil }

  /// Returns a new row that no path was asked for.
  func makeRow(_ identifier: String) -> UIView? { makers["cell " + identifier]?(.zero) }

  func setSelectionMode(_ allows: Bool, _ allowsSeveral: Bool) {
    simulation.selectionMode = !allows ? .none : allowsSeveral ? .multiple : .single
  }

  /// Adds changes to the batch whose block runs, or performs them as a batch of their own.
  func note(_ changes: @escaping (inout BatchUpdate) -> Void) {
    guard var batch = openBatch else { return performBatch({ self.note(changes) }, nil) }
    changes(&batch)
    openBatch = batch
  }

  /// Performs what a block describes as one batch.
  func performBatch(_ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?) {
    if openBatch != nil {
      updates?()
      nestedCompletions += completion.map { [$0] } ?? []
      return
    }
    let collected: () -> BatchUpdate = {
      self.openBatch = BatchUpdate()
      defer { self.openBatch = nil }
      updates?()
      return self.openBatch ?? BatchUpdate()
    }
    let end: (Bool) -> Void = { [weak self] finished in
      let nested = self?.nestedCompletions ?? []
      self?.nestedCompletions = []
      for completion in nested { completion(finished) }
      completion?(finished)
    }
    do throws(CollectionViewError) {
      try simulation.performBatchUpdates(collecting: collected, completion: end)
    } catch {
      fail(error)
      simulation.reloadData()
      end(false)
    }
    if UIView.areAnimationsEnabled { animationsBegan() } else { simulation.flush() }
  }

  /// Ends animations when the main queue is free, if they are to end by themselves.
  func animationsBegan() {
    guard UIView.animationsEndOnMainQueue else { return }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.simulation.flush()
        // A completion may have begun the next batch.
        if self.simulation.hasPendingCompletions { self.animationsBegan() }
      }
    }
  }
}

extension ListHost {
  /// Tells a view of its attributes, if they have changed.
  private func apply(_ value: LayoutAttributes, to view: UICollectionReusableView) {
    let code = simulation.hostedGeometry as? AppLayout
    if code == nil, view.appliedValue == value { return }
    let attributes: UICollectionViewLayoutAttributes
    if let known = code?.appAttributes(of: value.element) {
      attributes = known
    } else {
      attributes = UICollectionViewLayoutAttributes()
      attributes.take(value)
    }
    view.appliedValue = value
    if let applied = view.applied, applied.isEqual(attributes) { return }
    view.applied = attributes.copy() as? UICollectionViewLayoutAttributes
    view.apply(attributes)
  }
}

/// A view whose class makes it for a pool.
@MainActor
protocol ReusedView: UIView {
  init(forReuse identifier: String, frame: CGRect)
  func prepareForReuse()
}
