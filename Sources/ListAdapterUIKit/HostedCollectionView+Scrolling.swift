import Foundation
public import ListAdapter
import ListLayout
import ListModel

#if canImport(UIKit)
  public import UIKit
#else
  public import ListUIKit
#endif

// The content along the scrolling axis. Where the content runs from right to left, it starts at the right.

extension HostedCollectionView {
  private var isVertical: Bool {
    let layout = view?.collectionViewLayout as? UICollectionViewCompositionalLayout
    return layout?.configuration.scrollDirection != .horizontal
  }

  private var isTurned: Bool {
    !isVertical && view?.effectiveUserInterfaceLayoutDirection == .rightToLeft
  }

  /// Returns the distance of the screen's start from the content's start, for an offset of UIKit.
  func offset(_ point: CGPoint) -> Double {
    guard isTurned else { return Double(isVertical ? point.y : point.x) }
    return contentLength - viewportLength - Double(point.x)
  }

  /// Returns the offset of UIKit.
  func point(_ offset: Double) -> CGPoint {
    if isVertical { return CGPoint(x: view?.contentOffset.x ?? 0, y: CGFloat(offset)) }
    let x = isTurned ? contentLength - viewportLength - offset : offset
    return CGPoint(x: CGFloat(x), y: view?.contentOffset.y ?? 0)
  }

  /// Returns the velocity along the axis, towards the content's end.
  func velocity(_ point: CGPoint) -> Double {
    Double(isVertical ? point.y : isTurned ? -point.x : point.x)
  }

  /// The distance of the screen's start from the content's start, in points.
  ///
  /// Setting it is no scrolling: the adapter is not told of its own doing.
  public var contentOffset: Double {
    get { offset(view?.contentOffset ?? .zero) }
    set {
      let outer = isScrolledByAdapter
      isScrolledByAdapter = true
      defer { isScrolledByAdapter = outer }
      view?.contentOffset = point(newValue)
    }
  }

  /// Whether a finger holds the content.
  public var isDragging: Bool { view?.isTracking ?? false }

  /// Returns the distance of a cell's start from the content's start, in points.
  public func position(ofItemAt path: CellPath) -> Double? {
    guard let view, path.section >= 0, path.section < view.numberOfSections, path.item >= 0,
      path.item < view.numberOfItems(inSection: path.section),
      let frame = view.layoutAttributesForItem(at: path.indexPath)?.frame
    else { return nil }
    if isVertical { return Double(frame.minY) }
    return isTurned ? contentLength - Double(frame.maxX) : Double(frame.minX)
  }

  /// The length of the content, in points.
  public var contentLength: Double {
    let size = view?.collectionViewLayout.collectionViewContentSize ?? .zero
    return Double(isVertical ? size.height : size.width)
  }

  /// The length of the screen, in points.
  public var viewportLength: Double {
    let size = view?.bounds.size ?? .zero
    return Double(isVertical ? size.height : size.width)
  }
}

extension HostedCollectionView {
  /// Tells the adapter that the content has moved.
  public func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard !isScrolledByAdapter else { return }
    delegate?.collectionView(self, didEnter: .scrolled(isDragging ? .dragging : .free))
  }

  /// Tells the adapter that a finger begins to drag.
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    delegate?.collectionView(self, didEnter: .willBeginDragging)
  }

  /// Lets the adapter choose where the content comes to rest.
  public func scrollViewWillEndDragging(
    _ scrollView: UIScrollView,
    withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    let proposed = offset(targetContentOffset.pointee)
    var target = proposed
    delegate?.collectionView(
      self,
      willEndDraggingWithVelocity: self.velocity(velocity),
      target: &target
    )
    if target != proposed { targetContentOffset.pointee = point(target) }
  }

  /// Tells the adapter that a finger was lifted.
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
    delegate?.collectionView(
      self,
      didEnter: .didEndDragging(willDecelerate ? .decelerates : .stops)
    )
  }

  /// Tells the adapter that the content begins to slow down.
  public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    delegate?.collectionView(self, didEnter: .willBeginDecelerating)
  }

  /// Tells the adapter that the content has come to rest.
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    delegate?.collectionView(self, didEnter: .didEndDecelerating)
  }

  /// Asks the adapter whether a tap on the status bar scrolls to the top.
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    delegate?.collectionViewShouldScrollToTop(self) ?? true
  }

  /// Tells the adapter that the content has scrolled to the top.
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    delegate?.collectionView(self, didEnter: .scrolledToTop)
  }

  /// Lets the adapter keep cells in place while data change.
  public func collectionView(
    _ collectionView: UICollectionView,
    targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    let proposed = offset(proposedContentOffset)
    let target = delegate?.collectionView(self, targetContentOffsetForProposed: proposed)
    return target.map { $0 == proposed ? proposedContentOffset : point($0) }
      ?? proposedContentOffset
  }
}
