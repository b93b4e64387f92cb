import Foundation

/// The arguments that the shell passes to a program: bytes, which must be text here.
enum ProgramArguments {
  /// The arguments of this process, without the name of the program.
  ///
  /// `CommandLine.arguments` replaces bytes that are not UTF-8, so that different names would become
  /// equal.
  ///
  /// - Throws: ``NotText``.
  static func all() throws(NotText) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      guard let text = String(validatingCString: argument) else {
        let bytes = UnsafeBufferPointer(start: argument, count: length(of: argument))
        throw NotText(text: GitPath(bytes.lazy.map(UInt8.init(bitPattern:))).text)
      }
      arguments.append(text)
    }
    return withoutNegativeNumbers(arguments)
  }

  /// Writes `-1` as `@-1`, and `-3..-1` as `@-3..@-1`: the parser would take a version before the
  /// newest for an option.
  private static func withoutNegativeNumbers(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, takingVersions.contains(command) else { return arguments }
    return arguments.indices.map { index in
      let isValue = index > 0 && takingOtherValues.contains(arguments[index - 1])
      guard !isValue, arguments[index].hasPrefix("-") || arguments[index].contains("..-") else {
        return arguments[index]
      }
      let ends = arguments[index].components(separatedBy: "..")
      let isRange = ends.count <= 2 && ends.allSatisfy { $0.isEmpty || VersionPlace($0) != nil }
      guard isRange else { return arguments[index] }
      return ends.map { $0.hasPrefix("-") ? "@\($0)" : $0 }.joined(separator: "..")
    }
  }

  /// The subcommands with a version among their arguments.
  private static let takingVersions: Set = ["diff", "log", "revert", "undo"]
  /// Their options with a value that is no version.
  private static let takingOtherValues: Set = [
    "-n", "--limit", "--last", "-m", "--message", "--key", "--author", "--cell", "--section",
    "--grep",
  ]

  private static func length(of argument: UnsafePointer<CChar>) -> Int {
    var length = 0
    while argument[length] != 0 { length += 1 }
    return length
  }

  /// An argument that is not UTF-8.
  struct NotText: Error, CustomStringConvertible {
    /// The argument, with `\xHH` for each byte that is not part of UTF-8.
    let text: String

    var description: String { "the argument '\(text)' is not UTF-8" }
  }
}
