import ListDiff
import ListModel
import ListTestSupport
import Testing

/// Changesets that do not belong together, or were damaged: refused with a typed error, or turned
/// into something that can still be handled; never a trap.
@Suite struct AlgebraHostileTests {
  @Test func `changesets of unrelated lists are refused, or what they make is refused or fits`() {
    var refusals = 0
    var fits = 0
    for seed in 0..<UInt64(Soak.count(320, soak: 2_000)) {
      let (source, first) = step(seed: seed)
      // Other lists with the same ids.
      let (_, second) = step(seed: seed &+ 1)
      do {
        let whole = try first.composed(with: second)
        guard let result = try? whole.apply(to: source) else { continue }
        fits += 1
        #expect(throws: Never.self, "seed \(seed)") { try result.validate() }
      } catch {
        refusals += 1
        #expect(error.offender.changeset <= 1, "seed \(seed)")
        #expect(!error.description.isEmpty)
      }
    }
    #expect(refusals > Soak.count(140, soak: 1_000))
    #expect(fits > 0)
  }

  @Test func `damaged changesets never trap`() {
    var refusals = 0
    for seed in 0..<UInt64(Soak.count(320, soak: 5_000)) {
      var generator = SeededGenerator(seed: seed &+ 0xdead)
      let (source, intact) = step(seed: seed)
      var damaged = intact
      for _ in 0...Int.random(in: 0...2, using: &generator) { damage(&damaged, using: &generator) }
      refusals += handle(damaged, after: intact, startingAt: source)
    }
    #expect(refusals > Soak.count(56, soak: 1_000))
  }

  /// Does everything the algebra can do with a damaged changeset.
  ///
  /// - Returns: 1 if composition refused it.
  private func handle(_ damaged: Changeset, after intact: Changeset, startingAt list: List) -> Int {
    _ = damaged.inverted()
    _ = damaged.normalized().normalized()
    _ = try? intact.inverted().composed(with: damaged)
    _ = try? damaged.rebased(onto: intact) { $0.kind == .data ? .replace : .omit }
    _ = try? intact.rebased(onto: damaged) { _ in .omit }
    do {
      let checked = try Changeset.composition(of: [damaged])
      _ = try? checked.apply(to: list)
      _ = try? damaged.composed(with: damaged.inverted()).normalized()
      return 0
    } catch {
      return 1
    }
  }

  private func step(seed: UInt64) -> (List, Changeset) {
    var random = RandomLists(seed: seed)
    random.sectionLimit = 4
    random.cellLimit = 4
    let source = random.list()
    let target = random.successor(of: source)
    return (source, (try? Changeset(from: source, to: target)) ?? Changeset())
  }

  private func damage(_ changeset: inout Changeset, using generator: inout SeededGenerator) {
    let index =
      [Int.min, -1, 0, 1, 2, 3, 1 << 58, 1 << 62, .max].randomElement(using: &generator) ?? 0
    let path =
      Bool.random(using: &generator)
      ? CellPath(section: index, item: 0) : CellPath(section: 0, item: index)
    let component = AnyComponent(TextComponent("other"))
    switch Int.random(in: 0...11, using: &generator) {
    case 0: damageAny(&changeset.deletedCells, using: &generator) { $0.at = path }
    case 1: damageAny(&changeset.insertedCells, using: &generator) { $0.at = path }
    case 2: damageAny(&changeset.movedCells, using: &generator) { $0.from = path }
    case 3: damageAny(&changeset.movedCells, using: &generator) { $0.to = path }
    case 4: damageAny(&changeset.updatedCells, using: &generator) { $0.at = path }
    case 5: damageAny(&changeset.deletedCells, using: &generator) { $0.component = component }
    case 6: damageAny(&changeset.deletedSections, using: &generator) { $0.at = index }
    case 7: damageAny(&changeset.insertedSections, using: &generator) { $0.at = index }
    case 8: damageAny(&changeset.movedSections, using: &generator) { $0.to = index }
    case 9: changeset.movedCells += changeset.movedCells.prefix(1)
    case 10: changeset.insertedCells.append(.init(id: "1", at: path, component: component))
    default: changeset.insertedSections += changeset.insertedSections.prefix(1)
    }
  }

  private func damageAny<Operation>(
    _ operations: inout [Operation],
    using generator: inout SeededGenerator,
    _ change: (inout Operation) -> Void
  ) {
    guard let index = operations.indices.randomElement(using: &generator) else { return }
    change(&operations[index])
  }
}
