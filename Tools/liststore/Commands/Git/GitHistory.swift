import Foundation
package import ListModel

/// The first-parent history of a repository as lists, oldest first.
///
/// At most five git processes read a history of any length: `rev-parse` finds the repository,
/// `rev-list` names the commits, `ls-tree` lists the files of a commit that is known already,
/// `diff-tree --stdin` prints what each commit changed, and `cat-file --batch-check` prints the sizes
/// of blobs. All but the first read a ``GitRepository``, so that no configuration can change what is
/// imported or run.
package struct GitHistory {
  /// The number of commits that are read.
  package let count: Int
  /// The ids of all commits up to the revision, oldest first, including those beyond the limit.
  package let commits: [String]

  private let repository: GitRepository
  private let renames: Renames
  /// The number of commits that are not read because their files are known.
  private var known = 0
  private var tree = GitTree()
  /// The processes that read the commits, starting with the first one that is needed.
  private var reading: Reading?

  fileprivate struct Reading {
    var differences: GitProcess
    var sizes: GitProcess
    var revisions: GitRevisionReader
    var sizeLines: RecordReader
  }

  /// The changes that count as a rename.
  package enum Renames: String, CaseIterable, Sendable {
    /// A file disappears, and a file of which at least half is the same appears.
    case similar
    /// A file disappears, and one with the same content appears. No content is read, so this works in a
    /// clone without blobs.
    case exact
  }

  /// The files of a repository after one commit.
  package struct Snapshot: Sendable {
    /// The id of the commit.
    package var hash: String
    /// The name of the author.
    package var author: String
    /// The time of the commit in seconds since 1970; `nil` if git does not print it.
    package var time: Int?
    /// The first line of its message.
    package var subject: String
    /// The files, as ``GitTree`` arranges them.
    package var list: List
    /// The edits that lead to the list from the previous one.
    package var edits: [ListEdit]
  }

  /// Starts to read a history.
  ///
  /// - Parameters:
  ///   - repository: A path in the repository.
  ///   - revision: The commit that ends the history, as `git rev-parse` accepts it.
  ///   - limit: The most commits to read, counted from the oldest.
  ///   - renames: The changes that count as a rename.
  /// - Throws: ``GitFailure`` if git is missing or refuses.
  package init(
    repository: String,
    revision: String = "HEAD",
    limit: Int? = nil,
    renames: Renames = .similar
  ) throws {
    let repository = try GitRepository(at: repository)
    let commits = try Self.commits(in: repository, upTo: revision)
    // For the id of a file or a directory, git names no commits and reports no error.
    if commits.isEmpty { throw GitFailure.notACommit(revision) }
    self.commits = commits
    count = min(commits.count, limit ?? .max)
    self.repository = repository
    self.renames = renames
  }

  /// Leaves out commits at the beginning whose files a list already has.
  ///
  /// - Parameters:
  ///   - known: The number of commits to leave out: at least one, and at most all.
  ///   - list: Reads the list after the last of these commits; called only if it is needed.
  /// - Returns: Whether the list has the files of that last commit. If not, nothing is left out.
  /// - Throws: ``GitFailure``, and the errors of `list`.
  package mutating func leaveOut(_ known: Int, leadingTo list: () throws -> List) throws -> Bool {
    if known < count {
      let files = try repository.start(
        ["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commits[known - 1]]
      ).readAll()
      let records = files.split(separator: 0).map(Array.init)
      guard let tree = GitTree(try list()), tree.isEqual(toFiles: records) else { return false }
      self.tree = tree
    }
    self.known = min(known, count)
    return true
  }

  private func begin() throws -> Reading {
    let input = try GitProcess.temporaryFile()
    let wanted = commits[known..<count]
    try writeAll(wanted.flatMap { $0.utf8 + [UInt8(ascii: "\n")] }, to: input.fileDescriptor)
    try input.seek(toOffset: 0)
    let differences = try repository.start(Self.differenceArguments(renames), input: .file(input))
    let sizes = try repository.start(["cat-file", "--batch-check=%(objectsize)"])
    return Reading(
      differences: differences,
      sizes: sizes,
      revisions: GitRevisionReader { try differences.stream.next() },
      sizeLines: RecordReader(endingIn: UInt8(ascii: "\n")) { try sizes.stream.next() }
    )
  }

  /// Returns the files after the next commit, or `nil` after the last one.
  ///
  /// - Throws: ``GitFailure`` if git fails or its output cannot be read.
  package mutating func next() throws -> Snapshot? {
    guard known < count else { return nil }
    var reading = try self.reading ?? begin()
    defer { self.reading = reading }
    guard let revision = try reading.revisions.next() else {
      try reading.differences.finish()
      try reading.sizes.finish()
      return nil
    }
    try tree.apply(revision, sizes: try reading.blobSizes(of: revision))
    return Snapshot(
      hash: revision.hash,
      author: revision.author,
      time: revision.time,
      subject: revision.subject,
      list: tree.list,
      edits: tree.edits
    )
  }

  private static func commits(
    in repository: GitRepository,
    upTo revision: String
  ) throws -> [String] {
    let output = try repository.start(
      ["rev-list", "--reverse", "--first-parent", "--end-of-options", revision, "--"]
    ).readAll()
    return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the arguments to find renames as `git diff -M` does; the limit on their number is fixed,
  /// because `diff.renameLimit` would set it otherwise.
  private static func differenceArguments(_ renames: Renames) -> [String] {
    let similarity =
      switch renames {
      case .similar: "-M50%"
      case .exact: "-M100%"
      }
    return [
      "diff-tree", "--stdin", "--root", "--always", "--diff-merges=first-parent",
      "-r", "-z", similarity, "-l1000", "--raw", "--no-abbrev", "--ignore-submodules=none",
      "--encoding=UTF-8", "--format=\(GitRevisionReader.headerFormat)",
    ]
  }
}

extension GitHistory.Reading {
  fileprivate mutating func blobSizes(of revision: GitRevision) throws -> [String: Int] {
    var blobs: [String] = []
    for case let entry? in revision.changes.map(\.entry) where !entry.isSubmodule {
      blobs.append(entry.blob)
    }
    var result: [String: Int] = [:]
    // A batch is so small that neither questions nor answers fill a pipe (64 KiB), so that neither side
    // waits for the other.
    let batchSize = 256
    for start in stride(from: 0, to: blobs.count, by: batchSize) {
      let batch = blobs[start..<min(start + batchSize, blobs.count)]
      try sizes.write(Array(batch.map { $0 + "\n" }.joined().utf8))
      for blob in batch {
        guard let line = try sizeLines.next() else {
          try sizes.finish()
          throw GitFailure.unreadableOutput("")
        }
        // For a missing blob, git answers "ID missing".
        result[blob] = Int(String(decoding: line, as: UTF8.self))
      }
    }
    return result
  }
}

extension GitHistory.Snapshot {
  /// The author as a store accepts it: cut to the length of a name, absent when empty.
  package var storableAuthor: String? {
    Self.cut(author, to: Identifier<List>.maximumByteCount)
  }

  /// The subject as a store accepts it as a message: cut to 64 KiB, absent when empty.
  package var storableMessage: String? { Self.cut(subject, to: 1 << 16) }

  private static func cut(_ text: String, to byteCount: Int) -> String? {
    var result = ""
    for scalar in text.unicodeScalars {
      guard result.utf8.count + UTF8.width(scalar) <= byteCount else { break }
      result.unicodeScalars.append(scalar)
    }
    return result.isEmpty ? nil : result
  }
}
