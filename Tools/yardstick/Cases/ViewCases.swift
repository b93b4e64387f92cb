public import Foundation
import ListUIKit

/// Cases of views whose places constraints and stacks decide.
public struct ViewCases: Decodable, Sendable {
  var layouts: [ViewLayoutCase]?
  var fittings: [ViewFittingCase]?
  var stackTable: [StackCase]?
  var behaviours: [BehaviourCase]?
  var cells: [NamedCase]?

  /// A case of which only the name is read.
  struct NamedCase: Decodable, Sendable {
    var id: String
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `DecodingError` if it is not in the schema, and ``UnknownCaseField`` if it has a field
  ///   that nothing would read.
  public init(json: Data) throws {
    try CaseSchema.views.check(try JSONDecoder().decode(JSONValue.self, from: json))
    self = try JSONDecoder().decode(ViewCases.self, from: json)
  }

  /// Runs all cases; behaviours whose steps no code does, and cells, are skipped.
  @MainActor
  public func run() -> YardstickReport {
    // Frames end on pixels, and those of the cases do not: pixels are made small.
    let scale = UIScreen.main.scale
    UIScreen.main.scale = 10_000
    defer { UIScreen.main.scale = scale }
    var report = YardstickReport()
    for layout in layouts ?? [] {
      report.add("\(layout.id) \(layout.about ?? "")", layout.run(), kind: "layouts")
    }
    for fitting in fittings ?? [] {
      report.add("\(fitting.id) \(fitting.about ?? "")", fitting.run(), kind: "fittings")
    }
    for stack in stackTable ?? [] { report.add(stack.id, stack.run(), kind: "stacks") }
    UIScreen.main.scale = scale
    for behaviour in behaviours ?? [] {
      let name = "\(behaviour.id) \(behaviour.subject)"
      if let differences = behaviour.run() {
        report.add(name, differences, kind: "behaviours")
      } else {
        report.skip(name, kind: "behaviours", "no code does its steps")
      }
    }
    for item in cells ?? [] {
      report.skip(item.id, kind: "cells", "it is of a Mac, not of a phone")
    }
    return report
  }
}

extension CaseSchema {
  /// A file of views.
  static let views = members(
    "about cells metrics",
    [
      "behaviours": .list(members("id source evidence subject steps expect")),
      "layouts": .list(
        members(
          "id source evidence about container margins direction ambiguous conflict tie weightedSumFails",
          tree.merging(["expected": .map(.any)]) { $1 }
        )
      ),
      "fittings": .list(
        members(
          """
          id source evidence about view target horizontalPriority verticalPriority expected recorded \
          margins direction
          """,
          tree
        )
      ),
      "stackTable": .list(
        members("id content margins axis distribution alignment hidden sized frames")
      ),
    ]
  )

  private static let tree: [String: CaseSchema] = [
    "views": .list(members("id parent intrinsic hug comp frame hidden baseline")),
    "guides": .list(members("id owner")),
    "constraints": .list(members("first attr rel second attr2 mult const prio")),
    "stacks": .list(
      members(
        "id parent axis distribution alignment spacing margins marginsRelative arranged",
        ["custom": .map(.any)]
      )
    ),
  ]
}
