import Foundation
import Glibc

/// A repository as data: its refs and its objects, and nothing that it says about how to read them.
///
/// The configuration of a repository can name programs (`core.fsmonitor`, hooks) and a place to
/// fetch missing objects from, which can be a program too (`ext::`). There are many such keys, and
/// each release of git may add one. So the commands that read the history never see the
/// repository: they are given a directory that links to its refs and objects, and that has a
/// configuration of our own. What is missing from a partial clone is missing there.
///
/// Links to refs and objects are what `contrib/workdir/git-new-workdir` of git makes as well.
final class GitRepository {
  private let scratch: ScratchDirectory
  private let gitDirectory: String

  /// Looks for the repository a path is in.
  ///
  /// - Throws: ``GitFailure`` when there is none, git is missing, or it refuses to read it.
  init(at path: String) throws {
    let parts = try Parts(of: path)
    scratch = try ScratchDirectory()
    let common = scratch.path + "/common"
    gitDirectory = parts.isWorktree ? scratch.path + "/worktree" : common
    try Self.show(Self.shared, of: parts.commonDirectory, in: common)
    try Data(parts.configuration.utf8).write(to: URL(fileURLWithPath: common + "/config"))
    if parts.isWorktree {
      try Self.show(Self.perWorktree, of: parts.gitDirectory, in: gitDirectory)
      try Data("../common\n".utf8).write(to: URL(fileURLWithPath: gitDirectory + "/commondir"))
    }
  }

  /// Starts a git command that reads the history.
  ///
  /// - Throws: As ``GitProcess``.
  func start(_ command: [String], input: GitProcess.Input = .written) throws -> GitProcess {
    try GitProcess(
      command,
      options: ["--git-dir=\(gitDirectory)", "--bare"],
      configuration: .none,
      input: input
    )
  }

  /// What holds the history; `info/grafts` says which commits have other parents.
  private static let shared = [
    "refs", "packed-refs", "reftable", "logs", "objects", "shallow", "info/grafts",
  ]
  /// What a linked worktree has of its own.
  private static let perWorktree = ["refs", "reftable", "logs"]

  /// Makes a directory that has what is there of some files, and `HEAD` and the like.
  private static func show(_ names: [String], of source: String, in directory: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/info", withIntermediateDirectories: true)
    for name in names where files.fileExists(atPath: "\(source)/\(name)") {
      try files.createSymbolicLink(
        atPath: "\(directory)/\(name)",
        withDestinationPath: "\(source)/\(name)"
      )
    }
    // Git takes no link to another directory for a HEAD.
    for name in try files.contentsOfDirectory(atPath: source) where name.hasSuffix("HEAD") {
      try files.copyItem(atPath: "\(source)/\(name)", toPath: "\(directory)/\(name)")
    }
  }
}

/// Where the parts of a repository are, and how they are written.
private struct Parts {
  /// Where its HEAD is: what `.git` is or names.
  let gitDirectory: String
  /// Where its objects are; another directory in a linked worktree.
  let commonDirectory: String
  /// `sha1` or `sha256`.
  private let objectFormat: String

  var isWorktree: Bool { gitDirectory != commonDirectory }

  /// Asks git, in the repository itself: `rev-parse` looks up neither objects nor the index here.
  ///
  /// The user's configuration counts, because `safe.directory` is there: git refuses what belongs to
  /// somebody else.
  init(of path: String) throws {
    let output = try GitProcess(
      [
        "rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir",
        "--show-object-format",
      ],
      options: ["-C", path],
      configuration: .user
    ).readAll()
    let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 4, ["sha1", "sha256"].contains(lines[2]) else {
      throw GitFailure.unreadableOutput(String(decoding: output.prefix(200), as: UTF8.self))
    }
    (gitDirectory, commonDirectory, objectFormat) = (lines[0], lines[1], lines[2])
  }

  /// A configuration that says how the parts are written, and nothing else.
  var configuration: String {
    let isReftable = FileManager.default.fileExists(atPath: commonDirectory + "/reftable")
    return """
      [core]
        repositoryFormatVersion = 1
        bare = true
        attributesFile = /dev/null
      [extensions]
        objectFormat = \(objectFormat)
      \(isReftable ? "  refStorage = reftable\n" : "")
      """
  }
}
