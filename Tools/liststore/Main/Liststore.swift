import ListstoreCommands

@main
struct Liststore {
  static func main() {
    Program.main()
  }
}
