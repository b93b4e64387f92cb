import ListDiff
import ListModel

/// One cell that has come, gone or moved while all others have kept their order: the result of most
/// edits.
///
/// There is only one way to say what has changed, so nothing needs to be compared.
struct SingleCellChange {
  let cell: Int64
  /// Its position before; `nil` if it is new.
  let source: Position?
  /// Its position now; `nil` if it is gone.
  let target: Position?

  /// A path, with the cells before and after it in its section, if there are any.
  struct Position {
    var path: CellPath
    var left: Int64?
    var right: Int64?
  }

  /// Finds where a cell was and is, when all others have kept their order.
  init(of cell: Int64, in draft: ListDraft) throws {
    self.cell = cell
    source = try draft.position(of: cell, .before)
    target = try draft.position(of: cell, .after)
  }

  /// Finds the change in a draft; `nil` if there is none, or more.
  init?(in draft: ListDraft) throws {
    guard draft.order == nil, draft.contents.isEmpty, let cell = draft.onlyDisplacedCell else {
      return nil
    }
    try self.init(of: cell, in: draft)
    // When two neighbours change places, either one can be said to have moved.
    if let from = source?.path, let to = target?.path, from.section == to.section,
      abs(from.item - to.item) == 1
    {
      return nil
    }
  }

  var difference: ListDifference {
    var difference = ListDifference()
    switch (source?.path, target?.path) {
    case (let from?, let to?) where from != to:
      difference.movedCells = [Match(from: from, to: to)]
      difference.cells.moved = [cell]
    case (let at?, nil):
      difference.deletedCells = [at]
      difference.cells.deleted = [cell]
    case (nil, let at?):
      difference.insertedCells = [at]
      difference.cells.inserted = [cell]
    default: break
    }
    return difference
  }
}

extension ListDraft {
  /// The cell that has come, gone or moved, if it is the only one.
  fileprivate var onlyDisplacedCell: Int64? {
    switch (places.count, removed.count) {
    case (1, 0): places.keys.first.flatMap { newCells.count == ($0 < 0 ? 1 : 0) ? $0 : nil }
    case (0, 1): newCells.isEmpty ? removed.first : nil
    default: nil
    }
  }

  /// Returns where a cell is or was, in a chunk that was looked into.
  fileprivate func position(
    of cell: Int64,
    _ side: ChunkDraft.Side
  ) throws -> SingleCellChange.Position? {
    for (name, section) in sections {
      for (chunk, draft) in section.chunks {
        let cells = draft[side]
        guard let offset = cells.firstIndex(of: cell) else { continue }
        let isLast = offset + 1 == cells.count
        return SingleCellChange.Position(
          path: CellPath(section: name, item: section.start(of: chunk, side) + offset),
          left: offset > 0
            ? cells[offset - 1]
            : try firstCells(side, in: (0..<chunk).reversed(), of: name).last,
          right: isLast
            ? try firstCells(side, in: chunk + 1..<max(chunk + 1, section.chunkCount), of: name)
              .first
            : cells[offset + 1]
        )
      }
    }
    return nil
  }

  /// Returns the cells of the first of some chunks that is not empty.
  private func firstCells(
    _ side: ChunkDraft.Side,
    in chunks: some Sequence<Int>,
    of section: Int
  ) throws -> [Int64] {
    for chunk in chunks {
      let cells = try cells(ofChunk: chunk, section: section, side)
      if !cells.isEmpty { return cells }
    }
    return []
  }
}
