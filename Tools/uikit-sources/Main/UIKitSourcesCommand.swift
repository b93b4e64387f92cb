import Foundation
import UIKitSources

/// Writes the Swift sources of a folder as they are compiled where there is no Objective-C.
///
/// The folder that is written gets the same files in the same folders; files of it that come from nowhere
/// stay as they are.
@main
struct UIKitSourcesCommand {
  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("uikit-sources: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: uikit-sources SOURCES DESTINATION\n".utf8))
      exit(64)
    }
    let source = URL(fileURLWithPath: arguments[0]).standardizedFileURL
    let destination = URL(fileURLWithPath: arguments[1]).standardizedFileURL
    let names = try swiftFiles(in: source)
    guard !names.isEmpty else {
      throw CommandError("there is no Swift file in \(source.path); name the folder of the screens")
    }
    guard !destination.path.hasPrefix(source.path + "/"), destination != source else {
      throw CommandError("\(destination.path) is in the folder that is read; name another one")
    }
    let files = try names.map { name in
      (name: name, text: try String(contentsOf: source.appending(path: name), encoding: .utf8))
    }
    for (name, text) in ScreenSources(files).translated {
      let file = destination.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      if (try? String(contentsOf: file, encoding: .utf8)) != text {
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
    }
    print("\(files.count) files written to \(destination.path)")
  }

  private static func swiftFiles(in folder: URL) throws -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder),
      isFolder.boolValue
    else { throw CommandError("\(folder.path) is no folder") }
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted()
  }
}

/// A mistake of the person who called.
private struct CommandError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
