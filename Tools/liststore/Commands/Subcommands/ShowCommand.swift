import ArgumentParser
import ListModel
import ListStorage

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints a version of a list as a list document.",
    discussion: """
      What is printed can be committed again. With --tree, the list is printed for people instead.

      EXAMPLES
        liststore show home.db home
        liststore show home.db home --at 7 | jq '.sections[].id'
        liststore show home.db home --tree
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(help: ArgumentHelp("The version; the newest by default.", valueName: "V"))
  var at: Int?

  @Flag(help: "Print a tree for people instead of a document.")
  var tree = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if tree, output.json { throw ValidationError("--tree and --json exclude each other") }
  }

  func run() throws {
    let snapshot = try store.open(.readOnly).snapshot(of: list.id, at: at)
    try StandardOutput.printing { output in
      guard tree else { return try output.line(snapshot.list.document()) }
      for line in TextTree(for: .output).lines(of: snapshot.list) { try output.line(line) }
    }
  }
}
