import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Changes whose contents are checked only if they are left in the end.
@Suite struct `Contents as they are` {
  private func unproven(_ bytes: [UInt8]) throws -> Changeset {
    try bytes.withUnsafeBufferPointer { bytes throws(InvalidEncoding) in
      try Changeset(encoded: bytes, contents: .unproven)
    }
  }

  /// Reads a changeset in both ways; each is `nil` when that way refuses it.
  private func readings(of bytes: [UInt8]) -> (whole: Changeset?, proven: Changeset?) {
    var proven = try? unproven(bytes)
    if proven?.proveContents() == false { proven = nil }
    return (try? Changeset(encoded: bytes), proven)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `are those that are checked at once, after many changes`(seed: UInt64) throws {
    let changes = try RandomHistory.changes(seed: seed, versions: 20).changes.map(\.changeset)
    for count in 1...changes.count {
      let encoded = try changes[..<count].map { try $0.encoded() }
      var composed = try Changeset.composition(of: try encoded.map(unproven))
      let isProven = composed.proveContents()
      #expect(isProven, "seed \(seed)")
      let expected = try Changeset.composition(of: try encoded.map { try Changeset(encoded: $0) })
      // Equal contents may differ in the order of their members; bytes tell.
      #expect(composed.normalized() == expected.normalized(), "seed \(seed)")
      #expect(
        try composed.normalized().encoded() == expected.normalized().encoded(),
        "seed \(seed)"
      )
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `are refused where they are checked at once, whatever byte is wrong`(seed: UInt64) throws {
    var random = RandomLists(seed: 300 + seed)
    for change in try RandomHistory.changes(seed: seed, versions: 6).changes {
      var bytes = Array(try change.changeset.encoded().dropLast(4))
      for _ in 0..<60 {
        let place = random.number(1...bytes.count - 1)
        let right = bytes[place]
        bytes[place] = UInt8(random.number(0...255))
        let (whole, proven) = readings(of: bytes + checksum(of: bytes))
        #expect(whole == proven, "seed \(seed), byte \(place)")
        #expect(try whole?.encoded() == proven?.encoded(), "seed \(seed), byte \(place)")
        bytes[place] = right
      }
    }
  }

  private func checksum(of bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: Checksum(bytes).value.littleEndian) { Array($0) }
  }

  @Test(arguments: ["{", "1 ", #"{"a":1,"a":2}"#, #""\u0041""#, ""])
  func `are refused when they are left, and not when others replace them`(text: String) throws {
    func component(_ text: String) -> AnyComponent {
      AnyComponent(StoredComponent(type: "T", content: Content(canonical: Array(text.utf8))))
    }
    let path = CellPath(section: 0, item: 0)
    func update(_ old: String, _ new: String) throws -> [UInt8] {
      let update = Changeset.CellUpdate(
        id: "a",
        from: path,
        at: path,
        old: component(old),
        new: component(new)
      )
      return try Changeset(updatedCells: [update]).encoded()
    }
    #expect(throws: InvalidEncoding.self) { try Changeset(encoded: try update("1", text)) }
    #expect(readings(of: try update("1", text)).proven == nil)
    #expect(readings(of: try update(text, "1")).proven == nil)
    var replaced = try Changeset.composition(of: [
      try unproven(try update("1", text)), try unproven(try update(text, "2")),
    ])
    let isProven = replaced.proveContents()
    #expect(isProven)
    #expect(try replaced.normalized().encoded() == update("1", "2"))
  }

  @Test func `are refused when they are large, which only a reader with all checks bounds`() throws
  {
    func insertion(_ text: String) throws -> [UInt8] {
      let component = StoredComponent(type: "T", content: try Content(encoding: text))
      let path = CellPath(section: 0, item: 0)
      return try Changeset(insertedCells: [
        .init(id: "a", at: path, component: AnyComponent(component))
      ]).encoded()
    }
    let large = try insertion(String(repeating: "x", count: 2 << 10))
    #expect(throws: InvalidEncoding.self) { try unproven(large) }
    #expect(try Changeset(encoded: large).insertedCells.count == 1)
    #expect(
      try unproven(try insertion(String(repeating: "x", count: 2_000))).insertedCells.count == 1
    )
  }

  @Test func `of sections and of the views of cells are checked as they are read`() throws {
    let wrong = StoredComponent(type: "T", content: Content(canonical: Array("{".utf8)))
    var attributes = Section.Attributes()
    attributes.header = SupplementaryView(component: AnyComponent(wrong), alignment: .top)
    let deletion = Changeset(deletedSections: [.init(id: "s", at: 0, attributes: attributes)])
    #expect(throws: InvalidEncoding.self) { try unproven(try deletion.encoded()) }
    var carrying = StoredComponent(type: "T", content: try Content(encoding: 1))
    carrying.views = ["badge": wrong]
    let path = CellPath(section: 0, item: 0)
    let insertion = Changeset(insertedCells: [
      .init(id: "a", at: path, component: AnyComponent(carrying))
    ])
    #expect(throws: InvalidEncoding.self) { try unproven(try insertion.encoded()) }
  }
}
