import ListDiff
import ListModel
import ListTestSupport
import Testing

/// The piece table and the name table, against arrays and dictionaries.
@Suite struct PieceForestTests {
  /// Where the known part of a sequence ends: what is behind it is never looked at.
  private static let horizon = 400

  @Test(arguments: 0..<UInt64(Soak.count(20, soak: 400)))
  func `a sequence of pieces is edited as an array is`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var forest = PieceForest()
    var sequence = forest.originals()
    var plain = (0..<Self.horizon).map(PieceForest.Piece.original)
    // Few places make long runs, many make many pieces.
    let places = Int.random(in: 1...Self.horizon / 2, using: &generator)
    for name in 0..<Int.random(in: 1...600, using: &generator) {
      let position = Int.random(in: 0..<places, using: &generator)
      switch Int.random(in: 0...2, using: &generator) {
      case 0:
        forest.insert(name, at: position, in: &sequence)
        plain.insert(.named(name), at: position)
      case 1 where plain.count > places + 1:
        #expect(forest.remove(at: position, in: &sequence) == plain.remove(at: position))
      default:
        forest.assign(name, at: position, in: &sequence)
        plain[position] = .named(name)
      }
    }
    #expect(sequence.count == PieceForest.endless - Self.horizon + plain.count, "seed \(seed)")
    expectSame(forest, sequence, plain, seed)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a sequence that had no element is edited as an array is`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var forest = PieceForest()
    var sequence = PieceForest.Sequence()
    var plain: [PieceForest.Piece] = []
    for name in 0..<500 {
      if Int.random(in: 0...2, using: &generator) == 0, !plain.isEmpty {
        let position = plain.indices.randomElement(using: &generator) ?? 0
        #expect(forest.remove(at: position, in: &sequence) == plain.remove(at: position))
      } else {
        let position = Int.random(in: 0...plain.count, using: &generator)
        forest.insert(name, at: position, in: &sequence)
        plain.insert(.named(name), at: position)
      }
      #expect(forest.isExhausted(sequence) == plain.isEmpty)
    }
    #expect(sequence.count == plain.count)
    expectSame(forest, sequence, plain, seed)
    for _ in plain { _ = forest.remove(at: 0, in: &sequence) }
    #expect(forest.isExhausted(sequence))
    #expect(forest.remove(at: 0, in: &sequence) == nil)
    #expect(forest.piece(at: 0, in: sequence) == nil)
  }

  @Test func `a sequence is exhausted when all that was pointed at is gone`() {
    var forest = PieceForest()
    var sequence = forest.originals()
    #expect(forest.isExhausted(sequence))
    forest.assign(0, at: 2, in: &sequence)
    for position in [0, 0, 0] {
      #expect(!forest.isExhausted(sequence))
      _ = forest.remove(at: position, in: &sequence)
    }
    #expect(forest.isExhausted(sequence))
    // One goes and one comes: as many as before, but one of them is known.
    _ = forest.remove(at: 1, in: &sequence)
    forest.insert(1, at: 1, in: &sequence)
    #expect(!forest.isExhausted(sequence))
  }

  @Test func `ids have the names a dictionary gives them`() {
    var generator = SeededGenerator(seed: 7)
    var table = NameTable<Cell>()
    var plain: [Cell.ID: Int] = [:]
    for round in 0..<20_000 {
      let id = Cell.ID(Int.random(in: 0..<8_000, using: &generator))
      if round % 3 == 0 { #expect(table[id] == plain[id]) }
      let name = plain[id] ?? plain.count
      plain[id] = name
      #expect(table.name(of: id) == name)
    }
    #expect(table["é"] == nil)
    #expect(table.name(of: "é") == plain.count)
    #expect(table["e\u{301}"] == nil, "canonically equivalent, other bytes")
    #expect(table.ids.count == plain.count + 1)
  }

  private func expectSame(
    _ forest: PieceForest,
    _ sequence: PieceForest.Sequence,
    _ plain: [PieceForest.Piece],
    _ seed: UInt64
  ) {
    let pieces = plain.indices.map { forest.piece(at: $0, in: sequence) }
    #expect(pieces == plain, "seed \(seed)")
    var named: [PieceForest.Piece?] = Array(repeating: nil, count: plain.count)
    forest.forEachNamed(in: sequence) { name, position in named[position] = .named(name) }
    let expected = plain.map { piece -> PieceForest.Piece? in
      if case .named = piece { return piece }
      return nil
    }
    #expect(named == expected, "seed \(seed)")
  }
}
