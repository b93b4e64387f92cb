import Foundation
import ListAdapter
import ListDiff
import ListLayout
import ListModel
import ListRendering

/// The part of a view that calls the layout of an app's own class, and keeps its answers until it is
/// invalidated.
@MainActor
final class AppLayout {
  private weak var layout: UICollectionViewLayout?
  private weak var view: UICollectionView?
  private var isPrepared = false
  /// The bounds for which the layout was asked last.
  private var bounds: CGRect?
  private(set) var contentSize = LayoutExtent.zero
  /// The answers, by the rectangle that was asked for.
  private var answers: [LayoutRect: [LayoutAttributes]] = [:]
  /// The app's attributes of everything that was answered.
  private var attributes: [LayoutElement: UICollectionViewLayoutAttributes] = [:]
  /// The same before the batch that is being shown.
  private var before: [LayoutElement: UICollectionViewLayoutAttributes] = [:]
  private var updates: [UICollectionViewUpdateItem]?
  private(set) var fault: CollectionViewError?

  init(_ layout: UICollectionViewLayout, _ view: UICollectionView) {
    self.layout = layout
    self.view = view
  }

  func discard() { isPrepared = false }

  /// Takes an invalidation by the app, or by the view.
  func take(_ context: UICollectionViewLayoutInvalidationContext) {
    discard()
    guard let view, context.contentOffsetAdjustment != .zero else { return }
    let offset = view.contentOffset
    view.contentOffset = CGPoint(
      x: offset.x + context.contentOffsetAdjustment.x,
      y: offset.y + context.contentOffsetAdjustment.y
    )
  }

  func attributesBefore(_ element: LayoutElement) -> UICollectionViewLayoutAttributes? {
    before[element]
  }

  /// Returns the app's own attributes of an element, as the layout answered them last.
  func appAttributes(of element: LayoutElement) -> UICollectionViewLayoutAttributes? {
    if let known = attributes[element] { return known }
    let path = element.indexPath.map { IndexPath($0) } ?? IndexPath()
    switch element {
    case .cell: return note(layout?.layoutAttributesForItem(at: path))
    case .decoration(let kind, _):
      return note(layout?.layoutAttributesForDecorationView(ofKind: kind, at: path))
    case .layoutSupplementary(let kind, let ordinal):
      return note(supplementary(kind, IndexPath(index: ordinal)))
    case .boundarySupplementary(let kind, _), .groupSupplementary(let kind, _),
      .itemSupplementary(let kind, _):
      return note(supplementary(kind, path))
    }
  }

  private func supplementary(_ kind: String, _ path: IndexPath) -> UICollectionViewLayoutAttributes?
  {
    layout?.layoutAttributesForSupplementaryView(
      ofKind: SupplementaryKind(rawValue: kind).uikitName,
      at: path
    )
  }

  private func note(
    _ found: UICollectionViewLayoutAttributes?
  ) -> UICollectionViewLayoutAttributes? {
    guard let found, isValid(found) else { return nil }
    attributes[found.element] = found
    return found
  }

