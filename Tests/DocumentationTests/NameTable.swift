import Foundation

/// The tables of a page that says what each name of another library is called here.
enum NameTable {
  /// The rows of all tables, without their heads; `library` is what the first column's head says.
  static func rows(of page: URL, _ library: String) throws -> [[String]] {
    try String(contentsOf: page, encoding: .utf8)
      .split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| \(library)") && !$0.contains("| here |") }
      .map { line in
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  /// What stands between back quotes.
  static func names(_ column: String) -> [String] {
    column.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}

/// The names that the sources in a folder declare.
struct Declarations: Sendable {
  private var names: Set<String> = []
  /// The labels of the parameters of each function, initializer, case and subscript of a name.
  private var signatures: [String: [[String]]] = [:]

  /// Those of all modules: reading them takes seconds.
  static let ofAllModules = Result {
    try Declarations(
      in: URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")
    )
  }

  init(in folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let keyword =
      #/
      \b(?:func|var|let|case|struct|enum|class|protocol|typealias|associatedtype)\s+
      `?(?<name>[A-Za-z_]\w*|==)`?
      | \b(?<initializer>init)\??(?=[\(<])
      /#
    for case let file as URL in files ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: keyword) {
        let name = String(match.name ?? match.initializer ?? "")
        names.insert(name)
        signatures[name, default: []].append(Self.labels(text[match.range.upperBound...]))
      }
    }
  }

  /// Whether a name as it is written in the tables, `Type.member(label:)`, is declared.
  ///
  /// Labels of parameters that have defaults may be left out.
  func contains(_ name: String) -> Bool {
    let parts = name.split(separator: "(", maxSplits: 1)
    var path = (parts.first ?? "").split(separator: ".").map(String.init)
    let member = path.popLast() ?? ""
    guard path.allSatisfy(names.contains), names.contains(member) else { return false }
    guard parts.count == 2 else { return true }
    let labels = parts[1].dropLast().split(separator: ":").map(String.init)
    return signatures[member, default: []].contains { Self.isSubsequence(labels, of: $0) }
  }

  private static func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for label in part {
      guard let index = rest.firstIndex(of: label) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// The labels of the parameter list that `text` begins with; none if it begins with none.
  private static func labels(_ text: Substring) -> [String] {
    let text = text.drop { $0 != "(" && !$0.isNewline && $0 != "{" && $0 != "=" }
    guard text.first == "(" else { return [] }
    var depth = 0
    var labels: [String] = []
    var word = ""
    var expectsLabel = true
    var previous: Character = " "
    for character in text {
      defer { previous = character }
      switch character {
      case ">" where previous == "-": break
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      case "," where depth == 1: (expectsLabel, word) = (true, "")
      case "@" where depth == 1, "A"..."Z", "a"..."z", "_":
        if depth == 1, expectsLabel { word.append(character) }
      case "0"..."9":
        if depth == 1, expectsLabel { word.append(character) }
      default:
        if depth == 1, expectsLabel, !word.isEmpty, !word.hasPrefix("@") {
          labels.append(word)
          expectsLabel = false
        } else if word.hasPrefix("@") {
          word = ""
        }
      }
      if depth == 0 { break }
    }
    return labels
  }
}
