import ArgumentParser
import ListDiff
import ListModel
import ListStorage

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Prints what leads from one version of a list to another.",
    discussion: """
      Prints one composed change document; when A is newer than B, it goes back. With --tree, the \
      list at B is printed for people, with marks for what is inserted (+), deleted (-), moved (→) \
      and updated (~).

      EXAMPLES
        liststore diff home.db home 3 9
        liststore diff home.db home 9 3
        liststore diff home.db home 0 9 --tree
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(help: ArgumentHelp("The version to start from; 0 is the empty list.", valueName: "A"))
  var source: Int

  @Argument(help: ArgumentHelp("The version to arrive at.", valueName: "B"))
  var target: Int

  @Flag(help: "Print a tree for people instead of a document.")
  var tree = false

  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    if tree, output.json { throw ValidationError("--tree and --json exclude each other") }
  }

  func run() throws {
    let store = try store.open(.readOnly)
    let change = try store.change(of: list.id, from: source, to: target)
    try StandardOutput.printing { output in
      guard tree else { return try output.line(change.document()) }
      let before = try store.snapshot(of: list.id, at: source).list
      let after = try store.snapshot(of: list.id, at: target).list
      let tree = TextTree(for: .output)
      try output.line(tree.legend)
      for line in tree.lines(from: before, to: after, by: change.changeset) {
        try output.line(line)
      }
    }
  }
}
