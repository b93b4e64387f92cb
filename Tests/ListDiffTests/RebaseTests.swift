import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct RebaseTests {
  @Test func `without conflicts both orders give the same list`() {
    var diamonds = 0
    expectOfHistories(500, length: 3, editLimit: 4, seed: 0xb000, branching: .fromFirst) {
      lists in
      let mine = try Changeset(from: lists[0], to: lists[1])
      let theirs = try Changeset(from: lists[0], to: lists[2])
      guard let left = try rebaseWithoutConflict(mine, onto: theirs) else {
        let right = try rebaseWithoutConflict(theirs, onto: mine)
        return right == nil ? nil : "a conflict one way only"
      }
      guard let right = try rebaseWithoutConflict(theirs, onto: mine) else {
        return "a conflict one way only"
      }
      if !mine.isEmpty && !theirs.isEmpty { diamonds += 1 }
      let mineLast = try left.apply(to: lists[2])
      let theirsLast = try right.apply(to: lists[1])
      return mineLast == theirsLast ? nil : "\(outline(mineLast))\n\(outline(theirsLast))"
    }
    #expect(diamonds > 150, "only \(diamonds) conflict-free pairs")
  }

  @Test func `whatever the answers, the result applies`() {
    var conflicts: [RebaseConflict.Kind: Int] = [:]
    expectOfHistories(500, length: 4, seed: 0xc000, branching: .fromFirst) { lists in
      // Both bring back what the first of all lists had and the one they start at has not.
      let mine = try Changeset(from: lists[1], to: lists[2])
      let theirs = try Changeset(from: lists[1], to: lists[3])
      for policy in [Policy.omit, .replace, .alternate] {
        var answers = policy
        let rebased = try mine.rebased(onto: theirs) { conflict in
          conflicts[conflict.kind, default: 0] += 1
          return answers.next(for: conflict)
        }
        let result = try rebased.apply(to: lists[3])
        try result.validate()
        guard try rebased.normalized().apply(to: lists[3]) == result else { return "normalized ≠" }
        guard try rebased.inverted().apply(to: result) == lists[3] else { return "no way back" }
      }
      return nil
    }
    for kind in [RebaseConflict.Kind.data, .notFound, .duplicate, .constraint] {
      #expect(conflicts[kind, default: 0] > 25, "\(conflicts)")
    }
  }

  @Test func `rebasing onto nothing changes nothing`() {
    expectOfHistories(500, length: 2, seed: 0xd000) { lists in
      let mine = try Changeset(from: lists[0], to: lists[1])
      guard try mine.rebased(onto: Changeset()) == mine else { return "x onto 1 ≠ x" }
      guard try Changeset().rebased(onto: mine).isEmpty else { return "1 onto x ≠ 1" }
      return nil
    }
  }

  @Test func `rebasing step by step is rebasing at once`() {
    // x onto (y∘z) = (x onto y) onto z, where neither conflicts.
    var comparedCount = 0
    expectOfHistories(500, length: 4, editLimit: 3, seed: 0xe000, branching: .secondFromFirst) {
      lists in
      let mine = try Changeset(from: lists[0], to: lists[1])
      let first = try Changeset(from: lists[0], to: lists[2])
      let second = try Changeset(from: lists[2], to: lists[3])
      let both = try first.composed(with: second).normalized()
      guard let once = try rebaseWithoutConflict(mine, onto: both),
        let half = try rebaseWithoutConflict(mine, onto: first),
        let steps = try rebaseWithoutConflict(half, onto: second)
      else { return nil }
      // What the first agrees to, the second may take back; nothing of it is left to rebase then.
      guard half.operationCount == mine.operationCount else { return nil }
      if !mine.isEmpty && !both.isEmpty { comparedCount += 1 }
      let atOnce = try contents(of: once.apply(to: lists[3]))
      let stepwise = try contents(of: steps.apply(to: lists[3]))
      return atOnce == stepwise ? nil : "\(atOnce)\n\(stepwise)"
    }
    #expect(comparedCount > 75, "only \(comparedCount) without a conflict")
  }

  // MARK: What is checked with

  private enum Policy {
    case omit
    case replace
    case alternate

    mutating func next(for conflict: RebaseConflict) -> RebaseConflict.Answer {
      guard conflict.kind == .data || conflict.kind == .duplicate else { return .omit }
      switch self {
      case .omit: return .omit
      case .replace: return .replace
      case .alternate: return conflict.operation.index.isMultiple(of: 2) ? .omit : .replace
      }
    }
  }

  private func rebaseWithoutConflict(
    _ mine: Changeset,
    onto theirs: Changeset
  ) throws -> Changeset? {
    do {
      return try mine.rebased(onto: theirs)
    } catch .aborted {
      return nil
    }
  }

  /// Which cells each section has and what they show, in no order.
  private func contents(of list: List) -> [String] {
    list.sections.map { section in
      let cells = section.cells.map { cell in
        "\(cell.id):\((try? cell.component.stored().content?.text) ?? "")"
      }
      return "\(section.id)[\(cells.sorted().joined(separator: " "))]"
    }.sorted()
  }
}
