public import Foundation

/// Scenarios of lists that load more, in the schema `paging-scenarios/1`.
///
/// A field that is not known is an error of its scenario: nothing is left out in silence.
public struct PagingCases: Decodable, Sendable {
  var defaults: JSONValue
  var scenarios: [Scenario]

  struct Scenario: Sendable {
    var id: String
    var title: String
    var given: JSONValue?
    var needs: [JSONValue]
    var steps: [JSONValue]
    var unknown: [String]
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `DecodingError` if it is not in the schema.
  public init(json: Data) throws {
    self = try JSONDecoder().decode(PagingCases.self, from: json)
  }

  /// Reads the cases.
  ///
  /// - Throws: `DecodingError` if they are not in the schema.
  public init(from decoder: any Decoder) throws {
    let file = try JSONValue(from: decoder)
    let unknown = PagingFields.unknown(in: file, at: "file")
    guard unknown.isEmpty, let scenarios = file["scenarios"]?.array else {
      let reason = unknown.first ?? "there is no array \"scenarios\""
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: reason))
    }
    defaults = file["defaults"] ?? .object([:])
    self.scenarios = scenarios.enumerated().map { Scenario($1, number: $0 + 1) }
  }

  /// Runs all scenarios, each in a world of its own on virtual time.
  public func run() -> YardstickReport {
    var report = YardstickReport()
    for scenario in scenarios {
      report.add("\(scenario.id) \(scenario.title)", scenario.run(defaults))
    }
    return report
  }
}

/// What a scenario is carried out on, and what its checks read.
protocol PagingSubject: AnyObject {
  /// Carries out a step.
  ///
  /// - Throws: ``PagingCaseError`` for a step that this subject does not have.
  func carryOut(_ step: JSONValue) throws

  /// Returns the value of a field of a check; `nil` if there is no such field.
  func value(of name: String, asked: JSONValue) -> JSONValue?
}

extension PagingCases.Scenario {
  init(_ value: JSONValue, number: Int) {
    id = value["id"]?.text ?? "scenario \(number)"
    title = value["title"]?.text ?? ""
    given = value["given"]
    needs = value["needs"]?.array ?? []
    steps = value["steps"]?.array ?? []
    unknown = PagingFields.unknown(in: value, at: "scenario")
    if steps.isEmpty { unknown.append("there are no \"steps\"") }
    if let given { unknown += PagingFields.unknown(inSettings: given) }
    unknown += needs.compactMap { PagingFields.unknownNeed($0) }
    for (index, step) in steps.enumerated() {
      unknown += PagingFields.unknown(inStep: step).map { "step \(index): \($0)" }
    }
  }

  /// Runs the scenario and returns the differences from the expected results, by steps.
  func run(_ defaults: JSONValue) -> [String] {
    var differences: [String] = []
    var settings = defaults.members ?? [:]
    for (name, value) in given?.members ?? [:] {
      settings[name] = settings[name].map { $0.overlaid(with: value) } ?? value
    }
    do {
      let subject = try subject(settings)
      for (index, step) in steps.enumerated() {
        if let fields = step["check"]?.members {
          for difference in subject.differences(from: fields) {
            differences.append("step \(index): \(difference)")
          }
        } else {
          try subject.carryOut(step)
        }
      }
    } catch {
      differences.append("\(error)")
    }
    return differences + unknown + PagingFields.unknown(inSettings: defaults)
  }

  private func subject(_ settings: [String: JSONValue]) throws -> any PagingSubject {
    let actions = Set(steps.compactMap { $0["do"]?.text })
    if actions.contains("probe") { return try PagingProbe(settings) }
    let isCollected = needs.contains(.string("collect")) || actions.contains("collect")
    return isCollected ? try PagingCollectors(settings) : try PagingWorld(settings)
  }
}

/// The error of a step that cannot be carried out.
struct PagingCaseError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
