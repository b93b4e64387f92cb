/// The lines of a flow section.
///
/// Cells stand in chunks. A stretch of cells of one size that are not measured is only a count and
/// a size; other chunks have at most ``FlowChunk/limit`` cells, each with its size, and know for each
/// of their cells where the lines go if a line begins there. So the lines of the whole section are
/// known after one step a chunk, also if a change moves all of them: a change takes O(chunks + one
/// chunk), a query O(log chunks + one chunk + cells found).
struct FlowLines: Sendable {
  let plan: FlowPlan
  private(set) var count: Int
  private var chunks: [FlowChunk]
  /// The first cell of each chunk.
  private var firstItems: [Int] = []
  /// The chunks in which lines begin, in order.
  private var beginnings: [Beginning] = []
  private(set) var lineCount = 0
  /// The length of all lines, with the spaces between them.
  private(set) var length = 0.0
  /// The length along the line of all cells, if it is the same for all.
  private var uniform: Double?
  /// The size of a cell that is not measured and to which no size is given.
  private var standard: FlowSize

  /// The first of the lines that begin in a chunk.
  private struct Beginning: Sendable {
    let chunk: Int
    /// Its first cell, from the start of the chunk.
    let entry: Int
    let line: Int
    let start: Double
  }

  init(plan: FlowPlan, count: Int) {
    self.plan = plan
    self.count = count
    let given = plan.givenSizes(count)
    chunks = FlowChunk.chunks(of: given)
    if given.count < count { chunks.append(.run(count - given.count, given: nil)) }
    standard = plan.standard
    finishChanges()
  }

  // MARK: Sizes

  /// Returns the measured size of a cell.
  func size(of item: Int) -> MeasuredSize {
    let chunk = self.chunk(of: item)
    return chunks[chunk].measured(item - firstItems[chunk], plan.lineAxis)
  }

  mutating func setSize(_ size: MeasuredSize, of item: Int) {
    guard plan.isSelfSizing else { return }
    store(size, of: item)
    finishChanges()
  }

  mutating func setSizes(_ sizes: [MeasuredSize]) {
    guard plan.isSelfSizing else { return }
    let given = chunks.flatMap(\.givenSizes)
    chunks = FlowChunk.chunks(of: given, measured: sizes, plan.lineAxis)
    finishChanges()
  }

  /// Removes and inserts cells; see ``SectionGeometry/change(removing:inserting:)``.
  mutating func change(removing removed: [Int], inserting inserted: [(Int, MeasuredSize)]) {
    for item in removed {
      let (chunk, offset) = place(of: item)
      chunks[chunk].remove(at: offset)
      if chunks[chunk].count == 0 { chunks.remove(at: chunk) }
      count -= 1
    }
    for (item, size) in inserted {
      insert(at: item)
      count += 1
      if plan.isSelfSizing, size != .none {
        indexItems()
        store(size, of: item)
      }
    }
    finishChanges()
  }

  /// Finds a cell while the index of the chunks is not up to date.
  private func place(of item: Int) -> (chunk: Int, offset: Int) {
    var offset = item
    for (index, chunk) in chunks.enumerated() {
      if offset < chunk.count { return (index, offset) }
      offset -= chunk.count
    }
    return (chunks.count, offset)
  }

  private mutating func insert(at item: Int) {
    var (chunk, offset) = place(of: item)
    // A cell at a boundary goes to the chunk before.
    if offset == 0, chunk > 0 {
      chunk -= 1
      offset = chunks[chunk].count
    }
    guard chunk < chunks.count else {
      chunks.append(.run(1, given: nil))
      return
    }
    chunks.replaceSubrange(chunk...chunk, with: chunks[chunk].inserting(at: offset))
  }

  private mutating func store(_ size: MeasuredSize, of item: Int) {
    let chunk = self.chunk(of: item)
    let offset = item - firstItems[chunk]
    guard case .run = chunks[chunk].cells, size != .none else {
      chunks[chunk].setMeasured(size, at: offset, plan.lineAxis)
      return
    }
    var parts = chunks[chunk].isolating(offset)
    parts[offset > 0 ? 1 : 0].setMeasured(size, at: 0, plan.lineAxis)
    chunks.replaceSubrange(chunk...chunk, with: parts)
    joinLists(around: chunk)
    indexItems()
  }

  /// Joins short lists of measured cells with their neighbours.
  private mutating func joinLists(around chunk: Int) {
    for index in [chunk, chunk - 1] where index >= 0 && index + 1 < chunks.count {
      if let joined = chunks[index].joined(with: chunks[index + 1]) {
        chunks.replaceSubrange(index...index + 1, with: [joined])
      }
    }
  }

