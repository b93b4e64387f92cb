/// Small numbers, the slots, each in one group; each group has its own order.
///
/// This is the part of ``GroupedOrder`` that does not depend on the type of the elements; it is not
/// generic, so it is compiled to loops over integers.
///
/// A group's slots are stored in chunks of at most ``chunkLimit``. The group keeps a list of its
/// chunks with their counts, and every slot's chunk is known: a slot is found by a scan over the
/// group's chunk list and one over the chunk. With chunks near the square root of a large group,
/// this beats a tree: both scans are over neighbours in memory.
///
/// Invariants: no chunk is empty; every slot of a chunk has the chunk as its home; a chunk is listed
/// once, in its group's list, with its count.
///
/// - Complexity: with n slots in the group and chunk limit c, finding, inserting and removing cost
///   O(n/c + c), and O(n/c + c + k) for k slots at one place.
struct SlotOrder: Sendable {
  private struct Chunk {
    var group: Int
    var slots: [Int]
  }

  /// A chunk in its group's list.
  private struct Run {
    var chunk: Int
    var count: Int
  }

  /// Where a slot is.
  private struct Location {
    var group: Int
    /// The index of the run in the group's list.
    var run: Int
    /// The index of the slot in its chunk.
    var offset: Int
  }

  /// The chunk of each slot; −1 for one that is in no group.
  private var homes: [Int] = []
  private var chunks: [Chunk] = []
  private var vacantChunks: [Int] = []
  private var runs: [[Run]] = []

  /// The most slots in one chunk.
  private static let chunkLimit = 256
}

// MARK: Reading

extension SlotOrder {
  func contains(_ slot: Int) -> Bool { homes.indices.contains(slot) && homes[slot] >= 0 }

  func group(of slot: Int) -> Int? {
    contains(slot) ? chunks[homes[slot]].group : nil
  }

  func count(in group: Int) -> Int {
    guard runs.indices.contains(group) else { return 0 }
    var count = 0
    for run in runs[group] { count += run.count }
    return count
  }

  func slots(in group: Int) -> [Int] {
    guard runs.indices.contains(group) else { return [] }
    var slots: [Int] = []
    slots.reserveCapacity(count(in: group))
    for run in runs[group] { slots += chunks[run.chunk].slots }
    return slots
  }

  /// The index of a slot in its group.
  func index(of slot: Int) -> Int? {
    guard let location = locate(slot) else { return nil }
    var index = location.offset
    for run in runs[location.group][..<location.run] { index += run.count }
    return index
  }

  func slot(at index: Int, in group: Int) -> Int? {
    guard index >= 0, runs.indices.contains(group) else { return nil }
    var offset = index
    for run in runs[group] {
      if offset < run.count { return chunks[run.chunk].slots[offset] }
      offset -= run.count
    }
    return nil
  }

  private func locate(_ slot: Int) -> Location? {
    guard contains(slot) else { return nil }
    let home = homes[slot]
    let group = chunks[home].group
    guard let run = runs[group].firstIndex(where: { $0.chunk == home }),
      let offset = chunks[home].slots.firstIndex(of: slot)
    else { return nil }
    return Location(group: group, run: run, offset: offset)
  }
}

// MARK: Inserting

extension SlotOrder {
  /// Appends slots, none of which is in any group, to a group.
  mutating func append(_ slots: [Int], to group: Int) {
    guard !slots.isEmpty else { return }
    while runs.count <= group { runs.append([]) }
    if runs[group].isEmpty { runs[group] = [occupy(Chunk(group: group, slots: []))] }
    let last = runs[group].count - 1
    insert(slots, at: Location(group: group, run: last, offset: runs[group][last].count))
  }

  /// Inserts slots, none of which is in any group, beside one that is.
  mutating func insert(_ slots: [Int], _ side: AnchorSide, _ anchor: Int) {
    guard !slots.isEmpty, var location = locate(anchor) else { return }
    if side == .after { location.offset += 1 }
    insert(slots, at: location)
  }

  private mutating func insert(_ slots: [Int], at location: Location) {
    let run = runs[location.group][location.run]
    chunks[run.chunk].slots.insert(contentsOf: slots, at: location.offset)
    if run.count + slots.count <= Self.chunkLimit {
      settle(slots, in: run.chunk)
      runs[location.group][location.run].count += slots.count
    } else {
      divide(location.run, of: location.group)
    }
  }

  /// Leaves in an overfull chunk as much as fits well, and moves the rest to new chunks behind it.
  private mutating func divide(_ index: Int, of group: Int) {
    let first = runs[group][index].chunk
    let slots = chunks[first].slots
    // Chunks are left a quarter empty, for later insertions.
    let roomy = Self.chunkLimit * 3 / 4
    let pieces = (slots.count + roomy - 1) / roomy
    var divided: [Run] = []
    for piece in 0..<pieces {
      let range = (slots.count * piece / pieces)..<(slots.count * (piece + 1) / pieces)
      let part = Array(slots[range])
      if piece == 0 {
        chunks[first].slots = part
        divided.append(Run(chunk: first, count: part.count))
      } else {
        divided.append(occupy(Chunk(group: group, slots: part)))
      }
      settle(part, in: divided[piece].chunk)
    }
    runs[group].replaceSubrange(index...index, with: divided)
  }

