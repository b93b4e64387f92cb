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

  /// Compares elements that are ids and nothing else: elements that are not equal are different
  /// ones.
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
    self.init(
      from: source,
      to: target,
      using: &scratch,
      id: { $0 },
      contentIsEqual: { _, _ in true }
    )
  }

  /// Compares elements by ids and contents that the caller's closures give, with memory the caller
  /// keeps.
  ///
  /// - Parameters:
  ///   - source: The elements before.
  ///   - target: The elements after.
  ///   - scratch: Memory for the comparison.
  ///   - id: The identity of an element; called up to three times for each.
  ///   - contentIsEqual: Whether an element before and one after with the same id look the same;
  ///     called once for each element in both.
  /// - Complexity: O(n) expected, plus O(r log r) for the r runs whose order is broken.
  @inlinable
  @inline(__always)
  public init<Element, ID: Hashable>(
    from source: some Collection<Element>,
    to target: some Collection<Element>,
    using scratch: inout DifferenceScratch,
    id: (Element) -> ID,
    contentIsEqual: (Element, Element) -> Bool
  ) {
    // A `Span` lends its elements: an element in a variable of its own would be retained.
    let (sourceArray, targetArray) = (ContiguousArray(source), ContiguousArray(target))
    let (sources, targets) = (sourceArray.span, targetArray.span)
    scratch.forgetEndUpdates()
    let ends = scratch.matchEnds(sources, targets, (0, 0), id, contentIsEqual)
    Self.match(sources, targets, ends, using: &scratch, id: id)
    for number in 0..<scratch.runCount {
      let run = scratch.run(number)
      for offset in ends.unknown(of: run.target, run.count, in: targets.count)
      where !contentIsEqual(sources[run.source &+ offset], targets[run.target &+ offset]) {
        scratch.appendUpdate(run.source &+ offset, run.target &+ offset)
      }
    }
    scratch.addEndUpdates()
    self.init(scratch)
  }

  @usableFromInline
  init(_ scratch: borrowing DifferenceScratch) {
    self.init(scratch.engine)
  }

  /// Matches by keys, and once more by exact numbers if keys of different ids are equal.
  @inlinable
  @inline(__always)
  static func match<Element, ID: Hashable>(
    _ sources: Span<Element>,
    _ targets: Span<Element>,
    _ ends: EqualEnds,
    using scratch: inout DifferenceScratch,
    id: (Element) -> ID
  ) {
    let hash = scratch.hash
    let sourceKeys = scratch.reserveSourceCells(sources.count)
    let targetKeys = scratch.reserveTargetCells(targets.count)
    for offset in ends.middle(of: sources.count) {
      sourceKeys[offset] = DifferenceKey.key(of: id(sources[offset]), hash)
    }
    for offset in ends.middle(of: targets.count) {
      targetKeys[offset] = DifferenceKey.key(of: id(targets[offset]), hash)
    }
    scratch.compareCells(knowing: ends)
    if DifferenceKey.isExact(ID.self) { return }
    if allMatchesAreRight(sources, targets, ends, scratch, id: id) { return }
    var numbering = DifferenceKey.Numbering<ID>()
    for offset in ends.middle(of: sources.count) {
      sourceKeys[offset] = numbering.number(of: id(sources[offset]))
    }
    for offset in ends.middle(of: targets.count) {
      targetKeys[offset] = numbering.number(of: id(targets[offset]))
    }
    scratch.compareCells(knowing: ends)
  }

  @inlinable
  @inline(__always)
  static func allMatchesAreRight<Element, ID: Hashable>(
    _ sources: Span<Element>,
    _ targets: Span<Element>,
    _ ends: EqualEnds,
    _ scratch: borrowing DifferenceScratch,
    id: (Element) -> ID
  ) -> Bool {
    for number in 0..<scratch.runCount {
      let run = scratch.run(number)
      for offset in ends.unknown(of: run.target, run.count, in: targets.count)
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
