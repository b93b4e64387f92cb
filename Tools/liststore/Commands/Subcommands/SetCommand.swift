import ArgumentParser
import ListModel
import ListStorage

struct SetCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Changes what one cell shows.",
    discussion: """
      Gives CELL a new content, and makes a version of that. With --merge, JSON is laid over the \
      content member by member; null removes a member. The cell keeps its type, unless --type names \
      another one.

      To change what is there without losing what others do meanwhile, read it with its version: \
      "set --versioned" takes what "show --cell --versioned" prints, and is refused when the list is \
      at another version by then. --expect V does the same by hand. What "show --cell" prints of a cell \
      without content (nothing) leaves such a cell as it is.

      EXAMPLES
        liststore set home.db home a3 '{"title":"News","stars":1}'
        liststore set home.db home a3 '{"stars":2}' --merge
        liststore show home.db home --cell a3 --versioned | jq '.content.n += 1' |
          liststore set home.db home a3 --versioned
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var cell: CellOptions
  @OptionGroup var content: ContentOptions

  @Option(help: ArgumentHelp("The type of the cell's component.", valueName: "TYPE"))
  var type: String?

  @Flag(help: "Lay JSON over what is there.")
  var merge = false

  @Flag(help: "Take what \"show --cell --versioned\" prints, and expect its version.")
  var versioned = false

  @OptionGroup var conditions: CommitConditions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try conditions.noted.require(numberIn: [conditions.expect], "--expect")
    if versioned, merge || conditions.expect != nil {
      throw ValidationError("--versioned excludes --merge and --expect")
    }
  }

  func run() throws {
    var expect = conditions.expect
    let given: Content?
    var missing = "expected a content, as JSON: cell \"\(cell.cell)\" has one"
    if versioned {
      let read = try VersionedDocument(content.bytes(), member: "content", from: content.name)
      given = try read.body.map { body in try ContentOptions.content(body, from: content.name) }
      missing = read.expected
      expect = .list(read.token)
    } else {
      given = try content.readIfAny()
    }
    let store = try store.open(.readWrite, for: list.id)
    let commit = try store.edit(
      list.id,
      naming: [cell.id],
      options: conditions.options(expect, of: list.id, in: store)
    ) { draft in
      let old = try draft.component(of: cell.id).stored()
      if given == nil, old.content != nil {
        throw RefusedDocument(source: content.name, reason: missing)
      }
      var new = given
      if merge, let given {
        let merged = (old.content.map { JSONTree($0) } ?? .object([])).merged(with: JSONTree(given))
        new = try ContentOptions.content(Array(merged.text.utf8), from: content.name)
      }
      let component = StoredComponent(type: type ?? old.type, content: new)
      try draft.updateCell(Cell(id: cell.id, component: AnyComponent(component)))
    }
    try output.report(commit, in: store)
  }
}
