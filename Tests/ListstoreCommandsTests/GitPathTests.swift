import ListModel
import ListTestSupport
import ListstoreCommands
import Testing

@Test(arguments: [
  ("src/main.c", "src/main.c"),
  ("grün/é", "grün/é"),
  (#"a\b"#, #"a\\b"#),
])
func `a well-formed path is its own text, except for backslashes`(path: String, text: String) {
  #expect(GitPath(path.utf8).text == text)
}

@Test func `a byte that is not UTF-8 is written in hexadecimal`() {
  #expect(GitPath([0x61, 0xFF, 0x62]).text == #"a\xffb"#)
  #expect(GitPath([0xC3]).text == #"\xc3"#)
  // A surrogate, an overlong slash, and a truncated four-byte scalar.
  #expect(GitPath([0xED, 0xA0, 0x80]).text == #"\xed\xa0\x80"#)
  #expect(GitPath([0xC0, 0xAF]).text == #"\xc0\xaf"#)
  #expect(GitPath([0xF0, 0x9F, 0x98, 0x2E]).text == #"\xf0\x9f\x98."#)
}

@Test func `different paths have different texts`() {
  var generator = SeededGenerator(seed: 7)
  let alphabet: [UInt8] = [0x5C, 0x78, 0x66, 0xC3, 0xA9, 0xFF, 0x30, 0x63, 0x33]
  var paths: Set<GitPath> = []
  for _ in 0..<20_000 {
    let length = Int.random(in: 1...6, using: &generator)
    paths.insert(GitPath((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 }))
  }
  let texts = Set(paths.map { Cell.ID($0.text) })
  #expect(texts.count == paths.count)
  #expect(paths.allSatisfy { GitPath(text: $0.text) == $0 })
}

@Test(arguments: ["", #"a\"#, #"a\q"#, #"\x6"#, #"\x61"#, #"\xFF"#, #"\+f"#, "a//2"])
func `a text that no path has is none`(text: String) {
  #expect(GitPath(text: text) == nil)
}

@Test func `a directory is followed by what is below it`() {
  let paths = ["a/z", "a-b", "a.c", "a", "a/b/c", "", "a/b"].map { GitPath($0.utf8) }
  #expect(paths.sorted().map(\.text) == ["", "a", "a/b", "a/b/c", "a/z", "a-b", "a.c"])
}

@Test func `a path too long for an id is cut, and still differs from its neighbours`() throws {
  let directory = String(repeating: "é/", count: 600)
  let ids = ["x", "y"].map { GitPath((directory + $0).utf8).identifier }
  #expect(ids[0] != ids[1])
  for id in ids {
    #expect(id.utf8.count + "//999".utf8.count <= Identifier<Cell>.maximumByteCount)
    #expect(id.contains("//#"))
  }
}

@Test func `directory and name are the two parts of a path`() {
  #expect(GitPath("a/b/c".utf8).directory.text == "a/b")
  #expect(GitPath("a/b/c".utf8).name.text == "c")
  #expect(GitPath("c".utf8).directory.text == "")
  #expect(GitPath("c".utf8).name.text == "c")
}
