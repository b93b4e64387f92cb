import Foundation
import ListDiff
import ListModel
import ListTestSupport
import Testing

struct CodecTests {
  @Test func `random changesets are decoded as they were encoded`() throws {
    for seed in 0..<UInt64(Soak.count(200, soak: 100_000)) {
      let (changeset, _, _) = try randomChangeset(seed: seed)
      let bytes = try changeset.encoded()
      let decoded = try Changeset(encoded: bytes)
      #expect(decoded == changeset, "seed \(seed)")
      #expect(try decoded.encoded() == bytes, "seed \(seed)")
    }
  }

  @Test func `a whole list is encoded as the changeset that makes it`() throws {
    var random = RandomLists(seed: 8)
    for round in 0..<500 {
      let list = round == 0 ? List() : try List(document: random.list().document())
      let insertion = ListInsertion(
        of: list.sections.map { ($0.id, $0.attributes, $0.cells.count) },
        format: try Changeset(from: List(), to: list).encodingFormat,
        cell: { (list[$0].id, try list[$0].component.stored()) }
      )
      let (bytes, byteCount) = try insertion.encoded(reserving: 0, limit: .max)
      #expect(byteCount == bytes.count)
      #expect(insertion.operationCount == list.sections.count + list.cellCount)
      #expect(try bytes == Changeset(from: List(), to: list).encoded(), "round \(round)")
      // One that is too long is counted, and not kept.
      let limit = random.number(0...byteCount - 1)
      let excess = try insertion.encoded(reserving: 0, limit: limit)
      #expect(excess.bytes.isEmpty && excess.byteCount == byteCount, "round \(round)")
    }
  }

  @Test func `a checksum goes on from any byte`() {
    let bytes = (0..<100).map { UInt8($0) &* 37 }
    for cut in 0...bytes.count {
      let first = bytes[..<cut].withUnsafeBytes { Checksum($0) }
      let whole = bytes[cut...].withUnsafeBytes { Checksum($0, after: first) }
      #expect(whole == Checksum(bytes), "cut at \(cut)")
    }
  }

  @Test func `a decoded changeset goes forward and back`() throws {
    for seed in 0..<500 as Range<UInt64> {
      let (changeset, source, target) = try randomChangeset(seed: seed)
      let decoded = try Changeset(encoded: changeset.encoded())
      #expect(try decoded.apply(to: source) == target, "seed \(seed)")
      let inverse = try Changeset(encoded: decoded.inverted().encoded())
      #expect(try inverse.apply(to: target) == source, "seed \(seed)")
    }
  }

