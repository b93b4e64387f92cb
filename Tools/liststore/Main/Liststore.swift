@main
struct Liststore {
  static func main() {}
}
