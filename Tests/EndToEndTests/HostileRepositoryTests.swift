import Foundation
import ListTestSupport
import Testing

/// Something that a repository can say so that git runs a program, and a git command that does.
struct RepositoryThreat: CustomTestStringConvertible, Sendable {
  var name: String
  /// Makes the repository hostile, and runs in it: `$PROGRAM` leaves the mark `$MARK`.
  var script: String
  /// What proves that the threat is one: a git command that leaves the mark.
  var proof: String

  var testDescription: String { name }

  /// Those in whole repositories.
  static let programs = [
    RepositoryThreat(
      name: "core.fsmonitor",
      script: #"git config core.fsmonitor "$PROGRAM""#,
      proof: "git status"
    ),
    RepositoryThreat(
      name: "core.fsmonitor of an included file",
      script: """
        printf '[core]\\n fsmonitor = %s\\n' "$PROGRAM" > .git/more
        git config include.path more
        """,
      proof: "git status"
    ),
    RepositoryThreat(
      name: "core.fsmonitor of a worktree's configuration",
      script: """
        git config extensions.worktreeConfig true
        git config --worktree core.fsmonitor "$PROGRAM"
        """,
      proof: "git status"
    ),
    RepositoryThreat(
      name: "hooks",
      script: """
        for hook in post-index-change pre-auto-gc reference-transaction post-checkout; do
          cp "$PROGRAM" ".git/hooks/$hook"
        done
        """,
      proof: "touch three; git add three; git update-index --force-write-index"
    ),
    RepositoryThreat(
      name: "core.hooksPath",
      script: """
        mkdir hooks; cp "$PROGRAM" hooks/post-index-change
        git config core.hooksPath "$PWD/hooks"
        """,
      proof: "git update-index --force-write-index"
    ),
    RepositoryThreat(
      name: "diff.external",
      script: #"git config diff.external "$PROGRAM""#,
      proof: "git diff HEAD~1"
    ),
    RepositoryThreat(
      name: "diff drivers and filters of attributes",
      script: """
        echo '* diff=evil filter=evil' > .git/info/attributes
        git config diff.evil.command "$PROGRAM"
        git config diff.evil.textconv "$PROGRAM"
        git config filter.evil.clean "$PROGRAM"
        git config filter.evil.smudge "$PROGRAM"
        git config filter.evil.process "$PROGRAM"
        """,
      proof: "git diff HEAD~1"
    ),
    RepositoryThreat(
      name: "diff drivers of attributes somewhere else",
      script: """
        echo '* diff=evil' > .git/attributes; git config core.attributesFile "$PWD/.git/attributes"
        git config diff.evil.textconv "$PROGRAM"
        """,
      proof: "git log -p"
    ),
    RepositoryThreat(
      name: "gpg.program",
      script: """
        git config gpg.program "$PROGRAM"; git config log.showSignature true
        git cat-file commit HEAD | sed '/^committer/a gpgsig -----BEGIN PGP SIGNATURE-----\\n \\
         x\\n -----END PGP SIGNATURE-----' > .git/signed
        git update-ref refs/heads/signed "$(git hash-object -t commit -w --literally .git/signed)"
        """,
      proof: "git log signed"
    ),
    RepositoryThreat(
      name: "pagers, editors and prompts",
      script: """
        for key in core.pager core.editor sequence.editor core.askPass credential.helper \\
          pager.rev-list pager.diff-tree pager.cat-file pager.rev-parse interactive.diffFilter \\
          uploadpack.packObjectsHook core.alternateRefsCommand trailer.x.command; do
          git config "$key" "$PROGRAM"
        done
        for command in rev-parse rev-list diff-tree cat-file; do
          git config "alias.$command" "!$PROGRAM"
        done
        """,
      proof: "git -c user.name=a -c user.email=a@b commit --allow-empty"
    ),
  ]

