/// Unique elements, each in one group, in an order of its own within the group.
///
/// A snapshot's items are grouped by section, a section snapshot's by parent. Asking for one
/// element's group, inserting next to it or removing it must be cheap at 10⁵ elements, also when
/// it is done 10⁵ times in a row.
///
/// A group's elements are stored in chunks of at most ``chunkLimit``. The group keeps a list of its
/// chunks with their counts, and every element's chunk is known: an element is found by one hash
/// lookup, a scan over the group's chunk list, and one over the chunk.
///
/// Invariants: no chunk is empty; every element of a chunk has the chunk as its home; a chunk is
/// listed once, in its group's list, with its count. Groups without elements are not kept.
///
/// - Complexity: with n elements in the group and chunk limit c, finding, inserting and removing
///   cost O(n/c + c), and O(n/c + c + k) for k elements at one place.
struct GroupedOrder<Group: Hashable & Sendable, Element: Hashable & Sendable>: Sendable {
  private struct Chunk {
    var group: Group
    var elements: [Element]
  }

  /// A chunk in its group's list.
  private struct Run {
    var chunk: Int
    var count: Int
  }

  private struct Location {
    var group: Group
    /// The index of the run in the group's list.
    var run: Int
    /// The index of the element in its chunk.
    var offset: Int
  }

  private var homes: [Element: Int] = [:]
  private var chunks: [Chunk?] = []
  private var vacancies: [Int] = []
  private var runs: [Group: [Run]] = [:]

  /// The most elements in one chunk.
  private static var chunkLimit: Int { 128 }
}

// MARK: Reading

extension GroupedOrder {
  /// The number of elements in all groups.
  var count: Int { homes.count }

  func contains(_ element: Element) -> Bool { homes[element] != nil }

  func group(of element: Element) -> Group? {
    homes[element].flatMap { chunks[$0]?.group }
  }

  func count(in group: Group) -> Int {
    runs[group]?.reduce(0) { $0 + $1.count } ?? 0
  }

  func elements(in group: Group) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(count(in: group))
    for run in runs[group] ?? [] { elements += chunks[run.chunk]?.elements ?? [] }
    return elements
  }

  /// The index of an element in its group.
  func index(of element: Element) -> Int? {
    guard let location = locate(element), let runs = runs[location.group] else { return nil }
    return runs[..<location.run].reduce(location.offset) { $0 + $1.count }
  }

  func element(at index: Int, in group: Group) -> Element? {
    guard index >= 0 else { return nil }
    var offset = index
    for run in runs[group] ?? [] {
      if offset < run.count { return chunks[run.chunk]?.elements[offset] }
      offset -= run.count
    }
    return nil
  }

  private func locate(_ element: Element) -> Location? {
    guard let home = homes[element], let chunk = chunks[home],
      let run = runs[chunk.group]?.firstIndex(where: { $0.chunk == home }),
      let offset = chunk.elements.firstIndex(of: element)
    else { return nil }
    return Location(group: chunk.group, run: run, offset: offset)
  }
}

// MARK: Inserting

extension GroupedOrder {
  /// Appends elements, none of which is in any group, to a group.
  mutating func append(_ elements: [Element], to group: Group) {
    guard let last = runs[group]?.last else {
      let run = occupy(Chunk(group: group, elements: []))
      runs[group] = [run]
      insert(elements, at: Location(group: group, run: 0, offset: 0))
      return
    }
    let location = Location(group: group, run: (runs[group]?.count ?? 0) - 1, offset: last.count)
    insert(elements, at: location)
  }

  /// Inserts elements, none of which is in any group, beside one that is.
  mutating func insert(_ elements: [Element], _ side: AnchorSide, _ anchor: Element) {
    guard var location = locate(anchor) else { return }
    if side == .after { location.offset += 1 }
    insert(elements, at: location)
  }

  private mutating func insert(_ elements: [Element], at location: Location) {
    guard let run = runs[location.group]?[location.run] else { return }
    if run.count + elements.count <= Self.chunkLimit {
      chunks[run.chunk]?.elements.insert(contentsOf: elements, at: location.offset)
      for element in elements { homes[element] = run.chunk }
      runs[location.group]?[location.run].count += elements.count
    } else {
      var combined = chunks[run.chunk]?.elements ?? []
      combined.insert(contentsOf: elements, at: location.offset)
      divide(combined, amongRunsFrom: location.run, of: location.group)
    }
    discardEmptyRun(location.run, of: location.group)
  }