  private mutating func indexItems() {
    firstItems = []
    firstItems.reserveCapacity(chunks.count)
    var first = 0
    for chunk in chunks {
      firstItems.append(first)
      first += chunk.count
    }
  }

  private func chunk(of item: Int) -> Int {
    firstItems.partitioningIndex { $0 > item } - 1
  }

  // MARK: Breaking lines

  /// The line that is open while lines are broken.
  private struct OpenLine {
    var start: Double
    var along: Double
    var across: Double
    var count: Int
  }

  /// Breaks all lines again, chunk by chunk.
  private mutating func finishChanges() {
    indexItems()
    standard = standardSize
    beginnings = []
    uniform = chunks.first?.uniform(plan, standard)
    var open: OpenLine?
    var line = 0
    for index in chunks.indices {
      noteVisits()
      chunks[index].prepare(plan, standard)
      if uniform != chunks[index].uniform(plan, standard) { uniform = nil }
      var joined = 0
      if let before = open {
        let part = chunks[index].joining(before.along, before.count, plan, standard)
        joined = part.count
        open?.along += part.along
        open?.across = max(before.across, part.across)
        open?.count += part.count
      }
      guard joined < chunks[index].count else { continue }
      var start = 0.0
      if let before = open {
        line += 1
        start = before.start + before.across + plan.lineSpacing
      }
      beginnings.append(Beginning(chunk: index, entry: joined, line: line, start: start))
      let rest = chunks[index].lines(from: joined, plan, standard)
      line += rest.closedLines
      open = OpenLine(
        start: start + rest.closedLength,
        along: rest.along,
        across: rest.across,
        count: rest.count
      )
    }
    lineCount = open == nil ? 0 : line + 1
    length = open.map { $0.start + $0.across } ?? 0
  }

  /// The mean size of the measured cells, which the others take.
  private var standardSize: FlowSize {
    var along = FlowMean()
    var across = FlowMean()
    if plan.isSelfSizing {
      for chunk in chunks { chunk.add(to: &along, &across) }
    }
    return FlowSize(
      along: along.mean ?? plan.standard.along,
      across: across.mean ?? plan.standard.across
    )
  }

  // MARK: Lines

  /// Returns the start of a line along the scroll axis; behind the last one, the end of all lines
  /// with the space after it.
  func start(ofLine line: Int) -> Double {
    guard line < lineCount else { return count > 0 ? length + plan.lineSpacing : 0 }
    return walk(toLine: line).start
  }

  func firstItem(ofLine line: Int) -> Int {
    guard line < lineCount else { return count }
    return walk(toLine: line).item
  }

  /// Returns the first line that ends after a position, with the space after it.
  func line(endingAfter place: Double) -> Int {
    guard lineCount > 0, place < length + plan.lineSpacing else { return lineCount }
    guard place >= 0 else { return 0 }
    let index = max(0, beginnings.partitioningIndex { $0.start > place } - 1)
    let beginning = beginnings[index]
    let lines = chunks[beginning.chunk].lineOffset(from: beginning.entry, plan, standard) {
      beginning.start + $1 > place
    }
    return max(0, beginning.line + lines - 1)
  }

  func line(of item: Int) -> Int {
    let owner = chunk(of: item)
    let index = beginnings.partitioningIndex {
      $0.chunk > owner || $0.chunk == owner && firstItems[owner] + $0.entry > item
    }
    let beginning = beginnings[max(0, index - 1)]
    let offset = item - firstItems[beginning.chunk]
    let lines = chunks[beginning.chunk].lineOffset(from: beginning.entry, plan, standard) {
      first,
      _ in first > offset
    }
    return beginning.line + lines - 1
  }

  private func walk(toLine line: Int) -> (item: Int, start: Double) {
    let index = max(0, beginnings.partitioningIndex { $0.line > line } - 1)
    let beginning = beginnings[index]
    let place = chunks[beginning.chunk].line(
      line - beginning.line,
      from: beginning.entry,
      plan,
      standard
    )
    return (firstItems[beginning.chunk] + place.first, beginning.start + place.start)
  }

