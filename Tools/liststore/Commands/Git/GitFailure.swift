/// The reason why the history of a repository could not be read.
package enum GitFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no `git` in any directory of `PATH`.
  case notInstalled
  /// A git command failed; `message` is its error output.
  case failed(command: String, message: String)
  /// Git printed something that this version cannot read.
  case unreadableOutput(String)
  /// A file of the repository is something else, which git would wait for.
  case notAFile(path: String)
  /// The revision that should end the history is not a commit.
  case notACommit(String)
  /// A revision changes a file that no earlier revision has made.
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
    case .notAFile(let path):
      "\(path) is no file, but a pipe, a socket or a device"
    case .notACommit(let revision):
      "\"\(revision)\" is no commit"
    case .unknownFile(let path, let revision):
      "commit \(revision) changes \"\(path)\", which no commit before it made"
    }
  }
}
