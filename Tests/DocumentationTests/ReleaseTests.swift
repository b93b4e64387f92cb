import Foundation
import Testing

/// What a reader must write down before any code of a page compiles: versions, packages and imports.
@Suite struct `A reader of the documentation` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of file: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
  }

  /// All matches of a regular expression's first group.
  private static func all(_ pattern: String, in text: String) throws -> [String] {
    try text.matches(of: Regex<(Substring, Substring)>(pattern)).map { String($0.output.1) }
  }

  @Test func `finds one version everywhere`() throws {
    let heading = try #require(
      try Self.all("(?m)^## (.* – .*)$", in: Self.text(of: "CHANGELOG.md")).first
    )
    let parts = heading.components(separatedBy: " – ")
    let isReleased = parts[1] != "unreleased"
    let requirement = isReleased ? "from: \"\(parts[0])\"" : "branch: \"main\""
    for file in [
      "README.md", "docs/store.md",
      "Tools/Examples/FeedPackage/Package.swift", "Tools/Examples/UIKitPackage/Package.swift",
    ] {
      let named = try Self.all(
        #"\.package\(url: "[^"]*swift-list-store", ([^),]*)[^)]*\)"#,
        in: Self.text(of: file)
      )
      #expect(named == [requirement], "\(file)")
    }
    let tool = try Self.text(of: "Tools/liststore/Commands/ListstoreCommand.swift")
    #expect(tool.contains("version: \"\(parts[0])\(isReleased ? "" : "-dev")\","))
  }

  @Test func `finds the ranges of dependencies that this package has`() throws {
    let manifest = try Self.text(of: "Package.swift")
    for page in try Self.pagesWithCode() {
      let text = try Self.text(of: page)
      for line in try Self.all(#"(?m)^ *(\.package\(url: "https://github.*\)),?$"#, in: text) {
        #expect(manifest.contains(line), "\(page): \(line)")
      }
    }
  }

  @Test(arguments: try pagesWithCode())
  func `finds the imports that the code of a page needs`(_ page: String) throws {
    let manifest = try Self.text(of: "Package.swift")
    let imports = try Self.all("`import ([A-Za-z0-9]+)`", in: Self.text(of: page))
    #expect(!imports.isEmpty, "\(page) says nothing of imports")
    for module in imports {
      let isProduct =
        manifest.contains(".library(name: \"\(module)\"")
        || manifest.contains(".product(name: \"\(module)\"")
      #expect(isProduct, "\(page) imports \(module)")
    }
  }

  @Test func `finds the metrics that are recorded`() throws {
    let source = try Self.text(of: "Sources/ListTelemetry/StoreTelemetry.swift")
    let recorded =
      try Self.all(#"(?:counter|timer)\("([a-z_]+)""#, in: source)
      + Self.all(#"label: "\\\(prefix\)_([a-z_]+)""#, in: source)
    let documented = try Self.all(
      "(?m)^\\| `liststore_([a-z_]+)` \\|",
      in: Self.text(of: "docs/store.md")
    )
    #expect(Set(recorded) == Set(documented))
    #expect(documented.count == 8)
  }

  /// The pages of `docs` with Swift code.
  private static func pagesWithCode() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("docs").path)
      .filter { $0.hasSuffix(".md") }
      .map { "docs/\($0)" }
      .filter { try text(of: $0).contains("\n```swift\n") }
      .sorted()
  }
}
