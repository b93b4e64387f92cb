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
  /// Whether bars keep space free around the content.
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  /// The space kept free around the content, by the app and by bars.
  open var adjustedContentInset: UIEdgeInsets { contentInset }

  /// When bars keep space free around the content.
  public enum ContentInsetAdjustmentBehavior: Int, Hashable, Sendable {
    /// At the top and at the bottom of a list that scrolls down.
    case automatic
    /// Along the axes that can scroll.
    case scrollableAxes
    /// Never.
    case never
    /// Always.
    case always
  }

  /// The space that bars keep free at the top and at the bottom.
  var coveredInsets: UIEdgeInsets {
    guard contentInsetAdjustmentBehavior != .never else { return .zero }
    let covered = safeAreaOfBars
    return UIEdgeInsets(top: covered.top, bottom: covered.bottom)
  }

  /// The space that bars cover.
  var safeAreaOfBars: UIEdgeInsets { super.safeAreaInsets }

  /// Whether the content stops at pages; accepted for compatibility only.
  open var isPagingEnabled = false
  /// Whether a person scrolls along one axis at a time; accepted for compatibility only.
  open var isDirectionalLockEnabled = false
  /// Whether a tap on the status bar scrolls to the top; accepted for compatibility only.
  open var scrollsToTop = true
  /// Whether touches wait; accepted for compatibility only.
  open var delaysContentTouches = true
  /// Whether the keyboard goes when the content moves; accepted for compatibility only.
  open var keyboardDismissMode = KeyboardDismissMode.none
  /// The space beside the bars that show how far the content is scrolled; accepted for compatibility only.
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  /// The space beside the bar at the right; accepted for compatibility only.
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  /// The space beside the bar at the bottom; accepted for compatibility only.
  open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
  /// The colour of the bars; accepted for compatibility only.
  open var indicatorStyle = IndicatorStyle.default
  /// How fast the content slows down; accepted for compatibility only.
  open var decelerationRate = DecelerationRate.normal
  /// The least scale of the view that is zoomed.
  open var minimumZoomScale: CGFloat = 1
  /// The greatest scale of the view that is zoomed.
  open var maximumZoomScale: CGFloat = 1
  /// The scale of the view that is zoomed.
  open var zoomScale: CGFloat {
    get { scaleInForce }
    set { setZoomScale(newValue, animated: false) }
  }
  private var scaleInForce: CGFloat = 1

  /// The object that is told about scrolling; lists have one, of a protocol of their own.
  var scrollDelegate: (any UIScrollViewDelegate)? { nil }

  /// Called when the space that the app and bars keep free has changed; tells the delegate.
  open func adjustedContentInsetDidChange() {
    scrollDelegate?.scrollViewDidChangeAdjustedContentInset(self)
  }

  /// Scales the view that the delegate names, between the least and the greatest scale.
  ///
  /// Nothing happens if the delegate names none. If animated, the delegate is told of the beginning and of the
  /// end too.
  open func setZoomScale(_ scale: CGFloat, animated: Bool) {
    guard let delegate = scrollDelegate, let view = delegate.viewForZooming(in: self) else {
      return
    }
    let target = min(max(scale, minimumZoomScale), max(minimumZoomScale, maximumZoomScale))
    guard target > 0, target != scaleInForce else { return }
    if animated { delegate.scrollViewWillBeginZooming(self, with: view) }
    let factor = target / scaleInForce
    scaleInForce = target
    view.transform = CGAffineTransform(scaleX: target, y: target)
    contentSize = CGSize(width: contentSize.width * factor, height: contentSize.height * factor)
    delegate.scrollViewDidZoom(self)
    if animated { delegate.scrollViewDidEndZooming(self, with: view, atScale: target) }
  }
  /// The gesture that scrolls.
  open private(set) lazy var panGestureRecognizer = UIPanGestureRecognizer()

  /// Whether the keyboard goes when the content moves.
  public enum KeyboardDismissMode: Int, Hashable, Sendable {
    /// It stays.
    case none
    /// It goes.
    case onDrag, interactive
  }

  /// The colour of the bars that show how far the content is scrolled.
  public enum IndicatorStyle: Int, Hashable, Sendable {
    /// As the system's.
    case `default`
    /// Dark, or light.
    case black, white
  }

  /// How fast content slows down.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The rate as a number.
    public let rawValue: CGFloat
    /// Creates a rate.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// As usual.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// Soon.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// Creates a view that cuts off its content at its edges.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
  }

  /// Creates a view as if from an Interface Builder file; nothing is read from the coder.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    clipsToBounds = true
  }

  /// Scrolls so that a rectangle of the content is seen.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    var offset = contentOffset
    if rect.maxY > offset.y + frame.height { offset.y = rect.maxY - frame.height }
    if rect.minY < offset.y { offset.y = rect.minY }
    if rect.maxX > offset.x + frame.width { offset.x = rect.maxX - frame.width }
    if rect.minX < offset.x { offset.x = rect.minX }
    setContentOffset(offset, animated: animated)
  }

  /// Nothing: there are no such bars.
  open func flashScrollIndicators() {}
  /// How far the content is scrolled: its point in the upper left corner of the view.
  open var contentOffset = CGPoint.zero
  /// The size of the content.
  open var contentSize = CGSize.zero

  /// Scrolls to an offset; if the content moves and that is animated, the delegate is told of the end.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    let before = self.contentOffset
    self.contentOffset = contentOffset
    guard animated, self.contentOffset != before else { return }
    scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
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

  /// Returns the distances with others added.
  func adding(_ other: UIEdgeInsets) -> UIEdgeInsets {
    UIEdgeInsets(
      top: top + other.top,
      left: left + other.left,
      bottom: bottom + other.bottom,
      right: right + other.right
    )
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
  /// Called when an animated movement that code has begun has ended.
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  /// Called when the space that the app and bars keep free around the content has changed.
  func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)
  /// Returns the view that is scaled; `nil` if none is.
  func viewForZooming(in scrollView: UIScrollView) -> UIView?
  /// Called before an animated change of the scale.
  func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
  /// Called when the scale has changed.
  func scrollViewDidZoom(_ scrollView: UIScrollView)
  /// Called after an animated change of the scale.
  func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  )
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
  /// By default, nothing happens.
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
  /// By default, nothing happens.
  public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
  /// By default, none.
  public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
  /// By default, nothing happens.
  public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
  /// By default, nothing happens.
  public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
  /// By default, nothing happens.
  public func scrollViewDidEndZooming(
    _ scrollView: UIScrollView,
    with view: UIView?,
    atScale scale: CGFloat
  ) {}
}
