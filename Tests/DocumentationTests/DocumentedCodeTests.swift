import Foundation
import GRDB
import ListAdapter
import ListModel
import ListStorage
import Testing

@Suite struct `The documentation` {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The pages people read first, everything in `docs`, and the first page of each product.
  private static func pages() throws -> [URL] {
    let docs = try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent("docs"),
      includingPropertiesForKeys: nil
    )
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      .map { root.appendingPathComponent($0) }
    let sources = root.appendingPathComponent("Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    let landing = modules.map { sources.appendingPathComponent("\($0)/\($0).docc/\($0).md") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
    return top + docs.filter { $0.pathExtension == "md" } + landing
  }

  /// Text without any white space.
  private static func condensed(_ text: some StringProtocol) -> String {
    String(text.filter { !$0.isWhitespace })
  }

  @Test func `shows no Swift code that is not compiled here`() throws {
    let files = [
      "Tests/DocumentationTests/ReadmeSnippets.swift",
      "Tests/DocumentationTests/PageSnippets.swift",
      "Tests/DocumentationTests/StoreSnippets.swift",
      "Tests/DocumentationTests/LayoutSnippets.swift",
      "Tests/DocumentationTests/PagingSnippets.swift",
      "Tests/DocumentationTests/PhoneSnippets.swift",
      "Tests/DocumentationTests/PictureSnippets.swift",
      "Tests/DocumentationTests/SimulationSnippets.swift",
      "Tests/DocumentationTests/OneImport/UIKitAlone.swift",
      "Tests/ListDiffTests/DifferenceMigrationTests.swift",
      "Tests/ListServerTests/MountingSnippet.swift",
      "Tests/ListServerTests/FollowingSnippet.swift",
      "Tests/ListReplicationTests/ScaleSnippets.swift",
      "Tests/ListDiffableTests/DiffableDocumentationTests.swift",
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

  @Test func `a move that is committed as the page says comes back as nothing to do`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/move-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let store = try ListStore(path: path)
    let tags = ["a", "b", "c"].map {
      Cell(id: Cell.ID($0), component: PriceTag(viewModel: .init(name: $0, cents: 1)))
    }
    try store.commit(List(sections: [Section(id: "playlist", cells: tags)]), to: "home")
    let view = SimulatedCollectionView()
    let layoutAdapter = CollectionViewLayoutAdapter()
    let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    let commits = MoveCommits()
    let snapshot = try store.snapshot(of: "home")
    let list = PageSnippets.movable(snapshot.list, commits)
    adapter.apply(list, version: snapshot.version)

    #expect(view.beginInteractiveMovementForItem(at: CellPath(section: 0, item: 0)))
    view.updateInteractiveMovement(to: CellPath(section: 0, item: 2))
    try view.endInteractiveMovement()
    try PageSnippets.commit(try #require(commits.take()), to: store)
    for change in try store.changes(of: "home", after: 1) { adapter.apply(change) }
    #expect(adapter.version == 2)
    #expect(adapter.lastPresentation == .unchanged)
    #expect(try store.snapshot(of: "home").list == adapter.snapshot())
  }

  @Test func `a screen is drawn as the page says`() {
    let view = SimulatedCollectionView()
    let layoutAdapter = CollectionViewLayoutAdapter()
    let adapter = CollectionViewAdapter(collectionView: view, layoutAdapter: layoutAdapter)
    let tag = PriceTag(viewModel: .init(name: "<Tea>", cents: 250))
    adapter.apply(List(sections: [Section(id: "s", cells: [Cell(id: "tea", component: tag)])]))
    #expect(view.screenText == "[0, 0] <Tea> |  250 ct\n")
    let page = PageSnippets.look(at: view)
    #expect(page.contains(#"<p class="price"><b>&lt;Tea&gt;</b> 250 ct</p>"#))
  }

  @Test func `means what its code does`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/readme-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm", "-lock"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let articles = ["a1", "a2"].map { Article(id: $0, title: "Title of \($0)") }
    let news = Article(id: "a3", title: "News")
    let store = try ReadmeSnippets.write(articles: articles, news: news, path: path)
    try ReadmeSnippets.travel(store)
    let head = try store.snapshot(of: "home")
    #expect(head.version == 2)
    #expect(head.section("feed")?.cells.map(\.id) == ["a2", "a3", "a1"])
    #expect(try head.cells(of: Article.self).map(\.component.stars) == [1, 0, 0])
  }

  @Test func `the consumer of the page about the store keeps its table exactly`() throws {
    let store = try ListStore.inMemory()
    func stars(_ counts: [String: Int]) -> List {
      let articles = counts.keys.sorted().map { Article(id: $0, title: $0, stars: counts[$0] ?? 0) }
      return List(sections: [Section(id: "feed", cells: articles.map { Cell(component: $0) })])
    }
    func table() throws -> [String: Int] {
      var result: [String: Int] = [:]
      try store.write { database in
        for row in try Row.fetchAll(database, sql: "SELECT cell, stars FROM star") {
          result[row["cell"]] = row["stars"]
        }
      }
      return result
    }
    for counts in [
      ["a1": 1, "a2": 2], ["a2": 3, "a3": 4, "a1": 1], ["a3": 4], ["b": 9, "a3": 5],
    ] {
      try store.commit(stars(counts), to: "home")
      try StoreSnippets.consume(store)
      #expect(try table() == counts)
    }
  }
}
