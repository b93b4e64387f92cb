public import Foundation
import ListAdapter
import ListLayout
import ListModel

/// Cells in lines, with as many cells in each line as fit.
///
/// It is `LayoutFlow` of `ListLayout`; `docs/layout-rules.md` has the rules. A delegate is asked for the sizes
/// of all cells in each pass that needs them, as in UIKit.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The ``estimatedItemSize`` that stands for ``itemSize``, for cells that are as large as their
  /// content.
  public static let automaticSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude,
    height: .greatestFiniteMagnitude
  )

  /// The size of a cell to which a delegate gives no size.
  open var itemSize = CGSize(width: 50, height: 50) {
    didSet { if itemSize != oldValue { invalidateLayout() } }
  }
  /// The estimated size of cells that are as large as their content; ``automaticSize`` stands for
  /// ``itemSize``, and zero turns self-sizing off.
  ///
  /// A size that a delegate gives is an estimate then, too.
  open var estimatedItemSize = CGSize.zero {
    didSet { if estimatedItemSize != oldValue { invalidateLayout() } }
  }
  /// The space between two cells of a line, at least.
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { if minimumInteritemSpacing != oldValue { invalidateLayout() } }
  }
  /// The space between two lines.
  open var minimumLineSpacing: CGFloat = 10 {
    didSet { if minimumLineSpacing != oldValue { invalidateLayout() } }
  }
  /// The space that a section keeps free around its cells.
  open var sectionInset = UIEdgeInsets.zero {
    didSet { if sectionInset != oldValue { invalidateLayout() } }
  }
  /// The edges from which ``sectionInset`` is measured.
  open var sectionInsetReference = SectionInsetReference.fromContentInset {
    didSet { if sectionInsetReference != oldValue { invalidateLayout() } }
  }
  /// Whether the header of a section stays on screen as long as its section does.
  open var sectionHeadersPinToVisibleBounds = false {
    didSet { if sectionHeadersPinToVisibleBounds != oldValue { invalidateLayout() } }
  }
  /// Whether the footer of a section stays on screen as long as its section does.
  open var sectionFootersPinToVisibleBounds = false {
    didSet { if sectionFootersPinToVisibleBounds != oldValue { invalidateLayout() } }
  }
  /// The direction in which lines follow each other; vertical for lines of cells side by side.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { if scrollDirection != oldValue { configurationDidChange() } }
  }
  /// The size of a section's header, which spans the list; without a length along the scroll
  /// direction, there is none.
  open var headerReferenceSize = CGSize.zero {
    didSet { if headerReferenceSize != oldValue { invalidateLayout() } }
  }
  /// The size of a section's footer, which spans the list; without a length along the scroll
  /// direction, there is none.
  open var footerReferenceSize = CGSize.zero {
    didSet { if footerReferenceSize != oldValue { invalidateLayout() } }
  }

  /// The edges from which a section's insets are measured.
  public enum SectionInsetReference: Int, Hashable, Sendable {
    /// The edges of what the scroll view's insets leave.
    case fromContentInset
    /// The edges of the safe area.
    case fromSafeArea
    /// The margins of the view.
    case fromLayoutMargins

    var value: LayoutFlow.InsetReference {
      switch self {
      case .fromContentInset: .contentInset
      case .fromSafeArea: .safeArea
      case .fromLayoutMargins: .layoutMargins
      }
    }
  }

  /// The class of the contexts with which the layout is invalidated.
  open override class var invalidationContextClass: AnyClass {
    UICollectionViewFlowLayoutInvalidationContext.self
  }

  /// Returns whether the bounds have another length across the scroll direction.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard let old = collectionView?.bounds.size else { return false }
    return scrollDirection == .vertical
      ? old.width != newBounds.size.width : old.height != newBounds.size.height
  }

  /// Returns a context by which the delegate is asked again only if the bounds have another size.
  open override func invalidationContext(
    forBoundsChange newBounds: CGRect
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    (context as? UICollectionViewFlowLayoutInvalidationContext)?
      .invalidateFlowLayoutDelegateMetrics = newBounds.size != collectionView?.bounds.size
    return context
  }

  /// Discards what a context names; the delegate is asked again if the context says so.
  open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    let flow = context as? UICollectionViewFlowLayoutInvalidationContext
    let keepsMetrics =
      flow?.invalidateFlowLayoutDelegateMetrics == false && !context.invalidateEverything
      && !context.invalidateDataSourceCounts
    if keepsMetrics { code?.take(context) } else { super.invalidateLayout(with: context) }
  }

  /// Returns whether cells choose their size and one prefers another size.
  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    estimatedItemSize != .zero && originalAttributes.representedElementCategory == .cell
      && preferredAttributes.size != originalAttributes.size
  }

  /// Returns a context by which the delegate is not asked again.
  open override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes,
      withOriginalAttributes: originalAttributes
    )
    context.invalidateItems(at: [originalAttributes.indexPath])
    (context as? UICollectionViewFlowLayoutInvalidationContext)?
      .invalidateFlowLayoutDelegateMetrics = false
    return context
  }

  override var isOwn: Bool { type(of: self) == UICollectionViewFlowLayout.self }
  override var hasNoEngine: Bool { false }
  override var knownAxis: LayoutAxis? { layoutConfiguration.scrollDirection }

  override func install(on view: UICollectionView) {
    super.install(on: view)
    let code = FlowCode { [weak self, weak view] section in
      // The view calls this within its own methods, which belong to the main actor.
      guard let self, let view else { return nil }
      return self.section(view, section)
    }
    view.simulation.setFlow(layoutConfiguration, code)
  }

  override var layoutConfiguration: LayoutConfiguration {
    LayoutConfiguration(scrollDirection: scrollDirection == .vertical ? .vertical : .horizontal)
  }

  private func section(_ view: UICollectionView, _ index: Int) -> FlowSection {
    let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
    let insets =
      delegate?.collectionView(view, layout: self, insetForSectionAt: index) ?? sectionInset
    var section = FlowSection(
      flow: flow(view, index, delegate),
      insets: DirectionalEdgeInsets(
        top: Double(insets.top),
        leading: Double(insets.left),
        bottom: Double(insets.bottom),
        trailing: Double(insets.right)
      )
    )
    section.pinsHeader = sectionHeadersPinToVisibleBounds
    section.pinsFooter = sectionFootersPinToVisibleBounds
    section.itemSizes = itemSizes(view, index, delegate)
    return section
  }

  private func flow(
    _ view: UICollectionView,
    _ index: Int,
    _ delegate: (any UICollectionViewDelegateFlowLayout)?
  ) -> LayoutFlow {
    let itemSpacing = delegate?.collectionView(
      view,
      layout: self,
      minimumInteritemSpacingForSectionAt: index
    )
    let lineSpacing = delegate?.collectionView(
      view,
      layout: self,
      minimumLineSpacingForSectionAt: index
    )
    let header = delegate?.collectionView(
      view,
      layout: self,
      referenceSizeForHeaderInSection: index
    )
    let footer = delegate?.collectionView(
      view,
      layout: self,
      referenceSizeForFooterInSection: index
    )
    return LayoutFlow(
      itemSize: LayoutExtent(itemSize),
      estimatedItemSize: estimate,
      minimumInteritemSpacing: Double(itemSpacing ?? minimumInteritemSpacing),
      minimumLineSpacing: Double(lineSpacing ?? minimumLineSpacing),
      sectionInsetReference: sectionInsetReference.value,
      headerReferenceSize: LayoutExtent(header ?? headerReferenceSize),
      footerReferenceSize: LayoutExtent(footer ?? footerReferenceSize)
    )
  }

  private var estimate: LayoutExtent? {
    guard estimatedItemSize != .zero else { return nil }
    return LayoutExtent(estimatedItemSize == Self.automaticSize ? itemSize : estimatedItemSize)
  }

  /// Returns the sizes that the delegate gives to the cells of a section; none if these are the
  /// layout's own.
  private func itemSizes(
    _ view: UICollectionView,
    _ index: Int,
    _ delegate: (any UICollectionViewDelegateFlowLayout)?
  ) -> [LayoutExtent] {
    guard let delegate else { return [] }
    let count = view.dataSource?.collectionView(view, numberOfItemsInSection: index) ?? 0
    let sizes = (0..<max(0, count)).map { item in
      delegate.collectionView(
        view,
        layout: self,
        sizeForItemAt: IndexPath(item: item, section: index)
      )
    }
    return sizes.allSatisfy { $0 == itemSize } ? [] : sizes.map { LayoutExtent($0) }
  }
}

