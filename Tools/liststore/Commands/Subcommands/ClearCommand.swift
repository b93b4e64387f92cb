import ArgumentParser
import ListStorage

struct ClearCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Empties a list and forgets its past.",
    discussion: """
      What was in the list, its changes and its commit keys are gone, and cannot be undone. Its \
      name stays, and the number of its version, one more than before, so that its followers \
      are told to read it again. "liststore compact" then gives the space back.

      EXAMPLES
        liststore clear home.db home
        liststore clear home.db home --expect 7
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @OptionGroup var conditions: CommitConditions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try conditions.noted.require(numberIn: [conditions.expect], "--expect")
  }

  func run() throws {
    let store = try store.open(.readWrite, for: list.id)
    let commit = try store.commit(
      .clearing,
      to: list.id,
      options: conditions.options(of: list.id, in: store)
    )
    try output.report(commit, in: store)
  }
}
