import ListModel
import ListstoreCommands
import Testing

private func path(_ text: String) -> GitPath { GitPath(text.utf8) }

private func entry(_ blob: String) -> GitRevision.Entry { .init(mode: "100644", blob: blob) }

extension GitTree {
  fileprivate mutating func apply(_ changes: GitRevision.Change...) throws {
    try apply(GitRevision(hash: "h", author: "a", changes: changes))
  }

  /// Sections with the ids and the names of their cells.
  fileprivate var outline: [String] {
    list.sections.map { section in
      let cells = section.cells.map { cell in
        "\(cell.id)=\((try? cell.as(GitFile.self))?.viewModel.name ?? "?")"
      }
      return "\(section.id): \(cells.joined(separator: " "))"
    }
  }
}

@Test func `directories are sections in path order and files are cells in name order`() throws {
  var tree = GitTree()
  try tree.apply(
    .added(path("b"), entry("1")),
    .added(path("d/y"), entry("2")),
    .added(path("d/e/f"), entry("3")),
    .added(path("d/x"), entry("4")),
    .added(path("a"), entry("5"))
  )
  #expect(tree.outline == [".: a=a b=b", "d: d/x=x d/y=y", "d/e: d/e/f=f"])
}

@Test func `a renamed file keeps its id`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a"), entry("1")))
  try tree.apply(.renamed(from: path("a"), to: path("d/b"), entry("1")))
  #expect(tree.outline == ["d: a=b"])
}

@Test func `a file that only changes its directory is not updated`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a"), entry("1")))
  let before = tree.list.sections[0].cells[0]
  try tree.apply(.renamed(from: path("a"), to: path("d/a"), entry("1")))
  #expect(tree.list.sections[0].cells[0] == before)
}

@Test func `a path that is used again gives a new id while the old file lives`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a"), entry("1")))
  try tree.apply(
    .renamed(from: path("a"), to: path("b"), entry("1")),
    .added(path("a"), entry("2"))
  )
  #expect(tree.outline == [".: a//2=a a=b"])
  try tree.apply(.renamed(from: path("a"), to: path("c"), entry("2")))
  try tree.apply(.added(path("a"), entry("3")))
  #expect(tree.outline == [".: a//3=a a=b a//2=c"])
}

@Test func `an id freed by a revision names no other file in that revision`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a"), entry("1")))
  try tree.apply(.renamed(from: path("a"), to: path("b"), entry("1")))
  try tree.apply(.deleted(path("b")), .added(path("a"), entry("2")))
  #expect(tree.outline == [".: a//2=a"])
}

@Test func `a file that comes back to its path later has the id it had`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a"), entry("1")))
  try tree.apply(.deleted(path("a")))
  #expect(tree.list.sections.isEmpty)
  try tree.apply(.added(path("a"), entry("1")))
  #expect(tree.outline == [".: a=a"])
}

@Test func `two files can change places`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a"), entry("1")), .added(path("b"), entry("2")))
  try tree.apply(
    .renamed(from: path("a"), to: path("b"), entry("1")),
    .renamed(from: path("b"), to: path("a"), entry("2"))
  )
  #expect(tree.outline == [".: b=a a=b"])
}

@Test func `a directory can become a file`() throws {
  var tree = GitTree()
  try tree.apply(.added(path("a/b"), entry("1")))
  try tree.apply(.deleted(path("a/b")), .added(path("a"), entry("2")))
  #expect(tree.outline == [".: a=a"])
}

@Test func `a change of a file nobody made names the file and the commit`() {
  var tree = GitTree()
  #expect(throws: GitFailure.unknownFile(path: "x/y", revision: "h")) {
    try tree.apply(GitRevision(hash: "h", author: "a", changes: [.deleted(path("x/y"))]))
  }
}
