public import Foundation
import ListLayout

/// A view whose content is larger than itself.
open class UIScrollView: UIView {
  /// Whether a bar at the right shows how far the content is scrolled; accepted for compatibility only.
  open var showsVerticalScrollIndicator = true
  /// Whether a bar at the bottom shows how far the content is scrolled; accepted for compatibility
  /// only.
  open var showsHorizontalScrollIndicator = true
  /// Whether the content moves beyond its end and back; accepted for compatibility only.
  open var bounces = true
  /// Whether the content moves beyond its end; accepted for compatibility only.
  open var alwaysBounceVertical = false
  /// Whether the content moves beyond its end; accepted for compatibility only.
  open var alwaysBounceHorizontal = false
  /// Whether a person may scroll; accepted for compatibility only.
  open var isScrollEnabled = true
  /// Whether a finger is on the content.
  open var isTracking: Bool { false }
  /// Whether a finger moves the content.
  open var isDragging: Bool { false }
  /// Whether the content moves after a finger was lifted.
  open var isDecelerating: Bool { false }
  /// The control that a person pulls down for fresh content.
  open var refreshControl: UIRefreshControl?
  /// The space kept free around the content.
  open var contentInset = UIEdgeInsets.zero
  /// The space kept free around the content, by the app and by bars.
  open var adjustedContentInset: UIEdgeInsets { contentInset }
  /// How far the content is scrolled: its point in the upper left corner of the view.
  open var contentOffset = CGPoint.zero
  /// The size of the content.
  open var contentSize = CGSize.zero

  /// Scrolls to an offset.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    self.contentOffset = contentOffset
  }
}

/// Distances from four edges, in points.
public struct UIEdgeInsets: Hashable, Sendable {
  /// The distance from the top edge.
  public var top: CGFloat
  /// The distance from the left edge.
  public var left: CGFloat
  /// The distance from the bottom edge.
  public var bottom: CGFloat
  /// The distance from the right edge.
  public var right: CGFloat

  /// No distance on any edge.
  public static let zero = UIEdgeInsets()

  /// Creates insets.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  init(_ insets: DirectionalEdgeInsets) {
    self.init(
      top: CGFloat(insets.top),
      left: CGFloat(insets.leading),
      bottom: CGFloat(insets.bottom),
      right: CGFloat(insets.trailing)
    )
  }
}

/// An object that a scroll view tells about a person's scrolling.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
  /// Called when the content has moved.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// Called when a finger begins to drag.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// Called when a finger is about to be lifted; the delegate may change where the content will rest.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  )
  /// Called when a finger was lifted.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// Called when the content begins to slow down.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// Called when the content has come to rest.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// Returns whether a tap on the status bar scrolls to the top.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// Called when the content has scrolled to the top.
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  /// By default, nothing happens.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// By default, nothing happens.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// By default, the target is left unchanged.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {}
  /// By default, nothing happens.
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  {}
  /// By default, nothing happens.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
  /// By default, nothing happens.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
  /// By default, `true`.
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  /// By default, nothing happens.
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}
