import ListDiff
import ListModel
import ListRendering
import ListTestSupport
import ListstoreCommands
import Testing

private func cell(_ id: Cell.ID, _ revision: Int = 0) -> Cell {
  Cell(id: id, component: TextComponent("x", revision: revision))
}

private let before = List {
  Section(id: "fruit") {
    cell("apple")
    cell("pear")
    cell("plum")
    cell("fig")
  }
  Section(id: "empty") {}
  Section(id: "roots") { cell("carrot") }
}

private let after = List {
  Section(id: "fruit") {
    cell("pear")
    cell("plum", 1)
    cell("kiwi")
  }
  Section(id: "empty") {}
  Section(id: "leaves") {
    cell("fig", 2)
    cell("apple")
  }
}

private var tree: TextTree {
  var tree = TextTree()
  tree.label = { $0.id.rawValue }
  return tree
}

@Test func `every mark stands where a reader looks for it`() throws {
  let changeset = try Changeset(from: before, to: after)
  #expect(
    tree.lines(from: before, to: after, by: changeset) == [
      "fruit  3 cells",
      "          ⋮  1 unchanged",
      " ~   3    2  plum",
      "+         3  kiwi",
      "⋮ 1 section unchanged",
      "+  leaves  2 cells",
      "→~   4    1  fig  from fruit",
      "→    1    2  apple  from fruit",
      "-  roots  1 cell",
      "-    1       carrot",
    ]
  )
}

@Test func `titles stand over the numbers`() throws {
  let changeset = try Changeset(from: before, to: after)
  var titled = tree
  titled.showsTitles = true
  let lines = titled.lines(from: before, to: after, by: changeset)
  #expect(lines[0] == "   WAS  NOW")
  #expect(Array(lines.dropFirst()) == tree.lines(from: before, to: after, by: changeset))
}

@Test func `a list alone is shown whole`() {
  #expect(
    tree.lines(of: after) == [
      "fruit  3 cells",
      "    1  pear",
      "    2  plum",
      "    3  kiwi",
      "empty  0 cells",
      "leaves  2 cells",
      "    1  fig",
      "    2  apple",
    ]
  )
}

@Test(arguments: 1...200)
func `a tree keeps to the lines and columns it was given`(seed: UInt64) throws {
  var lists = RandomLists(seed: seed)
  lists.sectionLimit = 12
  lists.cellLimit = 30
  let before = lists.list()
  let after = lists.successor(of: before, editLimit: 60)
  var tree = TextTree()
  tree.lineLimit = 24
  tree.columns = 60
  let lines = tree.lines(from: before, to: after, by: try Changeset(from: before, to: after))
  #expect(lines.count <= 24, "seed \(seed)")
  #expect(lines.allSatisfy { $0.count <= 60 }, "seed \(seed)")
}

@Test func `control characters are shown, not obeyed`() {
  let list = List { Section(id: "s\u{1B}[31m") { cell("a\nb") } }
  let lines = tree.lines(of: list)
  #expect(lines.count == 2)
  #expect(!lines.joined().unicodeScalars.contains { $0.value < 32 })
}

@Test(arguments: [
  "\u{0}", "\u{1B}", "\n", "\r\n", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{200E}",
  "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
])
func `what a terminal would obey is replaced in text`(character: String) {
  let text = "a\(character)b".printable
  #expect(text == "a" + String(repeating: "\u{FFFD}", count: character.unicodeScalars.count) + "b")
}

@Test(arguments: ["é", "e\u{301}", "👩‍👩‍👧", "עברית", "a b\u{A0}c", ""])
func `other text is printed as it is`(text: String) {
  #expect(Array(text.printable.utf8) == Array(text.utf8))
}

@Test func `colours come only when they are asked for`() throws {
  let changeset = try Changeset(from: before, to: after)
  #expect(!tree.lines(from: before, to: after, by: changeset).joined().contains("\u{1B}"))
  var coloured = tree
  coloured.palette = .colours
  #expect(coloured.lines(from: before, to: after, by: changeset).joined().contains("\u{1B}[32m+"))
}
