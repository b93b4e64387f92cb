import Foundation
import ListstoreCommands

@main
struct Liststore {
  static func main() async {
    let status = await Program.run()
    exit(status.rawValue)
  }
}
