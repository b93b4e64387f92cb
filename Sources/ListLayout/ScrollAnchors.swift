/// The visible cells with their distances from the start of the screen; they keep the content still
/// on screen while sizes and cells change.
///
/// The first remaining cell keeps its position on screen; cells of final size are preferred to
/// cells of estimated size. airbnb/MagazineLayout (#129, #137) and TanStack virtual do the same.
public struct ScrollAnchors: Sendable {
  struct Candidate: Sendable {
    let path: CellPath
    let distance: Double
    let isFinal: Bool
  }

  let candidates: [Candidate]

  /// Returns only the preferred anchors; all anchors, if none is preferred.
  package func preferring(_ isPreferred: (CellPath) -> Bool) -> ScrollAnchors {
    let preferred = candidates.filter { isPreferred($0.path) }
    return preferred.isEmpty ? self : ScrollAnchors(candidates: preferred)
  }
}

extension CompositionalLayout {
  /// Returns the visible cells as anchors.
  ///
  /// Cells of orthogonal sections count at the position of their section.
  public func scrollAnchors(at state: LayoutScrollState) -> ScrollAnchors {
    let axis = scrollAxis
    var visible = LayoutRect(
      origin: state.contentOffset,
      extent: environment.container.contentSize
    )
    let inset = state.adjustedContentInset
    visible = visible.inset(by: physical(inset).only(axis))
    let cells = layoutAttributesForElements(in: visible, at: state).compactMap { attributes in
      if case .cell(let path) = attributes.element { (path, attributes.frame) } else { nil }
    }
    let offset = state.contentOffset[axis]
    return ScrollAnchors(
      candidates: cells.sorted { $0.0 < $1.0 }.map { path, frame in
        ScrollAnchors.Candidate(
          path: path,
          distance: frame.start(axis) - offset,
          isFinal: isFinal(path)
        )
      }
    )
  }

  /// Returns the content offset along the scroll axis that keeps the anchor at its position on
  /// screen.
  ///
  /// - Parameters:
  ///   - anchors: The anchors from before the change.
  ///   - state: The state before the change.
  ///   - pathAfter: Returns the place of a cell after the change; `nil` if it is deleted.
  /// - Returns: An offset within the content; the offset of `state` if no anchor is left.
  public func contentOffset(
    keeping anchors: ScrollAnchors,
    at state: LayoutScrollState,
    pathAfter: (CellPath) -> CellPath?
  ) -> Double {
    let surviving = anchors.candidates.compactMap { candidate in
      pathAfter(candidate.path).map { (candidate, $0) }
    }
    var offset = state.contentOffset[scrollAxis]
    if let (candidate, path) = surviving.first(where: { $0.0.isFinal }) ?? surviving.first,
      let frame = layoutAttributes(for: .cell(path), at: state)?.frame
    {
      offset = frame.start(scrollAxis) - candidate.distance
    }
    return clamped(offset, state)
  }

  /// Returns the nearest offset that shows only the content and its insets.
  package func clamped(_ offset: Double, _ state: LayoutScrollState) -> Double {
    let range = contentOffsetRange(state)
    return min(max(offset, range.lowerBound), range.upperBound)
  }

  /// Returns the offsets along the scroll axis at which the content can rest.
  package func contentOffsetRange(_ state: LayoutScrollState) -> ClosedRange<Double> {
    let inset = physical(state.adjustedContentInset)
    // Not the negative of the inset, which would be −0 if the inset is 0.
    let start = 0 - inset.start(scrollAxis)
    let end =
      contentSize[scrollAxis] + inset.end(scrollAxis)
      - environment.container.contentSize[scrollAxis]
    // Content that is shorter than the screen rests at its own start.
    if scrollAxis == .horizontal, environment.layoutDirection == .rightToLeft {
      return min(start, end)...end
    }
    return start...max(start, end)
  }

  /// Returns whether measuring a cell can no longer change its size.
  private func isFinal(_ path: CellPath) -> Bool {
    guard let proposal = proposal(forItemAt: path) else { return true }
    let size = measuredSize(ofItemAt: path)
    return (proposal.width != nil || size.width != nil)
      && (proposal.height != nil || size.height != nil)
  }

  /// Returns the proposed size for measuring a cell; an estimated side is `nil`.
  ///
  /// The result is `nil` for a cell without estimated sides.
  public func proposal(forItemAt path: CellPath) -> MeasuredSize? {
    guard let geometry = geometries[path.section], path.item < geometry.count,
      geometry.plan.kind != .fixed
    else { return nil }
    if let flow = geometry.plan.flow { return flow.isSelfSizing ? MeasuredSize.none : nil }
    let leaf =
      geometry.plan.kind == .wrapping
      ? geometry.group(of: path.item).leaf : path.item % geometry.plan.leafCount
    return geometry.plan.template.proposal(forLeaf: leaf)
  }

  /// Returns the proposed size for measuring a header or footer of a section, or of the layout
  /// itself if `section` is `nil`.
  ///
  /// - Returns: The size, in which an estimated side is `nil`; `nil` if no side is estimated or
  ///   there is no such view.
  public func proposal(
    forBoundarySupplementaryOfKind kind: LayoutElementKind,
    inSection section: Int?
  ) -> MeasuredSize? {
    let boundaries = section.map { geometries[$0]?.boundaries ?? [] } ?? ownBoundaries
    guard let boundary = boundaries.first(where: { $0.item.elementKind == kind }) else {
      return nil
    }
    let size = boundary.item.layoutSize
    guard size.widthDimension.isEstimated || size.heightDimension.isEstimated else { return nil }
    return MeasuredSize(
      width: size.widthDimension.isEstimated ? nil : boundary.frame.width,
      height: size.heightDimension.isEstimated ? nil : boundary.frame.height
    )
  }
}

extension GroupTemplate {
  /// Returns the proposed size for measuring a cell, by its index in a repetition.
  func proposal(forLeaf leaf: Int) -> MeasuredSize? {
    var left = leaf % max(1, leafCount)
    for slot in slots {
      let count = slot.leafCount
      guard left >= count else {
        switch slot.content {
        case .leaf(let leaf):
          guard leaf.widthIsEstimated || leaf.heightIsEstimated else { return nil }
          return MeasuredSize(
            width: leaf.widthIsEstimated
              ? nil : max(0, leaf.extent.width - leaf.insets.total(.horizontal)),
            height: leaf.heightIsEstimated
              ? nil : max(0, leaf.extent.height - leaf.insets.total(.vertical))
          )
        case .group(let group): return group.proposal(forLeaf: left)
        case .placed: return nil
        }
      }
      left -= count
    }
    return nil
  }
}
