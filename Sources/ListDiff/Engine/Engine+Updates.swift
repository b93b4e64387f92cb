extension Engine {
  /// Collects the matches whose content hashes differ, ascending by target.
  mutating func findUpdates(
    _ sources: UnsafeBufferPointer<UInt64>,
    _ targets: UnsafeBufferPointer<UInt64>
  ) {
    let contents = Columns(sources: sources, targets: targets)
    let room = updates.room(for: runs.elements.reduce(0) { $0 &+ Int($1.count) })
    var count = 0
    for run in runs.elements {
      var (source, target) = (Int(run.source), Int(run.target))
      let end = target &+ Int(run.count)
      while target < end {
        if target &+ 8 <= end, contents.differences(source, target) == 0 {
          source &+= 8
          target &+= 8
          continue
        }
        let chunkEnd = min(end, target &+ 8)
        while target < chunkEnd {
          room[count] = OffsetPair(source, target)
          count &+= contents.areEqual(source, target) ? 0 : 1
          source &+= 1
          target &+= 1
        }
      }
    }
    updates.commit(count)
  }
}
