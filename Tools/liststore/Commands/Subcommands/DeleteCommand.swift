import ArgumentParser
import ListModel
import ListRendering
import ListStorage

struct DeleteCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Deletes cells.",
    discussion: """
      Deletes one cell or several, all or none, and makes a version of that. Their section stays, also \
      when it is empty.

      EXAMPLES
        liststore delete home.db home a3
        liststore delete home.db home a3 a4 --expect 7 --key cleanup-1
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp("The ids of the cells.", valueName: "CELL"),
    completion: ShellCompletion.cells
  )
  var cells: [String]

  @OptionGroup var conditions: CommitConditions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try conditions.noted.require(numberIn: [conditions.expect], "--expect")
    var named: Set<String> = []
    if let twice = cells.first(where: { !named.insert($0).inserted }) {
      throw ValidationError("CELL: \"\(twice.printable)\" is named twice; name each cell once")
    }
  }

  func run() throws {
    let store = try store.open(.readWrite, for: list.id)
    let commit = try store.edit(
      list.id,
      naming: cells.map { Cell.ID($0) },
      options: conditions.options(of: list.id, in: store)
    ) { draft in
      for cell in cells { try draft.deleteCell(Cell.ID(cell)) }
    }
    try output.report(commit, in: store)
  }
}
