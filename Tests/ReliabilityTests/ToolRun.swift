import Foundation
import ListTestSupport
import ReliabilitySupport

/// What a program has printed by its end.
struct ToolRun {
  let status: Int32
  let output: String
  let errors: String

  /// `liststore`: it is built beside the test runner.
  static var tool: String {
    var directory = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    directory.deleteLastPathComponent()
    return directory.appendingPathComponent("liststore").path
  }

  /// Runs `liststore` in a folder.
  init(_ arguments: String..., in folder: ScratchFolder) throws {
    try self.init([Self.tool] + arguments, in: folder.path, seconds: 600)
  }

  /// Runs a command, which is killed if it takes longer than it may.
  init(_ command: [String], in folder: String? = nil, seconds: Int) throws {
    // Files, so that nobody waits for a pipe.
    let outputs = try ScratchFolder()
    let process = SpawnedProcess()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    for (name, keyPath) in [
      ("out", \SpawnedProcess.standardOutput), ("err", \SpawnedProcess.standardError),
    ] {
      try Data().write(to: URL(fileURLWithPath: outputs.file(name)))
      process[keyPath: keyPath] = FileHandle(forWritingAtPath: outputs.file(name))
    }
    try process.run()
    process.killAfter(seconds: Double(seconds))
    process.waitUntilExit()
    status = process.terminationReason == .exit ? process.terminationStatus : -1
    func text(_ name: String) throws -> String {
      String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: outputs.file(name))),
        as: UTF8.self
      )
    }
    (output, errors) = (try text("out"), try text("err"))
  }
}
