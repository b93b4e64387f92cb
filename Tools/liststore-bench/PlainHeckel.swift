/// A plain flat diff, written to be read: the peer that shows the benefit of the engine's
/// optimizations.
///
/// Source: Paul Heckel, *A technique for isolating differences between files*, CACM 21(4), 1978, passes
/// 1 to 3, which are the whole algorithm for unique ids. An element counts as moved if it is not at the
/// index that the preceding deletions and insertions give it.
struct PlainHeckel<Element: Identifiable & Equatable> {
  var deletions: [Int] = []
  var insertions: [Int] = []
  var moves: [(from: Int, to: Int)] = []
  var updates: [(from: Int, to: Int)] = []

  var operationCount: Int { deletions.count + insertions.count + moves.count + updates.count }

  init(from source: [Element], to target: [Element]) {
    var sourceOffsets: [Element.ID: Int] = [:]
    for (offset, element) in source.enumerated() { sourceOffsets[element.id] = offset }

    var isMatched = Array(repeating: false, count: source.count)
    var origins: [Int?] = []
    for (offset, element) in target.enumerated() {
      let origin = sourceOffsets.removeValue(forKey: element.id)
      origins.append(origin)
      guard let origin else {
        insertions.append(offset)
        continue
      }
      isMatched[origin] = true
      if source[origin] != element { updates.append((origin, offset)) }
    }

    var deletedBefore: [Int] = []
    for offset in source.indices {
      deletedBefore.append(deletions.count)
      if !isMatched[offset] { deletions.append(offset) }
    }
    var insertedBefore = 0
    for (offset, origin) in origins.enumerated() {
      guard let origin else {
        insertedBefore += 1
        continue
      }
      if origin - deletedBefore[origin] + insertedBefore != offset {
        moves.append((origin, offset))
      }
    }
  }
}
