import Foundation
import ListModel
import ListStorage
import ListTestSupport
import ListstoreCommands
import Testing

/// A repository in a directory of its own, made from a stream for `git fast-import`.
private final class TemporaryRepository {
  let path: String

  init(stream: [UInt8]) throws {
    path = FileManager.default.temporaryDirectory.path + "/liststore-git-\(UUID().uuidString)"
    try git("init", "--quiet", "--initial-branch=main", path)
    try git("-C", path, "fast-import", "--quiet", input: stream)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// What git says is in a commit: `MODE BLOB SIZE PATH` for every file, in git's order.
  func files(at revision: String) throws -> Set<String> {
    let output = try git("-C", path, "ls-tree", "-r", "-z", "--long", revision)
    return Set(
      output.split(separator: 0).map { line in
        let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        let fields = String(decoding: parts[0], as: UTF8.self).split(separator: " ")
        return "\(fields[0]) \(fields[2]) \(fields[3]) \(GitPath(parts[1]).text)"
      }
    )
  }

  @discardableResult
  func git(_ arguments: String..., input: [UInt8] = []) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.path + "/liststore-in-\(UUID().uuidString)"
    try Data(input).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = SpawnedProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(arguments.joined(separator: " "))")
    return Array(data)
  }
}

extension List {
  /// The list in the words of ``TemporaryRepository/files(at:)``.
  fileprivate func files() throws -> Set<String> {
    var result: Set<String> = []
    for section in sections {
      let directory = section.id == GitTree.root ? "" : "\(section.id)/"
      for cell in section.cells {
        let file = try cell.as(GitFile.self).viewModel
        let size = file.size.map(String.init) ?? "-"
        result.insert("\(file.mode) \(file.blob) \(size) \(directory)\(file.name)")
      }
    }
    return result
  }
}

/// Writes random histories for `git fast-import`.
private struct RandomHistory {
  private var generator: SeededGenerator
  private(set) var stream: [UInt8] = []
  private var files: [[UInt8]: [UInt8]] = [:]
  private var nextNumber = 0

