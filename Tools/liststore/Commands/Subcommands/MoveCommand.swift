import ArgumentParser
import ListModel
import ListStorage

struct MoveCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Moves one cell.",
    discussion: """
      Moves a cell within its section, or to another one, and makes a version of that. It keeps its id \
      and its content.

      EXAMPLES
        liststore move home.db home a3 --start-of top
        liststore move home.db home a3 --after a1 --expect 7
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var cell: CellOptions
  @OptionGroup var place: PlacementOptions
  @OptionGroup var conditions: CommitConditions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try conditions.noted.require(numberIn: [conditions.expect], "--expect")
  }

  func run() throws {
    let store = try store.open(.readWrite, for: list.id)
    let commit = try store.edit(
      list.id,
      naming: [cell.id] + place.cells,
      place.sections,
      options: conditions.options(of: list.id, in: store)
    ) { try $0.moveCell(cell.id, place.placement) }
    try output.report(commit, in: store)
  }
}
