import ArgumentParser
import ListModel
import ListStorage

// The options that the commands for one cell share.

/// The cell to change.
struct CellOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The id of the cell.", valueName: "CELL"),
    completion: ShellCompletion.cells
  )
  var cell: String

  /// The id.
  var id: Cell.ID { Cell.ID(cell) }
}

/// The place of a cell; exactly one is given.
struct PlacementOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Before all cells of this section.", valueName: "SECTION"),
    completion: ShellCompletion.sections
  )
  var startOf: String?

  @Option(
    help: ArgumentHelp("After all cells of this section.", valueName: "SECTION"),
    completion: ShellCompletion.sections
  )
  var endOf: String?

  @Option(
    help: ArgumentHelp("Immediately before this cell.", valueName: "CELL"),
    completion: ShellCompletion.cells
  )
  var before: String?

  @Option(
    help: ArgumentHelp("Immediately after this cell.", valueName: "CELL"),
    completion: ShellCompletion.cells
  )
  var after: String?

  mutating func validate() throws {
    let count = [startOf, endOf, before, after].count { $0 != nil }
    guard count == 1 else {
      throw ValidationError(
        "expected one place: --start-of SECTION, --end-of SECTION, --before CELL or --after CELL"
      )
    }
  }

  /// The place.
  var placement: CellPlacement {
    if let startOf { return .start(of: .init(startOf)) }
    if let before { return .before(.init(before)) }
    if let after { return .after(.init(after)) }
    return .end(of: .init(endOf ?? ""))
  }

  /// The cell that is named, if one is.
  var cells: [Cell.ID] { [before, after].compactMap { $0.map { .init($0) } } }

  /// The section that is named, if one is.
  var sections: [ListModel.Section.ID] { section.map { [$0] } ?? [] }

  /// The section that is named; `nil` if a cell is named.
  var section: ListModel.Section.ID? { (startOf ?? endOf).map { .init($0) } }
}

/// The content of a cell.
struct ContentOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The content, as JSON; - or nothing for standard input.", valueName: "JSON")
  )
  var content = "-"

  /// Reads the content.
  ///
  /// - Throws: ``RefusedDocument``, ``UnreadableFile``.
  func read() throws -> Content {
    try Self.content(bytes(), from: name)
  }

  /// Reads the content, unless standard input has none.
  ///
  /// - Returns: `nil` if there is only white space in standard input.
  /// - Throws: ``RefusedDocument``, ``UnreadableFile``.
  func readIfAny() throws -> Content? {
    let bytes = try bytes()
    if content == "-", bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }) { return nil }
    return try Self.content(bytes, from: name)
  }

  /// Returns the bytes on the command line or in standard input.
  func bytes() throws -> [UInt8] {
    guard content == "-" else { return Array(content.utf8) }
    return try DocumentSource(path: "-").bytes()
  }

  /// The source of the content, for people.
  var name: String { content == "-" ? "standard input" : "JSON" }

  /// Reads a content; the error of text that is no JSON explains how to write it as JSON.
  static func content(_ bytes: [UInt8], from name: String) throws(RefusedDocument) -> Content {
    do {
      return try Content(parsing: bytes)
    } catch {
      let isWord = bytes.first.map { !"{[\"0123456789-".utf8.contains($0) } ?? false
      let advice = isWord ? #"; a text is written in quotes: '"hello"'"# : ""
      throw RefusedDocument(source: name, reason: "\(error)\(advice)")
    }
  }
}
