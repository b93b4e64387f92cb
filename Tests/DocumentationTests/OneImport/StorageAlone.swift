import ListStorage
import Testing

extension `One import` {
  private struct Line: IdentifiableComponent {
    struct ViewModel: Codable, Equatable, Sendable { var text: String }

    static let componentType = "Line"
    var viewModel: ViewModel
    var id: Cell.ID { Cell.ID(viewModel.text) }
  }

  @Test func `ListStorage is enough to declare, commit and follow a list`() async throws {
    let layout: SectionLayout = .vertical(spacing: 12)
    let list = List {
      Section(id: "lines") { Cell(component: Line(viewModel: .init(text: "one"))) }
        .withSectionLayout(layout)
    }
    let store = try ListStore.inMemory()
    try await store.commit(list, to: "home", options: CommitOptions(expecting: .version(0)))
    let edit: @Sendable (inout ListDraft) throws -> Void = { draft in
      try draft.appendCell(Cell(component: Line(viewModel: .init(text: "two"))), to: "lines")
    }
    try await store.edit("home", edit)
    var replica = Replica(of: "home")
    for change in try store.changes(of: "home") {
      let changeset: Changeset = change.changeset
      #expect(!changeset.isEmpty)
      try replica.apply(change)
    }
    #expect(replica.fingerprint == (try store.info(of: "home").fingerprint))
  }
}
