/// The measured sizes of a section's cells, and the starts of their groups.
///
/// Cells are stored in chunks of whole groups. A chunk without measured cells is only a count of
/// any size; another chunk has about ``SizeChunk/limit`` cells, at most twice as many, or one
/// group. Prefix sums over the chunks find a cell, a group or a position. With one cell in each
/// group, measuring, inserting and removing take O(chunk + log chunks), and splitting a chunk takes
/// O(chunks), once for many of them. With more cells, an inserted or removed cell shifts all cells
/// after it by one within their groups: O(chunks + measured cells after it), once for all changes
/// up to ``finishChanges()``.
struct SizeSequence: Sendable {
  private(set) var plan: SectionPlan
  var count: Int
  private var chunks: [SizeChunk]
  private var counts: PrefixSums<Int>
  private var lengths: PrefixSums<Double>
  /// The first chunk whose groups may not be whole.
  private var firstUnaligned: Int?

  init(plan: SectionPlan, count: Int) {
    self.plan = plan
    self.count = count
    chunks = count > 0 ? [SizeChunk(unmeasured: count, plan)] : []
    counts = PrefixSums(chunks.map(\.count))
    lengths = PrefixSums(chunks.map(\.length))
  }

  /// Creates a sequence of sizes that are all known, in order.
  init(plan: SectionPlan, sizes: [MeasuredSize]) {
    self.init(plan: plan, count: 0)
    count = sizes.count
    let limit = SizeChunk.limit(plan)
    var start = 0
    while start < sizes.count {
      let end = min(start + limit, sizes.count)
      chunks.append(SizeChunk(sizes[start..<end], plan))
      start = end
    }
    reindex()
  }

  var groupCount: Int { (count + plan.leafCount - 1) / plan.leafCount }

  /// The length of all groups, with the space after each.
  var paddedLength: Double { lengths.sum(ofFirst: chunks.count) }

  /// The largest width and the largest height of a group.
  ///
  /// - Complexity: O(chunks).
  var largestExtent: LayoutExtent {
    noteVisits(chunks.count)
    return chunks.reduce(.zero) {
      LayoutExtent(
        width: max($0.width, $1.largest.width),
        height: max($0.height, $1.largest.height)
      )
    }
  }

  func size(of item: Int) -> MeasuredSize {
    let (chunk, before) = counts.prefix(atMost: item)
    return chunks[chunk].size(item - before)
  }

  /// Returns the sizes from a group's first cell on.
  func leafSizes(from item: Int, _ kinds: MeasuredKinds) -> LeafSizes {
    let (index, before) = counts.prefix(atMost: item)
    guard index < chunks.count else {
      return LeafSizes(available: 0, size: { _ in .none }, kinds: kinds)
    }
    let chunk = chunks[index]
    let first = item - before
    return LeafSizes(available: chunk.count - first, size: { chunk.size(first + $0) }, kinds: kinds)
  }

  /// Sets the size of a cell.
  mutating func setSize(_ size: MeasuredSize, of item: Int) {
    let (index, before) = counts.prefix(atMost: item)
    var chunk = index
    var offset = item - before
    if chunks[chunk].isUnmeasured, size != .none {
      (chunk, offset) = isolate(offset, in: chunk)
    }
    let difference = chunks[chunk].setSize(size, of: offset, plan)
    if difference != 0 { lengths.add(difference, at: chunk) }
  }

  mutating func insert(_ size: MeasuredSize, at item: Int) {
    if chunks.isEmpty {
      chunks = [SizeChunk(unmeasured: 0, plan)]
      reindex()
    }
    let place = counts.prefix(atMost: item)
    var chunk = place.count
    var offset = item - place.sum
    // At a boundary the cell goes to the chunk before, so that a cell after the last one has a
    // chunk.
    if offset == 0, chunk > 0 {
      chunk -= 1
      offset = chunks[chunk].count
    }
    if chunks[chunk].isUnmeasured, size != .none {
      chunk = split(chunk, at: offset)
    }
    count += 1
    noteUnaligned(chunk)
    let length = chunks[chunk].length
    chunks[chunk].insert(size, at: offset <= chunks[chunk].count ? offset : 0, plan)
    counts.add(1, at: chunk)
    lengths.add(chunks[chunk].length - length, at: chunk)
    if !chunks[chunk].isUnmeasured, chunks[chunk].count > 2 * SizeChunk.limit(plan) {
      halve(chunk)
    }
  }

