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

  /// Writes `-1` as `@-1`: the parser would take a version before the newest for an option.
  private static func withoutNegativeNumbers(_ arguments: [String]) -> [String] {
    guard arguments.first == "diff" else { return arguments }
    return arguments.map { argument in
      let digits = argument.dropFirst()
      let isNumber =
        argument.first == "-" && !digits.isEmpty && digits.allSatisfy(\.isASCII)
        && Int(digits) != nil && digits.first != "-"
      return isNumber ? "@\(argument)" : argument
    }
  }

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
