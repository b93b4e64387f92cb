public import Foundation
import ListAdapter
import ListLayout
public import ListModel

/// How a collection view arranges its content; this base class arranges nothing.
///
/// A subclass says where everything is: the view calls ``prepare()``, asks for the size of the content,
/// and then for what is within its bounds, and only for that. After a scroll it asks
/// ``shouldInvalidateLayout(forBoundsChange:)`` first. `docs/uikit.md` has the order of all calls.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
  private var components: [(component: AnyComponent, kind: String)] = []
  private var classes: [(viewClass: UICollectionReusableView.Type, kind: String)] = []
  private weak var simulation: SimulatedCollectionView?
  /// The part of the view that calls this layout; `nil` for a layout of this module, whose values the
  /// view lays out itself.
  private(set) weak var code: AppLayout?

  /// Creates a layout without sections.
  public nonisolated override init() { super.init() }

  /// Creates a layout as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) { super.init() }

  /// The view that the layout arranges.
  public private(set) weak var collectionView: UICollectionView?

  /// The class of the attributes that the layout makes.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }

  /// The class of the contexts with which the layout is invalidated.
  open class var invalidationContextClass: AnyClass {
    UICollectionViewLayoutInvalidationContext.self
  }

  // MARK: What a subclass answers

  /// Called before the layout is asked for anything, and again after each invalidation.
  open func prepare() {}

  /// The size of the content.
  open var collectionViewContentSize: CGSize {
    CGSize(simulation?.engineContentSize ?? .zero)
  }

  /// Returns the attributes of everything in a rectangle of the content.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    simulation?.engineAttributes(in: LayoutRect(rect)).map(attributes)
  }

  /// Returns the attributes of a cell.
  open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    simulation?.engineAttributes(of: .cell(CellPath(indexPath))).map(attributes)
  }

  /// Returns the attributes of a supplementary view.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    let kind = SupplementaryKind(rawValue: elementKind).rawValue
    let path = CellPath(indexPath)
    var elements: [LayoutElement] = [
      .boundarySupplementary(kind: kind, path), .groupSupplementary(kind: kind, path),
      .itemSupplementary(kind: kind, path),
    ]
    if indexPath.count == 1 { elements = [.layoutSupplementary(kind: kind, indexPath[0])] }
    return elements.lazy.compactMap { self.simulation?.engineAttributes(of: $0) }.first
      .map(attributes)
  }

  /// Returns the attributes of a decoration.
  open func layoutAttributesForDecorationView(
    ofKind elementKind: String,
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    simulation?.engineAttributes(of: .decoration(kind: elementKind, CellPath(indexPath)))
      .map(attributes)
  }

  /// Returns attributes of the layout's own class.
  private func attributes(_ value: LayoutAttributes) -> UICollectionViewLayoutAttributes {
    let known = Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
    let attributes = (known ?? UICollectionViewLayoutAttributes.self).init()
    attributes.take(value)
    return attributes
  }

  /// Whether the layout is mirrored where text runs from right to left.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

  // MARK: Invalidation

  /// Discards the layout: the next layout pass prepares it again, and asks section providers and
  /// delegates again.
  open func invalidateLayout() {
    simulation?.invalidateLayout()
    code?.discard()
  }

  /// Discards what a context names.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    simulation?.invalidateLayout()
    code?.take(context)
  }

  /// Returns whether the layout is invalid when the view's bounds change: when it is scrolled or
  /// resized.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  /// Returns what is invalid when the view's bounds change.
  open func invalidationContext(
    forBoundsChange newBounds: CGRect
  ) -> UICollectionViewLayoutInvalidationContext {
    newContext
  }

  /// Returns whether the layout is invalid because a view prefers other attributes.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  /// Returns what is invalid because a view prefers other attributes.
  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    newContext
  }

  // MARK: Items that a finger moves

  /// Returns the path that an item has if a finger lets go of it at a point of the content: that of the
  /// item which is there, or the one it has.
  open func targetIndexPath(
    forInteractivelyMovingItem previousIndexPath: IndexPath,
    withPosition position: CGPoint
  ) -> IndexPath {
    collectionView?.indexPathForItem(at: position) ?? previousIndexPath
  }

  /// Returns what is invalid when a finger moves items.
  open func invalidationContext(
    forInteractivelyMovingItems targetIndexPaths: [IndexPath],
    withTargetPosition targetPosition: CGPoint,
    previousIndexPaths: [IndexPath],
    previousPosition: CGPoint
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = newContext
    context.previousIndexPathsForInteractivelyMovingItems = previousIndexPaths
    context.targetIndexPathsForInteractivelyMovingItems = targetIndexPaths
    context.interactiveMovementTarget = targetPosition
    return context
  }

  /// Returns what is invalid when a finger has let go of items.
  open func invalidationContextForEndingInteractiveMovementOfItems(
    toFinalIndexPaths indexPaths: [IndexPath],
    previousIndexPaths: [IndexPath],
    movementCancelled: Bool
  ) -> UICollectionViewLayoutInvalidationContext {
    invalidationContext(
      forInteractivelyMovingItems: indexPaths,
      withTargetPosition: .zero,
      previousIndexPaths: previousIndexPaths,
      previousPosition: .zero
    )
  }

  var newContext: UICollectionViewLayoutInvalidationContext {
    let known =
      Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
    return (known ?? UICollectionViewLayoutInvalidationContext.self).init()
  }

  // MARK: Resting places

  /// Returns where the content comes to rest after a finger was lifted.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint,
    withScrollingVelocity velocity: CGPoint
  ) -> CGPoint {
    proposedContentOffset
  }

  /// Returns where the content is after the data have changed.
  open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint) -> CGPoint
  {
    proposedContentOffset
  }

  // MARK: Changes

  /// Called before a batch is shown, when the layout is prepared for the data after it.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// Called when the views are those after the batch.
  open func finalizeCollectionViewUpdates() {}

  /// Called before the bounds change in size.
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}

  /// Called after the bounds have changed in size.
  open func finalizeAnimatedBoundsChange() {}

  /// Returns how a cell that a batch inserts looks when it begins to appear: by default, at its own
  /// place and transparent.
  open func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    faded(layoutAttributesForItem(at: itemIndexPath))
  }

  /// Returns how a cell that a batch deletes looks when it has disappeared: by default, at its old place
  /// and transparent.
  open func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    faded(code?.attributesBefore(.cell(CellPath(itemIndexPath))))
  }

  private func faded(
    _ attributes: UICollectionViewLayoutAttributes?
  ) -> UICollectionViewLayoutAttributes? {
    let copy = attributes?.copy() as? UICollectionViewLayoutAttributes
    copy?.alpha = 0
    return copy
  }

  // MARK: Decorations

  /// Registers a component that is drawn for the decorations of a kind.
  public func register(_ component: some Component, forDecorationViewOfKind kind: String) {
    components.append((AnyComponent(component), kind))
    simulation?.register(component, forDecorationViewOfKind: kind)
  }

  /// Registers a class for the decorations of a kind.
  public func register(
    _ viewClass: UICollectionReusableView.Type,
    forDecorationViewOfKind kind: String
  ) {
    classes.append((viewClass, kind))
    simulation?.hostedDecorations[kind] = { viewClass.init(forReuse: kind, frame: CGRect($0)) }
  }

  // MARK: Views

  /// The current settings that apply to all sections.
  var layoutConfiguration: LayoutConfiguration { LayoutConfiguration() }

  /// Whether the class is one of this module, whose values the view lays out itself.
  var isOwn: Bool { type(of: self) == UICollectionViewLayout.self }
  /// Whether the class is not one for which the view's engine knows where anything is.
  var hasNoEngine: Bool { true }
  /// The axis along which the content scrolls; `nil` if its size decides.
  var knownAxis: LayoutAxis? { nil }

  /// Discards the layout, and passes the current settings of all sections on to the view.
  func configurationDidChange() {
    simulation?.collectionViewLayout = .compositional(layoutConfiguration)
    invalidateLayout()
  }

  /// Ends being the layout of a view.
  func uninstall() {
    simulation?.hostedGeometry = nil
    simulation = nil
    collectionView = nil
  }

  /// Becomes the layout of a simulated view.
  func install(on simulation: SimulatedCollectionView) {
    self.simulation = simulation
    for (component, kind) in components {
      simulation.register(component, forDecorationViewOfKind: kind)
    }
  }

  /// Becomes the layout of a view.
  func install(on view: UICollectionView) {
    collectionView = view
    install(on: view.simulation)
    for (viewClass, kind) in classes {
      view.simulation.hostedDecorations[kind] = {
        viewClass.init(forReuse: kind, frame: CGRect($0))
      }
    }
    if hasNoEngine { view.simulation.setSections { _, _ in nil } }
    let code = isOwn ? nil : AppLayout(self, view)
    self.code = code
    view.simulation.hostedGeometry = code
  }
}

extension SimulatedCollectionView {
  /// Lays out all sections by a closure, which is called within the view's own methods only.
  @MainActor
  func setSections(
    _ configuration: UICollectionViewCompositionalLayoutConfiguration =
      UICollectionViewCompositionalLayoutConfiguration(),
    _ sections: @escaping UICollectionViewCompositionalLayout.SectionProvider
  ) {
    let layout = UICollectionViewCompositionalLayout(
      sectionProvider: sections,
      configuration: configuration
    )
    setCollectionViewLayout(layout, animated: false)
  }
}
