import Synchronization

/// Memory that comparisons can share, so that repeated ones allocate nothing but their results.
///
/// Keep one for each place that compares again and again, such as a screen or an ingesting task.
/// Its size is that of the largest comparison so far: some 25 bytes for each element of lists that
/// keep their order, 50 to 75 for usual changes, up to about 130 for a full shuffle; 16 of these
/// bytes are for ids that are not columns of keys already. Memory that a comparison does not need
/// is reserved but never touched.
///
/// It is `@unchecked Sendable` because it cannot be copied, and the memory it points to is its own: it
/// is allocated here, handed out only within a call, and freed in `deinit`. So one owner at a time can
/// reach it.
public struct DifferenceScratch: ~Copyable, @unchecked Sendable {
  var engine = Engine()
  private var sources = Side()
  private var targets = Side()
  /// The updates found while the ends were compared.
  private var endUpdates = EngineList<OffsetPair>()

  /// Keys made from the ids of one side.
  private struct Side: ~Copyable {
    var sectionKeys = EngineBuffer<UInt64>()
    var sectionCount = 0
    var starts = EngineBuffer<Int>()
    var cellKeys = EngineBuffer<UInt64>()
    var cellCount = 0

    init() {}

    var cells: UnsafeBufferPointer<UInt64> {
      UnsafeBufferPointer(rebasing: UnsafeBufferPointer(cellKeys.elements)[..<cellCount])
    }

    var layout: SectionedDifference.Layout {
      SectionedDifference.Layout(
        sections: UnsafeBufferPointer(
          rebasing: UnsafeBufferPointer(sectionKeys.elements)[..<sectionCount]
        ),
        starts: UnsafeBufferPointer(
          rebasing: UnsafeBufferPointer(starts.elements)[...sectionCount]
        ),
        cells: cells
      )
    }
  }

  /// Creates empty scratch memory.
  public init() {}
}

// The members that the generic entry points need once they are specialised in another module. A
// buffer that is handed out stays valid until it is reserved again.
extension DifferenceScratch {
  /// Lends memory for one comparison: that of the last short comparison, if no other one uses it.
  @usableFromInline
  package static func withTemporary<Difference, Failure: Error>(
    _ body: (inout DifferenceScratch) throws(Failure) -> Difference
  ) throws(Failure) -> Difference {
    let holder = takeSpare() ?? Holder()
    defer { keep(holder) }
    return try body(&holder.scratch)
  }

  /// Scratch memory that is handed on as a reference, because it is hundreds of bytes itself.
  ///
  /// It is `@unchecked Sendable` because two threads never use one: a holder is either in ``spare``,
  /// and only its lock's owner takes it out, or it is the constant of one ``withTemporary(_:)``, which
  /// made it or took it out, lends its memory `inout`, and lets go of it in ``keep(_:)``.
  private final class Holder: @unchecked Sendable {
    var scratch = DifferenceScratch()
  }

  /// A scratch that is not in use now; without it, short comparisons would spend more on their memory
  /// than on all else.
  private static let spare = Mutex<Holder?>(nil)
  /// The most cells of a comparison whose memory is kept.
  private static var spareCellLimit: Int { 4_096 }

  private static func takeSpare() -> Holder? {
    var holder: Holder?
    _ = spare.withLockIfAvailable { spare in swap(&holder, &spare) }
    return holder
  }

  private static func keep(_ holder: Holder) {
    let cellCount = max(holder.scratch.sources.cellCount, holder.scratch.targets.cellCount)
    guard cellCount <= spareCellLimit else { return }
    var holder: Holder? = holder
    // The previous spare is freed after the lock.
    _ = spare.withLockIfAvailable { spare in swap(&holder, &spare) }
  }

  @usableFromInline var hash: EngineHash { engine.hash }

  @usableFromInline
  mutating func reserveSourceCells(_ count: Int) -> UnsafeMutableBufferPointer<UInt64> {
    sources.cellCount = count
    return sources.cellKeys.reserve(count)
  }

  @usableFromInline
  mutating func reserveTargetCells(_ count: Int) -> UnsafeMutableBufferPointer<UInt64> {
    targets.cellCount = count
    return targets.cellKeys.reserve(count)
  }

  @usableFromInline
  mutating func reserveSourceSections(
    _ count: Int
  ) -> (keys: UnsafeMutableBufferPointer<UInt64>, starts: UnsafeMutableBufferPointer<Int>) {
    sources.sectionCount = count
    return (sources.sectionKeys.reserve(count), sources.starts.reserve(count + 1))
  }

  @usableFromInline
  mutating func reserveTargetSections(
    _ count: Int
  ) -> (keys: UnsafeMutableBufferPointer<UInt64>, starts: UnsafeMutableBufferPointer<Int>) {
    targets.sectionCount = count
    return (targets.sectionKeys.reserve(count), targets.starts.reserve(count + 1))
  }

  /// Whether a key of a section or of a cell occurs twice among the sources.
  mutating func sourceKeysRepeat() -> Bool {
    engine.containsRepeats(sources.layout.sections) || engine.containsRepeats(sources.cells)
  }

  @usableFromInline
  mutating func compareCells(knowing ends: EqualEnds) {
    engine.compare(
      Engine.Columns(sources: sources.cells, targets: targets.cells),
      knowing: ends
    )
  }

  /// Compares the cells of sections that were compared; see ``compareSections(_:)``.
  @usableFromInline
  mutating func compareCells(_ difference: SectionedDifference, knowing ends: [EqualEnds]) {
    difference.compareCells(
      from: sources.layout,
      to: targets.layout,
      with: &engine,
      knowing: ends
    )
  }

  @usableFromInline
  mutating func compareSections(_ difference: inout SectionedDifference) {
    difference.compareSections(from: sources.layout, to: targets.layout, with: &engine)
  }

  @usableFromInline
  mutating func collectCells(_ difference: inout SectionedDifference) {
    difference.collectCells(from: engine, sources.layout.starts, targets.layout.starts)
  }

  /// The numbers of cells for which there is room.
  @usableFromInline var cellCounts: (source: Int, target: Int) {
    (sources.cellCount, targets.cellCount)
  }

  @usableFromInline var runCount: Int { engine.runs.count }

  @usableFromInline
  func run(_ number: Int) -> (source: Int, target: Int, count: Int) {
    let run = engine.runs.elements[number]
    return (Int(run.source), Int(run.target), Int(run.count))
  }

  /// Turns runs into paths, fastest in the order of the runs.
  @usableFromInline var runPaths: RunPaths {
    RunPaths(
      sources: PathCursor(sources.layout.starts),
      targets: PathCursor(targets.layout.starts)
    )
  }

  @usableFromInline
  mutating func appendUpdate(_ source: Int, _ target: Int) {
    engine.updates.append(OffsetPair(source, target))
  }

  /// Forgets the updates found at the ends.
  @usableFromInline
  mutating func forgetEndUpdates() { endUpdates.removeAll() }

  /// Keeps an update found before the comparison, which begins without any.
  @usableFromInline
  mutating func noteEndUpdate(_ source: Int, _ target: Int) {
    endUpdates.append(OffsetPair(source, target))
  }

  /// Adds the updates found at the ends to the others, in ascending order of their targets.
  @usableFromInline
  mutating func addEndUpdates() {
    if endUpdates.count == 0 { return }
    for update in endUpdates.elements { engine.updates.append(update) }
    var updates = engine.updates.mutableElements
    let isSorted = zip(updates, updates.dropFirst()).allSatisfy { $0.target < $1.target }
    if !isSorted { updates.sort { $0.target < $1.target } }
  }
}
