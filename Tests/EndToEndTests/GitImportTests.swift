import Foundation
import Testing

@Suite struct `The import of a git history` {
  private let directory: TemporaryDirectory
  private let database: String
  private let repository: String

  init() throws {
    directory = try TemporaryDirectory()
    database = directory.path("test.db")
    repository = directory.path("repository")
    let script = """
      set -eu
      git init --quiet --initial-branch=main "$1"; cd "$1"
      git config user.name 'Änne'; git config user.email a@example.org
      mkdir src; seq 1 40 > src/one; seq 50 90 > two; git add .; git commit --quiet -m 1
      git mv src/one three; git commit --quiet -m 2
      git commit --quiet --allow-empty -m 3
      git rm --quiet two; git commit --quiet -m 4
      """
    let result = try Child(["/bin/sh", "-c", script, "sh", repository]).wait()
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test func `makes a version per commit that changes a file, and keeps renamed files`() throws {
    let result = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(result.text == "files: 3 versions committed, 1 unchanged; now at version 3\n")
    let log = try Tool.liststore.succeed("log", database, "files", "--json").objects()
    #expect(log.allSatisfy { $0["author"] as? String == "Änne" })
    #expect(log.allSatisfy { ($0["key"] as? String)?.count == 40 })
    #expect(log.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
    let second = try #require(
      try Tool.liststore.succeed("diff", database, "files", "1", "2", "--json").objects().first
    )
    let cells = try #require(second["cells"] as? [String: [[String: Any]]])
    #expect(cells["moved"]?.map { $0["id"] as? String } == ["src/one"])
    #expect(cells["inserted"] == nil)
    #expect(cells["deleted"] == nil)
    for mode in ["staged", "single"] {
      try Tool.liststore.succeed("replay", database, "files", "--verify", "--mode", mode)
    }
  }

