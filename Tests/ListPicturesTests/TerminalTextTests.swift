import Foundation
import ListDiff
import ListModel
import ListPictures
import ListRendering
import Testing

/// What pictures and commands write to a terminal.
struct TerminalTextTests {
  @Test func `every character takes the columns that another program has measured`() throws {
    let recording = try RecordedColumns()
    var wrong: [String] = []
    for value in UInt32(0x20)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), recording.covers(scalar) else { continue }
      let columns = Character(scalar).terminalColumns
      let recorded = recording.columns(of: scalar)
      if columns != recorded { wrong.append("\(scalar.escaped): \(columns), not \(recorded)") }
    }
    #expect(wrong.isEmpty)
    for (text, recorded) in recording.sequences {
      #expect(text.terminalColumns == recorded, "\(text.unicodeScalars.map(\.escaped))")
    }
    #expect(recording.sequences.count > 250)
  }

  @Test func `a frame stays closed around any text`() throws {
    let recording = try RecordedColumns()
    for texts in recording.sequences.chunked(8) {
      let cells = try texts.enumerated().map { index, entry in
        Cell(
          id: Cell.ID("\(index)"),
          component: AnyComponent(
            StoredComponent(type: "T", content: try Content(encoding: ["title": entry.text]))
          )
        )
      }
      let picture = try Picture(
        of: List(sections: [Section(id: "s", cells: cells)]),
        on: PictureScreen(width: 210, height: 400)
      )
      let lines = picture.text().split(separator: "\n").filter { $0.first == "│" }
      #expect(lines.count >= texts.count)
      // 31 columns, with a frame at both ends; the texts have no frames themselves.
      for line in lines {
        let columns = recording.columns(of: line.dropFirst().dropLast())
        #expect(line.last == "│" && columns == 29, "\(line.unicodeScalars.map(\.escaped))")
      }
    }
  }

  @Test func `no picture as text contains a character that a terminal obeys`() throws {
    let obeyed = (0...0x1F_FFFF).compactMap(Unicode.Scalar.init).filter(RecordedColumns.isObeyed)
    #expect(obeyed.count == 65 + 2 + 12)
    for scalar in obeyed where scalar != "\n" && scalar != "\t" && scalar != "\r" {
      let text = "a\(scalar)b"
      #expect(text.printable == "a\u{FFFD}b")
      let list = List(sections: [
        Section(id: "s", cells: [Cell(id: "c", component: Fixture.Text(text))])
      ])
      let picture = try Picture(of: list)
      var comparison = PictureComparison(from: picture, to: picture, by: .init())
      comparison.titles = (text, text)
      var film = Film(title: text)
      film.add(picture, caption: text)
      for written in [picture.text(), comparison.text(), film.text()] {
        #expect(written.unicodeScalars.allSatisfy { $0 != scalar }, "\(scalar.escaped)")
      }
      #expect(comparison.text().hasPrefix("a\u{FFFD}b\n"))
    }
  }

  @Test(arguments: [
    ("日本語", 5, "日本…"), ("日本語", 6, "日本語"), ("⚠️⚠️", 3, "⚠️…"), ("abc", 3, "abc"),
    ("abcd", 3, "ab…"), ("a\u{200B}b", 2, "a\u{200B}b"), ("日本", 1, "…"), ("", 0, ""),
  ])
  func `a cut text takes no more columns than there are`(text: String, room: Int, cut: String) {
    #expect(text.cut(toTerminalColumns: room) == cut)
    #expect(text.prefix(terminalColumns: room).terminalColumns <= room)
    #expect(text.suffix(terminalColumns: room).terminalColumns <= room)
  }
}

/// The columns of characters and sequences as another program has measured them.
private struct RecordedColumns {
  private var singles: [(range: ClosedRange<UInt32>, columns: Int)] = []
  private(set) var sequences: [(text: String, columns: Int)] = []

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Recordings/columns.txt")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      let parts = line.split(separator: ":")
      let columns = try #require(Int(parts[0]))
      for entry in parts[1].split(separator: " ") {
        let range = entry.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        if let first = range.first, let last = range.last {
          singles.append((first...last, columns))
        } else {
          let scalars = entry.split(separator: "+").compactMap { UInt32($0, radix: 16) }
            .compactMap(Unicode.Scalar.init)
          sequences.append((String(String.UnicodeScalarView(scalars)), columns))
        }
      }
    }
    singles.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether the recording tells the columns of the character by itself.
  func covers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate,
      .spacingMark:
      false
    default: true
    }
  }

  func columns(of scalar: Unicode.Scalar) -> Int {
    var (low, high) = (0, singles.count)
    while low < high {
      let middle = (low + high) / 2
      if singles[middle].range.upperBound < scalar.value { low = middle + 1 } else { high = middle }
    }
    guard low < singles.count, singles[low].range.contains(scalar.value) else { return 1 }
    return singles[low].columns
  }

  /// Measures a line that has one of the recorded sequences in it, and else single characters.
  func columns(of line: Substring) -> Int {
    let texts = line.trimmingCharacters(in: ["│", " "])
    let rest = line.unicodeScalars.count - texts.unicodeScalars.count
    let known = sequences.first { $0.text == texts }?.columns
    return rest + (known ?? texts.unicodeScalars.reduce(0) { $0 + columns(of: $1) })
  }

  static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E,
      0x2066...0x2069:
      true
    default: false
    }
  }
}

extension Unicode.Scalar {
  fileprivate var escaped: String { "U+\(String(value, radix: 16, uppercase: true))" }
}

extension Array {
  fileprivate func chunked(_ size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}
