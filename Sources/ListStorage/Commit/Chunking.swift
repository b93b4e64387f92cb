/// How the cells of a section are cut into chunks, so that few stored chunks change.
enum Chunking {
  /// The most cells in a chunk.
  static let limit = 128
  /// A chunk with fewer cells is merged with its neighbour when both fit in one.
  static let minimum = 32
  /// The most cells in a part of a split chunk, so that parts can grow.
  private static let fill = 96

  /// Cuts a run of cells that belongs in one chunk: none, one or several parts, in order.
  static func parts(_ count: Int) -> [Range<Int>] {
    guard count > 0 else { return [] }
    let parts = count > limit ? (count + fill - 1) / fill : 1
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }
}
