import Foundation
import Glibc

/// A repository as data: its refs and its objects, without its configuration.
///
/// The configuration of a repository can name programs (`core.fsmonitor`, hooks) and a remote for
/// missing objects, which can be a program too (`ext::`). There are many such keys, and each release of
/// git may add one. So the commands that read the history never see the repository: they get a
/// directory with links to its refs and objects and a configuration of our own. Objects that are
/// missing from a partial clone are missing there too.
///
/// Git's `contrib/workdir/git-new-workdir` makes links to refs and objects too.
final class GitRepository {
  private let scratch: ScratchDirectory
  private let gitDirectory: String

  /// Finds the repository that contains a path.
  ///
  /// - Throws: ``GitFailure`` if there is none, if git is missing, or if git refuses to read it.
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

  /// The files that hold the history; `info/grafts` names commits with other parents.
  private static let shared = [
    "refs", "packed-refs", "reftable", "logs", "objects", "shallow", "info/grafts",
  ]
  /// The files that a linked worktree has of its own.
  private static let perWorktree = ["refs", "reftable", "logs"]

  /// Makes a directory with those of the given files that exist, and with `HEAD` and the like.
  private static func show(_ names: [String], of source: String, in directory: String) throws {
    let files = FileManager.default
    try files.createDirectory(atPath: directory + "/info", withIntermediateDirectories: true)
    for name in names where files.fileExists(atPath: "\(source)/\(name)") {
      try files.createSymbolicLink(
        atPath: "\(directory)/\(name)",
        withDestinationPath: "\(source)/\(name)"
      )
    }
    // Git does not accept a link to another directory as a HEAD.
    for name in try files.contentsOfDirectory(atPath: source) where name.hasSuffix("HEAD") {
      try files.copyItem(atPath: "\(source)/\(name)", toPath: "\(directory)/\(name)")
    }
  }
}

/// The directories of a repository, and its formats.
private struct Parts {
  /// The directory of its HEAD: `.git`, or the directory that the file `.git` names.
  let gitDirectory: String
  /// The directory of its objects, which differs from ``gitDirectory`` in a linked worktree.
  let commonDirectory: String
  /// `sha1` or `sha256`.
  private let objectFormat: String

  var isWorktree: Bool { gitDirectory != commonDirectory }

  /// Asks git in the repository itself; `rev-parse` reads neither objects nor the index here.
  ///
  /// The user's configuration is used because it contains `safe.directory`: git refuses a repository of
  /// another user.
  init(of path: String) throws {
    try GitFiles.check(from: path)
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
    try GitFiles.check(in: gitDirectory)
    try GitFiles.check(in: commonDirectory)
  }

  /// A configuration that gives the formats of the repository, and nothing else.
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
