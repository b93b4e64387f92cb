import ArgumentParser
import ListStorage

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "replay")
}
