/// The scroller of an orthogonal section: its frame, and the offsets at which it comes to rest.
///
/// Offsets are from the start of the content along the scroller's own axis, in points. The
/// behaviours and stops are those of UICollectionLayoutSectionOrthogonalScrollingBehavior, see
/// `docs/layout-rules.md`.
package struct OrthogonalScroller: Sendable {
  /// The scrolling behaviour of the section.
  package let behavior: SectionLayout.OrthogonalScrollingBehavior
  /// The axis along which it scrolls: across the list's axis.
  package let axis: LayoutAxis
  /// The frame of the scroller in the list's content: as broad as the viewport, as long as the
  /// groups.
  package let frame: LayoutRect
  /// The length of the content along the axis, with the section's insets.
  package let contentLength: Double
  /// The visible length.
  package let viewportLength: Double
  private let geometry: SectionGeometry

  init?(_ geometry: SectionGeometry, frame: LayoutRect, viewport: LayoutExtent) {
    let plan = geometry.plan
    guard plan.isOrthogonal, geometry.count > 0, !geometry.isEmptyAndHidden else { return nil }
    behavior = plan.layout.orthogonalScrollingBehavior
    axis = plan.stackAxis
    self.frame = frame
    viewportLength = viewport[axis]
    contentLength =
      geometry.groupsOrigin + geometry.stackLength + plan.insets.end(axis)
      + viewport[axis] - plan.container.end(axis)
    self.geometry = geometry
  }

  /// The least offset at rest.
  package var minimumOffset: Double {
    behavior == .groupPagingCentered ? stop(0) : 0
  }

  /// The greatest offset at rest.
  package var maximumOffset: Double {
    behavior == .groupPagingCentered ? stop(numberOfStops - 1) : endOffset
  }

  /// The rate at which a fling slows down.
  package var decelerationRate: OrthogonalScrollingProperties.DecelerationRate {
    geometry.plan.layout.orthogonalScrollingProperties.decelerationRate
  }

  /// The number of stops; 0 if every offset is a stop.
  ///
  /// - Complexity: O(log² groups).
  package var numberOfStops: Int {
    switch behavior {
    case .none, .continuous: return 0
    case .groupPagingCentered: return geometry.groupCount
    case .paging:
      guard pageLength > 0 else { return 1 }
      let pages = (endOffset / pageLength - 1e-9).rounded(.up)
      return 1 + max(0, Int(min(pages, 1e12)))
    case .groupPaging, .continuousGroupLeadingBoundary:
      let clamped = (0..<geometry.groupCount).partitioningIndex {
        geometry.start(ofGroup: $0) >= endOffset - GroupResolver.tolerance
      }
      // The end is one more stop if the last group is longer than its visible part.
      let places = behavior == .groupPaging ? geometry.groupCount : geometry.groupCount + 1
      return min(clamped + 1, places)
    }
  }

  /// Returns the offset of a stop, by its index from 0; offsets ascend.
  package func stop(_ index: Int) -> Double {
    switch behavior {
    case .none, .continuous: return 0
    case .groupPagingCentered:
      let start = geometry.start(ofGroup: index) + geometry.plan.before
      let middle = start + geometry.length(ofGroup: index) / 2
      return geometry.groupsOrigin + middle - geometry.plan.middle
    case .paging: return min(Double(index) * pageLength, endOffset)
    case .groupPaging, .continuousGroupLeadingBoundary:
      guard index < geometry.groupCount else { return endOffset }
      return min(geometry.start(ofGroup: index), endOffset)
    }
  }

  /// All stops, ascending; empty if every offset is a stop.
  ///
  /// - Complexity: O(groups · log groups).
  package var stops: [Double] { (0..<numberOfStops).map(stop) }

  /// Returns the offset at which a drag comes to rest.
  ///
  /// - Parameters:
  ///   - start: The offset at which the drag began.
  ///   - proposed: The offset at which the content would rest by itself.
  ///   - velocity: The velocity of the finger as it let go, in points per millisecond; positive
  ///     towards the end.
  /// - Returns: The offset. Paging behaviours go to the next stop at 0.2 points per millisecond and
  ///   more, otherwise to the stop nearest to `proposed`, but never further than one stop. Leading
  ///   boundaries take the next stop in the direction of the velocity. Of two equally near stops,
  ///   the smaller one wins.
  package func restingOffset(from start: Double, proposed: Double, velocity: Double) -> Double {
    let stops = numberOfStops
    guard stops > 0 else { return min(max(0, proposed), endOffset) }
    switch behavior {
    case .none, .continuous: return min(max(0, proposed), endOffset)
    case .continuousGroupLeadingBoundary:
      if velocity == 0 { return stop(nearestStop(to: proposed)) }
      let next = firstStop(notBefore: proposed)
      if velocity > 0 { return stop(min(next, stops - 1)) }
      let isThere = next < stops && stop(next) - proposed <= GroupResolver.tolerance
      return stop(isThere ? next : max(0, next - 1))
    case .paging, .groupPaging, .groupPagingCentered:
      let current = nearestStop(to: start)
      let target: Int
      if abs(velocity) >= Self.pagingVelocity {
        target = current + (velocity > 0 ? 1 : -1)
      } else {
        target = min(max(nearestStop(to: proposed), current - 1), current + 1)
      }
      return stop(min(max(0, target), stops - 1))
    }
  }

  /// Returns the offset at which the content comes to rest after code has set an offset, without
  /// a drag.
  ///
  /// - Returns: The page or group nearest to the offset within the content; the end, if that is
  ///   before it. Of two equally near ones, the smaller offset wins.
  package func restingOffset(afterSetting offset: Double) -> Double {
    guard numberOfStops > 0 else { return min(max(0, offset), endOffset) }
    if behavior == .groupPagingCentered { return stop(nearestStop(to: offset)) }
    let offset = max(0, offset)
    if offset >= endOffset { return endOffset }
    if behavior == .paging {
      guard pageLength > 0 else { return 0 }
      let page = (offset / pageLength - 0.5).rounded(.up)
      return min(page * pageLength, endOffset)
    }
    let next = (0..<geometry.groupCount).partitioningIndex {
      geometry.start(ofGroup: $0) >= offset - GroupResolver.tolerance
    }
    let places = [next - 1, next].filter { (0..<geometry.groupCount).contains($0) }
      .map { geometry.start(ofGroup: $0) }
    let nearest = places.min { abs($0 - offset) < abs($1 - offset) }
    return min(nearest ?? endOffset, endOffset)
  }

  /// The least velocity that turns a page, in points per millisecond.
  package static let pagingVelocity = 0.2

  /// Returns the index of the stop nearest to an offset; of two equally near stops, the smaller
  /// one.
  package func nearestStop(to offset: Double) -> Int {
    let next = firstStop(notBefore: offset)
    guard next > 0 else { return 0 }
    guard next < numberOfStops else { return next - 1 }
    return offset - stop(next - 1) <= stop(next) - offset ? next - 1 : next
  }

  private func firstStop(notBefore offset: Double) -> Int {
    (0..<numberOfStops).partitioningIndex { stop($0) >= offset - GroupResolver.tolerance }
  }

  /// The length of a page: the visible length less the section's insets.
  private var pageLength: Double { geometry.plan.pageLength }

  /// The offset at which the end of the content is at the end of the visible part.
  private var endOffset: Double { max(0, contentLength - viewportLength) }
}

extension CompositionalLayout {
  /// Returns the scroller of a section; `nil` if the section does not scroll by itself or has no
  /// cells.
  package func orthogonalScroller(inSection section: Int) -> OrthogonalScroller? {
    guard let geometry = geometries[section] else { return nil }
    let viewport = environment.container.contentSize
    let frame = LayoutRect(
      scrollAxis,
      start: start(ofSection: section) + geometry.scroller.start,
      length: geometry.scroller.length,
      across: 0,
      breadth: viewport[scrollAxis.crossing]
    )
    return OrthogonalScroller(geometry, frame: mirrored(frame), viewport: viewport)
  }
}