  @Test func `removes what an import that was killed has left`() throws {
    let temporary = directory.path("temporary")
    let script = """
      set -eu
      mkdir "$1" "$2"; mkfifo "$2/started"
      # Begins, says so, and goes on for long.
      cat > "$2/git" <<'END'
      #!/bin/sh
      case "$*" in *rev-parse*) PATH=${PATH#*:} exec git "$@" ;; esac
      echo $$ > "${PATH%%:*}/started"
      exec sleep 200
      END
      chmod +x "$2/git"
      TMPDIR="$1" PATH="$2:$PATH" "$3" import-git "$4" files "$5" &
      read git < "$2/started"
      kill -9 $!; kill $git
      """
    let killed = try Child([
      "/bin/sh", "-c", script, "sh", temporary, directory.path("bin"), Tool.liststore.path,
      database,
      repository,
    ]).wait()
    try #require(killed.status == 0, "\(killed.errors)")
    func left() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: temporary)
    }
    #expect(try left().count == 1)
    // What is somebody's is left; so is what looks like it and has something in it.
    let other = temporary + "/liststore-git-other"
    try FileManager.default.createDirectory(
      atPath: other + "/kept",
      withIntermediateDirectories: true
    )
    let next = try Child([
      "/usr/bin/env", "TMPDIR=\(temporary)", Tool.liststore.path, "import-git", database, "files",
      repository,
    ]).wait()
    #expect(next.status == 0, "\(next.errors)")
    #expect(try left() == ["liststore-git-other"])
  }

  @Test func `continues where it ended`() throws {
    let first = try Tool.liststore.succeed(
      "import-git",
      database,
      "files",
      repository,
      "--limit",
      "2"
    )
    #expect(first.text == "files: 2 versions committed; now at version 2\n")
    let rest = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(
      rest.text
        == "files: 1 version committed, 1 unchanged, 2 already there; now at version 3\n"
    )
    let again = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(again.text == "files: 0 versions committed, 4 already there; now at version 3\n")
  }

  @Test func `into a list of others keeps the order of times, and says so`() throws {
    try Tool.liststore.succeed("commit", database, "files", input: Documents.list("a"))
    let result = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(result.errors.contains("times of versions do not go back"), "\(result.errors)")
    let log = try Tool.liststore.succeed("log", database, "files", "--json").objects()
    let times = log.compactMap { $0["time"] as? String }
    #expect(times.count == 4 && times == times.sorted(by: >), "\(times)")
    // A time names the newest version that there was by then.
    let now = try Tool.liststore.succeed("show", database, "files", "--at", times[0])
    #expect(try now.text == Tool.liststore.succeed("show", database, "files").text)
    let again = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(again.errors.isEmpty, "\(again.errors)")
  }

  @Test func `works in a clone of the last commit alone`() throws {
    let clone = directory.path("clone")
    let result = try Child([
      "/usr/bin/env", "git", "clone", "--quiet", "--depth", "1", "file://\(repository)", clone,
    ]).wait()
    try #require(result.status == 0, "\(result.errors)")
    let imported = try Tool.liststore.succeed("import-git", database, "files", clone)
    #expect(imported.text == "files: 1 version committed; now at version 1\n")
  }

  /// Runs a script in the repository.
  private func change(_ script: String, in repository: String) throws {
    let command = ["/bin/sh", "-euc", "cd \"$0\"; \(script)", repository]
    let result = try Child(command).wait()
    try #require(result.status == 0, "\(result.errors)")
  }

  private func forget() throws {
    try Tool.liststore.succeed("compact", database, "--versions", "1", "--age", "0s")
  }

  @Test func `adds only what is new when older versions were forgotten`() throws {
    try Tool.liststore.succeed("import-git", database, "files", repository)
    try forget()
    let before = try Tool.liststore.succeed("show", database, "files").text
    let again = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(
      again.text
        == "files: 0 versions committed, 3 already there, 1 passed over; now at version 3\n"
    )
    #expect(try Tool.liststore.succeed("show", database, "files").text == before)
    let limited = try Tool.liststore.succeed(
      "import-git",
      database,
      "files",
      repository,
      "--limit",
      "1",
      "--json"
    )
    #expect(try limited.objects().last?["passedOver"] as? Int == 1)
    try change("echo 5 > five; git add .; git commit --quiet -m 5", in: repository)
    let more = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(more.text.hasPrefix("files: 1 version committed, "), "\(more.text)")
    #expect(more.text.hasSuffix("; now at version 4\n"))
    try Tool.liststore.succeed("verify", database)
  }

  @Test func `passes over what a shallow clone did not have`() throws {
    let clone = directory.path("clone")
    try change(
      "git clone --quiet --depth 1 \"file://$PWD\" ../clone",
      in: repository
    )
    try Tool.liststore.succeed("import-git", database, "files", clone)
    try change("git fetch --quiet --unshallow", in: clone)
    let before = try Tool.liststore.succeed("lists", database).text
    // What was renamed has another id now.
    let renamed = try Tool.liststore.run("import-git", database, "files", clone)
    #expect(renamed.status == 1)
    #expect(renamed.errors.contains("with other content"))
    #expect(try Tool.liststore.succeed("lists", database).text == before)

    try change("git rm --quiet three; git commit --quiet -m 5", in: repository)
    try change("echo 6 > six; git add .; git commit --quiet -m 6", in: repository)
    try change("git clone --quiet --depth 1 \"file://$PWD\" ../other", in: repository)
    let other = directory.path("other")
    try Tool.liststore.succeed("import-git", database, "other", other)
    try change("git fetch --quiet --unshallow", in: other)
    let whole = try Tool.liststore.succeed("import-git", database, "other", other)
    #expect(
      whole.text
        == "other: 0 versions committed, 1 already there, 5 passed over; now at version 1\n"
    )
  }

  @Test func `blames the name of a list, and creates nothing`() throws {
    let result = try Tool.liststore.run("import-git", database, "", repository)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("liststore: the name of the list is empty"))
    #expect(!FileManager.default.fileExists(atPath: database))
  }

  @Test func `is refused when it cannot be told what is new`() throws {
    try Tool.liststore.succeed("import-git", database, "files", repository)
    for cell in ["a", "b", "c"] {
      try Tool.liststore.succeed("commit", database, "files", input: Documents.list(cell))
    }
    try forget()
    let result = try Tool.liststore.run("import-git", database, "files", repository)
    #expect(result.status == 1)
    #expect(result.errors.contains("which commits are new cannot be told"))
    #expect(
      try Tool.liststore.succeed("show", database, "files").text == Documents.list("c") + "\n"
    )
    let clone = directory.path("clone")
    try change("git clone --quiet --depth 1 \"file://$PWD\" ../clone", in: repository)
    let last = try Tool.liststore.succeed("import-git", database, "files", clone)
    #expect(last.text == "files: 1 version committed; now at version 7\n")
    try Tool.liststore.succeed("clear", database, "files")
    let again = try Tool.liststore.succeed("import-git", database, "files", repository)
    #expect(again.text.hasPrefix("files: 3 versions committed, 1 unchanged; "), "\(again.text)")
  }

  @Test func `ends at a commit and at nothing else`() throws {
    for revision in ["HEAD:three", "HEAD^{tree}", "HEAD..HEAD"] {
      let command = ["import-git", database, "files", repository, "--rev", revision]
      let result = try Tool.liststore.run(command)
      #expect(result.status == 3)
      #expect(result.errors == "liststore: \"\(revision)\" is no commit\n")
      #expect(!FileManager.default.fileExists(atPath: database))
    }
    try Tool.liststore.succeed("import-git", database, "files", repository, "--rev", "HEAD~1")
  }

  @Test func `names a tree that is missing`() throws {
    let tree = try Child([
      "/usr/bin/env", "git", "-C", repository, "rev-parse", "HEAD~1^{tree}",
    ]).wait().lines[0]
    try change("rm -f .git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))", in: repository)
    let result = try Tool.liststore.run("import-git", database, "files", repository)
    #expect(result.status == 3)
    #expect(result.errors.contains(tree))
    #expect(result.errors.contains("git fsck"))
    #expect(!result.errors.contains("--renames"))
  }

  @Test func `without git, says what to install`() throws {
    let result = try Child([
      "/usr/bin/env", "PATH=/nowhere", Tool.liststore.path, "import-git", database, "files",
      repository,
    ]).wait()
    #expect(result.status == 3)
    #expect(result.errors.contains("git was not found in PATH"))
  }
}
