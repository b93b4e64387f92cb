/// One commit of a repository: its author, time and subject, and its changes against its first parent.
package struct GitRevision: Equatable, Sendable {
  /// The id of the commit.
  package var hash: String
  /// The name of the author, with bytes that are not UTF-8 repaired.
  package var author: String
  /// The time of the commit in seconds since 1970; `nil` if git does not print it.
  package var time: Int?
  /// The first line of its message, with bytes that are not UTF-8 repaired.
  package var subject: String
  /// The changed files, in git's order.
  package var changes: [Change]

  package init(
    hash: String,
    author: String,
    time: Int? = nil,
    subject: String = "",
    changes: [Change] = []
  ) {
    self.hash = hash
    self.author = author
    self.time = time
    self.subject = subject
    self.changes = changes
  }

  /// The change of one file.
  package enum Change: Equatable, Sendable {
    /// The file is new.
    case added(GitPath, Entry)
    /// The file has other content, another mode or another type.
    case modified(GitPath, Entry)
    /// The file is gone.
    case deleted(GitPath)
    /// Git regards the file as the one that was at another path.
    case renamed(from: GitPath, to: GitPath, Entry)

    /// The state of the file afterwards; `nil` if it is gone.
    package var entry: Entry? {
      switch self {
      case .added(_, let entry), .modified(_, let entry), .renamed(_, _, let entry): entry
      case .deleted: nil
      }
    }
  }

  /// The state of a file.
  package struct Entry: Equatable, Sendable {
    /// The mode, six octal digits.
    package var mode: String
    /// The id of the blob or, for a submodule, of its commit.
    package var blob: String

    package init(mode: String, blob: String) {
      self.mode = mode
      self.blob = blob
    }

    /// Whether the entry is a commit of another repository.
    package var isSubmodule: Bool { mode == "160000" }
  }
}
