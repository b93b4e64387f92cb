/// What the shell hands to a program: bytes, which here must be text.
enum ProgramArguments {
  /// The arguments of this process, without the name of the program.
  ///
  /// `CommandLine.arguments` repairs what is not UTF-8, so that different names would become one.
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

  /// Writes versions before the newest, which the parser would take for options, with an `@`.
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
    /// The argument, with `\xHH` for each byte that is no text.
    let text: String

    var description: String { "the argument '\(text)' is not UTF-8" }
  }
}
