extension ContentScratch {
  /// The minified value with the members of every object sorted by the bytes of their names.
  ///
  /// Both forms have the same length: sorting only exchanges parts of it. Each byte is copied
  /// once, however deep the unsorted objects are nested.
  func canonicalForm(of minified: [UInt8]) -> [UInt8] {
    let objects = unsortedObjects.sorted { $0.start < $1.start }
    var canonical: [UInt8] = []
    canonical.reserveCapacity(minified.count)
    var parts = [Part(range: 0..<minified.count)]
    while let part = parts.popLast() {
      if part.followsAnother { canonical.append(UInt8(ascii: ",")) }
      let index = objects.firstIndex(startingAtOrAfter: part.range.lowerBound)
      guard index < objects.count, objects[index].start < part.range.upperBound else {
        canonical.append(contentsOf: minified[part.range])
        continue
      }
      let object = objects[index]
      canonical.append(contentsOf: minified[part.range.lowerBound...object.start])
      parts.append(Part(range: object.end - 1..<part.range.upperBound))
      for number in object.members.reversed() {
        let member = sortedMembers[number]
        parts.append(
          Part(
            range: member.nameStart..<member.end,
            followsAnother: number > object.members.lowerBound
          )
        )
      }
    }
    return canonical
  }

  /// A part of the minified value whose turn to be copied comes.
  private struct Part {
    var range: Range<Int>
    /// Whether the member before it in canonical order has just been copied.
    var followsAnother = false
  }
}

extension [ContentScratch.UnsortedObject] {
  /// The index of the first object that starts at `offset` or later; `self` is sorted.
  fileprivate func firstIndex(startingAtOrAfter offset: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
