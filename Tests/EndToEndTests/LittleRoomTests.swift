import Foundation
import ListTestSupport
import Testing

/// A store on a device with little room left: it goes on as long as it can, and can make room.
@Suite(.enabled(if: Privilege.mayMount, "this machine does not allow mounting a file system"))
struct LittleRoomTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// A history of a list, a version in about 15 KB: few cells with long texts, which are read quickly.
  private func history(versions: Int) throws -> String {
    let lines = (1...versions).map { version in
      let text = String(repeating: "text of \(version) ", count: 25)
      return Documents.list(
        cells: (0..<50).map { #"{"id":"c\#($0)","type":"T","content":"\#($0) \#(text)"}"# }
      )
    }
    return try directory.write(Data(lines.joined(separator: "\n").utf8), to: "lines").path
  }

  /// A store with such a history.
  private func store(versions: Int) throws -> String {
    let store = directory.path("store.db")
    let history = try history(versions: versions)
    try Tool.liststore.succeed("import", store, "home", history, "--durability", "normal")
    return store
  }

  /// Runs a script with a file system of its own at `$1`, which `$0`, the program, has a store on; `$2`
  /// is a file.
  private func run(megabytes: Int, _ file: String, _ script: String) throws -> Tool.Result {
    let mount = directory.path("mount")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    let begin = "mount -t tmpfs -o size=\(megabytes)m tmpfs \"$1\" || exit 77; db=\"$1/a.db\"\n"
    return try Child([
      "/usr/bin/env", "unshare", "--mount", "--map-root-user", "/bin/sh", "-c", begin + script,
      Tool.liststore.path, mount, file,
    ]).wait()
  }

  /// Fills the device but for some kilobytes.
  private func fill(leaving kilobytes: Int) -> String {
    """
    dd if=/dev/zero of="$1/ballast" bs=1k 2>/dev/null; truncate -s -\(kilobytes)K "$1/ballast"

    """
  }

  @Test(arguments: [128, 1_024])
  func `old versions are forgotten where there is hardly any room`(kilobytes: Int) throws {
    let script =
      """
      cp "$2" "$db"
      stat -c "%s before" "$db"

      """ + fill(leaving: kilobytes) + """
        "$0" compact "$db" --versions 1 --age 0s --json; echo "status $?"
        stat -c "%s after" "$db"
        "$0" verify "$db"
        """
    let result = try run(megabytes: 64, store(versions: 200), script)
    func size(_ moment: String) -> Int? {
      result.lines.first { $0.hasSuffix(" \(moment)") }.flatMap {
        Int($0.dropLast(moment.count + 1))
      }
    }
    #expect(result.lines.contains("status 0"), "\(result.text)\(result.errors)")
    #expect(result.text.contains("\"removedVersions\":198"), "\(result.text)\(result.errors)")
    #expect(!result.text.contains("obstacle"))
    let (before, after) = (try #require(size("before")), try #require(size("after")))
    #expect(before > 1_000_000 && after < before / 4, "\(before) to \(after)")
    #expect(result.text.contains("ok: 1 list, 1 version"))
  }

  @Test func `a compaction that fails has forgotten nothing, and one that has done a part says so`()
    throws
  {
    let store = try store(versions: 60)
    for kilobytes in stride(from: 8, through: 120, by: isSoak ? 8 : 24) {
      let script =
        """
        cp "$2" "$db"

        """ + fill(leaving: kilobytes) + """
          "$0" compact "$db" --versions 1 --age 0s --json; echo "status $?"
          rm "$1/ballast"
          "$0" stats "$db" --json
          "$0" verify "$db"
          """
      let result = try run(megabytes: 16, store, script)
      let floor = result.text.firstMatch(of: /"floor":(\d+)/).flatMap { Int($0.1) }
      let removed = result.text.firstMatch(of: /"removedVersions":(\d+)/).flatMap { Int($0.1) }
      #expect(result.text.contains("ok: 1 list"), "\(result.text)\(result.errors)")
      if result.lines.contains("status 0") {
        #expect(max(floor ?? 0, 1) - 1 == removed, "\(kilobytes): \(result.text)")
        let isWhole = removed == 58 && !result.text.contains("\"obstacle\"")
        #expect(isWhole || result.errors.contains("not everything was done: no space left"))
      } else {
        #expect(result.lines.contains("status 3"), "\(kilobytes): \(result.text)")
        #expect(floor == 0, "\(kilobytes): \(result.text)")
      }
    }
  }

  @Test func `a full device is read from, and who cannot write is told what makes room`() throws {
    let script = """
      cp "$2" "$db"

      """ + fill(leaving: 0) + """
        for command in lists show log verify; do
          case $command in show) list=home;; log) list='home --json';; *) list=;; esac
          "$0" $command "$db" $list > "$2.answer"; echo "$command $?"
          "$0" $command "$2" $list | cmp - "$2.answer"
        done
        "$0" query "$db" "SELECT count(*) FROM versions" || echo failed
        "$0" set "$db" home c1 1; echo "set $?"
        rm "$1/ballast"
        "$0" set "$db" home c1 1; echo "set $?"
        """
    let store = try store(versions: 5)
    let result = try run(megabytes: 4, store, script)
    for line in ["lists 0", "show 0", "log 0", "verify 0", "set 3", "set 0"] {
      #expect(result.lines.contains(line), "\(result.text)\(result.errors)")
    }
    #expect(!result.text.contains("failed") && !result.text.contains("differ"), "\(result.text)")
    #expect(result.errors.contains("compact DB --versions N --age 0s"), "\(result.errors)")
  }

  @Test
  func `a device that commits have filled can be committed to when there is room, and cleared`()
    throws
  {
    let script = """
      dd if=/dev/zero of="$1/ballast" bs=1k count=512 2>/dev/null
      "$0" import "$db" home "$2" > /dev/null; echo "import $?"
      rm "$1/ballast"
      head -1 "$2" | "$0" commit "$db" new -; echo "commit $?"
      "$0" clear "$db" home; echo "clear $?"
      "$0" compact "$db"; echo "compact $?"
      stat -c "%s after" "$db"
      "$0" verify "$db"
      """
    let result = try run(megabytes: 4, history(versions: 200), script)
    for line in ["import 3", "commit 0", "clear 0", "compact 0"] {
      #expect(result.lines.contains(line), "\(result.text)\(result.errors)")
    }
    #expect(result.text.contains("ok: 2 lists"), "\(result.text)")
  }

  @Test func `what commits have filled a device with is versions, and not the log`() throws {
    let script = """
      "$0" import "$db" home "$2" > /dev/null; echo "import $?"
      stat -c "%s after" "$db"
      "$0" compact "$db" --versions 1 --age 0s; echo "compact $?"
      "$0" verify "$db"
      """
    let result = try run(megabytes: 4, history(versions: 200), script)
    #expect(result.lines.contains("import 3"), "\(result.text)")
    let size = result.lines.first { $0.hasSuffix(" after") }.flatMap { Int($0.dropLast(6)) }
    #expect(try #require(size) > 3_000_000)
    #expect(result.lines.contains("compact 0"), "\(result.text)\(result.errors)")
    #expect(result.text.contains("ok: 1 list, 1 version"), "\(result.text)")
  }
}