  /// Returns the sizes of the cells of a line.
  private func sizes(ofLine line: Int) -> [FlowSize] {
    let (first, end) = (firstItem(ofLine: line), firstItem(ofLine: line + 1))
    var sizes: [FlowSize] = []
    sizes.reserveCapacity(end - first)
    var chunk = self.chunk(of: first)
    while sizes.count < end - first {
      let offset = first + sizes.count - firstItems[chunk]
      let own = min(chunks[chunk].count - offset, end - first - sizes.count)
      for cell in offset..<offset + own { sizes.append(chunks[chunk].size(cell, standard)) }
      chunk += 1
    }
    return sizes
  }

  /// Returns the frames of the cells of a line.
  func placement(ofLine line: Int) -> GroupPlacement {
    let sizes = sizes(ofLine: line)
    let across = sizes.reduce(0) { max($0, $1.across) }
    let (start, gap) = spacing(of: sizes, isLast: line == lineCount - 1)
    var cursor = start
    var placement = GroupPlacement(extent: .zero, cells: [])
    placement.extent[plan.lineAxis] = plan.room
    placement.extent[plan.lineAxis.crossing] = across
    for size in sizes {
      let frame = LayoutRect(
        plan.lineAxis,
        start: cursor,
        length: size.along,
        across: (across - size.across) / 2,
        breadth: size.across
      )
      placement.cells.append(GroupPlacement.Cell(frame: frame, zIndex: 0))
      cursor += size.along + gap
    }
    return placement
  }

  /// Returns the start of the first cell of a line, and the space between its cells (F2–F5).
  private func spacing(of sizes: [FlowSize], isLast: Bool) -> (start: Double, gap: Double) {
    func centred(_ along: Double) -> (Double, Double) { (max(0, (plan.room - along) / 2), 0) }
    if let uniform {
      let full = plan.capacity(uniform)
      guard full > 1 else { return centred(uniform) }
      return (0, (plan.room - Double(full) * uniform) / Double(full - 1))
    }
    let along = sizes.reduce(0) { $0 + $1.along }
    if sizes.count == 1, !isLast || plan.capacity(along) < 2 { return centred(along) }
    if isLast || sizes.count == 1 { return (0, plan.itemSpacing) }
    return (0, (plan.room - along) / Double(sizes.count - 1))
  }
}

/// The mean of measured lengths.
struct FlowMean {
  private var sum = 0.0
  private var number = 0

  mutating func add(_ length: Double) {
    sum += length
    number += 1
  }

  mutating func add(_ other: FlowMean) {
    sum += other.sum
    number += other.number
  }

  var mean: Double? { number > 0 ? sum / Double(number) : nil }
}

/// A size by the axis of the lines.
struct FlowSize: Hashable, Sendable {
  var along: Double
  var across: Double

  init(along: Double, across: Double) {
    self.along = along
    self.across = across
  }

  init(_ extent: LayoutExtent, _ axis: LayoutAxis) {
    self.init(along: extent[axis], across: extent[axis.crossing])
  }
}

/// A flow section resolved for a container.
struct FlowPlan: Sendable {
  let section: FlowSection
  /// The axis of the lines, across the scroll axis.
  let lineAxis: LayoutAxis
  /// The length of a line.
  let room: Double
  /// The size of a cell that is not measured, if none is.
  let standard: FlowSize

  var isSelfSizing: Bool { section.flow.estimatedItemSize != nil }
  var itemSpacing: Double { section.flow.minimumInteritemSpacing }
  var lineSpacing: Double { section.flow.minimumLineSpacing }

  init(_ section: FlowSection, lineAxis: LayoutAxis, room: Double) {
    self.section = section
    self.lineAxis = lineAxis
    self.room = room
    standard = FlowSize(section.flow.estimatedItemSize ?? section.flow.itemSize, lineAxis)
  }

  /// Returns the sizes that are given to the first of so many cells.
  func givenSizes(_ count: Int) -> [FlowSize?] {
    section.itemSizes.prefix(count).map { FlowSize($0, lineAxis) }
  }

  /// Returns how many cells of a length fit into a line, at least one.
  func capacity(_ along: Double) -> Int { max(1, fitting(along, after: 0, 0)) }

  /// Returns how many cells of a length fit into a line behind others.
  func fitting(_ along: Double, after used: Double, _ count: Int) -> Int {
    let most = LayoutLimits.itemsInGroup - count
    let first = count > 0 ? used + itemSpacing + along : along
    guard first <= room + GroupResolver.tolerance, most > 0 else { return 0 }
    let step = along + itemSpacing
    guard step > 0 else { return most }
    let more = ((room + GroupResolver.tolerance - first) / step).rounded(.down)
    return more >= Double(most) ? most : 1 + Int(more)
  }
}
