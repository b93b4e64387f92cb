import ArgumentParser
import ListStorage

struct ClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Empties a list and forgets its past.",
    discussion: """
      What was in the list, its changes and its commit keys are gone, and cannot be undone. Its \
      name stays, and the number of its version, one more than before, so that whoever follows it \
      is told to read it anew. "liststore compact" then gives the space back.

      EXAMPLES
        liststore clear home.db home
        liststore clear home.db home --expect 7
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(help: ArgumentHelp("The version the list must be at.", valueName: "V"))
  var expect: Int?

  @Option(help: ArgumentHelp("Makes the command safe to repeat.", valueName: "K"))
  var key: String?

  @Option(help: ArgumentHelp("Who commits.", valueName: "A"))
  var author: String?

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if let expect, expect < 0 {
      throw ValidationError("--expect \(expect): versions are numbered from 0")
    }
  }

  func run() throws {
    let commit = try store.open(.readWrite).clear(
      list.id,
      expecting: expect.map { .version($0) } ?? .any,
      key: key,
      author: author
    )
    try output.report(commit)
  }
}
