public import Foundation

// The optional methods of a scroll view's delegate, for calls with a question mark; see OptionalCalls.swift.

extension UIScrollViewDelegate {
  /// The optional method of this name.
  public var scrollViewDidScroll: ((UIScrollView) -> Void)? {
    { self.scrollViewDidScroll($0) }
  }
  /// The optional method of this name.
  public var scrollViewWillBeginDragging: ((UIScrollView) -> Void)? {
    { self.scrollViewWillBeginDragging($0) }
  }
  /// The optional method of this name.
  public var scrollViewWillEndDragging: UIScrollViewWillEndDraggingCall? {
    UIScrollViewWillEndDraggingCall(target: self)
  }
  /// The optional method of this name.
  public var scrollViewDidEndDragging: UIScrollViewDidEndDraggingCall? {
    UIScrollViewDidEndDraggingCall(target: self)
  }
  /// The optional method of this name.
  public var scrollViewWillBeginDecelerating: ((UIScrollView) -> Void)? {
    { self.scrollViewWillBeginDecelerating($0) }
  }
  /// The optional method of this name.
  public var scrollViewDidEndDecelerating: ((UIScrollView) -> Void)? {
    { self.scrollViewDidEndDecelerating($0) }
  }
  /// The optional method of this name.
  public var scrollViewShouldScrollToTop: ((UIScrollView) -> Bool)? {
    { self.scrollViewShouldScrollToTop($0) }
  }
  /// The optional method of this name.
  public var scrollViewDidScrollToTop: ((UIScrollView) -> Void)? {
    { self.scrollViewDidScrollToTop($0) }
  }
  /// The optional method of this name.
  public var scrollViewDidEndScrollingAnimation: ((UIScrollView) -> Void)? {
    { self.scrollViewDidEndScrollingAnimation($0) }
  }
  /// The optional method of this name.
  public var scrollViewDidChangeAdjustedContentInset: ((UIScrollView) -> Void)? {
    { self.scrollViewDidChangeAdjustedContentInset($0) }
  }
  /// The optional method of this name.
  public var viewForZooming: UIScrollViewViewForZoomingCall? {
    UIScrollViewViewForZoomingCall(target: self)
  }
  /// The optional method of this name.
  public var scrollViewWillBeginZooming: UIScrollViewZoomingCall? {
    UIScrollViewZoomingCall(target: self)
  }
  /// The optional method of this name.
  public var scrollViewDidZoom: ((UIScrollView) -> Void)? {
    { self.scrollViewDidZoom($0) }
  }
  /// The optional method of this name.
  public var scrollViewDidEndZooming: UIScrollViewZoomingCall? {
    UIScrollViewZoomingCall(target: self)
  }
}

/// The call of a method of a scroll view's delegate that UIKit has as an optional one.
@preconcurrency @MainActor
public struct UIScrollViewViewForZoomingCall {
  let target: any UIScrollViewDelegate

  /// Calls the method of these labels.
  public func callAsFunction(in scrollView: UIScrollView) -> UIView? {
    target.viewForZooming(in: scrollView)
  }
}

/// The calls of the methods of a scroll view's delegate about the beginning and the end of zooming.
@preconcurrency @MainActor
public struct UIScrollViewZoomingCall {
  let target: any UIScrollViewDelegate

  /// Calls the method of these labels.
  public func callAsFunction(_ scrollView: UIScrollView, with view: UIView?) {
    target.scrollViewWillBeginZooming(scrollView, with: view)
  }

  /// Calls the method of these labels.
  public func callAsFunction(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) {
    target.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
  }
}

/// The call of a method of a scroll view's delegate that UIKit has as an optional one.
@preconcurrency @MainActor
public struct UIScrollViewWillEndDraggingCall {
  let target: any UIScrollViewDelegate

  /// Calls the method of these labels.
  public func callAsFunction(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    target.scrollViewWillEndDragging(
      scrollView,
      withVelocity: velocity,
      targetContentOffset: targetContentOffset
    )
  }
}

/// The call of a method of a scroll view's delegate that UIKit has as an optional one.
@preconcurrency @MainActor
public struct UIScrollViewDidEndDraggingCall {
  let target: any UIScrollViewDelegate

  /// Calls the method of these labels.
  public func callAsFunction(
    _ scrollView: UIScrollView,
    willDecelerate decelerate: Bool
  ) {
    target.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
}
