import ArgumentParser
import Testing

@testable import ListstoreCommands

/// What commands declare.
///
/// In debug builds, ArgumentParser checks a declaration when it reads a command line, and ends the process if it is
/// wrong: names that come twice, or arguments after one that takes all. The `liststore` that other tests start is
/// linked without that check.
@Suite struct DeclarationTests {
  @Test func `every command is declared as the parser wants it`() {
    let commands = ListstoreCommand.configuration.subcommands
    #expect(commands.count > 20)
    for command in commands {
      let name = command.configuration.commandName ?? ""
      #expect(!name.isEmpty)
      #expect(throws: (any Error).self) {
        try ListstoreCommand.parseAsRoot([name, "--an-option-of-no-command"])
      }
    }
  }
}
