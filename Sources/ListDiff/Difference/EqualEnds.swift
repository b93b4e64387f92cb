/// How many elements at the two ends of two sequences are matched in order, before any id is hashed.
///
/// Lists that are declared again and again are nearly equal: elements that are the same at both
/// ends need no key and no look-up.
@usableFromInline
struct EqualEnds: BitwiseCopyable {
  @usableFromInline var prefix = 0
  @usableFromInline var suffix = 0

  @usableFromInline
  init() {}

  /// The offsets between the ends of a sequence.
  @inlinable
  func middle(of count: Int) -> Range<Int> { prefix..<(count &- suffix) }

  /// The elements that are not at an end, of a run of `runCount` that begins at `start` of `count`
  /// targets.
  @inlinable
  func unknown(of start: Int, _ runCount: Int, in count: Int) -> Range<Int> {
    let lower = min(max(prefix &- start, 0), runCount)
    return lower..<max(min(count &- suffix &- start, runCount), lower)
  }
}

extension DifferenceScratch {
  /// Matches the elements with the same ids at both ends, and notes those whose contents differ.
  ///
  /// The first elements stand at `starts` in the whole comparison.
  ///
  /// It is inlined, so that elements are read in place: a call would copy each element, and count a
  /// reference for every text in it.
  @inlinable
  @inline(__always)
  mutating func matchEnds<Element, ID: Hashable>(
    _ sources: Span<Element>,
    _ targets: Span<Element>,
    _ starts: (source: Int, target: Int),
    _ id: (Element) -> ID,
    _ contentIsEqual: (Element, Element) -> Bool
  ) -> EqualEnds {
    let limit = min(sources.count, targets.count)
    var ends = EqualEnds()
    while ends.prefix < limit,
      DifferenceKey.areSame(id(sources[ends.prefix]), id(targets[ends.prefix]))
    {
      if !contentIsEqual(sources[ends.prefix], targets[ends.prefix]) {
        noteEndUpdate(starts.source &+ ends.prefix, starts.target &+ ends.prefix)
      }
      ends.prefix &+= 1
    }
    var (source, target) = (sources.count &- 1, targets.count &- 1)
    while ends.prefix &+ ends.suffix < limit,
      DifferenceKey.areSame(id(sources[source]), id(targets[target]))
    {
      if !contentIsEqual(sources[source], targets[target]) {
        noteEndUpdate(starts.source &+ source, starts.target &+ target)
      }
      source &-= 1
      target &-= 1
      ends.suffix &+= 1
    }
    return ends
  }
}
