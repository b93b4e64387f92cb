extension SectionedDifference {
  /// Compares columns whose keys are hashes, and checks what was matched: `nil` when two different
  /// cells had the same key, or two contents the same hash.
  ///
  /// - Parameters:
  ///   - source: The sections before.
  ///   - target: The sections after.
  ///   - areSame: Whether the cells at two offsets, before and after, are the same with the same
  ///     content or differ in both.
  package init?(
    from source: SectionedColumns,
    to target: SectionedColumns,
    checking areSame: (Int, Int) -> Bool
  ) {
    var scratch = DifferenceScratch()
    self.init(from: source, to: target, using: &scratch)
    for run in scratch.engine.runs.elements {
      for offset in 0..<Int(run.count)
      where !areSame(Int(run.source) &+ offset, Int(run.target) &+ offset) {
        return nil
      }
    }
  }
}
