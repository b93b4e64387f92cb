public import Foundation

/// Scenarios of lists that load more, in the schema `paging-scenarios/1`.
public struct PagingCases: Decodable, Sendable {
  var schema: String?
  var defaults: JSONValue
  var scenarios: [Scenario]

  struct Scenario: Decodable, Sendable {
    var id: String
    var title: String?
    var given: JSONValue?
    var steps: [JSONValue]
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `DecodingError` if it is not in the schema.
  public init(json: Data) throws {
    self = try JSONDecoder().decode(PagingCases.self, from: json)
  }

  /// Runs all scenarios, each in a world of its own on virtual time.
  public func run() -> YardstickReport {
    var report = YardstickReport()
    for scenario in scenarios {
      report.add("\(scenario.id) \(scenario.title ?? "")", scenario.run(defaults))
    }
    return report
  }
}

extension PagingCases.Scenario {
  /// Runs the scenario and returns the differences from the expected results, by steps.
  func run(_ defaults: JSONValue) -> [String] {
    var settings = defaults.members ?? [:]
    for (name, value) in given?.members ?? [:] {
      settings[name] = settings[name].map { $0.overlaid(with: value) } ?? value
    }
    var differences: [String] = []
    do {
      let world = try PagingWorld(settings)
      for (index, step) in steps.enumerated() {
        if let fields = step["check"]?.members {
          for difference in world.differences(from: fields) {
            differences.append("step \(index): \(difference)")
          }
        } else {
          try world.carryOut(step)
        }
      }
    } catch {
      differences.append("\(error)")
    }
    return differences
  }
}

/// The error of a step that cannot be carried out.
struct PagingCaseError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
