import Foundation
import ListDiff
import ListModel
import Testing

/// The page that defines the formats; what it shows is what the code does.
private func formatsPage() throws -> String {
  try String(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/formats.md"),
    encoding: .utf8
  )
}

/// The examples on the page, without their line breaks and indentation.
private func examples(on page: String) -> [String] {
  page.components(separatedBy: "```json\n").dropFirst().map { part in
    (part.components(separatedBy: "\n```").first ?? "")
      .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined()
  }
}

struct CodecVectorTests {
  @Test(arguments: [
    ("{\"sections\":[]}", "55fb5ed6f28a0f1f29c8886a33e61170"),
    ("{\"sections\":[{\"id\":\"s\",\"cells\":[]}]}", "9eb0ca4a5bd397d18d5ecdf490a9de89"),
    (
      "{\"sections\":[{\"id\":\"s\",\"cells\":[{\"id\":\"a\"}]}]}",
      "df956a0204fb4e5406dff1f38772d11d"
    ),
    (
      #"{"sections":[{"id":"s","cells":[{"id":"a","type":"T","content":null}]}]}"#,
      "5671a68a7110951c5b1363861ae2e4d4"
    ),
    (
      #"{"sections":[{"id":"s","cells":[{"id":"a","content":{"b":1.50,"a":"é\n"}}]}]}"#,
      "8231ce0d8885ea5dd0e9118f7286997f"
    ),
  ])
  func `fingerprints are those that the formats page promises`(
    _ document: String,
    _ fingerprint: String
  ) throws {
    let list = try List(document: Array(document.utf8))
    #expect(try list.fingerprint().description == fingerprint)
    #expect(try list.document() == Array(document.utf8))
    #expect(try formatsPage().contains("| `\(document)` | `\(fingerprint)` |"))
  }

  @Test func `the examples on the formats page are read, written and applied`() throws {
    let examples = examples(on: try formatsPage())
    let list = try List(document: Array(examples[0].utf8))
    #expect(try list.document() == Array(examples[0].utf8))
    // Between the two, the page shows layouts.
    let text = try #require(examples.first { $0.hasPrefix(#"{"list":"#) })
    let change = try Change(document: Array(text.utf8), changing: list)
    #expect(try list.fingerprint() == change.parentFingerprint)
    #expect(try change.changeset.apply(to: list).fingerprint() == change.fingerprint)
    #expect(try change.document() == Array(text.utf8))
  }

  @Test func `binary changesets are those that the formats page promises`() throws {
    func list(_ content: String) throws -> List {
      let cells = #"{"id":"a"},{"id":"b","type":"T","content":\#(content)}"#
      return try List(document: Array(#"{"sections":[{"id":"s","cells":[\#(cells)]}]}"#.utf8))
    }
    let update = try Changeset(from: list(#"{"n":10}"#), to: list(#"{"n":12}"#)).encoded()
    let page = try formatsPage()
    let dump =
      page.components(separatedBy: "```\n01      ").last?
      .components(separatedBy: "```").first ?? ""
    let columns = ("01      " + dump).components(separatedBy: "\n").map { $0.prefix(26) }
    let bytes = columns.joined(separator: " ").split(separator: " ").compactMap {
      UInt8($0, radix: 16)
    }
    #expect(bytes == update)
    #expect(try Changeset().encoded() == [0x01, 0x00, 0xBE, 0x23, 0xC2, 0x58])
    #expect(page.contains("`01 00 be 23 c2 58`"))
  }
}
