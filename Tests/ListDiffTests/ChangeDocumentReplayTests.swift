import Foundation
import ListDiff
import ListModel
import ListTestSupport
import Testing

/// The replayer that was written from `docs/formats.md` alone, in another language.
private let replayer = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "EndToEndTests/replay.py")

private let python: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
  .split(separator: ":").map { URL(filePath: String($0)).appending(path: "python3") }
  .first { FileManager.default.isExecutableFile(atPath: $0.path) }

@Suite(.enabled(if: python != nil, "python3 is needed to run Tests/EndToEndTests/replay.py"))
struct ChangeDocumentReplayTests {
  @Test func `a stranger replays random histories to the same documents and fingerprints`() throws {
    for seed in 0..<UInt64(Soak.count(2, soak: 200)) {
      let (changes, lists) = try history(seed: seed, versions: 30)
      let (status, output) = try replay(changes)
      #expect(status == 0, "seed \(seed)")
      let documents = output.split(separator: UInt8(ascii: "\n")).map { Array($0) }
      #expect(documents.count == lists.count, "seed \(seed)")
      for (index, (document, list)) in zip(documents, lists).enumerated() {
        #expect(try document == list.document(), "seed \(seed), version \(index + 1)")
      }
    }
  }

  @Test func `a stranger notices the first version that is not what it says`() throws {
    var (changes, _) = try history(seed: 1, versions: 20)
    changes[7].fingerprint = changes[8].fingerprint
    let (status, output) = try replay(changes)
    #expect(status == 1)
    #expect(output.split(separator: UInt8(ascii: "\n")).count == 8)
  }

  /// Random versions, most of whose cells have content that is hard to carry.
  private func history(
    seed: UInt64,
    versions: Int
  ) throws -> (changes: [Change], lists: [List]) {
    let contents = try hardContents.map { try Content(parsing: Array($0.utf8)) }
    var random = RandomLists(seed: seed)
    var list = List()
    var changes: [Change] = []
    var lists: [List] = []
    for version in 1...versions {
      var next = version == 1 ? random.list() : random.successor(of: list)
      disguise(&next, as: contents, using: &random)
      changes.append(
        Change(
          list: "a \"list\"",
          version: version,
          parent: version - 1,
          sequence: version,
          time: Date(timeIntervalSince1970: Double(version)),
          parentFingerprint: try list.fingerprint(),
          fingerprint: try next.fingerprint(),
          changeset: try Changeset(from: list, to: next)
        )
      )
      list = next
      lists.append(next)
    }
    return (changes, lists)
  }

  private func disguise(_ list: inout List, as contents: [Content], using random: inout RandomLists)
  {
    for section in list.sections.indices {
      if random.number(0...9) == 0 {
        list.sections[section].footer = SupplementaryView(
          component: AnyComponent(StoredComponent(type: "é", content: contents.first)),
          alignment: random.number(0...1) == 0 ? .bottom : .topLeading
        )
        list.sections[section].layout = AnySectionLayout(
          contents[random.number(0...contents.count - 1)]
        )
      }
      for item in list.sections[section].cells.indices where random.number(0...5) == 0 {
        let number = random.number(0...contents.count)
        list.sections[section].cells[item].component = AnyComponent(
          StoredComponent(
            type: random.number(0...1) == 0 ? "" : "Hard",
            content: number < contents.count ? contents[number] : nil
          )
        )
      }
    }
  }

  private func replay(_ changes: [Change]) throws -> (status: Int32, output: [UInt8]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    let feed = try changes.map { try $0.document() + [UInt8(ascii: "\n")] }.joined()
    try Data(feed).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = python
    process.arguments = [replayer.path, "--documents", file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = Array(try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    return (process.terminationStatus, bytes)
  }
}

private let hardContents = [
  "null", "0", "-0", "1.50", "1e400", "123456789012345678901234567890.10", "\"\"", "[]", "{}",
  #"{"b":1,"a":2}"#, #"{"～":1,"😀":2,"":3}"#, #"{"😀":1,"～":2,"\u0001":3,"\"":4,"A":5}"#,
  #""\u0000\u001f\b\f\n\r\t\"\\\/é😀""#, #"[{"z":[{"y":1.0,"x":[true,false]}],"a":{"c":1,"b":2}}]"#,
  "\"\u{7F}\u{2028}\"", String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
]
