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
      let (changes, lists) = try RandomHistory.changes(seed: seed, versions: 30)
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
    var (changes, _) = try RandomHistory.changes(seed: 1, versions: 20)
    changes[7].fingerprint = changes[8].fingerprint
    let (status, output) = try replay(changes)
    #expect(status == 1)
    #expect(output.split(separator: UInt8(ascii: "\n")).count == 8)
  }

  private func replay(_ changes: [Change]) throws -> (status: Int32, output: [UInt8]) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
    let feed = try changes.map { try $0.document() + [UInt8(ascii: "\n")] }.joined()
    try Data(feed).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = SpawnedProcess()
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
