import Foundation
import Testing

/// Each line that an app for UIKit would write differently is marked with `// here:` and a reason.
@Suite struct MarkedLinesTests {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the README counts the lines that are written in another way`() throws {
    let readme = try String(
      contentsOf: Self.package.appendingPathComponent("README.md"),
      encoding: .utf8
    )
    let sources = Self.package.appendingPathComponent("Sources/UIKitScreens")
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
    #expect(files.count == 5)
    for file in files {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      let lines = text.split(separator: "\n")
      let marked = lines.filter { $0.contains("// here:") }
      let row = "| `\(file)` | \(lines.count) | \(marked.count) |"
      #expect(readme.contains(row), "the README has no row \(row)")
      let withoutReason = marked.filter { line in
        line.split(separator: "// here:", omittingEmptySubsequences: false).last?.count ?? 0 < 10
      }
      #expect(withoutReason.isEmpty)
    }
  }
}
