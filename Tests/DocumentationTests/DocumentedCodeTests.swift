import Foundation
import ListModel
import ListStorage
import Testing

@Suite struct `The documentation` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The pages people read first, and everything in `docs`.
  private static func pages() throws -> [URL] {
    let docs = try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent("docs"),
      includingPropertiesForKeys: nil
    )
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      .map { root.appendingPathComponent($0) }
    return top + docs.filter { $0.pathExtension == "md" }
  }

  /// Text without any white space.
  private static func condensed(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace })
  }

  @Test func `shows no Swift code that is not compiled here`() throws {
    let files = [
      "Tests/DocumentationTests/ReadmeSnippets.swift",
      "Tests/DocumentationTests/PageSnippets.swift",
      "Tests/ListDiffTests/DifferenceMigrationTests.swift",
      "Tests/ListAdapterTests/DiffableDocumentationTests.swift",
    ]
    let compiled =
      try files
      .map { try String(contentsOf: Self.root.appendingPathComponent($0), encoding: .utf8) }
      .map { Self.condensed($0) }
      .joined()
    var count = 0
    for page in try Self.pages() {
      let text = try String(contentsOf: page, encoding: .utf8)
      for block in text.components(separatedBy: "\n```swift\n").dropFirst() {
        let code = try #require(block.components(separatedBy: "\n```").first)
        #expect(compiled.contains(Self.condensed(code)), "\(page.lastPathComponent): \(code)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `links only to what exists`() throws {
    for page in try Self.pages() {
      let text = try String(contentsOf: page, encoding: .utf8)
      for link in text.components(separatedBy: "](").dropFirst() {
        let target = try #require(link.components(separatedBy: ")").first)
        if target.contains("://") || target.hasPrefix("#") { continue }
        let path = target.components(separatedBy: "#").first ?? target
        let file = page.deletingLastPathComponent().appendingPathComponent(path)
        #expect(
          FileManager.default.fileExists(atPath: file.path),
          "\(page.lastPathComponent) links to \(target)"
        )
      }
    }
  }

  @Test func `means what its code does`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/readme-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let items = ["a1", "a2"].map { FeedItem.ViewModel(id: $0, title: "Title of \($0)") }
    let news = FeedItem.ViewModel(id: "a3", title: "News")
    let store = try ReadmeSnippets.write(items: items, news: news, path: path)
    try ReadmeSnippets.travel(store)
    let head = try store.snapshot(of: "home")
    #expect(head.version == 2)
    #expect(head.list.sections.first?.cells.map(\.id) == ["a2", "a3", "a1"])
  }
}
