public import Foundation
public import ListLayout

/// Receives the visible items of a section before each layout pass, and may change them.
public typealias NSCollectionLayoutSectionVisibleItemsInvalidationHandler = (
  _ visibleItems: [any NSCollectionLayoutVisibleItem], _ contentOffset: CGPoint,
  _ environment: any NSCollectionLayoutEnvironment
) -> Void

/// How a section is arranged.
///
/// It makes a `LayoutSection`.
public final class NSCollectionLayoutSection {
  /// Receives the visible items of the section before each layout pass, and may change them.
  public typealias VisibleItemsInvalidationHandler =
    NSCollectionLayoutSectionVisibleItemsInvalidationHandler

  private enum Base {
    case group(NSCollectionLayoutGroup)
    case value(LayoutSection)
  }

  private let base: Base
  /// The list of which the section is.
  var listConfiguration: UICollectionLayoutListConfiguration?
  /// The space around the groups.
  public var contentInsets = NSDirectionalEdgeInsets.zero
  /// The space between two groups.
  public var interGroupSpacing: CGFloat = 0
  /// Whether and how the groups scroll across the list's own direction.
  public var orthogonalScrollingBehavior =
    UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  /// Headers, footers and the like.
  public var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// Whether headers and footers keep the section's insets across the scroll axis.
  public var supplementariesFollowContentInsets = true
  /// Which insets of the view the section respects.
  public var contentInsetsReference = UIContentInsetsReference.automatic
  /// Which insets of the view headers and footers respect.
  public var supplementaryContentInsetsReference = UIContentInsetsReference.automatic
  /// Views behind the section.
  public var decorationItems: [NSCollectionLayoutDecorationItem] = []
  /// Receives the visible items, and may change them.
  public var visibleItemsInvalidationHandler: VisibleItemsInvalidationHandler?

  /// Creates a section.
  public init(group: NSCollectionLayoutGroup) {
    base = .group(group)
  }

  /// Creates a section of a value; headers and footers that are added later join those of the value.
  public init(_ section: LayoutSection) {
    base = .value(section)
    contentInsets = NSDirectionalEdgeInsets(section.contentInsets)
    interGroupSpacing = CGFloat(section.interGroupSpacing)
    orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior(
      section.orthogonalScrollingBehavior
    )
    supplementariesFollowContentInsets = section.supplementariesFollowContentInsets
  }

  /// The section as a value.
  ///
  /// The closures of the section (handlers, and providers of custom groups) are not part of the value;
  /// a layout that is set on a view keeps them.
  public var layoutSection: LayoutSection { value(LayoutCode(), handlerName: nil) }

  func value(_ code: LayoutCode, handlerName: String?) -> LayoutSection {
    var section: LayoutSection
    switch base {
    case .group(let group):
      section = LayoutSection(group: group.group(code))
      section.contentInsetsReference = contentInsetsReference.value
      section.supplementaryContentInsetsReference = supplementaryContentInsetsReference.value
    case .value(let known): section = known
    }
    section.contentInsets = contentInsets.value
    section.interGroupSpacing = Double(interGroupSpacing)
    section.orthogonalScrollingBehavior = orthogonalScrollingBehavior.value
    section.boundarySupplementaryItems += boundarySupplementaryItems.map(\.value)
    section.supplementariesFollowContentInsets = supplementariesFollowContentInsets
    section.decorationItems += decorationItems.map(\.value)
    if visibleItemsInvalidationHandler != nil {
      section.visibleItemsInvalidationHandler = handlerName
    }
    return section
  }
}

/// The space and the device for which a layout is made.
public protocol NSCollectionLayoutEnvironment {
  /// The container.
  var container: any NSCollectionLayoutContainer { get }
  /// The known traits of the device.
  var traitCollection: UITraitCollection { get }
}

/// A container and its insets.
public protocol NSCollectionLayoutContainer {
  /// The size of the container.
  var contentSize: CGSize { get }
  /// The size less the insets.
  var effectiveContentSize: CGSize { get }
  /// The insets.
  var contentInsets: NSDirectionalEdgeInsets { get }
  /// The insets that are in force.
  var effectiveContentInsets: NSDirectionalEdgeInsets { get }
}

package struct Environment: NSCollectionLayoutEnvironment {
  package let value: LayoutEnvironment
  package var container: any NSCollectionLayoutContainer { Container(value: value.container) }

  private struct Container: NSCollectionLayoutContainer {
    let value: LayoutContainer
    var contentSize: CGSize { CGSize(value.contentSize) }
    var effectiveContentSize: CGSize { CGSize(value.effectiveContentSize) }
    var contentInsets: NSDirectionalEdgeInsets { NSDirectionalEdgeInsets(value.safeAreaInsets) }
    var effectiveContentInsets: NSDirectionalEdgeInsets { contentInsets }
  }
}

/// A visible cell or view of a section, while a handler may change it.
public protocol NSCollectionLayoutVisibleItem: AnyObject {
  /// The path of a cell; for another view of a section, the section and the view's ordinal; for a view
  /// of the whole layout, its ordinal alone.
  var indexPath: IndexPath { get }
  /// Its frame, without its transform. If its section has a scroller of its own, the frame is in the
  /// content of that scroller: subtract the offset that the handler receives.
  var frame: CGRect { get }
  /// Its own coordinates.
  var bounds: CGRect { get }
  /// Its centre.
  var center: CGPoint { get set }
  /// How it is scaled and turned about its centre, and shifted; it is scaled alike both ways.
  var transform: CGAffineTransform { get set }
  /// Its opacity, from 0 to 1.
  var alpha: CGFloat { get set }
  /// Its drawing order: higher is drawn later.
  var zIndex: Int { get set }
  /// Whether it is not drawn.
  var isHidden: Bool { get set }
  /// The kind; `nil` for a cell.
  var representedElementKind: String? { get }
}

/// The attributes of a visible item, while a handler may change them.
final class VisibleItem: NSCollectionLayoutVisibleItem {
  private(set) var attributes: LayoutAttributes

  init(_ attributes: LayoutAttributes) {
    self.attributes = attributes
    zIndex = attributes.zIndex
    alpha = CGFloat(attributes.alpha)
    isHidden = attributes.isHidden
    transform = CGAffineTransform(scale: attributes.scale, rotation: attributes.rotation)
    center = CGPoint(attributes.contentFrame.center)
  }

  var indexPath: IndexPath {
    if let path = attributes.element.indexPath {
      return IndexPath(indexes: [path.section, path.item])
    }
    guard case .layoutSupplementary(_, let ordinal) = attributes.element else { return IndexPath() }
    return IndexPath(index: ordinal)
  }
  var frame: CGRect { CGRect(attributes.contentFrame) }
  var bounds: CGRect { CGRect(origin: .zero, size: CGSize(attributes.frame.extent)) }
  var representedElementKind: String? { attributes.element.kind }
  var center: CGPoint
  var transform: CGAffineTransform
  var alpha: CGFloat
  var zIndex: Int
  var isHidden: Bool

  /// The attributes with the handler's changes.
  var changed: LayoutAttributes {
    var changed = attributes
    changed.zIndex = zIndex
    changed.alpha = Double(alpha)
    changed.isHidden = isHidden
    changed.scale = transform.scale
    changed.rotation = transform.rotation
    changed.frame = changed.frame.offsetBy(
      x: Double(center.x + transform.tx) - attributes.contentFrame.center.x,
      y: Double(center.y + transform.ty) - attributes.contentFrame.center.y
    )
    return changed
  }
}
