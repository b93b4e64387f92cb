/// The groups of a section in which measured sizes decide how many cells a group has.
///
/// A change may move the boundaries of all groups after it, so that all boundaries are computed
/// again: O(cells), once for all changes up to ``finishChanges(_:)``.
struct WrappedGroups: Sendable {
  var sizes: [MeasuredSize]
  /// The first cell of each group.
  private(set) var firstLeaves: [Int] = []
  /// The start of each group, from the first one on, and of one more group; the space before the
  /// group begins there.
  private(set) var starts: [Double] = [0]
  private(set) var largestExtent = LayoutExtent.zero
  /// The number of views of each kind that are attached to the groups before each group; the last
  /// is the total.
  private(set) var attachedBefore: [LayoutElementKind: [Int]] = [:]

  init(plan: SectionPlan, count: Int) {
    sizes = Array(repeating: .none, count: count)
    finishChanges(plan)
  }

  mutating func finishChanges(_ plan: SectionPlan) {
    firstLeaves = []
    starts = [0]
    largestExtent = .zero
    let leafSizes = self.leafSizes(MeasuredKinds())
    var leaf = 0
    var start = 0.0
    while leaf < sizes.count {
      noteVisits()
      var (extent, end) = plan.template.measure(from: leaf, leafSizes)
      if end == sizes.count { extent = plan.extent(from: leaf, leafSizes) }
      firstLeaves.append(leaf)
      start += extent[plan.stackAxis] + plan.padding
      starts.append(start)
      largestExtent = LayoutExtent(
        width: max(largestExtent.width, extent.width),
        height: max(largestExtent.height, extent.height)
      )
      leaf = max(end, leaf + 1)
    }
    attachedBefore = countAttached(plan)
  }

  private func countAttached(_ plan: SectionPlan) -> [LayoutElementKind: [Int]] {
    guard plan.template.hasAttachedGroups else { return [:] }
    var counts: [LayoutElementKind: [Int]] = [:]
    let none = Array(repeating: 0, count: groupCount + 1)
    for (group, first) in firstLeaves.enumerated() {
      for view in plan.template.place(from: first, leafSizes(MeasuredKinds())).attachedToGroups {
        counts[view.item.elementKind, default: none][group + 1] += 1
      }
    }
    return counts.mapValues { counts in
      var before = 0
      return counts.map { count in
        before += count
        return before
      }
    }
  }

  func leafSizes(_ kinds: MeasuredKinds) -> LeafSizes {
    LeafSizes(available: sizes.count, size: { [sizes] in sizes[$0] }, kinds: kinds)
  }

  var groupCount: Int { firstLeaves.count }
  var paddedLength: Double { starts.last ?? 0 }

  func leaves(ofGroup group: Int) -> Range<Int> {
    firstLeaves[group]..<(group + 1 < firstLeaves.count ? firstLeaves[group + 1] : sizes.count)
  }

  /// Returns the group of a cell.
  func group(of leaf: Int) -> Int {
    firstLeaves.partitioningIndex { $0 > leaf } - 1
  }

  /// Returns the first group that ends after a position, with the space after the group.
  func group(endingAfter place: Double) -> Int {
    starts.dropFirst().partitioningIndex { $0 > place } - 1
  }
}
