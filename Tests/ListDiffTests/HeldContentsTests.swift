import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Changes of which only the digests of contents are held.
@Suite struct `Contents as digests` {
  /// Reads a changeset, holding digests.
  private func digested(_ changeset: Changeset) throws -> Changeset {
    try changeset.encoded().withUnsafeBufferPointer { bytes throws(InvalidEncoding) in
      try Changeset(encoded: bytes, contents: .digests)
    }
  }

  /// Returns the error of applying a changeset; `nil` if there is none.
  private func mistake(_ changeset: Changeset, in list: IndexedList) -> ChangesetMismatch? {
    do throws(ChangesetMismatch) {
      _ = try list.applying(changeset)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `have the fingerprints of the contents, and equal them`(seed: UInt64) throws {
    var random = RandomLists(seed: seed)
    random.cellLimit = 40
    var list = List()
    var (whole, digests) = (IndexedList(), IndexedList())
    for _ in 0..<8 {
      let next = random.successor(of: list, editLimit: 30)
      let changeset = try Changeset(from: list, to: next)
      let read = try digested(changeset)
      try #require(read == changeset && changeset == read, "seed \(seed)")
      whole = try whole.applying(changeset)
      digests = try digests.applying(read)
      try #require(try digests.fingerprint() == next.fingerprint(), "seed \(seed)")
      try #require(digests == whole && whole == digests, "seed \(seed)")
      try #require(digests.brokenInvariant == nil, "seed \(seed)")
      // Computed again, from all cells.
      var copy = IndexedList(List(digests))
      try #require(try copy.fingerprint() == next.fingerprint(), "seed \(seed)")
      list = next
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `that differ are found where the contents are`(seed: UInt64) throws {
    var random = RandomLists(seed: 100 + seed)
    random.cellLimit = 20
    var list = random.list()
    while list.cellCount == 0 { list = random.list() }
    let target = random.successor(of: list, editLimit: 20)
    let changeset = try Changeset(from: list, to: target)
    let other = StoredComponent(type: "Other", content: try Content(encoding: seed))
    for (index, section) in list.sections.enumerated() {
      for item in section.cells.indices {
        var changed = list
        changed.sections[index].cells[item].component = AnyComponent(other)
        let first = try digested(Changeset(from: List(), to: changed))
        let held = try IndexedList().applying(first)
        let expected = mistake(changeset, in: IndexedList(changed))
        #expect(mistake(try digested(changeset), in: held) == expected, "seed \(seed)")
        #expect(held != IndexedList(list), "seed \(seed)")
        var copy = held
        #expect(try copy.fingerprint() != list.fingerprint(), "seed \(seed)")
      }
    }
  }

  @Test func `can be neither stored nor shown`() throws {
    let component = StoredComponent(type: "T", content: try Content(encoding: 1))
    let digest = AnyComponent(standingFor: component)
    #expect(digest == AnyComponent(component))
    #expect(digest.type == "T")
    #expect(throws: (any Error).self) { try digest.stored() }
    let change = Changeset(insertedCells: [
      .init(id: "a", at: CellPath(section: 0, item: 0), component: digest)
    ])
    #expect(throws: UnencodableChangeset.self) { try change.encoded() }
  }

  // MARK: The first version, which is made at once

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `of a first version that does not fit are refused as operation by operation`(
    seed: UInt64
  ) throws {
    var random = RandomLists(seed: 200 + seed)
    random.cellLimit = 10
    var list = random.list()
    while list.cellCount < 2 || list.sections.count < 2 { list = random.list() }
    let good = try Changeset(from: List(), to: list)
    #expect(mistake(good, in: IndexedList()) == nil)
    #expect(List(try IndexedList().applying(good)) == list)
    var mistakes: [Changeset] = []
    for number in good.insertedCells.indices {
      var bad = good
      bad.insertedCells.remove(at: number)
      mistakes.append(bad)
      bad = good
      bad.insertedCells[number].at.section += 1
      mistakes.append(bad)
      bad = good
      let cell = good.insertedCells[number]
      let before = good.insertedCells[number == 0 ? 1 : 0]
      bad.insertedCells[number] = .init(id: before.id, at: cell.at, component: cell.component)
      mistakes.append(bad)
    }
    for number in good.insertedSections.indices {
      var bad = good
      bad.insertedSections.remove(at: number)
      mistakes.append(bad)
    }
    for bad in mistakes {
      let expected: ChangesetMismatch?
      do throws(ChangesetMismatch) {
        let list = try bad.apply(to: List())
        #expect(List(try IndexedList().applying(bad)) == list, "seed \(seed)")
        expected = nil
      } catch {
        expected = error
      }
      #expect(mistake(bad, in: IndexedList()) == expected, "seed \(seed)")
    }
  }
}
