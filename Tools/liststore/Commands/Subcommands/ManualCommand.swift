import ArgumentParser
import Foundation

/// Writes the help texts as man pages; `make install` runs it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Writes man pages, one for each subcommand.",
    discussion: """
      EXAMPLES
        liststore manual /usr/local/share/man/man1
      """,
    shouldDisplay: false
  )

  @Argument(help: ArgumentHelp("The folder to write them to.", valueName: "FOLDER"))
  var folder: String

  mutating func validate() throws { try Path.require(folder, "FOLDER") }

  func run() throws {
    let root = ListstoreCommand.self
    try write(root, named: "liststore", help: root.helpMessage(columns: 78))
    for command in root.configuration.subcommands where command.configuration.shouldDisplay {
      guard let name = command.configuration.commandName else { continue }
      try write(
        command,
        named: "liststore-\(name)",
        help: root.helpMessage(for: command, columns: 78)
      )
    }
  }

  private func write(
    _ command: any ParsableCommand.Type,
    named name: String,
    help: String
  ) throws {
    let path = "\(folder)/\(name).1"
    let page = Self.page(named: name, abstract: command.configuration.abstract, help: help)
    do {
      try Data(page.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw UnreadableFile(path: path, operation: .write, reason: error.localizedDescription)
    }
  }

  /// Returns a page in the language of `man(7)`: the help text with its own line breaks.
  static func page(named name: String, abstract: String, help: String) -> String {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.replacingOccurrences(of: "\\", with: "\\e")
        .replacingOccurrences(of: "-", with: "\\-")
      // A line that begins with a full stop or an apostrophe would be a request.
      return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }
    let title = name.uppercased().replacingOccurrences(of: "-", with: "\\-")
    let summary = abstract.replacingOccurrences(of: "-", with: "\\-")
    return """
      .TH "\(title)" 1 "" "liststore \(ListstoreCommand.configuration.version)" ""
      .SH NAME
      \(name.replacingOccurrences(of: "-", with: "\\-")) \\- \(summary)
      .SH DESCRIPTION
      .nf
      \(lines.joined(separator: "\n"))
      .fi

      """
  }
}
