import ArgumentParser
import Foundation
import Glibc

/// Whether long output is shown a page at a time.
struct PagerOptions: ParsableArguments {
  @Flag(help: "Print all at once, also on a terminal.")
  var noPager = false

  /// Passes all further output to a pager, if standard output is a terminal.
  func begin() {
    if !noPager, Terminal.output.isInteractive { Pager.begin() }
  }
}

/// A program that shows standard output a page at a time.
///
/// `LISTSTORE_PAGER` or `PAGER` names it, else it is `less`; an empty name or `cat` means no pager. As
/// in git, `LESS=FRX` makes `less` end by itself if everything fits on the screen, and pass colours on.
enum Pager {
  /// Runs until the end of the program; see ``finish()``.
  nonisolated(unsafe) private static var process: Process?

  /// Starts the pager; if none can be started, everything is printed directly.
  ///
  /// Only the thread that runs a command calls this and ``finish()``, one after the other.
  static func begin() {
    let environment = ProcessInfo.processInfo.environment
    let command = environment["LISTSTORE_PAGER"] ?? environment["PAGER"] ?? "less"
    guard process == nil, !command.isEmpty, command != "cat" else { return }
    let pipe = Pipe()
    let pager = Process()
    pager.executableURL = URL(fileURLWithPath: "/bin/sh")
    pager.arguments = ["-c", command]
    pager.environment = environment.merging(["LESS": "FRX", "LV": "-c"]) { own, _ in own }
    pager.standardInput = pipe
    guard (try? pager.run()) != nil else { return }
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
    try? pipe.fileHandleForWriting.close()
    process = pager
  }

  /// Lets the pager show the rest of the output, and waits until the reader quits it.
  static func finish() {
    guard let pager = process else { return }
    process = nil
    // This ends the input of the pager.
    close(STDOUT_FILENO)
    _ = open("/dev/null", O_WRONLY)
    pager.waitUntilExit()
  }
}