  @Test func `everything an operation can hold is kept`() throws {
    let content = try Content(parsing: Array(#"{"b":[1.50,-0,"é"],"a":null}"#.utf8))
    let header = SupplementaryView(
      component: AnyComponent(StoredComponent(type: "", content: nil)),
      alignment: .bottomTrailing
    )
    let attributes = Section.Attributes(header: header, layout: AnySectionLayout(content))
    let other = Section.Attributes(footer: header, layout: AnySectionLayout(try .null))
    let text = AnyComponent(StoredComponent(type: "a\0b", content: content))
    let last = Int(Int32.max)
    let changeset = Changeset(
      deletedSections: [.init(id: "a\0b", at: 0, attributes: attributes)],
      insertedSections: [.init(id: "é", at: last, attributes: .init())],
      movedSections: [.init(id: "x", from: last, to: 0), .init(id: "y", from: 0, to: last)],
      updatedSections: [.init(id: "z", from: 7, at: 3, old: attributes, new: other)],
      deletedCells: [.init(id: "1", at: CellPath(section: last, item: last), component: text)],
      insertedCells: [
        .init(id: "2", at: CellPath(section: 1, item: 5), component: text),
        .init(id: "3", at: CellPath(section: 1, item: 6), component: header.component),
        .init(id: "4", at: CellPath(section: 1, item: 9), component: text),
        .init(id: "5", at: CellPath(section: 4, item: 0), component: text),
      ],
      movedCells: [
        .init(id: "6", from: CellPath(section: last, item: 0), to: CellPath(section: 0, item: 1)),
        .init(id: "7", from: CellPath(section: last, item: 1), to: CellPath(section: 0, item: 2)),
        .init(id: "8", from: CellPath(section: 0, item: 9), to: CellPath(section: 0, item: 3)),
      ],
      updatedCells: [
        .init(
          id: "9",
          from: CellPath(section: 0, item: last),
          at: CellPath(section: last, item: 0),
          old: AnyComponent(StoredComponent(type: "t")),
          new: AnyComponent(StoredComponent(type: "u", content: try .null))
        )
      ]
    )
    #expect(try Changeset(encoded: changeset.encoded()) == changeset)
    #expect(try Changeset(encoded: Changeset().encoded()) == Changeset())
  }

  @Test func `an update of one cell costs its ids, its content and few bytes more`() throws {
    let old = #"{"title":"A title of some length","price":12.50,"stock":7}"#
    let new = #"{"title":"A title of some length","price":11.00,"stock":7}"#
    func list(_ content: String) throws -> List {
      let stored = StoredComponent(
        type: "FeedItem",
        content: try Content(parsing: Array(content.utf8))
      )
      let cells = (0..<1_000).map {
        Cell(id: Cell.ID($0), component: $0 == 777 ? AnyComponent(stored) : .init(.empty))
      }
      return List(sections: [Section(id: "s", cells: cells)])
    }
    let bytes = try Changeset(from: list(old), to: list(new)).encoded()
    #expect(bytes.count <= new.utf8.count + "777".utf8.count + "FeedItem".utf8.count + 24)
  }

  @Test func `cells in consecutive places cost little more than ids and content`() throws {
    let cells = (0..<1_000).map {
      Cell(id: Cell.ID(1_000 + $0), component: AnyComponent(StoredComponent(type: "Row")))
    }
    let list = List(sections: [Section(id: "s", cells: cells)])
    let bytes = try Changeset(from: List(), to: list).encoded()
    #expect(bytes.count <= 1_000 * ("1000".utf8.count + 2) + 32)
  }

  @Test func `the checksum is the CRC-32 of zlib`() throws {
    #expect(Checksum(Array("123456789".utf8)).value == 0xCBF4_3926)
    #expect(Checksum([]).value == 0)
    #expect(
      Checksum(Array("The quick brown fox jumps over the lazy dog".utf8)).value == 0x414F_A339
    )
    #expect(try Changeset().encoded() == [1, 0] + littleEndian(Checksum([1, 0]).value))
  }

  @Test func `views are written in format 2, others as ever`() throws {
    let badge = StoredComponent(type: "B", content: try Content(parsing: Array("3".utf8)))
    let component = AnyComponent(StoredComponent(type: "", views: ["badge": badge]))
    let changeset = Changeset(
      insertedCells: [.init(id: "a", at: CellPath(section: 0, item: 0), component: component)]
    )
    // As docs/formats.md has it.
    let body: [UInt8] =
      [0x02, 0x20, 1, 0, 0, 0, 1, 0x61, 0, 0, 1, 5] + Array("badge".utf8) + [3, 1, 0x42, 1, 0x33]
    let bytes = body + littleEndian(Checksum(body).value)
    #expect(try changeset.encoded() == bytes)
    #expect(try Changeset(encoded: bytes) == changeset)
    let plain = AnyComponent(StoredComponent(type: ""))
    let other = Changeset(
      insertedCells: [.init(id: "a", at: CellPath(section: 0, item: 0), component: plain)]
    )
    #expect(try other.encoded().first == 1)
    // Format 1 cannot have views, and kinds ascend.
    for (index, byte) in [(0, 1), (11, 0), (11, 6)] as [(Int, UInt8)] {
      var damaged = body
      damaged[index] = byte
      #expect(throws: InvalidEncoding.self) {
        try Changeset(encoded: damaged + littleEndian(Checksum(damaged).value))
      }
    }
  }

  @Test func `a format of the future is named, whatever follows`() throws {
    for bytes in [[3], [0, 1, 2], [3, 0, 0, 0, 0, 0, 0], [255]] as [[UInt8]] {
      let error = try #require(throws: InvalidEncoding.self) { try Changeset(encoded: bytes) }
      #expect(error == .unsupportedFormat(Int(bytes[0]), supported: 2))
    }
  }

  @Test func `every damaged bit is noticed`() throws {
    let bytes = try randomChangeset(seed: 4).changeset.encoded()
    for index in 8..<bytes.count * 8 {
      var damaged = bytes
      damaged[index / 8] ^= 1 << UInt8(index % 8)
      let error = try #require(throws: InvalidEncoding.self) { try Changeset(encoded: damaged) }
      guard case .wrongChecksum = error else {
        Issue.record("bit \(index): \(error)")
        return
      }
    }
  }

  @Test func `a changeset cut off anywhere is refused, with a right checksum too`() throws {
    let bytes = try randomChangeset(seed: 5).changeset.encoded()
    for length in 0..<bytes.count {
      #expect(throws: InvalidEncoding.self) { try Changeset(encoded: Array(bytes[..<length])) }
      guard length < bytes.count - 4, length > 0 else { continue }
      let sealed = bytes[..<length] + littleEndian(Checksum(Array(bytes[..<length])).value)
      #expect(throws: InvalidEncoding.self) { try Changeset(encoded: Array(sealed)) }
    }
  }