  private mutating func settle(_ slots: [Int], in chunk: Int) {
    for slot in slots {
      while homes.count <= slot { homes.append(-1) }
      homes[slot] = chunk
    }
  }

  private mutating func occupy(_ chunk: Chunk) -> Run {
    let count = chunk.slots.count
    if let vacant = vacantChunks.popLast() {
      chunks[vacant] = chunk
      return Run(chunk: vacant, count: count)
    }
    chunks.append(chunk)
    return Run(chunk: chunks.count - 1, count: count)
  }
}

/// On which side of an anchor something is inserted.
enum AnchorSide: Hashable, Sendable {
  case before
  case after
}

// MARK: Removing

extension SlotOrder {
  /// Removes a slot; one that is in no group is ignored.
  mutating func remove(_ slot: Int) {
    guard let location = locate(slot) else { return }
    homes[slot] = -1
    chunks[runs[location.group][location.run].chunk].slots.remove(at: location.offset)
    runs[location.group][location.run].count -= 1
    if runs[location.group][location.run].count == 0 {
      vacate(runs[location.group].remove(at: location.run))
    } else {
      mergeSparseRun(location.run, of: location.group)
    }
  }

  /// Removes slots; those that are in no group are ignored.
  ///
  /// - Complexity: O(k + touched chunks + chunks of the touched groups) for k slots.
  mutating func remove(_ slots: [Int]) {
    guard slots.count > 1 else {
      if let slot = slots.first { remove(slot) }
      return
    }
    var touched: Set<Int> = []
    for slot in slots where contains(slot) {
      touched.insert(homes[slot])
      homes[slot] = -1
    }
    var groups: Set<Int> = []
    for chunk in touched {
      chunks[chunk].slots.removeAll { homes[$0] < 0 }
      groups.insert(chunks[chunk].group)
    }
    for group in groups { tidyRuns(of: group) }
  }

  /// Removes a group's slots.
  ///
  /// - Returns: The slots, in order.
  mutating func removeGroup(_ group: Int) -> [Int] {
    let slots = slots(in: group)
    guard !slots.isEmpty else { return [] }
    for run in runs[group] { vacate(run) }
    runs[group] = []
    for slot in slots { homes[slot] = -1 }
    return slots
  }

  /// Counts a group's chunks again, drops empty ones and merges sparse neighbours.
  private mutating func tidyRuns(of group: Int) {
    var tidy: [Run] = []
    for var run in runs[group] {
      run.count = chunks[run.chunk].slots.count
      if run.count == 0 {
        vacate(run)
      } else if let last = tidy.last, last.count + run.count <= Self.chunkLimit / 2 {
        tidy[tidy.count - 1] = merge(run, into: last)
      } else {
        tidy.append(run)
      }
    }
    runs[group] = tidy
  }

  private mutating func mergeSparseRun(_ index: Int, of group: Int) {
    guard index + 1 < runs[group].count,
      runs[group][index].count + runs[group][index + 1].count <= Self.chunkLimit / 2
    else { return }
    runs[group][index] = merge(runs[group].remove(at: index + 1), into: runs[group][index])
  }

  private mutating func merge(_ run: Run, into last: Run) -> Run {
    let slots = chunks[run.chunk].slots
    chunks[last.chunk].slots += slots
    settle(slots, in: last.chunk)
    vacate(run)
    return Run(chunk: last.chunk, count: last.count + run.count)
  }

  private mutating func vacate(_ run: Run) {
    chunks[run.chunk].slots = []
    vacantChunks.append(run.chunk)
  }
}

// MARK: Checking

extension SlotOrder {
  /// Whether the invariants hold, and this many slots are in groups; for tests.
  ///
  /// - Complexity: O(n).
  func isConsistent(count: Int) -> Bool {
    var listed: Set<Int> = []
    var found = 0
    for (group, runs) in runs.enumerated() {
      for run in runs {
        let chunk = chunks[run.chunk]
        guard chunk.group == group, chunk.slots.count == run.count,
          1...Self.chunkLimit ~= run.count, listed.insert(run.chunk).inserted,
          chunk.slots.allSatisfy({ homes[$0] == run.chunk })
        else { return false }
        found += run.count
      }
    }
    let vacant = Set(vacantChunks)
    return found == count && homes.count(where: { $0 >= 0 }) == count
      && vacant.count == vacantChunks.count
      && chunks.indices.allSatisfy { listed.contains($0) != vacant.contains($0) }
  }
}
