import Foundation
import Testing

/// The mistakes that `make mutants` plants in the pager.
@Suite struct MutantListTests {
  private struct Mutant: Decodable {
    var id: String
    var file: String
    var old: String
    var new: String
    var rule: String
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func mutants() throws -> [Mutant] {
    let list = root.appendingPathComponent("Tools/mutants/mutants.json")
    return try JSONDecoder().decode([Mutant].self, from: Data(contentsOf: list))
  }

  @Test func `each mistake can be planted at exactly one place`() throws {
    let sources = Self.root.appendingPathComponent("Sources/ListPaging")
    for mutant in try Self.mutants() {
      let source = try String(
        contentsOf: sources.appendingPathComponent(mutant.file),
        encoding: .utf8
      )
      let count = source.components(separatedBy: mutant.old).count - 1
      #expect(count == 1, "\(mutant.id): its old text is \(count) times in \(mutant.file)")
    }
  }

  @Test func `at least sixty different mistakes are planted, and each breaks a rule`() throws {
    let mutants = try Self.mutants()
    #expect(mutants.count >= 60)
    #expect(Set(mutants.map(\.id)).count == mutants.count)
    #expect(Set(mutants.map { [$0.file, $0.old, $0.new] }).count == mutants.count)
    for mutant in mutants {
      #expect(mutant.old != mutant.new, "\(mutant.id) changes nothing")
      #expect(!mutant.rule.isEmpty, "\(mutant.id) breaks no rule")
    }
  }
}
