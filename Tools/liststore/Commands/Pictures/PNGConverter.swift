import Foundation

/// Converts drawings to pixels with `rsvg-convert` of librsvg.
enum PNGConverter {
  /// Converts a drawing.
  ///
  /// - Parameter svg: An SVG document.
  /// - Returns: The bytes of a PNG file.
  /// - Throws: ``MissingConverter`` if the program is not installed, ``UnreadableFile`` if it fails.
  static func png(_ svg: String) throws -> [UInt8] {
    guard let program = executable() else { throw MissingConverter() }
    let input = try GitProcess.temporaryFile()
    try input.write(contentsOf: Data(svg.utf8))
    try input.seek(toOffset: 0)
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = ["--format", "png"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, !bytes.isEmpty else {
      throw UnreadableFile(
        path: "the picture",
        operation: .write,
        reason: "rsvg-convert ended with status \(process.terminationStatus)"
      )
    }
    return Array(bytes)
  }

  private static func executable() -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/rsvg-convert" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { URL(fileURLWithPath: $0) }
  }
}

/// The error that the program to convert drawings is not installed.
struct MissingConverter: Error, CustomStringConvertible {
  var description: String {
    "PNG is made by rsvg-convert, which is not in PATH: expected it, or --format svg"
  }
}
