import ListModel

/// The cells of a whole list, in the order of their ids' bytes.
///
/// Many ids share a prefix and differ soon after it. The eight bytes after it are compared as a
/// number; the ids themselves only if these are equal. A cell takes 16 bytes, and most comparisons
/// do not touch its id.
struct IDOrder {
  private struct Entry {
    var bytes: UInt64
    /// The number of the cell in the list.
    var cell: Int
  }

  private let ids: CellIDs
  private var entries: [Entry] = []

  init(of sections: [SectionProposal]) {
    let ids = CellIDs(of: sections)
    self.ids = ids
    let prefix = Self.commonPrefix(of: sections)
    entries.reserveCapacity(ids.count)
    for section in sections {
      for item in section.indices {
        let bytes = section.id(at: item).rawValue.bigEndianBytes(after: prefix)
        entries.append(Entry(bytes: bytes, cell: entries.count))
      }
    }
    entries.sort {
      $0.bytes == $1.bytes ? ids[$0.cell] < ids[$1.cell] : $0.bytes < $1.bytes
    }
  }

  /// The ids, with the numbers of their cells.
  var cells: some Sequence<(id: Cell.ID, cell: Int)> {
    entries.lazy.map { (ids[$0.cell], $0.cell) }
  }

  /// Returns the length in bytes of the prefix that all ids share.
  private static func commonPrefix(of sections: [SectionProposal]) -> Int {
    guard let first = sections.first(where: { !$0.indices.isEmpty })?.id(at: 0).rawValue.utf8
    else { return 0 }
    var prefix = first.prefix(first.count)
    for section in sections {
      for item in section.indices {
        let id = section.id(at: item).rawValue.utf8
        if !id.starts(with: prefix) {
          prefix = first.prefix(zip(prefix, id).prefix { $0 == $1 }.count)
        }
      }
    }
    return prefix.count
  }
}

/// The ids of a list's cells, which are numbered from its start.
private struct CellIDs {
  private let sections: [SectionProposal]
  /// The number of the first cell after each section.
  private let ends: [Int]

  init(of sections: [SectionProposal]) {
    self.sections = sections
    var end = 0
    ends = sections.map { section in
      end += section.indices.count
      return end
    }
  }

  var count: Int { ends.last ?? 0 }

  subscript(cell: Int) -> Cell.ID {
    let section = ends.partitioningIndex { cell < $0 }
    return sections[section].id(at: cell - (ends[section] - sections[section].indices.count))
  }
}

extension String {
  /// Returns the eight bytes from an offset, as a number of the same order; zeros after the end.
  fileprivate func bigEndianBytes(after start: Int) -> UInt64 {
    var number: UInt64 = 0
    var text = self
    text.withUTF8 { bytes in
      for index in start..<start + 8 {
        number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
      }
    }
    return number
  }
}