  /// Those in clones without blobs: where the missing ones would come from.
  static let remotes = [
    RepositoryThreat(
      name: "a remote that is a program",
      script: """
        git config protocol.ext.allow always
        git config remote.origin.url "ext::$PROGRAM"
        """,
      proof: "git cat-file -p HEAD:three"
    ),
    RepositoryThreat(
      name: "core.sshCommand",
      script: """
        git config core.sshCommand "$PROGRAM"
        git config remote.origin.url ssh://nowhere.invalid/x
        """,
      proof: "git cat-file -p HEAD:three"
    ),
    RepositoryThreat(
      name: "core.gitProxy",
      script: """
        git config core.gitProxy "$PROGRAM"
        git config remote.origin.url git://nowhere.invalid/x
        """,
      proof: "git cat-file -p HEAD:three"
    ),
    RepositoryThreat(
      name: "a remote's uploadpack",
      script: #"git config remote.origin.uploadpack "$PROGRAM""#,
      proof: "git cat-file -p HEAD:three"
    ),
    RepositoryThreat(
      name: "a remote's helper",
      script: """
        git config protocol.allow always; git config remote.origin.vcs ext
        git config remote.origin.url "$PROGRAM"
        """,
      proof: "git cat-file -p HEAD:three"
    ),
    RepositoryThreat(
      name: "a remote that would be rewritten",
      script: """
        git config protocol.ext.allow always
        git config "url.ext::$PROGRAM.insteadOf" https://nowhere.invalid/
        git config remote.origin.url https://nowhere.invalid/
        """,
      proof: "git cat-file -p HEAD:three"
    ),
  ]

  /// Variables of the environment that say which repository git reads, how, or where to it writes:
  /// `$OTHER` is another repository.
  static let variables = [
    "GIT_DIR=$OTHER/.git", "GIT_COMMON_DIR=$OTHER/.git", "GIT_OBJECT_DIRECTORY=$OTHER/.git/objects",
    "GIT_WORK_TREE=$OTHER", "GIT_INDEX_FILE=$PROGRAM", "GIT_NAMESPACE=other",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES=$OTHER/.git/objects", "GIT_CEILING_DIRECTORIES=$PWD",
    "GIT_SHALLOW_FILE=$SHALLOW", "GIT_GRAFT_FILE=$SHALLOW", "GIT_REPLACE_REF_BASE=refs/evil/",
    "GIT_NO_REPLACE_OBJECTS=1", "GIT_DEFAULT_HASH=sha256", "GIT_EXEC_PATH=$BIN",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=$PROGRAM",
    "GIT_CONFIG_PARAMETERS='core.fsmonitor'='$PROGRAM'", "GIT_CONFIG_GLOBAL=$CONFIG",
    "GIT_CONFIG_SYSTEM=$CONFIG", "GIT_CONFIG=$CONFIG", "GIT_EXTERNAL_DIFF=$PROGRAM",
    "GIT_DIFF_OPTS=-u0", "GIT_PAGER=$PROGRAM", "GIT_EDITOR=$PROGRAM", "GIT_ASKPASS=$PROGRAM",
    "GIT_SSH=$PROGRAM", "GIT_SSH_COMMAND=$PROGRAM", "GIT_PROXY_COMMAND=$PROGRAM",
    "GIT_TRACE=$MARK", "GIT_TRACE_SETUP=$MARK", "GIT_TRACE2=$MARK", "GIT_TRACE2_EVENT=$MARK",
    "GIT_TRACE2_PERF=$MARK", "GIT_LITERAL_PATHSPECS=1", "GIT_ICASE_PATHSPECS=1",
    "GIT_DISCOVERY_ACROSS_FILESYSTEM=0", "GIT_IMPLICIT_WORK_TREE=0", "GIT_PREFIX=src/",
    "GIT_INTERNAL_SUPER_PREFIX=src/", "GIT_QUARANTINE_PATH=$OTHER", "GIT_ATTR_SOURCE=HEAD",
    "GIT_TEST_ASSUME_DIFFERENT_OWNER=1",
  ]
}

@Suite struct `A repository that somebody sent` {
  private let directory: TemporaryDirectory
  private let repository: String
  private let database: String

  private var mark: String { directory.path("mark") }
  private var isMarked: Bool { FileManager.default.fileExists(atPath: mark) }

