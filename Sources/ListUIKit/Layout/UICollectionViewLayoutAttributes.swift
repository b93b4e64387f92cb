public import Foundation
import ListLayout
import ListModel

/// Where an element of a collection view is, and how it is drawn.
///
/// A subclass adds properties of its own, and copies and compares them in `copy(with:)` and
/// `isEqual(_:)`; see ``UICollectionViewLayout/layoutAttributesClass``.
@preconcurrency @MainActor
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
  /// The values of attributes.
  struct Values: Equatable {
    var category = UICollectionView.ElementCategory.cell
    var kind: String?
    var indexPath = IndexPath()
    /// Its frame without its transform.
    var frame = CGRect.zero
    var transform = CGAffineTransform.identity
    var alpha: CGFloat = 1
    var zIndex = 0
    var isHidden = false
    /// The attributes of the view's engine that these were made of.
    var origin: LayoutAttributes?
  }

  // Attributes are made, copied and compared on the main actor, as their class says. `copy(with:)` and
  // `isEqual(_:)` belong to no actor in Foundation.
  nonisolated(unsafe) var values = Values()

  /// Creates attributes of no element; a copy begins with this.
  public nonisolated required override init() { super.init() }

  /// Creates the attributes of a cell.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    values.indexPath = indexPath
  }

  /// Creates the attributes of a header, footer or other supplementary view.
  public convenience init(
    forSupplementaryViewOfKind elementKind: String,
    with indexPath: IndexPath
  ) {
    self.init()
    values.category = .supplementaryView
    values.kind = elementKind
    values.indexPath = indexPath
  }

  /// Creates the attributes of a decoration.
  public convenience init(
    forDecorationViewOfKind decorationViewKind: String,
    with indexPath: IndexPath
  ) {
    self.init()
    values.category = .decorationView
    values.kind = decorationViewKind
    values.indexPath = indexPath
  }

  /// The smallest upright rectangle around the element, transformed, in the content; without a
  /// transform, setting it sets the centre and the size.
  open var frame: CGRect {
    get {
      let frame = values.frame
      guard !transform.isIdentity else { return frame }
      let moved = CGAffineTransform(translationX: -center.x, y: -center.y)
        .concatenating(transform)
        .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
      return frame.applying(moved)
    }
    set {
      values.frame = newValue
    }
  }
  /// The middle of the element in the content.
  open var center: CGPoint {
    get { CGPoint(x: values.frame.midX, y: values.frame.midY) }
    set {
      values.frame.origin = CGPoint(
        x: newValue.x - size.width / 2,
        y: newValue.y - size.height / 2
      )
    }
  }
  /// The size of the element without its transform.
  open var size: CGSize {
    get { values.frame.size }
    set {
      let old = values.frame
      guard newValue != old.size else { return }
      // The middle stays.
      values.frame = CGRect(
        x: old.origin.x + (old.size.width - newValue.width) / 2,
        y: old.origin.y + (old.size.height - newValue.height) / 2,
        width: newValue.width,
        height: newValue.height
      )
    }
  }
  /// The element's own coordinates.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }
  /// How it is turned and scaled about its centre, and shifted; it is drawn scaled alike both ways.
  open var transform: CGAffineTransform {
    get { values.transform }
    set { values.transform = newValue }
  }
  /// Its opacity, from 0 to 1.
  open var alpha: CGFloat {
    get { values.alpha }
    set { values.alpha = newValue }
  }
  /// Its drawing order: higher is drawn later.
  open var zIndex: Int {
    get { values.zIndex }
    set { values.zIndex = newValue }
  }
  /// Whether it is not drawn.
  open var isHidden: Bool {
    get { values.isHidden }
    set { values.isHidden = newValue }
  }
  /// The path of the element.
  open var indexPath: IndexPath {
    get { values.indexPath }
    set { values.indexPath = newValue }
  }
  /// Whether it is a cell, a supplementary view or a decoration.
  open var representedElementCategory: UICollectionView.ElementCategory { values.category }
  /// The kind of a supplementary view or decoration; `nil` for a cell.
  open var representedElementKind: String? { values.kind }

  /// Returns attributes with the same values; a subclass adds its own.
  nonisolated open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.values = values
    return copy
  }

  /// Returns whether all values are equal; a subclass compares its own, too.
  nonisolated open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UICollectionViewLayoutAttributes else { return false }
    var (mine, theirs) = (values, other.values)
    mine.origin = nil
    theirs.origin = nil
    return mine == theirs
  }

  /// A number that is equal for equal attributes.
  nonisolated open override var hash: Int { values.indexPath.hashValue }
}

