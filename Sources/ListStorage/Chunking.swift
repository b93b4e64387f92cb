/// Cuts the cells of a section into chunks so that few stored chunks change.
enum Chunking {
  /// The most cells in a chunk.
  static let limit = 128
  /// A chunk with fewer cells joins its neighbour when both fit in one.
  static let minimum = 32
  /// How full the parts of a split chunk are, so that they can grow.
  private static let fill = 96

  /// A chunk as it should be: which stored chunk it continues, if any, and how many cells it has.
  struct Piece: Equatable {
    var origin: Int?
    var count: Int
  }

  /// Cuts a sequence of cells.
  ///
  /// - Parameter origins: For each cell in order, the index of the stored chunk it stays in;
  ///   ascending. `nil` for a cell that arrives.
  /// - Returns: The chunks in order. No two continue the same stored chunk.
  static func pieces(_ origins: some Sequence<Int?>) -> [Piece] {
    var pieces: [Piece] = []
    for origin in origins {
      if let last = pieces.indices.last,
        origin == nil || pieces[last].origin == nil || pieces[last].origin == origin
      {
        // Arrivals join the chunk before them; the first ones, the chunk after them.
        pieces[last].origin = pieces[last].origin ?? origin
        pieces[last].count += 1
      } else {
        pieces.append(Piece(origin: origin, count: 1))
      }
    }
    return merge(pieces).flatMap(split)
  }

  private static func merge(_ pieces: [Piece]) -> [Piece] {
    var merged: [Piece] = []
    for piece in pieces {
      guard let last = merged.last, min(last.count, piece.count) < minimum,
        last.count + piece.count <= limit
      else {
        merged.append(piece)
        continue
      }
      merged[merged.count - 1].count += piece.count
    }
    return merged
  }

  private static func split(_ piece: Piece) -> [Piece] {
    guard piece.count > limit else { return [piece] }
    let parts = (piece.count + fill - 1) / fill
    return (0..<parts).map { part in
      let count = piece.count * (part + 1) / parts - piece.count * part / parts
      return Piece(origin: part == 0 ? piece.origin : nil, count: count)
    }
  }
}
