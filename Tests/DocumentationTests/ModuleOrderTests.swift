import Foundation
import Testing

/// The order of the modules, as the table in ARCHITECTURE.md has it.
@Suite struct `The modules` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The modules of `Sources` in the order of the table.
  private static func table() throws -> [String] {
    let page = root.appendingPathComponent("ARCHITECTURE.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    return try lines.drop { !$0.hasPrefix("| module |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
      .map { try String(#require($0.split(separator: "`").dropFirst().first)) }
      .filter {
        FileManager.default.fileExists(atPath: root.appendingPathComponent("Sources/\($0)").path)
      }
  }

  /// The modules that the files of a module import.
  private static func imports(of module: String) throws -> Set<String> {
    let folder = root.appendingPathComponent("Sources/\(module)")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var imports: Set<String> = []
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n", maxSplits: 40).prefix(40) {
        let words = line.split(separator: " ")
        guard words.dropLast().last == "import", let name = words.last else { continue }
        imports.insert(String(name))
      }
    }
    return imports
  }

  @Test func `import only what stands above them in the table`() throws {
    let table = try Self.table()
    #expect(table.count > 20)
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appendingPathComponent("Sources").path
    )
    #expect(Set(folders).subtracting(table) == [], "modules without a row")
    for (index, module) in table.enumerated() {
      let below = try Self.imports(of: module).intersection(table[index...])
      #expect(below == [], "\(module) imports what stands below it")
    }
  }

  @Test func `that a store consists of know no solver and no drawing`() throws {
    var reached: Set<String> = []
    var next = ["ListStorage"]
    let table = Set(try Self.table())
    while let module = next.popLast() {
      guard reached.insert(module).inserted else { continue }
      next += try Self.imports(of: module).intersection(table)
    }
    #expect(reached == ["ListDescription", "ListModel", "ListDiff", "ListSystem", "ListStorage"])
  }
}
