import ListModel

/// The sections of a head, in order.
///
/// The sections are cut into blocks, so that inserting or removing one moves only those of its
/// block.
///
/// `CountedTree` does more, for any elements. But its generic code is in another module and not
/// specialized here: a commit of one cell looks up its section a dozen times, and takes a twentieth
/// longer with it.
struct SectionTable: RandomAccessCollection, Sendable {
  /// The most sections of a block.
  static let limit = 128

  /// The blocks, none of them empty.
  private var blocks: [[SectionHead]] = []
  /// The index of the first section of each block, and the number of all sections.
  private var starts = [0]

  /// No sections.
  init() {}

  /// - Complexity: O(sections).
  init(_ sections: [SectionHead]) {
    // Not full, so that the next sections find room.
    let size = Self.limit * 3 / 4
    for start in stride(from: 0, to: sections.count, by: size) {
      blocks.append(Array(sections[start..<Swift.min(start + size, sections.count)]))
    }
    count(from: 0)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { starts[starts.count - 1] }

  /// - Complexity: O(log blocks).
  subscript(index: Int) -> SectionHead {
    _read {
      let block = block(of: index)
      yield blocks[block][index - starts[block]]
    }
    _modify {
      let block = block(of: index)
      yield &blocks[block][index - starts[block]]
    }
  }

  /// - Complexity: O(blocks) additions, and O(sections of one block).
  mutating func insert(_ section: SectionHead, at index: Int) {
    guard !blocks.isEmpty else {
      self = SectionTable([section])
      return
    }
    // A section at the end goes to the last block.
    let block = index < endIndex ? block(of: index) : blocks.count - 1
    blocks[block].insert(section, at: index - starts[block])
    let count = blocks[block].count
    if count > Self.limit {
      blocks.insert(Array(blocks[block][(count / 2)...]), at: block + 1)
      blocks[block].removeSubrange((count / 2)...)
    }
    self.count(from: block)
  }

  /// - Complexity: As ``insert(_:at:)``.
  mutating func remove(at index: Int) -> SectionHead {
    let block = block(of: index)
    let section = blocks[block].remove(at: index - starts[block])
    let next = block + 1 < blocks.count ? blocks[block + 1].count : Self.limit
    if blocks[block].isEmpty {
      blocks.remove(at: block)
    } else if blocks[block].count + next <= Self.limit / 2 {
      blocks[block] += blocks.remove(at: block + 1)
    }
    count(from: block)
    return section
  }

  /// Returns the ids of the sections, and how many cells each has.
  ///
  /// - Complexity: O(chunks).
  func extents() -> [(id: Section.ID, count: Int)] {
    var extents: [(id: Section.ID, count: Int)] = []
    extents.reserveCapacity(count)
    for block in blocks {
      // By their indices: a copy of a section changes four reference counts.
      for index in block.indices {
        extents.append((block[index].id, block[index].chunks.cellCount))
      }
    }
    return extents
  }

  private func block(of index: Int) -> Int {
    blocks.count == 1 ? 0 : starts.partitioningIndex { $0 > index } - 1
  }

  /// Counts again where blocks begin, from a block on.
  private mutating func count(from block: Int) {
    starts.removeSubrange((block + 1)...)
    for block in blocks[block...] { starts.append(starts[starts.count - 1] + block.count) }
  }
}
