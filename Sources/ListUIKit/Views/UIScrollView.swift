public import Foundation

/// A view whose content is larger than itself.
open class UIScrollView: UIView {
  /// Whether a bar at the right says where the content is; taken for UIKit's sake.
  open var showsVerticalScrollIndicator = true
  /// Whether a bar at the bottom says where the content is; taken for UIKit's sake.
  open var showsHorizontalScrollIndicator = true
  /// Whether the content moves on at its end and back; taken for UIKit's sake.
  open var bounces = true
  /// Whether the content moves on at its end; taken for UIKit's sake.
  open var alwaysBounceVertical = false
  /// Whether the content moves on at its end; taken for UIKit's sake.
  open var alwaysBounceHorizontal = false
  /// Whether a person may scroll; taken for UIKit's sake.
  open var isScrollEnabled = true
  /// What is kept free around the content.
  open var contentInset = UIEdgeInsets.zero
  /// Where the content is: the point of it that is in the upper left corner.
  open var contentOffset = CGPoint.zero
  /// The size of the content.
  open var contentSize = CGSize.zero
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
}

/// Whom a scrolling view tells what a person does with it.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
  /// The content has moved.
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  /// A finger begins to drag.
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  /// A finger is about to be lifted; where the content will rest may be changed.
  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  )
  /// A finger was lifted.
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  /// The content begins to slow down.
  func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
  /// The content has come to rest.
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  /// Whether a tap on the status bar scrolls to the top.
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  /// The content has scrolled to the top.
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
  /// By default, nothing happens.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
  /// By default, nothing happens.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
  /// By default, the content rests where it would.
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
  /// By default, it does.
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
  /// By default, nothing happens.
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
}
