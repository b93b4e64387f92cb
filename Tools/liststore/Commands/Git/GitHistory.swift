import Foundation
package import ListModel

/// The first-parent history of a repository as lists, oldest first.
///
/// Five git processes at most serve the whole history, however long it is: `rev-parse` finds the
/// repository, `rev-list` names the commits, `ls-tree` lists the files of one that is known already,
/// `diff-tree --stdin` says what each changed, `cat-file --batch-check` knows the sizes of blobs. All but
/// the first read a ``GitRepository``, so that nobody's configuration
/// changes what is imported, or is run.
package struct GitHistory {
  /// The number of commits that are read.
  package let count: Int
  /// The ids of all commits up to the revision, those after the limit too, oldest first.
  package let commits: [String]

  private let repository: GitRepository
  private let renames: Renames
  /// The number of commits that are not read, because their files are known.
  private var known = 0
  private var tree = GitTree()
  /// What reads the commits, from the first one that is wanted on.
  private var reading: Reading?

  fileprivate struct Reading {
    var differences: GitProcess
    var sizes: GitProcess
    var revisions: GitRevisionReader
    var sizeLines: RecordReader
  }

  /// What git takes for a rename.
  package enum Renames: String, CaseIterable, Sendable {
    /// A file that disappears and one that appears with at least half of it the same.
    case similar
    /// One with the same content. No content is read, so this works in a clone without blobs.
    case exact
  }

  /// The files of a repository after one commit.
  package struct Snapshot: Sendable {
    /// The id of the commit.
    package var hash: String
    /// The name of the author.
    package var author: String
    /// When it was committed, in seconds since 1970; `nil` when git does not say.
    package var time: Int?
    /// The first line of its message.
    package var subject: String
    /// The files, as ``GitTree`` arranges them.
    package var list: List
    /// What leads there from the list before.
    package var edits: [ListEdit]
  }

  /// Starts to read a history.
  ///
  /// - Parameters:
  ///   - repository: A path in the repository.
  ///   - revision: What `git rev-parse` takes for a commit: where the history ends.
  ///   - limit: The number of commits to read at most, counted from the oldest.
  ///   - renames: What git is to take for a rename.
  /// - Throws: ``GitFailure`` when git is missing or refuses.
  package init(
    repository: String,
    revision: String = "HEAD",
    limit: Int? = nil,
    renames: Renames = .similar
  ) throws {
    let repository = try GitRepository(at: repository)
    let commits = try Self.commits(in: repository, upTo: revision)
    // Of a file or a directory git names none, and does not complain.
    if commits.isEmpty { throw GitFailure.notACommit(revision) }
    self.commits = commits
    count = min(commits.count, limit ?? .max)
    self.repository = repository
    self.renames = renames
  }

  /// Leaves out commits at the beginning, whose files are those of a list.
  ///
  /// - Parameters:
  ///   - known: The number of commits; not more than there are, and at least one.
  ///   - list: Reads the list after the last one of these; not called if that is not needed.
  /// - Returns: Whether the list has the files of that commit. If not, nothing is left out.
  /// - Throws: ``GitFailure``, and what `list` throws.
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

  /// The files after the next commit; `nil` after the last one.
  ///
  /// - Throws: ``GitFailure`` when git fails or its output cannot be read.
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

  /// Renames are looked for as `git diff -M` does; the limit on their number is fixed here, because
  /// otherwise `diff.renameLimit` would decide.
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
    // So few at a time that neither the questions nor the answers fill a pipe (64 KiB): then
    // neither side can wait for the other.
    let batchSize = 256
    for start in stride(from: 0, to: blobs.count, by: batchSize) {
      let batch = blobs[start..<min(start + batchSize, blobs.count)]
      try sizes.write(Array(batch.map { $0 + "\n" }.joined().utf8))
      for blob in batch {
        guard let line = try sizeLines.next() else {
          try sizes.finish()
          throw GitFailure.unreadableOutput("")
        }
        // A blob that is not there is answered with "ID missing".
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
