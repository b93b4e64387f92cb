import Foundation
import Testing
import YardstickCases

/// Scenarios somebody else has worked out by hand, on the real machine and the real adapter.
@Suite struct PagingScenarioTests {
  private func report(_ name: String) throws -> YardstickReport {
    let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    return try PagingCases(json: try Data(contentsOf: folder.appending(path: name))).run()
  }

  @Test(arguments: ["paging-scenarios.json", "more-scenarios.json", "surface-scenarios.json"])
  func `every step of every scenario is as expected`(file: String) throws {
    let report = try report(file)
    let failures = report.results.filter { !$0.passed }.map(\.text)
    #expect(failures == [])
    #expect(report.allPassed)
  }

  @Test func `a run of the same scenarios twice ends in the same way`() throws {
    let first = try report("paging-scenarios.json").results.map(\.text)
    #expect(try report("paging-scenarios.json").results.map(\.text) == first)
  }

  @Test func `a scenario with a wrong expectation fails, and says what came`() throws {
    let json = """
      {"defaults":{"list":{"height":600,"cellHeight":50},"pager":{"pageSize":20},
      "remote":{"mode":"keyset","items":"1-95"}},
      "scenarios":[{"id":"X","given":{"pager":{"trigger":{"items":10}}},"steps":[
      {"do":"open"},{"do":"settle"},{"check":{"loadCount":3,"nonsense":1}},{"do":"dance"}]}]}
      """
    let report = try PagingCases(json: Data(json.utf8)).run()
    #expect(report.summary == "0 passed, 1 failed")
    #expect(!report.allPassed)
    #expect(
      report.results.first?.differences == [
        "step 2: loadCount: expected 3, got 2",
        "step 2: what is the field \"nonsense\"?",
        "what is the step \"dance\"?",
      ]
    )
  }

  /// A field of each object of the schema, misspelled: nothing is skipped in silence.
  @Test(arguments: [
    (#"{"id":"X","tittle":"","steps":[{"do":"open"}]}"#, #"field "tittle" of scenario"#),
    (#"{"needs":["viewedd"],"steps":[{"do":"open"}]}"#, #"extension "viewedd""#),
    (#"{"given":{"page":{}},"steps":[{"do":"open"}]}"#, #"field "page" of given"#),
    (#"{"given":{"list":{"hight":1}},"steps":[{"do":"open"}]}"#, #"field "hight" of list"#),
    (#"{"given":{"pager":{"size":1}},"steps":[{"do":"open"}]}"#, #"field "size" of pager"#),
    (#"{"given":{"pager":{"trigger":{"x":1}}},"steps":[{"do":"open"}]}"#, #""x" of trigger"#),
    (#"{"given":{"remote":{"faults":{"1":{"late":1}}}},"steps":[{"do":"open"}]}"#, #""late""#),
    (#"{"steps":[{"do":"open","now":1}]}"#, #"step 0: what is the field "now" of "open""#),
    (#"{"steps":[{"check":{},"paging":1}]}"#, #"field "paging" of check step"#),
    (#"{"steps":[]}"#, #"there are no "steps""#),
  ])
  func `a field that is not known is an error of the scenario`(
    scenario: String,
    complaint: String
  ) throws {
    let json = #"{"defaults":{"remote":{"items":"1-9"}},"scenarios":[\#(scenario)]}"#
    let report = try PagingCases(json: Data(json.utf8)).run()
    let differences = report.results.first?.differences ?? []
    #expect(differences.contains { $0.contains(complaint) }, "\(differences)")
    #expect(!report.allPassed)
  }
}
