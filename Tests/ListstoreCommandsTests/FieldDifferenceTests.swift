import ListModel
import ListstoreCommands
import Testing

private func tree(_ text: String) throws -> JSONTree {
  JSONTree(try Content(parsing: Array(text.utf8)))
}

private func lines(_ old: String?, _ new: String?, room: Int = 80) throws -> [String] {
  try FieldDifference.all(from: old.map(tree), to: new.map(tree)).map {
    $0.line(.plain, room: room)
  }
}

@Suite struct `The difference of two contents` {
  @Test func `names each field, what it was and what it is`() throws {
    #expect(
      try lines(
        #"{"title":"One","stars":1,"gone":true,"price":{"cents":250,"currency":"EUR"}}"#,
        #"{"price":{"currency":"EUR","cents":300},"stars":2,"title":"One","new":[1]}"#
      ) == ["  price.cents: 250 → 300", "  stars: 1 → 2", "+ new: [1]", "- gone: true"]
    )
    #expect(try lines("1", "1.0") == ["  1 → 1.0"])
    #expect(try lines(#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#) == [])
    #expect(try lines(nil, #"{"a":1}"#) == [#"+ {"a":1}"#])
    #expect(try lines(#"[1]"#, #"{"a":1}"#) == [#"  [1] → {"a":1}"#])
  }

  @Test func `of arrays leaves out what both begin and end with`() throws {
    #expect(try lines("[1,2,3,4]", "[1,9,3,4]") == ["  [1]: 2 → 9"])
    #expect(try lines("[1,2,3]", "[1,2,2,3]") == ["+ [2]: 2"])
    #expect(try lines("[1,2,3]", "[3]") == ["- [0]: 1", "- [1]: 2"])
    #expect(
      try lines(#"{"tags":[{"n":1},{"n":2}]}"#, #"{"tags":[{"n":1},{"n":3}]}"#)
        == ["  tags[1].n: 2 → 3"]
    )
    #expect(try lines("[]", "[]") == [])
  }

  @Test func `of long values shows where they differ`() throws {
    let long = String(repeating: "x", count: 200)
    let shown = try lines(
      "{\"t\":\"\(long) old \(long)\"}",
      "{\"t\":\"\(long) new \(long)\"}",
      room: 60
    )
    #expect(shown.count == 1)
    #expect(shown[0].count <= 64)
    #expect(shown[0].contains(" old "))
    #expect(shown[0].contains(" new "))
  }

  @Test func `shows and does not obey`() throws {
    let shown = try lines(#"{"a":1}"#, "{\"a\":\"\u{202E}\u{7F}\",\"\\u001b[2K\":1}")
    #expect(!shown.joined().unicodeScalars.contains { $0.value < 32 || $0.value == 0x7F })
    #expect(!shown.joined().unicodeScalars.contains("\u{202E}"))
  }

  @Test(arguments: [
    "1", "\"a\\\"b\\\\\"", "[]", "{}", "[[],{}]", #"{"a":{"b":[1,-2.5e7,null,true]},"c\n":"é"}"#,
  ])
  func `a tree is the value it was read from`(text: String) throws {
    let content = try Content(parsing: Array(text.utf8))
    #expect(try tree(text).text == content.text)
    #expect(try Content(parsing: Array(tree(text).pretty().utf8)) == content)
  }

  /// The examples of RFC 7396, appendix A.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, "null", "null"),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func `a merge is that of RFC 7396`(value: String, patch: String, result: String) throws {
    #expect(try tree(value).merged(with: tree(patch)).text == result)
  }
}
