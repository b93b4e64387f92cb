import ArgumentParser
import Foundation
import Glibc
import ListPictures
import ListRendering

/// The screen on which a list is drawn.
struct ScreenOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The size of the screen of a picture, in points.", valueName: "WxH")
  )
  var viewport = "390x844"

  @Option(help: ArgumentHelp("How far a picture is scrolled, in points.", valueName: "points"))
  var offset = 0.0

  @Flag(help: "Draw a dark screen.")
  var dark = false

  @Option(help: ArgumentHelp("How many pixels a point of a picture has.", valueName: "N"))
  var scale = 1.0

  /// The screen.
  var screen: PictureScreen {
    let size = Self.size(viewport) ?? (390, 844)
    return PictureScreen(
      width: size.width,
      height: size.height,
      contentOffset: offset,
      appearance: dark ? .dark : .light
    )
  }

  mutating func validate() throws {
    guard Self.size(viewport) != nil else {
      throw ValidationError(
        "--viewport \(viewport): expected a width and a height from 1 to 20000, such as 390x844"
      )
    }
    guard offset >= 0, offset <= 1e9 else {
      throw ValidationError("--offset \(offset): expected 0 to 1000000000 points")
    }
    guard scale >= 0.1, scale <= 8 else {
      throw ValidationError("--scale \(scale): expected 0.1 to 8")
    }
  }

  private static func size(_ text: String) -> (width: Double, height: Double)? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      1...20_000 ~= width, 1...20_000 ~= height
    else { return nil }
    return (width, height)
  }
}

/// Whether a list is drawn, in which format, and into which file.
struct PictureOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Draw a picture: svg, png, html or text.", valueName: "format"))
  var format: PictureFormat?

  @OptionGroup var screenOptions: ScreenOptions

  @Option(help: ArgumentHelp("Write the picture to this file.", valueName: "FILE"))
  var output: String?

  /// The screen.
  var screen: PictureScreen { screenOptions.screen }

  /// Checks that the options do not exclude each other.
  func validate(besides other: String?) throws {
    if format != nil, let other {
      throw ValidationError("--format and \(other) exclude each other")
    }
    guard let output else {
      if format == .png, isatty(STDOUT_FILENO) == 1 {
        throw ValidationError("--format png: expected --output FILE, or a pipe")
      }
      return
    }
    try Path.require(output, "--output")
    if format == nil { throw ValidationError("--output: expected --format svg, png, html or text") }
  }

  /// Writes a picture to its file or to standard output.
  func print(_ picture: Picture, as format: PictureFormat, titled title: String) throws {
    switch format {
    case .svg: try write(picture.svg(scale: screenOptions.scale))
    case .png: try write(try PNGConverter.png(picture.svg(scale: screenOptions.scale)))
    case .html: try write(picture.html(title: title))
    case .text: try write(picture.text(columns: columns))
    }
  }

  /// Writes a comparison to its file or to standard output.
  func print(
    _ comparison: PictureComparison,
    as format: PictureFormat,
    titled title: String
  ) throws {
    switch format {
    case .svg: try write(comparison.svg(scale: screenOptions.scale))
    case .png: try write(try PNGConverter.png(comparison.svg(scale: screenOptions.scale)))
    case .html: try write(comparison.html(title: title))
    case .text: try write(comparison.text(columns: columns))
    }
  }

  /// The columns of the terminal; `nil` for as many as the picture needs.
  private var columns: Int? {
    output != nil || Terminal.output.columns == Terminal.unbounded ? nil : Terminal.output.columns
  }

  /// Whether the picture is text that a person can read page by page.
  var isReadable: Bool { output == nil && format != .png }

  private func write(_ text: String) throws { try write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) throws {
    guard let output else {
      let standard = StandardOutput()
      try standard.write(bytes)
      return try standard.flush()
    }
    try OutputFile.write(bytes, to: output)
  }
}

/// The format of a picture.
enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case svg, png, html, text
}

/// A file that a command writes.
enum OutputFile {
  /// Writes a file whole, or not at all.
  ///
  /// - Throws: ``UnreadableFile``.
  static func write(_ bytes: [UInt8], to path: String) throws(UnreadableFile) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let reason = (error as NSError).localizedDescription
      throw UnreadableFile(path: path, operation: .write, reason: reason)
    }
  }
}
