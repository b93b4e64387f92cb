/// Reads revisions from the output of `git diff-tree --stdin`.
///
/// The stream is NUL-separated (git's `-z`): for each commit a header, then for each changed file
/// a record and one path, or two for a rename:
///
/// ```text
/// HASH \n AUTHOR \n SECONDS \n SUBJECT NUL
/// [\n] :OLDMODE NEWMODE OLDBLOB NEWBLOB STATUS NUL PATH NUL [PATH NUL]
/// ```
///
/// Source: git's `Documentation/diff-format.txt`, "Raw output format" and `-z`.
package struct GitRevisionReader {
  /// The header this reader expects, as a `--format`.
  package static let headerFormat = "tformat:%H%n%an%n%ct%n%s"

  private var records: RecordReader
  private var nextHeader: [UInt8]?
  private var hasStarted = false

  /// Creates a reader of a source of chunks, which returns `nil` at its end.
  package init(read: @escaping () throws -> [UInt8]?) {
    records = RecordReader(endingIn: 0, read: read)
  }

  /// Returns the next revision, or `nil` at the end.
  ///
  /// - Throws: ``GitFailure/unreadableOutput(_:)``, or the error of the source.
  package mutating func next() throws -> GitRevision? {
    if !hasStarted {
      hasStarted = true
      nextHeader = try records.next()
    }
    guard let header = nextHeader else { return nil }
    var revision = try Self.revision(fromHeader: header)
    nextHeader = nil
    while let record = try records.next() {
      let change = record.drop { $0 == UInt8(ascii: "\n") }
      guard change.first == UInt8(ascii: ":") else {
        nextHeader = record
        break
      }
      revision.changes.append(try self.change(change.dropFirst()))
    }
    return revision
  }

  private static func revision(fromHeader header: [UInt8]) throws -> GitRevision {
    let lines = header.split(
      separator: UInt8(ascii: "\n"),
      maxSplits: 3,
      omittingEmptySubsequences: false
    )
    let hash = String(decoding: lines[0], as: UTF8.self)
    guard lines.count >= 2, hash.count >= 40, hash.allSatisfy(\.isHexDigit) else {
      throw GitFailure.unreadableOutput(String(decoding: header.prefix(80), as: UTF8.self))
    }
    return GitRevision(
      hash: hash,
      author: String(decoding: lines[1], as: UTF8.self),
      time: lines.count > 2 ? Int(String(decoding: lines[2], as: UTF8.self)) : nil,
      subject: lines.count > 3 ? String(decoding: lines[3], as: UTF8.self) : ""
    )
  }

  private mutating func change(_ record: ArraySlice<UInt8>) throws -> GitRevision.Change {
    let text = String(decoding: record, as: UTF8.self)
    let fields = text.split(separator: " ").map(String.init)
    guard fields.count == 5, let status = fields[4].first, let path = try records.next() else {
      throw GitFailure.unreadableOutput(text)
    }
    let entry = GitRevision.Entry(mode: fields[1], blob: fields[3])
    switch status {
    case "A": return .added(GitPath(path), entry)
    case "M", "T": return .modified(GitPath(path), entry)
    case "D": return .deleted(GitPath(path))
    case "R":
      guard let target = try records.next() else { throw GitFailure.unreadableOutput(text) }
      return .renamed(from: GitPath(path), to: GitPath(target), entry)
    default: throw GitFailure.unreadableOutput(text)
    }
  }
}
