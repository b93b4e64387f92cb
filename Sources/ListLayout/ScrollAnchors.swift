/// What keeps the picture still while sizes and cells change: the visible cells, by the distance of
/// each from the start of the screen.
///
/// The first of them that survives keeps its place on screen; one whose size is final comes before
/// those that are still estimated. So do airbnb/MagazineLayout (#129, #137) and TanStack virtual.
public struct ScrollAnchors: Sendable {
  struct Candidate: Sendable {
    let path: LayoutIndexPath
    let distance: Double
    let isFinal: Bool
  }

  let candidates: [Candidate]

  /// The anchors without those that should not be chosen; all of them, if none is left.
  package func preferring(_ isPreferred: (LayoutIndexPath) -> Bool) -> ScrollAnchors {
    let preferred = candidates.filter { isPreferred($0.path) }
    return preferred.isEmpty ? self : ScrollAnchors(candidates: preferred)
  }
}

extension CompositionalLayout {
  /// The visible cells as anchors.
  ///
  /// Cells of orthogonal sections count where their section is.
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

  /// The content offset along the scroll axis at which the anchor is where it was on screen.
  ///
  /// - Parameters:
  ///   - anchors: Taken before the change.
  ///   - state: The state before the change.
  ///   - pathAfter: Where a cell is now; `nil` if it is gone.
  /// - Returns: An offset within the content; that of `state` where no anchor is left.
  public func contentOffset(
    keeping anchors: ScrollAnchors,
    at state: LayoutScrollState,
    pathAfter: (LayoutIndexPath) -> LayoutIndexPath?
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

  /// The nearest offset that shows no more than the content and its insets.
  public func clamped(_ offset: Double, _ state: LayoutScrollState) -> Double {
    let range = contentOffsetRange(state)
    return min(max(offset, range.lowerBound), range.upperBound)
  }

  /// The offsets along the scroll axis at which the content can rest.
  public func contentOffsetRange(_ state: LayoutScrollState) -> ClosedRange<Double> {
    let inset = physical(state.adjustedContentInset)
    // Not the negative of it, which would be −0 where it is 0.
    let start = 0 - inset.start(scrollAxis)
    let end =
      contentSize[scrollAxis] + inset.end(scrollAxis)
      - environment.container.contentSize[scrollAxis]
    return start...max(start, end)
  }

  /// Whether a cell's size does not change any more by being measured.
  private func isFinal(_ path: LayoutIndexPath) -> Bool {
    guard let proposal = proposal(forItemAt: path) else { return true }
    let size = measuredSize(ofItemAt: path)
    return (proposal.width != nil || size.width != nil)
      && (proposal.height != nil || size.height != nil)
  }

  /// The size that a cell is offered when it is measured: `nil` for a side that is its own to
  /// choose.
  ///
  /// `nil` for a cell that has none to choose.
  public func proposal(forItemAt path: LayoutIndexPath) -> MeasuredSize? {
    guard let geometry = geometries[path.section], path.item < geometry.count,
      geometry.plan.kind != .fixed
    else { return nil }
    let leaf =
      geometry.plan.kind == .wrapping
      ? geometry.group(of: path.item).leaf : path.item % geometry.plan.leafCount
    return geometry.plan.template.proposal(forLeaf: leaf)
  }

  /// What a header or footer of a section is offered when it is measured, or of the layout itself for no
  /// section.
  ///
  /// - Returns: `nil` for a side that is its own to choose; `nil` altogether where none is, or there
  ///   is no such view.
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
  /// What a cell is offered, by its ordinal in a repetition.
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
