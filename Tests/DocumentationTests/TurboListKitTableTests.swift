import Foundation
import Testing

/// docs/turbolistkit.md says what every name of TurboListKit is called here; this is that it is true.
@Suite struct TurboListKitTableTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func rows() throws -> [[String]] {
    try NameTable.rows(of: root.appendingPathComponent("docs/turbolistkit.md"), "TurboListKit")
  }

  @Test func `every name of ours is declared, with these labels`() throws {
    let declarations = try Declarations.ofAllModules.get()
    var count = 0
    for row in try Self.rows() {
      #expect(row.count == 3, "\(row)")
      for name in NameTable.names(row[1]) {
        let isDeclared = declarations.contains(name)
        #expect(isDeclared, "\(name) is not declared")
        count += 1
      }
    }
    #expect(count > 150)
  }

  @Test func `a name without a counterpart says why, or is in a row that does`() throws {
    for section in try Self.rows() where section[1] == "–" && !section[2].isEmpty {
      #expect(!NameTable.names(section[0]).isEmpty)
    }
    #expect(try Self.rows().filter { $0[1] == "–" }.count < 20)
  }

  @Test(arguments: [
    "Nothing", "List.nothing(_:)", "List.onReachEnd(nowhere:_:)", "Cell.init(nowhere:)",
  ])
  func `a name that is not declared is found out`(name: String) throws {
    let declarations = try Declarations.ofAllModules.get()
    let isDeclared = declarations.contains(name)
    #expect(!isDeclared, "\(name)")
  }
}