  init(seed: UInt64, commits: Int) {
    generator = SeededGenerator(seed: seed)
    for number in 1...commits { commit(number) }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func write(_ text: String) { stream += Array(text.utf8) + [10] }

  private mutating func commit(_ number: Int) {
    write("commit refs/heads/main\nmark :\(number)")
    write("author A \(number) <a@example.org> \(1_000_000_000 + number) +0000")
    write("committer C <c@example.org> \(1_000_000_000 + number) +0000")
    write("data 1\nx")
    if number > 1 { write("from :\(number - 1)") }
    for _ in 0..<self.number(0...8) { change() }
  }

  private mutating func change() {
    let paths = files.keys.sorted { $0.lexicographicallyPrecedes($1) }
    switch number(0...9) {
    case 0...3:
      put(freshPath(), content())
    case 4, 5:
      guard let path = paths.randomElement(using: &generator), let old = files[path] else { return }
      put(path, old + Array("more \(number(0...99))\n".utf8))
    case 6:
      guard let path = paths.randomElement(using: &generator) else { return }
      write("D \(Self.quoted(path))")
      files[path] = nil
    default:
      // A rename as git sees it: the same content, or almost, at another path.
      guard let path = paths.randomElement(using: &generator), let old = files[path] else { return }
      write("D \(Self.quoted(path))")
      files[path] = nil
      put(freshPath(), number(0...1) == 0 ? old : old + Array("new\n".utf8))
    }
  }

  private mutating func put(_ path: [UInt8], _ content: [UInt8]) {
    files[path] = content
    write("M \(number(0...5) == 0 ? "100755" : "100644") inline \(Self.quoted(path))")
    write("data \(content.count)")
    stream += content + [10]
  }

  /// A path that is not a file or a directory now; sometimes one that was, sometimes not UTF-8.
  private mutating func freshPath() -> [UInt8] {
    let directories = ["", "a/", "a/b/", "a-b/", "ü/", "c d/"]
    while true {
      var path = Array((directories.randomElement(using: &generator) ?? "").utf8)
      if number(0...5) == 0 { path += [0xFF, 0x5C] }
      path += Array("f\(number(0...30))".utf8)
      if files[path] == nil { return path }
    }
  }

  private mutating func content() -> [UInt8] {
    nextNumber += 1
    return (0..<10).flatMap { Array("file \(nextNumber) line \($0)\n".utf8) }
  }

  /// A path in git's C style.
  private static func quoted(_ path: [UInt8]) -> String {
    let characters = path.map { byte in
      switch byte {
      case 0x22, 0x5C: "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default:
        "\\" + String(byte, radix: 8)
      }
    }
    return "\"\(characters.joined())\""
  }
}

@Test(arguments: 1...6)
func `every list of a history is what git lists at that commit`(seed: UInt64) throws {
  let repository = try TemporaryRepository(
    stream: RandomHistory(seed: seed, commits: 25).stream
  )
  var history = try GitHistory(repository: repository.path, revision: "main")
  #expect(history.count == 25)
  var count = 0
  var previous: Set<Cell.ID> = []
  var kept = 0
  while let snapshot = try history.next() {
    try snapshot.list.validate()
    #expect(try snapshot.list.files() == repository.files(at: snapshot.hash), "seed \(seed)")
    count += 1
    #expect(snapshot.author == "A \(count)")
    let ids = Set(snapshot.list.sections.flatMap(\.cells).map(\.id))
    kept += ids.intersection(previous).count
    previous = ids
  }
  #expect(count == 25)
  #expect(kept > 0)
}

@Test(arguments: 1...6)
func `a history is imported by what changed, and gone on with from any of its lists`(
  seed: UInt64
) throws {
  let repository = try TemporaryRepository(
    stream: RandomHistory(seed: seed, commits: 25).stream
  )
  let store = try ListStore.inMemory()
  var work = ListImport(into: "files", of: store)
  var history = try GitHistory(repository: repository.path, revision: "main")
  var lists: [List] = []
  while let snapshot = try history.next() {
    let step = ListImport.Step(list: snapshot.list, edits: snapshot.edits, key: snapshot.hash)
    try work.commit(step, from: snapshot.hash)
    #expect(try store.snapshot(of: "files").list == snapshot.list, "seed \(seed)")
    lists.append(snapshot.list)
  }
  let versions = try #require(
    try store.versions(of: "files", withKeys: history.commits)
  )
  for known in lists.indices.dropFirst() {
    var rest = try GitHistory(repository: repository.path, revision: "main")
    let isKnown = try rest.leaveOut(known) {
      try store.snapshot(of: "files", at: versions[known - 1]).list
    }
    #expect(isKnown, "seed \(seed), \(known)")
    for list in lists[known...] { #expect(try rest.next()?.list == list, "seed \(seed)") }
    #expect(try rest.next() == nil)
  }
  var other = try GitHistory(repository: repository.path, revision: "main")
  #expect(try !other.leaveOut(lists.count - 1) { List() })
}

@Test func `a file that changes as it is renamed is another one if renames must be exact`() throws {
  let lines = (1...20).map { "line \($0)\n" }.joined()
  let who = "<x@example.org> 1000000000 +0000"
  let stream = """
    commit refs/heads/main
    mark :1
    committer C \(who)
    data 0
    M 100644 inline a
    data \(lines.utf8.count)
    \(lines)M 100644 inline b
    data 1
    b
    commit refs/heads/main
    mark :2
    committer C \(who)
    data 0
    from :1
    D a
    D b
    M 100644 inline c
    data \(lines.utf8.count + 1)
    \(lines)x
    M 100644 inline d
    data 1
    b

    """
  let repository = try TemporaryRepository(stream: Array(stream.utf8))
  for (renames, ids) in [
    (GitHistory.Renames.similar, ["a", "b"] as [Cell.ID]), (.exact, ["c", "b"]),
  ] {
    var history = try GitHistory(repository: repository.path, revision: "main", renames: renames)
    _ = try history.next()
    let list = try #require(try history.next()).list
    #expect(list.sections.first?.cells.map(\.id) == ids)
  }
}

@Test func `a history can be cut off after its first commits`() throws {
  let repository = try TemporaryRepository(stream: RandomHistory(seed: 1, commits: 9).stream)
  var history = try GitHistory(repository: repository.path, revision: "main", limit: 4)
  #expect(history.count == 4)
  var authors: [String] = []
  while let snapshot = try history.next() { authors.append(snapshot.author) }
  #expect(authors == ["A 1", "A 2", "A 3", "A 4"])
}

/// A symbolic link, a submodule, a merge, a commit without changes, more files than fit one
/// question to `cat-file`.
private let specialStream: String = {
  let who = "<x@example.org> 1000000000 +0000"
  var stream = """
    commit refs/heads/main
    mark :1
    author B\u{FF} \(who)
    committer C \(who)
    data 0
    M 120000 inline link
    data 6
    target
    M 160000 0123456789012345678901234567890123456789 module

    """
  for number in 0..<600 {
    stream += "M 100644 inline many/\(number)\ndata 4\n\(1000 + number)\n"
  }
  stream += """
    commit refs/heads/side
    mark :2
    committer C \(who)
    data 0
    from :1
    M 100644 inline side
    data 1
    s
    commit refs/heads/main
    mark :3
    committer C \(who)
    data 0
    from :1
    commit refs/heads/main
    mark :4
    committer C \(who)
    data 0
    from :3
    merge :2
    M 100644 inline side
    data 1
    s

    """
  return stream
}()

@Test func `links, submodules, merges and commits without changes are read`() throws {
  let repository = try TemporaryRepository(stream: Array(specialStream.utf8))
  var history = try GitHistory(repository: repository.path, revision: "main")
  #expect(history.count == 3)
  var snapshots: [GitHistory.Snapshot] = []
  while let snapshot = try history.next() {
    #expect(try snapshot.list.files() == repository.files(at: snapshot.hash))
    snapshots.append(snapshot)
  }
  try #require(snapshots.count == 3)
  #expect(snapshots[0].list == snapshots[1].list)
  #expect(snapshots[2].list.sections[0].cells.map(\.id) == ["link", "module", "side"])
  #expect(snapshots[0].list.cellCount == 602)
}

@Test func `a directory that is no repository is refused in git's words`() throws {
  let error = #expect(throws: GitFailure.self) {
    _ = try GitHistory(repository: "/")
  }
  #expect(error?.description.contains("not a git repository") == true)
}

@Test func `an unknown revision is refused in git's words`() throws {
  let repository = try TemporaryRepository(stream: RandomHistory(seed: 2, commits: 1).stream)
  for revision in ["nowhere", "--all", ""] {
    #expect(throws: GitFailure.self) {
      _ = try GitHistory(repository: repository.path, revision: revision)
    }
  }
}
