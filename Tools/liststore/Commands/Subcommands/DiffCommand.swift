import ArgumentParser
import ListDiff
import ListModel
import ListPictures
import ListRendering
import ListServer
import ListStorage

struct DiffCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what differs between two versions of a list.",
    discussion: """
      Shows what was inserted (+), deleted (-), moved (→) and updated (~) from version A to version B, \
      old → new, field by field; when A is newer than B, it goes back. Without B, to the newest \
      version; without A and B, what the newest version changed. A and B are numbers, places before \
      the newest (-1), or times (2026-11-21).

      With --tree, the list at B is printed with these marks. With --json, one composed change \
      document. Places in text count from 1; in JSON and in SQL, from 0. With --format, a picture of both \
      versions, side by side where there is room, with the same marks.

      EXAMPLES
        liststore diff home.db home
        liststore diff home.db home 3 9
        liststore diff home.db home -2 --tree
        liststore diff home.db home 9 3 --json
        liststore diff home.db home 3 9 --format svg --output changes.svg
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Argument(
    help: ArgumentHelp(
      "The version to start from; the one before the newest by default; 0 is the empty list.",
      valueName: "A"
    )
  )
  var source: VersionPlace?

  @Argument(help: ArgumentHelp("The version to arrive at; the newest by default.", valueName: "B"))
  var target: VersionPlace?

  @Flag(help: "Print the list at B as a tree, with marks.")
  var tree = false

  @Flag(help: "Print the change document over several lines.")
  var pretty = false

  @OptionGroup var picture: PictureOptions
  @OptionGroup var pager: PagerOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    let form = tree ? "--tree" : output.json ? "--json" : pretty ? "--pretty" : nil
    try picture.validate(besides: form)
    if tree, output.json || pretty {
      throw ValidationError("--tree excludes --json and --pretty")
    }
  }

  func run() throws {
    let store = try store.open(.readOnly, for: list.id)
    let source = try store.version(source ?? .back(1), of: list.id)
    let target = try store.version(target ?? .back(0), of: list.id)
    let change = try store.change(of: list.id, from: source, to: target)
    if !output.json, picture.isReadable { pager.begin() }
    if let format = picture.format {
      var comparison = PictureComparison(
        from: try StoredPicture(of: list.id, in: store, at: source).picture(on: picture.screen),
        to: try StoredPicture(of: list.id, in: store, at: target).picture(on: picture.screen),
        by: change.changeset
      )
      comparison.titles = ("version \(source)", "version \(target)")
      return try picture.print(comparison, as: format, titled: list.list)
    }
    try StandardOutput.printing { output in
      if self.output.json || pretty {
        return try output.document(change.document(), pretty: pretty)
      }
      if tree { return try printTree(change, of: store, to: output) }
      try store.requireHead(of: list.id)
      let step = ListStep(
        changeset: change.changeset,
        sectionsBefore: try store.outline(of: list.id, at: source).sections.map(\.id),
        sectionsAfter: try store.outline(of: list.id, at: target).sections.map(\.id)
      )
      let (palette, columns) = (Terminal.output.palette, Terminal.output.columns)
      var title = PartedLine()
      title.add("\(list.list): version \(source) → \(target)", .heading)
      title.add(OperationCounts(change.changeset).sentence, .faint)
      for line in title.lines(palette, columns: columns) { try output.line(line) }
      for event in step.events(.all) {
        for line in event.lines(palette, columns: columns) { try output.line(line) }
      }
    }
  }

  private func printTree(
    _ change: Change,
    of store: ListStore,
    to output: StandardOutput
  ) throws {
    let before = try store.snapshot(of: list.id, at: change.parent).list
    let after = try store.snapshot(of: list.id, at: change.version).list
    var tree = TextTree(for: .output)
    tree.showsTitles = true
    try output.line(tree.legend)
    for line in tree.lines(from: before, to: after, by: change.changeset) {
      try output.line(line)
    }
  }
}

extension OperationCounts {
  /// The counts for people: `cells +1 ~2  sections +1`, or that there is no difference.
  fileprivate var sentence: String {
    let cells = cells.total > 0 ? "cells \(cells.text)" : nil
    let sections = sections.total > 0 ? "sections \(sections.text)" : nil
    let parts = [cells, sections].compactMap { $0 }
    return parts.isEmpty ? "no difference" : parts.joined(separator: "  ")
  }
}
