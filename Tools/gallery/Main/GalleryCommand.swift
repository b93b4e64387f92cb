import Foundation
import GalleryScreens

/// Writes the gallery: a page, and a drawing for each picture on it.
///
/// Each picture stands above the code that made it: the lines of its source between `// begin NAME` and
/// `// end NAME`.
@main
struct GalleryCommand {
  @MainActor static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("gallery: \(error)\n".utf8))
      exit(1)
    }
  }

  @MainActor private static func run() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let root = arguments.first, let page = arguments.last else {
      print("usage: gallery SOURCES PAGE")
      exit(64)
    }
    let folder = URL(fileURLWithPath: page).deletingPathExtension()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let code = try CodeBlocks(in: URL(fileURLWithPath: root))
    var text = """
      # Gallery

      Lists as `ListPictures` draws them; `make gallery` writes this page. Its letters stand where \
      they were measured if the reader has Liberation Sans, Arial or Helvetica.

      """
    for picture in GalleryPicture.all {
      let svg = try picture.svg()
      try Data(svg.utf8).write(to: folder.appendingPathComponent("\(picture.name).svg"))
      text += "\n## \(picture.title)\n\n\(picture.text)\n\n"
      text += "![\(picture.title)](\(folder.lastPathComponent)/\(picture.name).svg)\n"
      if let block = code[picture.name] { text += "\n```text\n\(block)\n```\n" }
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: page))
  }
}

/// The lines of sources between `// begin NAME` and `// end NAME`.
private struct CodeBlocks {
  private var blocks: [String: [[String]]] = [:]

  init(in folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for file in files where file.hasSuffix(".swift") {
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      var name: String?
      for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.split(separator: " ")
        if words.count == 3, words[0] == "//", words[1] == "begin" {
          name = String(words[2])
          blocks[String(words[2]), default: []].append([])
        } else if words.count == 3, words[0] == "//", words[1] == "end" {
          name = nil
        } else if let name, let last = blocks[name]?.indices.last {
          blocks[name]?[last].append(String(line))
        }
      }
    }
  }

  subscript(name: String) -> String? {
    blocks[name]?.map { lines in
      let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