  @discardableResult
  mutating func remove(at item: Int) -> MeasuredSize {
    let (chunk, before) = counts.prefix(atMost: item)
    count -= 1
    noteUnaligned(chunk)
    let length = chunks[chunk].length
    let size = chunks[chunk].remove(at: item - before, plan)
    counts.add(-1, at: chunk)
    lengths.add(chunks[chunk].length - length, at: chunk)
    if chunks[chunk].count == 0 {
      chunks.remove(at: chunk)
      if let first = firstUnaligned { firstUnaligned = min(first, chunk) }
      reindex()
    } else if chunk + 1 < chunks.count, plan.leafCount == 1,
      chunks[chunk].count + chunks[chunk + 1].count < SizeChunk.limit(plan) / 2
    {
      chunks[chunk].append(chunks.remove(at: chunk + 1), plan)
      reindex()
    }
    return size
  }

  /// Makes groups whole again after cells were inserted or removed.
  mutating func finishChanges() {
    guard let first = firstUnaligned else { return }
    firstUnaligned = nil
    guard plan.leafCount > 1, first < chunks.count else { return }
    realign(from: first)
    reindex()
  }

  // MARK: Groups

  /// Returns the start of a group, from the first one on; the space before the group begins there.
  func start(ofGroup group: Int) -> Double {
    let (chunk, before) = counts.prefix(atMost: group * plan.leafCount)
    let sum = lengths.sum(ofFirst: chunk)
    guard chunk < chunks.count else { return sum }
    return sum + chunks[chunk].start(ofGroup: group - before / plan.leafCount, plan)
  }

  /// Returns the starts of some groups, exactly as ``start(ofGroup:)`` does.
  ///
  /// - Complexity: O(log chunks + chunk + groups).
  func starts(ofGroups groups: Range<Int>) -> [Double] {
    var starts: [Double] = []
    starts.reserveCapacity(groups.count)
    guard !groups.isEmpty else { return starts }
    var (chunk, before) = counts.prefix(atMost: groups.lowerBound * plan.leafCount)
    while starts.count < groups.count, chunk < chunks.count {
      let first = before / plan.leafCount
      let own = groups.clamped(to: first..<first + chunks[chunk].groupCount(plan))
      let base = lengths.sum(ofFirst: chunk)
      chunks[chunk].eachStart(from: own.lowerBound - first, to: own.upperBound - first, plan) {
        starts.append(base + $0)
      }
      before += chunks[chunk].count
      chunk += 1
    }
    return starts
  }

  func extent(ofGroup group: Int) -> LayoutExtent {
    let (chunk, before) = counts.prefix(atMost: group * plan.leafCount)
    return chunks[chunk].extent(ofGroup: group - before / plan.leafCount, plan)
  }

  /// Returns the first group that ends after a position, with the space after the group; the number
  /// of groups if there is none.
  func group(endingAfter place: Double) -> Int {
    let (chunk, sum) = lengths.prefix(atMost: place)
    guard chunk < chunks.count else { return groupCount }
    let before = counts.sum(ofFirst: chunk) / plan.leafCount
    return before + chunks[chunk].group(endingAfter: place - sum, plan)
  }

  // MARK: Chunks

  private mutating func noteUnaligned(_ chunk: Int) {
    guard plan.leafCount > 1 else { return }
    firstUnaligned = min(firstUnaligned ?? chunk, chunk)
  }

