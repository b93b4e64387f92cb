import Foundation
import ListTestSupport
import ReliabilitySupport
import Testing

/// Every command that reads or keeps a store, on files that are damaged in one place each.
@Suite struct `A damaged file` {
  @Test func `is refused, named, or read right by every command`() throws {
    let count = Figures.figure("DAMAGED_FILES", small: 3, large: 1_000)
    let seed = UInt64(Figures.figure("DAMAGED_FILES_SEED", small: 171, large: 171))
    let campaign = try DamageCampaign(tool: ToolRun.tool)
    var verdicts: [DamageCampaign.Verdict: Int] = [:]
    var faults: [DamageCampaign.Fault] = []
    for number in 0..<count {
      // Kinds far apart one after the other, so that few files are of many.
      let damage = FileDamage.all[number * 7 % FileDamage.all.count]
      // A file can be made again by its number alone.
      var generator = SeededGenerator(seed: seed &+ UInt64(number))
      let result = try campaign.run(damage, number: number, generator: &generator)
      verdicts[result.verdict, default: 0] += 1
      faults += result.faults
    }
    for fault in faults {
      let description =
        "\(fault.kind.rawValue): \(fault.damage): \(fault.command): \(fault.details)"
      Issue.record("\(description)")
    }
    let counts = DamageCampaign.Verdict.allCases.map { "\(verdicts[$0, default: 0]) \($0)" }
    Figures.report(
      "\(count) damaged files of \(FileDamage.all.count) kinds: \(counts.joined(separator: ", "))"
        + "; \(faults.count) faults, of which \(faults.count { $0.isNamed }) are named by verify"
    )
    // Few files need not have one of each.
    let expected =
      count < FileDamage.all.count ? [.named, .right] : DamageCampaign.Verdict.allCases
    for verdict in expected { #expect(verdicts[verdict] != nil, "\(verdict)") }
  }
}