  /// Returns whether attributes are of something that exists, with a frame that can be drawn; the first
  /// fault is kept.
  private func isValid(_ attributes: UICollectionViewLayoutAttributes) -> Bool {
    let frame = attributes.values.frame
    let numbers = [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
    let path = CellPath(attributes.indexPath)
    guard numbers.allSatisfy({ abs(Double($0)) <= LayoutLimits.length }) else {
      fault =
        fault
        ?? .invalidLayout(
          LayoutError(
            section: path.section,
            place: "layoutAttributesForElements(in:), frame",
            reason: numbers.allSatisfy(\.isFinite)
              ? .tooLarge(Double(numbers.map(abs).max() ?? 0), limit: LayoutLimits.length)
              : .notFinite
          )
        )
      return false
    }
    guard attributes.representedElementCategory == .cell else { return true }
    let counts = view?.simulation.numberOfItemsInSections ?? []
    guard counts.indices.contains(path.section), (0..<counts[path.section]).contains(path.item)
    else {
      fault = fault ?? .attributesOfMissingItem(at: path)
      return false
    }
    return true
  }

  private func prepareNow() {
    guard let layout else { return }
    answers = [:]
    attributes = [:]
    fault = nil
    layout.prepare()
    // What the layout has set while it was prepared is in force already.
    isPrepared = true
    askForSize()
    if let updates {
      layout.prepare(forCollectionViewUpdates: updates)
      self.updates = nil
    }
  }

  /// Asks the layout whether other bounds invalidate it, while the view still has the old ones.
  private func boundsChange(from old: CGRect, to new: CGRect) {
    guard let layout, let view else { return }
    view.boundsInForce = old
    let isInvalid = layout.shouldInvalidateLayout(forBoundsChange: new)
    let context = isInvalid ? layout.invalidationContext(forBoundsChange: new) : nil
    view.boundsInForce = nil
    if old.size != new.size { layout.prepare(forAnimatedBoundsChange: old) }
    if let context { layout.invalidateLayout(with: context) }
    if old.size != new.size { layout.finalizeAnimatedBoundsChange() }
  }

  /// Where a layout that knows only one direction of text is mirrored.
  private var mirrors: Bool {
    guard let layout, layout.hasNoEngine, layout.flipsHorizontallyInOppositeLayoutDirection else {
      return false
    }
    return view?.simulation.viewport.layoutDirection == .rightToLeft
  }

  private func mirrored(_ rect: LayoutRect) -> LayoutRect {
    guard mirrors else { return rect }
    var rect = rect
    rect.x = contentSize.width - rect.maxX
    return rect
  }

  private func shown(_ attributes: UICollectionViewLayoutAttributes) -> LayoutAttributes {
    var value = attributes.value
    guard mirrors else { return value }
    value.frame = mirrored(value.frame)
    value.contentFrame = value.frame
    value.rotation = 0 - value.rotation
    return value
  }
}

extension AppLayout: @MainActor HostedLayout {
  var scrollAxis: LayoutAxis {
    if let known = layout?.knownAxis { return known }
    // While the layout says how large its content is, it may read the screen: the axis is the one before.
    guard let viewport = view?.simulation.viewport else { return .vertical }
    return contentSize.height <= viewport.height && contentSize.width > viewport.width
      ? .horizontal : .vertical
  }

  private func askForSize() {
    let wanted = layout?.collectionViewContentSize ?? .zero
    func bounded(_ length: CGFloat) -> Double {
      length.isFinite ? min(max(0, Double(length)), LayoutLimits.length) : 0
    }
    contentSize = LayoutExtent(width: bounded(wanted.width), height: bounded(wanted.height))
    if !wanted.width.isFinite || !wanted.height.isFinite {
      fault =
        fault
        ?? .invalidLayout(LayoutError(place: "collectionViewContentSize", reason: .notFinite))
    }
  }

  func prepare(for viewport: SimulatedViewport) {
    guard let view else { return }
    let new = view.bounds
    defer { bounds = new }
    if isPrepared, let bounds, bounds != new { boundsChange(from: bounds, to: new) }
    if !isPrepared { prepareNow() }
  }

  func attributes(in rect: LayoutRect) -> [LayoutAttributes] {
    if let known = answers[rect] { return known }
    guard let layout else { return [] }
    let asked = CGRect(mirrored(rect))
    let found = layout.layoutAttributesForElements(in: asked) ?? []
    let screen = LayoutRect(asked)
    var shown: [LayoutAttributes] = []
    var seen: Set<LayoutElement> = []
    // The view shows what is within its bounds, even if it is given more.
    for found in found {
      guard let found = note(found), screen.intersects(LayoutRect(found.frame)),
        seen.insert(found.element).inserted
      else { continue }
      shown.append(self.shown(found))
    }
    if answers.count > 4 { answers = [:] }
    answers[rect] = shown
    return shown
  }