  private mutating func reindex() {
    counts = PrefixSums(chunks.map(\.count))
    lengths = PrefixSums(chunks.map(\.length))
  }

  /// Makes a separate chunk of the cells around a cell that is about to be measured.
  private mutating func isolate(_ offset: Int, in chunk: Int) -> (chunk: Int, offset: Int) {
    let limit = SizeChunk.limit(plan)
    let whole = chunks[chunk].count
    guard whole > limit else { return (chunk, offset) }
    let start = offset / limit * limit
    let end = min(start + limit, whole)
    var parts: [SizeChunk] = []
    if start > 0 { parts.append(SizeChunk(unmeasured: start, plan)) }
    parts.append(SizeChunk(unmeasured: end - start, plan))
    if end < whole { parts.append(SizeChunk(unmeasured: whole - end, plan)) }
    chunks.replaceSubrange(chunk...chunk, with: parts)
    if let first = firstUnaligned, first > chunk { firstUnaligned = first + parts.count - 1 }
    reindex()
    return (start > 0 ? chunk + 1 : chunk, offset - start)
  }

  /// Splits an unmeasured chunk where a measured cell will be inserted, and puts an empty chunk
  /// between the two parts.
  private mutating func split(_ chunk: Int, at offset: Int) -> Int {
    let whole = chunks[chunk].count
    guard whole > SizeChunk.limit(plan) else { return chunk }
    var parts = [SizeChunk(unmeasured: 0, plan)]
    if offset > 0 { parts.insert(SizeChunk(unmeasured: offset, plan), at: 0) }
    if offset < whole { parts.append(SizeChunk(unmeasured: whole - offset, plan)) }
    chunks.replaceSubrange(chunk...chunk, with: parts)
    reindex()
    return offset > 0 ? chunk + 1 : chunk
  }

  private mutating func halve(_ chunk: Int) {
    let half = chunks[chunk].count / 2 / plan.leafCount * plan.leafCount
    guard half > 0 else { return }
    let tail = chunks[chunk].cut(at: half, plan)
    chunks.insert(tail, at: chunk + 1)
    reindex()
  }

  /// Moves cells from chunk to chunk until each chunk except the last has whole groups.
  private mutating func realign(from first: Int) {
    let size = plan.leafCount
    var whole = Array(chunks[..<first])
    // The cells of an incomplete group, from the end of the chunk before.
    var carried: SizeChunk?
    for chunk in chunks[first...] {
      var chunk = chunk
      if var carry = carried {
        carried = nil
        if chunk.isUnmeasured, !carry.isUnmeasured {
          // A long unmeasured chunk stays unmeasured: it only gives the missing cells.
          let tail = chunk.cut(at: min(size - carry.count, chunk.count), plan)
          carry.append(chunk, plan)
          guard carry.count == size else {
            carried = carry
            continue
          }
          add(carry, to: &whole)
          chunk = tail
        } else {
          carry.append(chunk, plan)
          chunk = carry
        }
      }
      let rest = chunk.count % size
      if rest > 0 { carried = chunk.cut(at: chunk.count - rest, plan) }
      add(chunk, to: &whole)
    }
    if let carried { whole.append(carried) }
    chunks = whole
    var index = first
    while index < chunks.count {
      if !chunks[index].isUnmeasured, chunks[index].count > 2 * SizeChunk.limit(plan) {
        chunks.insert(chunks[index].cut(at: SizeChunk.limit(plan), plan), at: index + 1)
      }
      index += 1
    }
  }

  func add(_ chunk: SizeChunk, to chunks: inout [SizeChunk]) {
    guard chunk.count > 0 else { return }
    if let last = chunks.indices.last, chunks[last].isUnmeasured == chunk.isUnmeasured,
      chunk.isUnmeasured || chunks[last].count + chunk.count <= SizeChunk.limit(plan)
    {
      chunks[last].append(chunk, plan)
    } else {
      var chunk = chunk
      chunk.recompute(plan)
      chunks.append(chunk)
    }
  }
}