  @Test(
    arguments: [
      ([0x10, 0xFF, 0xFF, 0xFF, 0xFF, 0x07], "count"),  // a count of 2³¹ − 1
      ([0x10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], "35 bits"),
      ([0x10, 0x01, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0x61], "count"),  // an id of 2²⁸ − 1 bytes
      ([0x10, 0x01, 0, 0, 0, 0], "empty"),  // an empty id
      ([0x10, 0x01, 0, 0, 5, 1, 0x61, 0, 0], "run"),
      ([0x10, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 1, 0x61, 0, 0], "range"),
      ([0x10, 0x01, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 1, 0x61, 0, 0], "range"),
      ([0x40, 0x01, 0, 0, 0, 0, 1, 1, 0x61], "range"),  // from −1
      ([0x04, 0x01, 0, 1, 1, 0x61], "range"),  // from −1
      ([0x10, 0x01, 0, 0, 0, 1, 0xFF, 0, 0], "UTF-8"),
      ([0x10, 0x01, 0, 0, 0, 1, 0x61, 2], "type"),
      ([0x10, 0x01, 0, 0, 0, 1, 0x61, 1, 0, 2, 0x20, 0x31], "stored"),
      ([0x10, 0x01, 0, 0, 0, 1, 0x61, 1, 0, 2, 0x31, 0x20], "stored"),
      (
        [0x10, 0x01, 0, 0, 0, 1, 0x61, 1, 0, 14] + Array(#"{"b":1,"a":2}"#.utf8) + [0x0A], "stored"
      ),
      ([0x10, 0x01, 0, 0, 0, 1, 0x61, 1, 0, 1, 0x7B], "content, byte 1"),
      ([0x02, 0x01, 0, 1, 0x61, 8], "attributes"),
      ([0x02, 0x01, 0, 1, 0x61, 1, 8, 0, 0], "alignment"),
      ([0x00, 0x00], "too many"),
      (
        [0x80, 0x01, 0, 0, 0, 0, 0, 1, 0x61, 1, 0, 1, 0x31, 1, 1, 1, 0], "shared"
      ),
    ] as [([UInt8], String)]
  )
  func `crafted bytes are refused with a reason`(_ body: [UInt8], _ reason: String) throws {
    let sealed = [1] + body + littleEndian(Checksum([1] + body).value)
    let error = try #require(throws: InvalidEncoding.self) { try Changeset(encoded: sealed) }
    #expect("\(error)".contains(reason), "\(error)")
    #expect(throws: error) { try readAfterCheck(sealed) }
  }

  @Test func `of many equal names, the same one is named however it is read`() throws {
    var generator = SeededGenerator(seed: 9)
    for round in 0..<Soak.count(200, soak: 2_000) {
      let count = Int.random(in: 2...8, using: &generator)
      let members = (0..<count).map { "\"\($0)\":0" }.joined(separator: ",")
      let content = try Content(parsing: Array("{\(members)}".utf8))
      let insertion = Changeset.CellInsertion(
        id: "a",
        at: CellPath(section: 0, item: 0),
        component: AnyComponent(StoredComponent(type: "t", content: content))
      )
      var bytes = Array(try Changeset(insertedCells: [insertion]).encoded().dropLast(4))
      for digit in 0..<count {
        let index = try #require(bytes.lastStart(of: Array("\"\(digit)\":0".utf8))) + 1
        bytes[index] = UInt8(ascii: "a") + .random(in: 0..<4, using: &generator)
      }
      bytes += littleEndian(Checksum(bytes).value)
      let read = Result { () throws(InvalidEncoding) in _ = try Changeset(encoded: bytes) }
      let checked = Result { () throws(InvalidEncoding) in _ = try readAfterCheck(bytes) }
      if case .failure(let reason) = read {
        #expect(throws: reason, "round \(round)") { try checked.get() }
      } else {
        #expect(throws: Never.self, "round \(round)") { try checked.get() }
      }
    }
  }

  @Test func `places are read as with all contents`() throws {
    for seed in 0..<UInt64(Soak.count(80, soak: 20_000)) {
      let changeset = try randomChangeset(seed: seed).changeset
      #expect(try places(changeset.encoded()) == PlaceChanges(changeset), "seed \(seed)")
    }
  }

  @Test func `some operations are read as with all others`() throws {
    var numbers = SeededGenerator(seed: 71)
    for seed in 0..<UInt64(Soak.count(80, soak: 20_000)) {
      let changeset = try randomChangeset(seed: seed).changeset
      let bytes = try changeset.encoded()
      let deleted = changeset.deletedCells.indices.filter { _ in Bool.random(using: &numbers) }
      let updated = changeset.updatedCells.indices.filter { _ in Bool.random(using: &numbers) }
      let expected = Changeset(
        deletedCells: deleted.map { changeset.deletedCells[$0] },
        updatedCells: updated.map { changeset.updatedCells[$0] }
      )
      #expect(try picked(bytes, deleted: deleted, updated: updated) == expected, "seed \(seed)")
      // Those that are not there are left out.
      let more = (deleted + [1_000], updated + [1_000])
      #expect(try picked(bytes, deleted: more.0, updated: more.1) == expected, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 512, 20_000])
  func `contents in every form survive being checked first`(_ memoryLimit: Int) throws {
    let texts = (0..<200).map { number in
      number.isMultiple(of: 3) ? #"{"b":\#(number),"a":"\u0001é"}"# : #"{"a":\#(number),"b":[]}"#
    }
    let insertions = try texts.enumerated().map { index, text in
      let content = try Content(parsing: Array(text.utf8))
      return Changeset.CellInsertion(
        id: Cell.ID(index),
        at: CellPath(section: 0, item: index),
        component: AnyComponent(StoredComponent(type: "t", content: content))
      )
    }
    let bytes = try Changeset(insertedCells: insertions).encoded()
    let read = try bytes.withUnsafeBufferPointer {
      try Changeset(encoded: $0, checkingBeyond: memoryLimit)
    }
    for (insertion, text) in zip(read.insertedCells, texts) {
      let content = try #require(try insertion.component.stored().content)
      #expect(content.text == text)
      #expect(try content == Content(parsing: content.bytes))
      #expect(content.canonicalBytes == (try Content(parsing: content.bytes).canonicalBytes))
    }
  }

  @Test func `it does not matter where reading stops to check the rest`() throws {
    var numbers = SeededGenerator(seed: 12)
    for seed in 0..<UInt64(Soak.count(32, soak: 20_000)) {
      var changeset = try randomChangeset(seed: seed).changeset
      // Some canonical, some not, and one that is large.
      for index in changeset.insertedCells.indices {
        let text =
          switch Int.random(in: 0..<8, using: &numbers) {
          case 0: #"{"b":[\#(String(repeating: "10,", count: 800))0],"a":{"d":"é","c":1}}"#
          case 1, 2: #"{"b":\#(index),"a":"\u0001"}"#
          default: #"{"a":\#(index),"b":[]}"#
          }
        let content = try Content(parsing: Array(text.utf8))
        changeset.insertedCells[index].component = AnyComponent(
          StoredComponent(type: "t\(index % 3)", content: content)
        )
      }
      let bytes = try changeset.encoded()
      for _ in 0..<4 {
        let limit = Int.random(in: 0...Int.random(in: 1...20_000, using: &numbers), using: &numbers)
        let (read, places) = try bytes.withUnsafeBufferPointer { bytes in
          (
            try Changeset(encoded: bytes, checkingBeyond: limit),
            try PlaceChanges(encoded: bytes, checkingBeyond: limit)
          )
        }
        #expect(read == changeset, "seed \(seed), limit \(limit)")
        #expect(places == PlaceChanges(changeset), "seed \(seed), limit \(limit)")
        for (insertion, original) in zip(read.insertedCells, changeset.insertedCells) {
          let content = try #require(try insertion.component.stored().content)
          let expected = try #require(try original.component.stored().content)
          #expect(content.bytes == expected.bytes, "seed \(seed), limit \(limit)")
          #expect(content.canonicalBytes == expected.canonicalBytes, "seed \(seed), limit \(limit)")
        }
      }
    }
  }

  @Test func `mutated bytes are refused, or decode to what can be encoded`() throws {
    let samples = try (0..<50 as Range<UInt64>).map { try randomChangeset(seed: $0).changeset }
    let encodings = try samples.map { try $0.encoded() }
    var generator = SeededGenerator(seed: 6)
    var decodedCount = 0
    for round in 0..<Soak.count(2_000, soak: 2_000_000) {
      var bytes = encodings[Int.random(in: encodings.indices, using: &generator)]
      mutate(&bytes, using: &generator)
      let checked = Result { try readAfterCheck(bytes) }
      do {
        let decoded = try Changeset(encoded: bytes)
        decodedCount += 1
        #expect(throws: Never.self, "round \(round)") { try checked.get() }
        #expect(try Changeset(encoded: decoded.encoded()) == decoded, "round \(round)")
        #expect(try places(bytes) == PlaceChanges(decoded), "round \(round)")
        let deletion = decoded.deletedCells.last.map { [$0] } ?? []
        #expect(
          try picked(bytes, deleted: [decoded.deletedCells.count - 1], updated: []).deletedCells
            == deletion,
          "round \(round)"
        )
      } catch {
        // Checking finds the same at the same byte as reading.
        let same = try #require(throws: InvalidEncoding.self) { try checked.get() }
        #expect(error as? InvalidEncoding == same, "round \(round)")
        let limit = Int.random(in: 0...1_000, using: &generator)
        #expect(throws: same, "round \(round), limit \(limit)") {
          try bytes.withUnsafeBufferPointer { try Changeset(encoded: $0, checkingBeyond: limit) }
        }
        // What cannot be followed is found without contents too: the only thing passed over.
        if !"\(error)".contains("content") {
          #expect(throws: InvalidEncoding.self, "round \(round)") { try places(bytes) }
        }
      }
    }
    #expect(decodedCount > Soak.count(7, soak: 100))
  }

  @Test func `what is out of order, out of range or nameless is not encoded`() throws {
    let a = CellPath(section: 0, item: 0)
    let empty = AnyComponent(StoredComponent.empty)
    let cases: [(Changeset, String)] = [
      (
        .init(movedSections: [.init(id: "a", from: 0, to: 1), .init(id: "b", from: 1, to: 0)]),
        "sections.moved[1]: place 0 does not come after 1, that of the operation before"
      ),
      (
        .init(insertedCells: [
          .init(id: "a", at: a, component: empty),
          .init(id: "b", at: a, component: empty),
        ]),
        "cells.inserted[1]: place [0, 0] does not come after [0, 0], that of the operation before"
      ),
      (
        .init(insertedSections: [.init(id: "a", at: -1)]),
        "sections.inserted[0]: an index is out of range"
      ),
      (
        .init(movedCells: [.init(id: "a", from: CellPath(section: 0, item: 1 << 31), to: a)]),
        "cells.moved[0]: an index is out of range"
      ),
      (
        .init(deletedSections: [.init(id: "", at: 0)]),
        "sections.deleted[0].id: is empty; expected 1 to 1024 bytes"
      ),
    ]
    for (changeset, message) in cases {
      let error = try #require(throws: UnencodableChangeset.self) { try changeset.encoded() }
      #expect(error.description == message)
    }
  }
}

// MARK: Samples and mutations

extension StoredComponent {
  static let empty = StoredComponent(type: "")
}

extension Content {
  static var null: Content {
    get throws { try Content(parsing: Array("null".utf8)) }
  }
}

/// A changeset between two random lists, as after reading both from a store.
func randomChangeset(
  seed: UInt64
) throws -> (changeset: Changeset, source: List, target: List) {
  var random = RandomLists(seed: seed)
  let source = try List(document: random.list().document())
  let target = try List(document: random.successor(of: source).document())
  return (try Changeset(from: source, to: target), source, target)
}

/// Reads a changeset with no memory to take before all its bytes are checked.
private func readAfterCheck(_ bytes: [UInt8]) throws(InvalidEncoding) {
  _ = try bytes.withUnsafeBufferPointer { buffer throws(InvalidEncoding) in
    try Changeset(encoded: buffer, checkingBeyond: 0)
  }
}

private func places(_ bytes: [UInt8]) throws -> PlaceChanges {
  try bytes.withUnsafeBufferPointer { try PlaceChanges(encoded: $0) }
}

private func picked(_ bytes: [UInt8], deleted: [Int], updated: [Int]) throws -> Changeset {
  try bytes.withUnsafeBufferPointer {
    try Changeset.picked(encoded: $0, deletedCells: deleted, updatedCells: updated)
  }
}

private func littleEndian(_ number: UInt32) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}

/// Damages an encoding; most times its checksum is made right again.
private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
  bytes.removeLast(4)
  for _ in 0...Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
    let index = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0...5, using: &generator) {
    case 0, 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case 2: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: index)
    case 4: bytes.replaceSubrange(index..<index + 1, with: [0xFF, 0xFF, 0xFF, 0xFF, 0x07])
    default: bytes.removeSubrange(index...)
    }
  }
  bytes += littleEndian(
    Int.random(in: 0...9, using: &generator) == 0 ? 0 : Checksum(bytes).value
  )
}

extension [UInt8] {
  /// Where bytes begin for the last time.
  fileprivate func lastStart(of other: [UInt8]) -> Int? {
    indices.reversed().first { self[$0...].starts(with: other) }
  }
}