  /// Gives a run's chunk as much of `elements` as fits well, and the rest to new chunks behind it.
  private mutating func divide(
    _ elements: [Element],
    amongRunsFrom index: Int,
    of group: Group
  ) {
    guard let first = runs[group]?[index] else { return }
    // Chunks are left a quarter empty, for what comes next.
    let roomy = Self.chunkLimit * 3 / 4
    let pieces = (elements.count + roomy - 1) / roomy
    var divided: [Run] = []
    for piece in 0..<pieces {
      let range = (elements.count * piece / pieces)..<(elements.count * (piece + 1) / pieces)
      let chunk = Chunk(group: group, elements: Array(elements[range]))
      if piece == 0 {
        chunks[first.chunk] = chunk
        divided.append(Run(chunk: first.chunk, count: range.count))
      } else {
        divided.append(occupy(chunk))
      }
      for element in chunk.elements { homes[element] = divided[piece].chunk }
    }
    runs[group]?.replaceSubrange(index...index, with: divided)
  }

  private mutating func occupy(_ chunk: Chunk) -> Run {
    let count = chunk.elements.count
    if let vacancy = vacancies.popLast() {
      chunks[vacancy] = chunk
      return Run(chunk: vacancy, count: count)
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

extension GroupedOrder {
  /// Removes an element; one that is in no group is ignored.
  mutating func remove(_ element: Element) {
    guard let location = locate(element), let run = runs[location.group]?[location.run] else {
      return
    }
    homes[element] = nil
    chunks[run.chunk]?.elements.remove(at: location.offset)
    runs[location.group]?[location.run].count -= 1
    discardEmptyRun(location.run, of: location.group)
    mergeSparseRun(location.run, of: location.group)
  }

  /// Removes elements; those that are in no group are ignored.
  ///
  /// - Complexity: O(k + touched chunks + chunks of the touched groups) for k elements.
  mutating func remove(_ elements: [Element]) {
    guard elements.count > 1 else {
      if let element = elements.first { remove(element) }
      return
    }
    var touched: Set<Int> = []
    for element in elements {
      if let home = homes.removeValue(forKey: element) { touched.insert(home) }
    }
    var groups: Set<Group> = []
    for index in touched {
      chunks[index]?.elements.removeAll { homes[$0] == nil }
      if let group = chunks[index]?.group { groups.insert(group) }
    }
    for group in groups { tidyRuns(of: group) }
  }

  /// Removes a group's elements.
  ///
  /// - Returns: The elements, in order.
  @discardableResult
  mutating func removeGroup(_ group: Group) -> [Element] {
    let elements = elements(in: group)
    for run in runs.removeValue(forKey: group) ?? [] { vacate(run) }
    for element in elements { homes[element] = nil }
    return elements
  }

  mutating func removeAll() {
    self = GroupedOrder()
  }

  /// Counts a group's chunks anew, drops empty ones and merges sparse neighbours.
  private mutating func tidyRuns(of group: Group) {
    var tidy: [Run] = []
    for var run in runs[group] ?? [] {
      run.count = chunks[run.chunk]?.elements.count ?? 0
      if run.count == 0 {
        vacate(run)
      } else if let last = tidy.last, last.count + run.count <= Self.chunkLimit / 2 {
        tidy[tidy.count - 1] = merge(run, into: last)
      } else {
        tidy.append(run)
      }
    }
    runs[group] = tidy.isEmpty ? nil : tidy
  }

  private mutating func mergeSparseRun(_ index: Int, of group: Group) {
    guard let runs = runs[group], index + 1 < runs.count,
      runs[index].count + runs[index + 1].count <= Self.chunkLimit / 2
    else { return }
    let merged = merge(runs[index + 1], into: runs[index])
    self.runs[group]?.replaceSubrange(index...(index + 1), with: [merged])
  }

  private mutating func merge(_ run: Run, into last: Run) -> Run {
    let elements = chunks[run.chunk]?.elements ?? []
    chunks[last.chunk]?.elements += elements
    for element in elements { homes[element] = last.chunk }
    vacate(run)
    return Run(chunk: last.chunk, count: last.count + run.count)
  }

  private mutating func discardEmptyRun(_ index: Int, of group: Group) {
    guard let run = runs[group]?[index], run.count == 0 else { return }
    vacate(run)
    runs[group]?.remove(at: index)
    if runs[group]?.isEmpty == true { runs[group] = nil }
  }

  private mutating func vacate(_ run: Run) {
    chunks[run.chunk] = nil
    vacancies.append(run.chunk)
  }
}

// MARK: Checking

extension GroupedOrder {
  /// Whether the invariants hold; for tests.
  ///
  /// - Complexity: O(n).
  var isConsistent: Bool {
    var found = 0
    var listed: Set<Int> = []
    for (group, runs) in runs {
      if runs.isEmpty { return false }
      for run in runs {
        guard let chunk = chunks[run.chunk], chunk.group == group, chunk.elements.count == run.count,
          1...Self.chunkLimit ~= run.count, listed.insert(run.chunk).inserted,
          chunk.elements.allSatisfy({ homes[$0] == run.chunk })
        else { return false }
        found += run.count
      }
    }
    let vacant = Set(vacancies)
    return found == homes.count && vacant.count == vacancies.count
      && chunks.indices.allSatisfy { listed.contains($0) != vacant.contains($0) }
  }
}