  init() throws {
    directory = try TemporaryDirectory()
    repository = directory.path("repository")
    database = directory.path("test.db")
    try directory.write(try Self.template.get().archive, to: "template.tar")
    try sh(
      """
      printf '#!/bin/sh\\n: > "%s"\\nexit 1\\n' "$MARK" > "$PROGRAM"; chmod +x "$PROGRAM"
      printf '[core]\\n fsmonitor = %s\\n' "$PROGRAM" > "$CONFIG"
      mkdir "$BIN"; cp "$PROGRAM" "$BIN/git"; cp "$PROGRAM" "$BIN/git-rev-list"
      tar xf template.tar
      """
    )
  }

  /// Two repositories and the name of a commit, made once, and the fingerprint of what the import of
  /// the first makes, without any threat.
  private static let template = Result {
    let directory = try TemporaryDirectory()
    let script = """
      set -eu; cd "$0"
      git init --quiet --initial-branch=main repository; cd repository
      git config uploadpack.allowFilter true
      git config user.name A; git config user.email a@example.org
      mkdir src; seq 1 40 > src/one; seq 50 90 > two; git add .; git commit --quiet -m 1
      git mv src/one three; echo more >> three; git add .; git commit --quiet -m 2
      git rm --quiet two; git commit --quiet -m 3
      git rev-parse HEAD > ../shallow
      cd ..; git init --quiet --initial-branch=main other; cd other
      git config user.name A; git config user.email a@example.org
      echo other > other; git add .; git commit --quiet -m other
      cd ..; tar cf template.tar repository other shallow
      """
    let made = try Child(["/bin/sh", "-c", script, directory.url.path]).wait()
    try #require(made.status == 0, "\(made.errors)")
    let database = directory.path("test.db")
    try Tool.liststore.succeed("import-git", database, "files", directory.path("repository"))
    return (
      archive: try directory.read("template.tar"),
      fingerprint: try fingerprint(in: database)
    )
  }

  /// Runs a script in a directory of the test, which must succeed.
  private func sh(_ script: String, in directory: String? = nil) throws {
    let result = try run("set -eu; \(script)", in: directory ?? self.directory.url.path)
    try #require(result.status == 0, "\(result.errors)")
  }

  @discardableResult
  private func run(_ script: String, in directory: String) throws -> Tool.Result {
    let names = ["PROGRAM": "program", "CONFIG": "config", "SHALLOW": "shallow", "BIN": "bin"]
    let variables =
      names.map { "\($0.key)=\(self.directory.path($0.value))" }
      + ["MARK=\(mark)", "OTHER=\(self.directory.path("other"))"]
    return try Child(
      ["/usr/bin/env"] + variables + ["/bin/sh", "-c", "cd \"$0\"; \(script)", directory]
    ).wait()
  }

  /// Proves that the threat is one, and takes the mark away.
  private func prove(_ threat: RepositoryThreat, in repository: String) throws {
    try sh(threat.script, in: repository)
    // That also says that nothing before the proof has left the mark for it.
    try sh("rm -f \"$MARK\"")
    try run(threat.proof + " > /dev/null < /dev/null", in: repository)
    try #require(isMarked, "\(threat.name) is no threat to git")
    try sh("rm -f \"$MARK\"")
  }

  private func fingerprint() throws -> String? { try Self.fingerprint(in: database) }

  private static func fingerprint(in database: String) throws -> String? {
    try Tool.liststore.succeed("lists", database, "--json").objects().first?["fingerprint"]
      as? String
  }

  /// What the import of the repository makes, without any threat.
  private func expected() throws -> String? { try Self.template.get().fingerprint }

  @Test(arguments: RepositoryThreat.programs)
  func `runs nothing`(threat: RepositoryThreat) throws {
    let expected = try expected()
    try prove(threat, in: repository)
    let result = try Tool.liststore.run("import-git", database, "files", repository)
    #expect(!isMarked)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasPrefix("files: 3 versions committed"))
    #expect(try fingerprint() == expected)
  }

