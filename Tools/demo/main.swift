import Foundation
import ListstoreCommands

exit(Program.run(DemoCommand.self, Array(CommandLine.arguments.dropFirst())).rawValue)
