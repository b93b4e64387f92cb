/// Some neighbouring cells of a section.
struct SizeChunk: Sendable {
  var count: Int
  /// The measured widths and heights: NaN for a side that was not measured, empty if no cell was
  /// measured.
  private var widths: [Double] = []
  private var heights: [Double] = []
  /// The length of the groups, with the space around each and after it.
  var length = 0.0
  /// The largest width and the largest height of a group.
  private(set) var largest = LayoutExtent.zero

  /// Returns the approximate number of cells of a measured chunk: a multiple of the cells of a
  /// group.
  static func limit(_ plan: SectionPlan) -> Int {
    max(1, 256 / plan.leafCount) * plan.leafCount
  }

  init(unmeasured count: Int, _ plan: SectionPlan) {
    self.count = count
    recompute(plan)
  }

  init(_ sizes: ArraySlice<MeasuredSize>, _ plan: SectionPlan) {
    count = sizes.count
    if sizes.contains(where: { !$0.widthOrNaN.isNaN }) { widths = sizes.map { $0.widthOrNaN } }
    if sizes.contains(where: { !$0.heightOrNaN.isNaN }) { heights = sizes.map { $0.heightOrNaN } }
    recompute(plan)
  }

  var isUnmeasured: Bool { widths.isEmpty && heights.isEmpty }

  func size(_ offset: Int) -> MeasuredSize {
    MeasuredSize(
      orNaN: widths.isEmpty ? .nan : widths[offset],
      heights.isEmpty ? .nan : heights[offset]
    )
  }

  /// Sets a size, and returns the change of the chunk's length.
  mutating func setSize(_ size: MeasuredSize, of offset: Int, _ plan: SectionPlan) -> Double {
    let group = offset / plan.leafCount
    let before = extent(ofGroup: group, plan)
    store(size, at: offset)
    let after = extent(ofGroup: group, plan)
    let difference = after[plan.stackAxis] - before[plan.stackAxis]
    if before.width == largest.width && after.width < before.width
      || before.height == largest.height && after.height < before.height
    {
      recompute(plan)
      return difference
    }
    length += difference
    largest = LayoutExtent(
      width: max(largest.width, after.width),
      height: max(largest.height, after.height)
    )
    return difference
  }

  mutating func insert(_ size: MeasuredSize, at offset: Int, _ plan: SectionPlan) {
    count += 1
    if !widths.isEmpty { widths.insert(.nan, at: offset) }
    if !heights.isEmpty { heights.insert(.nan, at: offset) }
    store(size, at: offset)
    recompute(plan)
  }

  mutating func remove(at offset: Int, _ plan: SectionPlan) -> MeasuredSize {
    let size = size(offset)
    count -= 1
    if !widths.isEmpty { widths.remove(at: offset) }
    if !heights.isEmpty { heights.remove(at: offset) }
    recompute(plan)
    return size
  }

  mutating func append(_ other: SizeChunk, _ plan: SectionPlan) {
    func joined(_ own: [Double], _ others: [Double]) -> [Double] {
      if own.isEmpty && others.isEmpty { return [] }
      return (own.isEmpty ? Array(repeating: .nan, count: count) : own)
        + (others.isEmpty ? Array(repeating: .nan, count: other.count) : others)
    }
    widths = joined(widths, other.widths)
    heights = joined(heights, other.heights)
    count += other.count
    recompute(plan)
  }

  /// Removes the cells from `offset` on, and returns them.
  mutating func cut(at offset: Int, _ plan: SectionPlan) -> SizeChunk {
    var tail = self
    tail.count -= offset
    count = offset
    if !widths.isEmpty {
      tail.widths.removeFirst(offset)
      widths.removeLast(widths.count - offset)
    }
    if !heights.isEmpty {
      tail.heights.removeFirst(offset)
      heights.removeLast(heights.count - offset)
    }
    tail.recompute(plan)
    recompute(plan)
    return tail
  }