  @Test(arguments: RepositoryThreat.remotes)
  func `fetches nothing that it left out`(threat: RepositoryThreat) throws {
    let clone = directory.path("clone")
    try sh(
      "git clone --quiet --no-checkout --filter=blob:none \"file://$PWD/repository\" clone"
    )
    try prove(threat, in: clone)
    let similar = try Tool.liststore.run("import-git", database, "files", clone)
    #expect(similar.status == 3)
    #expect(similar.errors.contains("--renames exact"), "\(similar.errors)")
    let exact = ["import-git", database, "files", clone, "--renames", "exact"]
    let result = try Tool.liststore.run(exact)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!isMarked)
    #expect(!(try Tool.liststore.succeed("show", database, "files").text.contains("\"size\"")))
  }

  @Test(arguments: Soak.some(RepositoryThreat.variables, every: 4))
  func `is what is read, whatever the environment says`(variable: String) throws {
    let expected = try expected()
    let variables = variable.split(separator: " ").map { "\"\($0)\"" }.joined(separator: " ")
    let script = """
      mkdir deep
      env \(variables) "\(Tool.liststore.path)" import-git "\(database)" files deep
      """
    let result = try run(script, in: repository)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!isMarked)
    #expect(try fingerprint() == expected)
  }

  @Test func `has no git of its own, also where PATH says so`() throws {
    try sh("cp \"$BIN/git\" repository/git")
    let script = "PATH=.:$PATH \"\(Tool.liststore.path)\" import-git \"\(database)\" files ."
    let result = try run(script, in: repository)
    #expect(result.status == 0, "\(result.errors)")
    #expect(!isMarked)
  }

  @Test func `is left as it is`() throws {
    let list = "find repository -printf '%p %s %T@\\n' | sort"
    let before = try run(list, in: directory.url.path).text
    try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(try run(list, in: directory.url.path).text == before)
  }

  /// Ways to have the history of the repository, and the path where each has it.
  static let arrangements = [
    ("a bare clone", "git clone --quiet --bare repository x", "x"),
    ("a directory in it", "mkdir -p repository/a/b", "repository/a/b"),
    ("its git directory", ":", "repository/.git"),
    ("a linked worktree", "git -C repository worktree add --quiet --detach ../x main", "x"),
    ("a clone that shares objects", "git clone --quiet --shared repository x", "x"),
    (
      "objects at a relative path",
      """
      git clone --quiet --shared repository x
      echo ../../../repository/.git/objects > x/.git/objects/info/alternates
      """, "x"
    ),
    ("packed refs and objects", "git -C repository gc --quiet", "repository"),
    ("a detached head", "git -C repository checkout --quiet --detach", "repository"),
    (
      "a head that is a link",
      "cd repository/.git; rm HEAD; ln -s refs/heads/main HEAD", "repository"
    ),
    (
      "another git directory",
      "git clone --quiet --separate-git-dir=y repository x", "x"
    ),
  ]

  @Test(arguments: arrangements)
  func `is read in any arrangement`(_: String, script: String, path: String) throws {
    let expected = try expected()
    try sh(script)
    try Tool.liststore.succeed("import-git", database, "files", directory.path(path))
    #expect(try fingerprint() == expected)
  }

  @Test func `has commits by any name that git has for one`() throws {
    try sh("git tag -a -m x one HEAD~2; git worktree add --quiet --detach ../x one", in: repository)
    let names = ["one", "main~2", "HEAD@{2}", ":/^1", "one^{commit}", "tags/one"]
    for (number, name) in names.enumerated() {
      let list = "list\(number)"
      try Tool.liststore.succeed("import-git", database, list, repository, "--rev", name)
    }
    // The head of a worktree is its own.
    try Tool.liststore.succeed("import-git", database, "worktree", directory.path("x"))
    let lists = try Tool.liststore.succeed("lists", database, "--json").objects()
    #expect(lists.count == names.count + 1)
    #expect(lists.allSatisfy { $0["version"] as? Int == 1 })
    #expect(Set(lists.compactMap { $0["fingerprint"] as? String }).count == 1)
  }

  @Test func `can name its objects with another digest`() throws {
    try sh(
      """
      git init --quiet --object-format=sha256 x; cd x; echo a > a; git add .
      git -c user.name=A -c user.email=a@example.org commit --quiet -m 1
      """
    )
    try Tool.liststore.succeed("import-git", database, "files", directory.path("x"))
    let log = try Tool.liststore.succeed("log", database, "files", "--json").objects()
    #expect((log.first?["key"] as? String)?.count == 64)
  }
}
