import Foundation
import Testing

/// docs/uikit.md says what every name of UIKit's lists is here; this is that it is true.
@Suite struct UIKitTableTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func rows() throws -> [[String]] {
    try NameTable.rows(of: root.appendingPathComponent("docs/uikit.md"), "UIKit")
  }

  /// What the two modules declare that an app imports.
  private static func declarations() throws -> (names: Declarations, ofAdapter: Declarations) {
    (
      try Declarations(in: root.appendingPathComponent("Sources/ListUIKit")),
      try Declarations(in: root.appendingPathComponent("Sources/ListAdapterUIKit"))
    )
  }

  @Test func `every name that is said to be here is declared, with its labels`() throws {
    let declarations = try Self.declarations()
    var count = 0
    for row in try Self.rows() where row[1] != "–" {
      #expect(row.count == 3, "\(row)")
      for name in NameTable.names(row[0]) {
        let isDeclared =
          declarations.names.contains(name) || declarations.ofAdapter.contains(name)
        #expect(isDeclared, "\(name) is not declared")
        count += 1
      }
    }
    #expect(count > 200)
  }

  @Test func `what does the work is declared too`() throws {
    let declarations = try Declarations.ofAllModules.get()
    for row in try Self.rows() {
      for name in NameTable.names(row[1]) {
        let isDeclared = declarations.contains(name)
        #expect(isDeclared, "\(name) is not declared")
      }
    }
  }

  @Test func `a name that is not here says why, and is not declared`() throws {
    let declarations = try Self.declarations()
    let missing = try Self.rows().filter { $0[1] == "–" }
    #expect(missing.count > 2)
    for row in missing {
      #expect(!row[2].isEmpty, "\(row[0])")
      for name in NameTable.names(row[0]) {
        let isDeclared = declarations.names.contains(name)
        #expect(!isDeclared, "\(name) is declared")
      }
    }
  }

  @Test func `UIKit's names bring Foundation's with them, and no others`() throws {
    let folder = Self.root.appendingPathComponent("Sources/ListUIKit")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var exported: [String] = []
    for case let file as URL in files ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      exported += text.split(separator: "\n").filter { $0.hasPrefix("@_exported") }.map(String.init)
    }
    #expect(exported == ["@_exported public import Foundation"])
  }

  @Test func `the header of a file is compiled as it is printed`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }
    let file = try text("Tests/DocumentationTests/UIKitHeader.swift")
    let header = try #require(file.components(separatedBy: "\n\n").first)
    #expect(header.hasPrefix("#if canImport(UIKit)\n"))
    for page in ["docs/uikit.md", "docs/layout.md"] {
      #expect(try text(page).contains(header), "\(page)")
    }
  }

  /// Every type that the module declares for everybody is in the table.
  @Test func `every type is in the table`() throws {
    let names = Set(
      try Self.rows().flatMap { NameTable.names($0[0]) }.flatMap { name in
        (name.split(separator: "(").first ?? "").split(separator: ".").map(String.init)
      }
    )
    let folder = Self.root.appendingPathComponent("Sources/ListUIKit")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let declaration =
      #/^ *(?:public|open) (?:final )?(?:class|struct|enum|protocol) (?!var |func )(?<name>\w+)/#
    var count = 0
    for case let file as URL in files ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swift" {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let match = line.firstMatch(of: declaration) else { continue }
        #expect(names.contains(String(match.name)), "\(match.name)")
        count += 1
      }
    }
    #expect(count > 60)
  }
}
