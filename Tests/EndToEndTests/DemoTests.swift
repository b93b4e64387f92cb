import Foundation
import Testing

@Suite struct `The demonstration` {
  @Test func `ends with every version replayed exactly`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let result = try Tool.demo.succeed(
      "--data",
      root.appendingPathComponent("Tools/demo/gapminder.csv").path
    )
    #expect(result.text.contains("12 of 12 versions replayed exactly"))
    #expect(!result.text.contains("\u{1B}"))
    #expect(result.lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `fails when the data cannot be read`() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(Data("a,b\nx,y\n".utf8), to: "table.csv").path
    #expect(try Tool.demo.run("--data", file).status == 3)
    #expect(try Tool.demo.run("--data", directory.path("nothing")).status == 3)
  }
}
