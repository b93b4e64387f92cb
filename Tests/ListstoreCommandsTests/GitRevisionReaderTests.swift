import ListstoreCommands
import Testing

private let firstHash = String(repeating: "1", count: 40)
private let secondHash = String(repeating: "2", count: 40)
private let thirdHash = String(repeating: "3", count: 40)
private let blob = String(repeating: "b", count: 40)
private let none = String(repeating: "0", count: 40)

/// Three commits as git 2.39 prints them: a root, one without changes, one of every kind.
private let output =
  "\(firstHash)\nÄnne\0\n:000000 100644 \(none) \(blob) A\0a\nb\0"
  + "\(secondHash)\n\0"
  + "\(thirdHash)\nX\n1700000000\nWhy: not\0\n:100644 100755 \(blob) \(blob) R100\0a\nb\0d/e\0"
  + ":100644 120000 \(blob) \(blob) T\0f\0:100644 000000 \(blob) \(none) D\0g\0"

private let revisions = [
  GitRevision(
    hash: firstHash,
    author: "Änne",
    changes: [.added(GitPath("a\nb".utf8), .init(mode: "100644", blob: blob))]
  ),
  GitRevision(hash: secondHash, author: ""),
  GitRevision(
    hash: thirdHash,
    author: "X",
    time: 1_700_000_000,
    subject: "Why: not",
    changes: [
      .renamed(
        from: GitPath("a\nb".utf8),
        to: GitPath("d/e".utf8),
        .init(mode: "100755", blob: blob)
      ),
      .modified(GitPath("f".utf8), .init(mode: "120000", blob: blob)),
      .deleted(GitPath("g".utf8)),
    ]
  ),
]

/// Hands out bytes in pieces of a fixed size.
private func pieces(of bytes: [UInt8], size: Int) -> () -> [UInt8]? {
  var rest = bytes[...]
  return {
    defer { rest = rest.dropFirst(size) }
    return rest.isEmpty ? nil : Array(rest.prefix(size))
  }
}

@Test(arguments: [1, 2, 7, 64, 10_000])
func `revisions are the same however the stream is cut`(size: Int) throws {
  var reader = GitRevisionReader(read: pieces(of: Array(output.utf8), size: size))
  var read: [GitRevision] = []
  while let revision = try reader.next() { read.append(revision) }
  #expect(read == revisions)
}

@Test(arguments: [
  "warning: x\0", "\(firstHash)\nX\0:100644 A\0a\0", "\(firstHash)\nX\0:1 2 3 4 R1\0a\0",
])
func `output that is not a history is refused`(output: String) {
  var reader = GitRevisionReader(read: pieces(of: Array(output.utf8), size: 100))
  #expect(throws: GitFailure.self) {
    while try reader.next() != nil {}
  }
}

@Test func `a record without its end is the last one`() throws {
  var reader = RecordReader(endingIn: 10, read: pieces(of: Array("one\n\nthree".utf8), size: 2))
  var records: [String] = []
  while let record = try reader.next() { records.append(String(decoding: record, as: UTF8.self)) }
  #expect(records == ["one", "", "three"])
  #expect(try reader.next() == nil)
}
