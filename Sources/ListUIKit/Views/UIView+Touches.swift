public import Foundation
import ListAdapter

extension UIView {
  /// Returns a point of the view in the coordinates of another one; `nil` stands for those of the root.
  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let inRoot = point.moved(by: originInRoot)
    guard let view else { return inRoot }
    let origin = view.originInRoot
    return inRoot.moved(by: CGPoint(x: -origin.x, y: -origin.y))
  }

  /// Returns a point of another view in the coordinates of the view.
  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    let origin = originInRoot
    let inRoot = view?.convert(point, to: nil) ?? point
    return inRoot.moved(by: CGPoint(x: -origin.x, y: -origin.y))
  }

  /// Returns a rectangle of the view in the coordinates of another one.
  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  /// Returns a rectangle of another view in the coordinates of the view.
  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  private var originInRoot: CGPoint {
    sequence(first: self, next: \.superview).reduce(CGPoint.zero) { $0.moved(by: $1.frame.origin) }
  }

  /// A person taps the view at a point.
  ///
  /// The frontmost view there is asked first, then those that contain it: a gesture of a tap is made, a
  /// control is tapped, a cell of a list is selected.
  ///
  /// - Returns: Whether something has reacted.
  @discardableResult
  public func simulateTap(at point: CGPoint) -> Bool {
    if let list = self as? any TappedList { return list.tap(at: point) }
    guard let hit = hitTest(point, with: nil) else { return false }
    for view in sequence(first: hit, next: { $0 === self ? nil : $0.superview }) {
      let inner = convert(point, to: view)
      if view !== self, let list = view as? any TappedList { return list.tap(at: inner) }
      let taps = (view.gestureRecognizers ?? []).compactMap { $0 as? UITapGestureRecognizer }
      for tap in taps where tap.numberOfTapsRequired == 1 {
        tap.point = inner
        if tap.simulate() { return true }
      }
      if let control = view as? UIControl, control.simulateTap() { return true }
    }
    return false
  }
}

/// A list that finds the cell at a point.
@MainActor
protocol TappedList: UIView {
  var simulation: SimulatedCollectionView { get }
  func shownView(at path: CellPath) -> UIView?
  var contentOffset: CGPoint { get }
}

extension TappedList {
  func tap(at point: CGPoint) -> Bool {
    let inContent = point.moved(by: contentOffset)
    for path in simulation.pathsForVisibleItems.sorted().reversed() {
      guard let cell = shownView(at: path), cell.frame.contains(inContent) else { continue }
      let inner = CGPoint(x: inContent.x - cell.frame.minX, y: inContent.y - cell.frame.minY)
      if cell.simulateTap(at: inner) { return true }
      simulation.tapItem(at: path)
      return true
    }
    return false
  }
}

extension UICollectionView: TappedList {
  func shownView(at path: CellPath) -> UIView? { cellForItem(at: IndexPath(path)) }
}

extension UITableView: TappedList {
  func shownView(at path: CellPath) -> UIView? { cellForRow(at: IndexPath(path)) }
}

extension CGPoint {
  fileprivate func moved(by distance: CGPoint) -> CGPoint {
    CGPoint(x: x + distance.x, y: y + distance.y)
  }
}

/// What a view is for those who do not see it.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  /// One bit for each trait.
  public let rawValue: UInt64
  /// Creates a set from its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  /// Nothing.
  public static let none: UIAccessibilityTraits = []
  /// A button.
  public static let button = UIAccessibilityTraits(rawValue: 1)
  /// A link.
  public static let link = UIAccessibilityTraits(rawValue: 2)
  /// A picture.
  public static let image = UIAccessibilityTraits(rawValue: 4)
  /// Selected.
  public static let selected = UIAccessibilityTraits(rawValue: 8)
  /// A text.
  public static let staticText = UIAccessibilityTraits(rawValue: 64)
  /// A heading.
  public static let header = UIAccessibilityTraits(rawValue: 65_536)
}

/// The direction of a content; accepted for compatibility only.
public enum UISemanticContentAttribute: Int, Hashable, Sendable {
  /// As texts run.
  case unspecified
  /// As controls of media.
  case playback, spatial
  /// One direction.
  case forceLeftToRight, forceRightToLeft
}
