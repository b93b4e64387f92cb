import ArgumentParser

@main
struct ListstoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "liststore")
}