  private mutating func store(_ size: MeasuredSize, at offset: Int) {
    if widths.isEmpty, size.width != nil { widths = Array(repeating: .nan, count: count) }
    if heights.isEmpty, size.height != nil { heights = Array(repeating: .nan, count: count) }
    if !widths.isEmpty { widths[offset] = size.widthOrNaN }
    if !heights.isEmpty { heights[offset] = size.heightOrNaN }
  }

  // MARK: Groups

  func groupCount(_ plan: SectionPlan) -> Int {
    (count + plan.leafCount - 1) / plan.leafCount
  }

  mutating func recompute(_ plan: SectionPlan) {
    let groups = groupCount(plan)
    length = 0
    largest = .zero
    guard groups > 0 else { return }
    if isUnmeasured {
      let whole = count / plan.leafCount
      if whole > 0 {
        largest = plan.estimate.extent
        length = Double(whole) * (largest[plan.stackAxis] + plan.padding)
      }
      if whole < groups { add(extent(ofGroup: whole, plan), plan) }
      return
    }
    if let single = plan.single {
      (length, largest) = total(single, plan.stackAxis, plan.padding)
    } else {
      for group in 0..<groups { add(extent(ofGroup: group, plan), plan) }
    }
  }

  /// Returns what adding the groups one by one makes, when each has a single cell: without a look at the
  /// plan for each.
  private func total(
    _ single: SingleCell,
    _ axis: LayoutAxis,
    _ padding: Double
  ) -> (length: Double, largest: LayoutExtent) {
    noteVisits(count)
    var (length, width, height) = (0.0, 0.0, 0.0)
    for item in 0..<count {
      let extent = single.extent(size(item))
      length += extent[axis] + padding
      (width, height) = (max(width, extent.width), max(height, extent.height))
    }
    return (length, LayoutExtent(width: width, height: height))
  }

  mutating func add(_ extent: LayoutExtent, _ plan: SectionPlan) {
    length += extent[plan.stackAxis] + plan.padding
    largest = LayoutExtent(
      width: max(largest.width, extent.width),
      height: max(largest.height, extent.height)
    )
  }

  func extent(ofGroup group: Int, _ plan: SectionPlan) -> LayoutExtent {
    noteVisits()
    if let single = plan.single { return single.extent(size(group)) }
    let leaf = group * plan.leafCount
    if isUnmeasured, leaf + plan.leafCount <= count { return plan.estimate.extent }
    return plan.extent(
      from: leaf,
      LeafSizes(available: count, size: { self.size($0) }, kinds: MeasuredKinds())
    )
  }

  /// Calls a function with the start of each group of a range.
  func eachStart(
    from first: Int,
    to end: Int,
    _ plan: SectionPlan,
    _ body: (Double) -> Void
  ) {
    guard first < end else { return }
    if isUnmeasured {
      for group in first..<end { body(start(ofGroup: group, plan)) }
      return
    }
    var start = start(ofGroup: first, plan)
    for group in first..<end {
      body(start)
      start += extent(ofGroup: group, plan)[plan.stackAxis] + plan.padding
    }
  }

  func start(ofGroup group: Int, _ plan: SectionPlan) -> Double {
    if isUnmeasured { return Double(group) * (plan.estimate.extent[plan.stackAxis] + plan.padding) }
    var start = 0.0
    for earlier in 0..<group {
      start += extent(ofGroup: earlier, plan)[plan.stackAxis] + plan.padding
    }
    return start
  }

  func group(endingAfter place: Double, _ plan: SectionPlan) -> Int {
    let groups = groupCount(plan)
    var end = 0.0
    if isUnmeasured {
      let step = plan.estimate.extent[plan.stackAxis] + plan.padding
      guard step > 0 else { return 0 }
      // Compare exact products, because the quotient may be off by one.
      var group = min(max(0, Int(place / step)), groups)
      while group > 0, Double(group) * step > place { group -= 1 }
      while group < groups, Double(group + 1) * step <= place { group += 1 }
      return min(group, groups)
    }
    for group in 0..<groups {
      end += extent(ofGroup: group, plan)[plan.stackAxis] + plan.padding
      if end > place { return group }
    }
    return groups
  }
}