/// The closure by which a flow layout asks the objects of an app.
///
/// `@unchecked Sendable`: the closure does not leave the view it was set on, which calls it within its
/// own methods and is not `Sendable` itself; see ``LayoutCode``.
final class FlowCode: @unchecked Sendable {
  static let name = "UICollectionViewFlowLayout"
  private let provider: (Int) -> FlowSection?

  init(_ provider: @escaping (Int) -> FlowSection?) {
    self.provider = provider
  }

  func section(_ index: Int) -> FlowSection? { provider(index) }
}

extension SimulatedCollectionView {
  /// Lays out all sections as lines, which a closure describes.
  func setFlow(_ configuration: LayoutConfiguration, _ code: FlowCode) {
    var registry = layoutRegistry
    registry.flowProviders[FlowCode.name] = { section, _ in code.section(section) }
    confinedRegistry = registry
    layoutOfAllSections = .provider(FlowCode.name)
    collectionViewLayout = .compositional(configuration)
    invalidateLayout()
  }
}

extension LayoutExtent {
  init(_ size: CGSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}

/// A delegate that a flow layout asks for sizes.
@preconcurrency @MainActor
public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
  /// Returns the size of a cell.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize
  /// The space that a section keeps free around its cells.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets
  /// The space between two lines of a section.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat
  /// The space between two cells of a line, at least.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat
  /// Returns the size of a section's header.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize
  /// Returns the size of a section's footer.
  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize
}

extension UICollectionViewDelegateFlowLayout {
  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize ?? .zero
  }

  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    insetForSectionAt section: Int
  ) -> UIEdgeInsets {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.sectionInset ?? .zero
  }

  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumLineSpacingForSectionAt section: Int
  ) -> CGFloat {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumLineSpacing ?? 0
  }

  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    minimumInteritemSpacingForSectionAt section: Int
  ) -> CGFloat {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.minimumInteritemSpacing ?? 0
  }

  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize ?? .zero
  }

  /// By default, the value of the layout.
  public func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize {
    (collectionViewLayout as? UICollectionViewFlowLayout)?.footerReferenceSize ?? .zero
  }
}
