import ListDiff
import ListModel
import ListTestSupport
import Testing

@Suite struct StagingTests {
  @Test func `every stage of a random pair is legal and the last one ends at the target`() {
    checkPairs(count: 2_000, after: 0, stageLimit: 5) { try $0.stages(from: $1, cellUpdates: $2) }
  }

  @Test func `the single batch of a random pair is legal and ends at the target`() {
    checkPairs(count: 2_000, after: 30_000, stageLimit: 2) {
      try $0.singleBatch(from: $1, cellUpdates: $2)
    }
  }

  @Test func `a cell that leaves a deleted section appears again where it goes`() throws {
    let source = List {
      Section(id: "a") { Cell(id: "1", component: TextComponent("1")) }
      Section(id: "b") {}
    }
    let target = List { Section(id: "b") { Cell(id: "1", component: TextComponent("1")) } }
    let stages = try Changeset(from: source, to: target).stages(from: source)
    #expect(
      stages.map(\.update) == [
        BatchUpdate(deletedSections: [0]),
        BatchUpdate(insertedCells: [CellPath(section: 0, item: 0)]),
      ]
    )
  }

  @Test func `a new header text reconfigures its section and reloads nothing`() throws {
    let source = List { Section(id: "a") {}.withHeader(TextComponent("old")) }
    let target = List { Section(id: "a") {}.withHeader(TextComponent("new")) }
    let changeset = try Changeset(from: source, to: target)
    let update = [BatchUpdate(reconfiguredSections: [0])]
    #expect(try changeset.stages(from: source).map(\.update) == update)
    #expect(try changeset.singleBatch(from: source).map(\.update) == update)
  }

  @Test func `an empty section that gets a header is replaced, not reloaded`() throws {
    let source = List { Section(id: "a") {} }
    let target = List { Section(id: "a") {}.withHeader(TextComponent("new")) }
    let changeset = try Changeset(from: source, to: target)
    let update = [BatchUpdate(deletedSections: [0], insertedSections: [0])]
    #expect(try changeset.stages(from: source).map(\.update) == update)
    #expect(try changeset.singleBatch(from: source).map(\.update) == update)
  }

  @Test func `in a single batch a moved section whose cells change is replaced`() throws {
    let source = List {
      Section(id: "a") { Cell(id: "1", component: TextComponent("1")) }
      Section(id: "b") { Cell(id: "2", component: TextComponent("2")) }
      Section(id: "c") { Cell(id: "3", component: TextComponent("3")) }
    }
    var target = source
    target.sections.append(target.sections.removeFirst())
    target.sections[2].cells.append(Cell(id: "4", component: TextComponent("4")))
    let stages = try Changeset(from: source, to: target).singleBatch(from: source)
    #expect(stages.map(\.update) == [BatchUpdate(deletedSections: [0], insertedSections: [2])])
  }

  @Test func `a changeset that does not fit the list is refused`() {
    let elsewhere = CellPath(section: 3, item: 0)
    let changesets = [
      Changeset(deletedSections: [.init(id: "a", at: 0)]),
      Changeset(insertedSections: [.init(id: "a", at: 1)]),
      Changeset(movedSections: [.init(id: "a", from: 0, to: -1)]),
      Changeset(deletedCells: [
        .init(id: "1", at: elsewhere, component: AnyComponent(TextComponent("1")))
      ]),
      Changeset(movedCells: [.init(id: "1", from: elsewhere, to: elsewhere)]),
    ]
    for changeset in changesets {
      #expect(throws: ChangesetMismatch.self) { try changeset.stages(from: List()) }
      #expect(throws: ChangesetMismatch.self) { try changeset.singleBatch(from: List()) }
    }
  }

  private typealias Derivation = (Changeset, List, CellUpdateStyle) throws -> [BatchStage]

  /// Checks the stages of random pairs; a failing pair is shrunk and printed with its seed.
  private func checkPairs(
    count: Int,
    after firstSeed: UInt64,
    stageLimit: Int,
    _ derive: Derivation
  ) {
    for number in 1...UInt64(Soak.count(count, soak: 20_000)) {
      let seed = firstSeed + number
      var lists = RandomLists(seed: seed)
      let source = lists.list()
      let target = lists.successor(of: source)
      let style = seed.isMultiple(of: 2) ? CellUpdateStyle.reconfigure : .reload
      func failure(_ source: List, _ target: List) -> String? {
        do {
          let stages = try derive(try Changeset(from: source, to: target), source, style)
          if stages.count > stageLimit { return "\(stages.count) stages" }
          return try firstViolation(of: stages, from: source, to: target)
        } catch {
          return "\(error)"
        }
      }
      guard failure(source, target) != nil else { continue }
      let small = shrink(source, target) { failure($0, $1) != nil }
      let reason = failure(small.0, small.1) ?? ""
      Issue.record("seed \(seed): \(reason)\nfrom \(small.0)\nto \(small.1)")
      return
    }
  }

  private func firstViolation(
    of stages: [BatchStage],
    from source: List,
    to target: List
  ) throws -> String? {
    var list = source
    for stage in stages {
      let before = list
      if stage.update.isEmpty { return "an empty stage" }
      try stage.apply(to: &list, target: target)
      let violations = BatchRules.violations(from: before, by: stage.update, to: list)
      if !violations.isEmpty { return "\(violations) in \(stage.update)" }
    }
    return list == target ? nil : "ends at \(list)"
  }
}
