import ArgumentParser
import ListModel
import ListServer
import ListStorage

struct ShowCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Prints a version of a list as a list document.",
    discussion: """
      What is printed can be committed again. With --cell, the content of one cell is printed, which \
      "liststore set" takes. With --tree, the list is printed for people instead. With --format, it is \
      a picture of the list on a screen: what its layouts make of it.

      With --versioned, one JSON object is printed: version, its token, and document (of a cell, \
      content; a cell without content has none). "commit --versioned" and "set --versioned" take it, and are refused when another writer \
      has committed meanwhile.

      EXAMPLES
        liststore show home.db home --pretty
        liststore show home.db home --at 7 | jq '.sections[].id'
        liststore show home.db home --at 2026-11-21 --tree
        liststore show home.db home --cell a3 | jq '.n += 1' |
          liststore set home.db home a3
        liststore show home.db home --format text
        liststore show home.db home --at 7 --format svg --dark --output home.svg
      """
  )

  @OptionGroup var store: StoreOptions
  @OptionGroup var list: ListOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The version: a number, one before the newest (-1), or a time (2026-11-21); the newest by default.",
      valueName: "V"
    )
  )
  var at: VersionPlace?

  @Option(
    help: ArgumentHelp("Print the content of this cell.", valueName: "ID"),
    completion: ShellCompletion.cells
  )
  var cell: String?

  @Flag(help: "Print the version as well.")
  var versioned = false

  @Flag(help: "Print a tree for people instead of a document.")
  var tree = false

  @Flag(help: "Print the document over several lines.")
  var pretty = false

  @OptionGroup var picture: PictureOptions
  @OptionGroup var pager: PagerOptions
  @OptionGroup var output: OutputOptions

  mutating func validate() throws {
    let form =
      tree
      ? "--tree"
      : output.json
        ? "--json" : pretty ? "--pretty" : versioned ? "--versioned" : cell != nil ? "--cell" : nil
    try picture.validate(besides: form)
    if tree, output.json || pretty || versioned || cell != nil {
      throw ValidationError("--tree excludes --json, --pretty, --versioned and --cell")
    }
  }

  func run() throws {
    let store = try store.open(.readOnly, for: list.id)
    let version = try store.version(at ?? .back(0), of: list.id)
    if picture.isReadable, !output.json { pager.begin() }
    if let format = picture.format {
      let drawing = try StoredPicture(of: list.id, in: store, at: version).picture(
        on: picture.screen
      )
      return try picture.print(drawing, as: format, titled: list.list)
    }
    let token = try store.token(of: list.id, at: version)
    try StandardOutput.printing { output in
      if tree {
        let list = try store.snapshot(of: list.id, at: version).list
        for line in TextTree(for: .output).lines(of: list) { try output.line(line) }
      } else if let cell {
        if let content = try content(of: Cell.ID(cell), at: version, in: store) {
          try print(to: output, as: "content", token) { try $0(content) }
        } else if versioned {
          let versioned = #"{"version":\#(token.version),"token":"\#(token)"}"#
          try output.document(Array(versioned.utf8), pretty: pretty)
        }
      } else {
        try print(to: output, as: "document", token) { write in
          try store.document(of: list.id, at: version, write)
        }
      }
    }
  }

  /// Prints what `body` writes, with the version around it if that is wanted, or over several lines.
  private func print(
    to output: StandardOutput,
    as member: String,
    _ token: CursorToken,
    _ body: ((_ write: ([UInt8]) throws -> Void) throws -> Void)
  ) throws {
    let start = #"{"version":\#(token.version),"token":"\#(token)","\#(member)":"#
    if pretty {
      var bytes: [UInt8] = versioned ? Array(start.utf8) : []
      try body { bytes += $0 }
      return try output.document(versioned ? bytes + Array("}".utf8) : bytes, pretty: true)
    }
    if versioned { try output.write(Array(start.utf8)) }
    try body { try output.write($0) }
    try output.line(versioned ? "}" : "")
  }

  /// Returns the content of a cell; `nil` if the cell has none, which differs from JSON's `null`.
  private func content(of cell: Cell.ID, at version: Int, in store: ListStore) throws -> [UInt8]? {
    try store.requireHead(of: list.id)
    let outline = try store.outline(of: list.id, at: version)
    guard let path = try store.path(of: cell, in: list.id, at: version) else {
      let head = try store.info(of: list.id).version
      let isInHead = try store.path(of: cell, in: list.id, at: head) != nil
      let nearest = isInHead ? nil : try store.nearestCell(to: cell, in: list.id)
      throw UnknownCell(
        cell: cell,
        list: list.id,
        version: version,
        newest: isInHead ? head : nil,
        nearest: nearest
      )
    }
    let row = WindowBounds.rows(path.item..<path.item + 1, of: outline.sections[path.section].id)
    let found = try store.window(row, in: list.id, at: version).cells.first
    return try found?.component.stored().content?.bytes
  }
}

/// A cell that is not in a version.
struct UnknownCell: Error, CustomStringConvertible {
  let cell: Cell.ID
  let list: List.ID
  let version: Int
  /// The newest version, if the cell is in it.
  let newest: Int?
  /// A cell that may have been meant.
  let nearest: String?

  /// One sentence for people.
  var description: String {
    "there is no cell \"\(cell)\" in version \(version) of list \"\(list)\""
      + (newest.map { "; it is in version \($0), the newest" } ?? "")
      + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}

extension StandardOutput {
  /// Prints a document on one line, or over several lines.
  func document(_ bytes: [UInt8], pretty: Bool) throws {
    guard pretty else { return try line(bytes) }
    try line(JSONTree(minified: bytes).pretty())
  }
}
