import Foundation
import Testing

/// The mistakes that `Tools/mutants/protocol` plants in the server and in its clients.
@Suite struct ProtocolMutantTests {
  private struct Mutant: Decodable {
    var id: String
    var file: String
    var old: String
    var new: String
    var rule: String
  }

  @Test func `each mistake of the protocol can be planted at exactly one place`() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let list = root.appendingPathComponent("Tools/mutants/protocol.json")
    let mutants = try JSONDecoder().decode([Mutant].self, from: Data(contentsOf: list))
    #expect(mutants.count >= 90)
    #expect(Set(mutants.map(\.id)).count == mutants.count)
    for mutant in mutants {
      let file = root.appendingPathComponent("Sources").appendingPathComponent(mutant.file)
      let source = try String(contentsOf: file, encoding: .utf8)
      let count = source.components(separatedBy: mutant.old).count - 1
      #expect(count == 1, "\(mutant.id): its old text is \(count) times in \(mutant.file)")
      #expect(mutant.old != mutant.new && !mutant.rule.isEmpty, "\(mutant.id)")
    }
  }
}
