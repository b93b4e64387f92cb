import ListDiff
import ListModel
import ListTestSupport
import Testing

/// The laws of composition, on random histories with sections, moves across them, and elements
/// that disappear and come back.
@Suite struct AlgebraTests {
  @Test func `a composition leads from the first list to the last`() {
    expectOfHistories(1_000, length: 4, seed: 0x1000) { lists in
      let steps = try changesets(of: lists)
      let whole = try Changeset.composition(of: steps)
      guard try whole.apply(to: lists[0]) == lists[3] else { return "composition ≠ end" }
      guard try whole.normalized().apply(to: lists[0]) == lists[3] else {
        return "normalized composition ≠ end"
      }
      return nil
    }
  }

  @Test func `composition is associative, to the last operation`() {
    expectOfHistories(1_000, length: 4, seed: 0x2000) { lists in
      let steps = try changesets(of: lists)
      let left = try steps[0].composed(with: steps[1]).composed(with: steps[2])
      let right = try steps[0].composed(with: steps[1].composed(with: steps[2]))
      guard left == right else { return "(x∘y)∘z = \(left)\nx∘(y∘z) = \(right)" }
      guard try left == Changeset.composition(of: steps) else { return "∘ ≠ composition(of:)" }
      return nil
    }
  }

  @Test func `the empty changeset is neutral`() {
    expectOfHistories(1_000, length: 2, seed: 0x3000) { lists in
      let step = try Changeset(from: lists[0], to: lists[1])
      guard try step.composed(with: Changeset()) == step else { return "x∘1 ≠ x" }
      guard try Changeset().composed(with: step) == step else { return "1∘x ≠ x" }
      return nil
    }
  }

  @Test func `the inverse of a composition is the composition of the inverses`() {
    expectOfHistories(800, length: 3, seed: 0x4000) { lists in
      let steps = try changesets(of: lists)
      let inverse = try steps[0].composed(with: steps[1]).inverted()
      let inverses = try steps[1].inverted().composed(with: steps[0].inverted())
      guard inverse == inverses else { return "(x∘y)⁻¹ = \(inverse)\ny⁻¹∘x⁻¹ = \(inverses)" }
      guard try inverse.apply(to: lists[2]) == lists[0] else { return "does not lead back" }
      return nil
    }
  }

  @Test func `there and back again is nothing`() {
    expectOfHistories(800, length: 3, seed: 0x5000) { lists in
      let steps = try changesets(of: lists)
      for step in try steps + [steps[0].composed(with: steps[1])] {
        let nothing = try step.composed(with: step.inverted())
        guard nothing.normalized().isEmpty else { return "x∘x⁻¹ = \(nothing.normalized())" }
      }
      return nil
    }
  }

  @Test func `a long history composes to its end, however it is grouped`() {
    expectOfHistories(80, soakCount: 5_000, length: 24, editLimit: 8, seed: 0x6000) { lists in
      let steps = try changesets(of: lists)
      let whole = try Changeset.composition(of: steps)
      guard try whole.normalized().apply(to: lists[0]) == lists[23] else { return "≠ end" }
      let halves = try [
        Changeset.composition(of: steps[..<11]), Changeset.composition(of: steps[11...]),
      ]
      guard try Changeset.composition(of: halves) == whole else { return "halves ≠ whole" }
      return nil
    }
  }

  private func changesets(of lists: [List]) throws -> [Changeset] {
    try zip(lists, lists.dropFirst()).map { try Changeset(from: $0, to: $1) }
  }
}
