/// Why the history of a repository could not be read.
package enum GitFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no `git` in any directory of `PATH`.
  case notInstalled
  /// A git command failed; `message` is what it said.
  case failed(command: String, message: String)
  /// Git printed something this version cannot read.
  case unreadableOutput(String)
  /// What is to be the end of the history is no commit.
  case notACommit(String)
  /// A revision changes a file that the revisions before it did not make.
  case unknownFile(path: String, revision: String)

  /// One or more sentences for people.
  package var description: String {
    switch self {
    case .notInstalled:
      "git was not found in PATH; install it (Debian: apt-get install git)"
    case .failed(let command, let message):
      message.isEmpty ? "\(command) failed" : "\(command) failed: \(message)"
    case .unreadableOutput(let text):
      "cannot read what git printed: \"\(text)\""
    case .notACommit(let revision):
      "\"\(revision)\" is no commit"
    case .unknownFile(let path, let revision):
      "commit \(revision) changes \"\(path)\", which no commit before it made"
    }
  }
}