  func attributes(of element: LayoutElement) -> LayoutAttributes? {
    appAttributes(of: element).map(shown)
  }

  func accepts(
    _ size: ContentSize,
    of element: LayoutElement,
    in reusable: any ReusableView
  ) -> Bool {
    guard let layout, let original = appAttributes(of: element),
      let preferred = original.copy() as? UICollectionViewLayoutAttributes
    else { return false }
    preferred.size = CGSize(width: size.width, height: size.height)
    let wanted =
      (ListHost.view(reusable) as? UICollectionReusableView)?
      .preferredLayoutAttributesFitting(preferred) ?? preferred
    guard
      layout.shouldInvalidateLayout(
        forPreferredLayoutAttributes: wanted,
        withOriginalAttributes: original
      )
    else { return false }
    layout.invalidateLayout(
      with: layout.invalidationContext(
        forPreferredLayoutAttributes: wanted,
        withOriginalAttributes: original
      )
    )
    return true
  }

  func offset(proposed: Double) -> Double {
    guard let layout else { return proposed }
    return along(layout.targetContentOffset(forProposedContentOffset: point(proposed)))
  }

  func restingOffset(proposed: Double, velocity: Double) -> Double {
    guard let layout else { return proposed }
    return along(
      layout.targetContentOffset(
        forProposedContentOffset: point(proposed),
        withScrollingVelocity: point(velocity)
      )
    )
  }

  private func point(_ value: Double) -> CGPoint {
    scrollAxis == .vertical ? CGPoint(x: 0, y: value) : CGPoint(x: value, y: 0)
  }

  private func along(_ point: CGPoint) -> Double {
    let value = Double(scrollAxis == .vertical ? point.y : point.x)
    return value.isFinite ? value : 0
  }

  func begin(_ update: BatchUpdate) {
    guard let layout else { return }
    before = attributes
    updates = update.items
    let context = layout.newContext
    context.invalidateDataSourceCounts = true
    layout.invalidateLayout(with: context)
  }

  func end(_ update: BatchUpdate, appearing: [CellPath], disappearing: [CellPath]) {
    guard let layout, let view else { return }
    view.disappearingAttributes = disappearing.compactMap {
      layout.finalLayoutAttributesForDisappearingItem(at: IndexPath($0))
    }
    view.appearingAttributes = appearing.compactMap {
      layout.initialLayoutAttributesForAppearingItem(at: IndexPath($0))
    }
    layout.finalizeCollectionViewUpdates()
    before = [:]
  }
}

extension BatchUpdate {
  /// The changes as a layout is told of them; a section has the item `NSNotFound`.
  @MainActor fileprivate var items: [UICollectionViewUpdateItem] {
    func section(_ index: Int) -> IndexPath { IndexPath(item: NSNotFound, section: index) }
    var items = self.deletedSections.map { UICollectionViewUpdateItem(.delete, section($0), nil) }
    items += self.insertedSections.map { UICollectionViewUpdateItem(.insert, nil, section($0)) }
    items += self.movedSections.map {
      UICollectionViewUpdateItem(.move, section($0.from), section($0.to))
    }
    items += reloadedSections.map {
      UICollectionViewUpdateItem(.reload, section($0), section($0))
    }
    items += self.deletedCells.map { UICollectionViewUpdateItem(.delete, IndexPath($0), nil) }
    items += self.insertedCells.map { UICollectionViewUpdateItem(.insert, nil, IndexPath($0)) }
    items += self.movedCells.map {
      UICollectionViewUpdateItem(.move, IndexPath($0.from), IndexPath($0.to))
    }
    items += reloadedCells.map {
      UICollectionViewUpdateItem(.reload, IndexPath($0), IndexPath($0))
    }
    return items
  }
}
