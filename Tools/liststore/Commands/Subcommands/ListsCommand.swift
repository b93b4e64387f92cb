import ArgumentParser
import ListModel
import ListStorage

struct ListsCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "lists",
    abstract: "Shows the lists of a store.",
    discussion: """
      Lists are ordered by the bytes of their names. After them, the cells of all lists are read to prove \
      that these are their newest versions (exit status 3 if not), unless --unchecked.

      EXAMPLES
        liststore lists home.db
        liststore lists home.db --json | jq -r .list
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var end: EndOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let store = try store.open(.readOnly)
    let lists = try store.listsAndTokens()
    try output.print(lists.map(Row.init), as: .content) { text in
      if lists.isEmpty { return try text.line("no lists") }
      var table = TextTable(
        .init(title: "LIST"),
        .init(title: "VERSION", alignment: .trailing),
        .init(title: "FINGERPRINT")
      )
      for (list, _) in lists {
        table.add(list.id.rawValue, "\(list.version)", list.fingerprint.description)
      }
      for line in table.lines(on: .output) { try text.line(line) }
    }
    try end.check(nil, in: store)
  }

  private struct Row: Encodable {
    var list: String
    var version: Int
    var fingerprint: String
    var token: CursorToken

    init(_ list: ListInfo, _ token: CursorToken) {
      self.list = list.id.rawValue
      version = list.version
      fingerprint = list.fingerprint.description
      self.token = token
    }
  }
}
