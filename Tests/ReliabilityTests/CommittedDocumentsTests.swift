import Foundation
import ListTestSupport
import ReliabilitySupport
import Testing

/// Damaged stores, by the documents that were committed to them: `damage.py` keeps these, damages the
/// files itself, and knows nothing of how a store is made.
@Suite struct `The documents committed to a store` {
  @Test func `are what every command says of it, or it says why not, whatever is damaged`() throws {
    let count = Figures.figure("DOCUMENT_FILES", small: 1, large: 1_000)
    let seed = Figures.figure("DOCUMENT_FILES_SEED", small: 1, large: 1)
    let folder = try ScratchFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("damage.py").path
    let run = try ToolRun(
      ["/usr/bin/env", "python3", script, ToolRun.tool, folder.path, "\(count)", "\(seed)"],
      seconds: 7_200
    )
    for line in run.output.split(separator: "\n") {
      if line.hasPrefix("wrong: ") { Issue.record("\(line)") }
      if line.hasPrefix("end ") { Figures.report("documents: \(line.dropFirst(4))") }
    }
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("\nend \(count) files") || run.output.hasPrefix("end \(count) files")
    )
  }
}
