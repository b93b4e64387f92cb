extension Engine {
  /// Collects the matches whose content hashes differ, ascending by target.
  mutating func findUpdates(
    _ sources: UnsafeBufferPointer<UInt64>,
    _ targets: UnsafeBufferPointer<UInt64>
  ) {
    let contents = Columns(sources: sources, targets: targets)
    for run in runs.elements {
      var (source, target) = (Int(run.source), Int(run.target))
      let end = target &+ Int(run.count)
      while target &+ 8 <= end, contents.differences(source, target) == 0 {
        source &+= 8
        target &+= 8
      }
      let room = updates.room(for: end &- target)
      var count = 0
      while target < end {
        room[count] = OffsetPair(source, target)
        count &+= contents.areEqual(source, target) ? 0 : 1
        source &+= 1
        target &+= 1
      }
      updates.commit(count)
    }
  }

  /// Collects the matches whose contents differ according to the caller, ascending by target.
  mutating func findUpdates<Failure: Error>(
    _ contentIsEqual: (_ source: Int, _ target: Int) throws(Failure) -> Bool
  ) throws(Failure) {
    for run in runs.elements {
      for offset in 0..<Int(run.count) {
        let (source, target) = (Int(run.source) &+ offset, Int(run.target) &+ offset)
        if try !contentIsEqual(source, target) { updates.append(OffsetPair(source, target)) }
      }
    }
  }
}
