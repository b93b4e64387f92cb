import ListTestSupport
import Testing

@testable import ListStorage

@Suite struct ChunkCellsTests {
  private func decode(_ bytes: [UInt8], count: Int) -> [Int64]? {
    bytes.withUnsafeBytes { ChunkCells.decode($0, count: count) }
  }

  @Test func `neighbours that were inserted together take a byte each`() {
    #expect(ChunkCells.encode(Int64(1)...128).count == 128)
    #expect(ChunkCells.encode([1_000_000, 1_000_001, 999_999]).count == 3 + 1 + 1)
  }

  @Test func `cells come back`() {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<2_000 {
      let bits = Int64.random(in: 0...62, using: &generator)
      let cells = (0..<Int.random(in: 0...130, using: &generator)).map { _ in
        Int64.random(in: 1...(1 << bits), using: &generator)
      }
      #expect(decode(ChunkCells.encode(cells), count: cells.count) == cells)
    }
    #expect(decode(ChunkCells.encode([.max, 1, .max]), count: 3) == [.max, 1, .max])
  }

  @Test func `anything else is refused`() {
    let bytes = ChunkCells.encode([5, 6, 300])
    #expect(decode(bytes, count: 2) == nil)
    #expect(decode(bytes, count: 4) == nil)
    #expect(decode(bytes, count: -1) == nil)
    #expect(decode(bytes, count: .max) == nil)
    for end in 0..<bytes.count { #expect(decode(Array(bytes[..<end]), count: 3) == nil) }
    // Row 0, a negative one, a number of more than 64 bits.
    #expect(decode([0], count: 1) == nil)
    #expect(decode([1], count: 1) == nil)
    #expect(decode(Array(repeating: 0xFF, count: 12) + [1], count: 1) == nil)
  }

  @Test func `random bytes are answered`() {
    var generator = SeededGenerator(seed: 32)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let count = Int.random(in: 0...24, using: &generator)
      guard let cells = decode(bytes, count: count) else { continue }
      #expect(cells.count == count && cells.allSatisfy { $0 > 0 })
    }
  }
}
