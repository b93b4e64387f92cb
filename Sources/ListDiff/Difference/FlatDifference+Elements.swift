extension FlatDifference {
  /// Compares elements by their ids, and the content of those in both by `==`.
  ///
  /// Ids of type `String` are the same when their UTF-8 bytes are the same.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Element: Identifiable & Equatable>(
    from source: some Collection<Element>,
    to target: some Collection<Element>
  ) {
    self = DifferenceScratch.withTemporary { scratch in
      Self(from: source, to: target, using: &scratch, id: { $0.id }, contentIsEqual: ==)
    }
  }

  /// Compares elements that are ids and nothing else: what is not equal is another element.
  ///
  /// Elements of type `String` are the same when their UTF-8 bytes are the same.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Element: Hashable>(
    from source: some Collection<Element>,
    to target: some Collection<Element>
  ) {
    self = DifferenceScratch.withTemporary { scratch in
      Self(from: source, to: target, using: &scratch)
    }
  }

  /// Compares elements by their ids, and the content of those in both by `==`.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Element: Identifiable & Hashable>(
    from source: some Collection<Element>,
    to target: some Collection<Element>
  ) {
    self = DifferenceScratch.withTemporary { scratch in
      Self(from: source, to: target, using: &scratch, id: { $0.id }, contentIsEqual: ==)
    }
  }

  /// Compares elements that are ids and nothing else, with memory the caller keeps.
  ///
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Element: Hashable>(
    from source: some Collection<Element>,
    to target: some Collection<Element>,
    using scratch: inout DifferenceScratch
  ) {
    // A span lends its elements: one in a variable of its own would be retained.
    let (sources, targets) = (Array(source), Array(target))
    Self.match(sources.span, targets.span, using: &scratch) { $0 }
    self.init(scratch)
  }

  /// Compares elements by ids and contents the caller tells, with memory the caller keeps.
  ///
  /// - Parameters:
  ///   - source: The elements before.
  ///   - target: The elements after.
  ///   - scratch: Memory for the comparison.
  ///   - id: The identity of an element; called two or three times for each.
  ///   - contentIsEqual: Whether an element before and one after with the same id look the same;
  ///     called once for each element in both.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  public init<Element, ID: Hashable>(
    from source: some Collection<Element>,
    to target: some Collection<Element>,
    using scratch: inout DifferenceScratch,
    id: (Element) -> ID,
    contentIsEqual: (Element, Element) -> Bool
  ) {
    let (sourceArray, targetArray) = (Array(source), Array(target))
    let (sources, targets) = (sourceArray.span, targetArray.span)
    Self.match(sources, targets, using: &scratch, id: id)
    for number in 0..<scratch.runCount {
      let run = scratch.run(number)
      for offset in 0..<run.count
      where !contentIsEqual(sources[run.source &+ offset], targets[run.target &+ offset]) {
        scratch.appendUpdate(run.source &+ offset, run.target &+ offset)
      }
    }
    self.init(scratch)
  }

  @usableFromInline
  init(_ scratch: borrowing DifferenceScratch) {
    self.init(scratch.engine)
  }

  /// Matches by keys, and once more by exact numbers should keys of different ids be equal.
  @inlinable
  static func match<Element, ID: Hashable>(
    _ sources: Span<Element>,
    _ targets: Span<Element>,
    using scratch: inout DifferenceScratch,
    id: (Element) -> ID
  ) {
    let hash = scratch.hash
    let sourceKeys = scratch.reserveSourceCells(sources.count)
    for offset in sources.indices {
      sourceKeys[offset] = DifferenceKey.key(of: id(sources[offset]), hash)
    }
    let targetKeys = scratch.reserveTargetCells(targets.count)
    for offset in targets.indices {
      targetKeys[offset] = DifferenceKey.key(of: id(targets[offset]), hash)
    }
    scratch.compareCells()
    if DifferenceKey.isExact(ID.self) { return }
    if allMatchesAreRight(sources, targets, scratch, id: id) { return }
    var numbering = DifferenceKey.Numbering<ID>()
    for offset in sources.indices {
      sourceKeys[offset] = numbering.number(of: id(sources[offset]))
    }
    for offset in targets.indices {
      targetKeys[offset] = numbering.number(of: id(targets[offset]))
    }
    scratch.compareCells()
  }

  @inlinable
  static func allMatchesAreRight<Element, ID: Hashable>(
    _ sources: Span<Element>,
    _ targets: Span<Element>,
    _ scratch: borrowing DifferenceScratch,
    id: (Element) -> ID
  ) -> Bool {
    for number in 0..<scratch.runCount {
      let run = scratch.run(number)
      for offset in 0..<run.count
      where !DifferenceKey.areSame(
        id(sources[run.source &+ offset]),
        id(targets[run.target &+ offset])
      ) {
        return false
      }
    }
    return true
  }
}
