import ArgumentParser
import ListPictures

/// A film in a file: a page, a drawing or text, by the extension of the file's name.
enum FilmFile {
  /// Checks the name of a file.
  ///
  /// - Throws: `ValidationError` if its extension is not known.
  static func check(_ path: String) throws(ValidationError) {
    if Film.Form(fileName: path) == nil {
      throw ValidationError("--film \(path): expected a name that ends with .html, .svg or .txt")
    }
  }

  /// Writes a film.
  ///
  /// - Throws: ``UnreadableFile`` if it cannot be written.
  static func write(_ film: Film, to path: String, scale: Double = 1) throws {
    let form = Film.Form(fileName: path) ?? .html
    let text = form == .svg ? film.svg(scale: scale) : film.document(form)
    try OutputFile.write(Array(text.utf8), to: path)
  }
}