extension UICollectionViewLayoutAttributes {
  /// Takes the values of attributes of the view's engine.
  func take(_ attributes: LayoutAttributes) {
    values.origin = attributes
    frame = CGRect(attributes.frame)
    transform = CGAffineTransform(scale: attributes.scale, rotation: attributes.rotation)
    alpha = CGFloat(attributes.alpha)
    zIndex = attributes.zIndex
    isHidden = attributes.isHidden
    indexPath = attributes.element.indexPath.map { IndexPath($0) } ?? IndexPath()
    let kind = attributes.element.kind
    switch attributes.element {
    case .cell: values.category = .cell
    case .decoration:
      values.category = .decorationView
      values.kind = kind
    case .layoutSupplementary(_, let ordinal):
      values.category = .supplementaryView
      values.kind = kind.map { SupplementaryKind(rawValue: $0).uikitName }
      indexPath = IndexPath(index: ordinal)
    case .itemSupplementary, .groupSupplementary, .boundarySupplementary:
      values.category = .supplementaryView
      values.kind = kind.map { SupplementaryKind(rawValue: $0).uikitName }
    }
  }

  /// The element of the layout.
  var element: LayoutElement {
    if let origin = values.origin?.element, origin.path == indexPath { return origin }
    let path = CellPath(indexPath)
    let kind = values.kind ?? ""
    switch values.category {
    case .cell: return .cell(path)
    case .decorationView: return .decoration(kind: kind, path)
    case .supplementaryView:
      let kind = SupplementaryKind(rawValue: kind).rawValue
      if indexPath.count == 1 { return .layoutSupplementary(kind: kind, indexPath[0]) }
      return .boundarySupplementary(kind: kind, path)
    }
  }

  /// The attributes as a value.
  var value: LayoutAttributes {
    let frame = LayoutRect(values.frame.offsetBy(dx: transform.tx, dy: transform.ty))
    var value = LayoutAttributes(element: element, frame: frame, zIndex: zIndex)
    if let origin = values.origin, origin.contentFrame != origin.frame {
      // In a section that scrolls by itself, both frames are moved alike.
      value.contentFrame = frame.offsetBy(
        x: origin.contentFrame.x - origin.frame.x,
        y: origin.contentFrame.y - origin.frame.y
      )
    }
    value.alpha = Double(alpha)
    value.isHidden = isHidden
    value.scale = transform.scale
    value.rotation = transform.rotation
    return value
  }
}

extension LayoutElement {
  fileprivate var path: IndexPath {
    if case .layoutSupplementary(_, let ordinal) = self { return IndexPath(index: ordinal) }
    return indexPath.map { IndexPath($0) } ?? IndexPath()
  }
}

extension LayoutRect {
  init(_ rect: CGRect) {
    self.init(
      x: Double(rect.origin.x),
      y: Double(rect.origin.y),
      width: Double(rect.size.width),
      height: Double(rect.size.height)
    )
  }
}

extension UICollectionView {
  /// What an element of a collection view is.
  public enum ElementCategory: UInt, Hashable, Sendable {
    /// A cell.
    case cell
    /// A header, footer or other view that the data source gives.
    case supplementaryView
    /// A view that the layout gives.
    case decorationView
  }
}
