import ArgumentParser
import ListModel
import ListStorage

struct InsertCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "insert",
    abstract: "Inserts one cell.",
    discussion: """
      Inserts a cell that is not in the list, and makes a version of that. With --new-section, a \
      section that is not there is made at the end, and so are a list and a store that are not there.

      EXAMPLES
        liststore insert home.db home a1 '{"n":1}' --end-of feed --new-section
        liststore insert home.db home a2 '{"n":2}' --type Article --before a1
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions
  @OptionGroup var cell: CellOptions
  @OptionGroup var content: ContentOptions
  @OptionGroup var place: PlacementOptions

  @Option(help: ArgumentHelp("The type of the cell's component.", valueName: "TYPE"))
  var type = ""

  @Flag(help: "Make the section, the list and the store if they are not there.")
  var newSection = false

  @OptionGroup var conditions: CommitConditions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    try conditions.noted.require(numberIn: [conditions.expect], "--expect")
    if newSection, place.section == nil {
      throw ValidationError("--new-section goes with --start-of SECTION or --end-of SECTION")
    }
  }

  func run() throws {
    let component = StoredComponent(type: type, content: try content.read())
    let store =
      try newSection
      ? store.openToCommit(to: list.id, key: conditions.key, author: conditions.author.name)
      : store.open(.readWrite, for: list.id)
    let expect = try conditions.expect ?? (isMissing(in: store) ? .number(0) : nil)
    let commit = try store.edit(
      list.id,
      naming: place.cells,
      place.sections,
      options: conditions.options(expect, of: list.id, in: store)
    ) { draft in
      if newSection, let section = place.section, !draft.sectionIDs.contains(section) {
        try draft.insertSection(ListModel.Section(id: section), .end)
      }
      let new = Cell(id: cell.id, component: AnyComponent(component))
      try draft.insertCell(new, place.placement)
    }
    try output.report(commit, in: store)
  }

  /// Returns whether the list does not exist yet.
  private func isMissing(in store: ListStore) throws -> Bool {
    do {
      _ = try store.info(of: list.id)
      return false
    } catch ListStoreError.unknownList where newSection {
      return true
    }
  }
}
