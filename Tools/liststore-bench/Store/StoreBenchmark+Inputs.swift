import Foundation
import ListModel
import ListStorage

/// The lists and the edits that are committed.
extension StoreBenchmark {
  static func id(_ number: Int) -> Cell.ID { Cell.ID("cell-\(number)") }

  /// Returns a cell with about 100 bytes of content.
  static func cell(_ id: Cell.ID, _ text: String) -> Cell {
    let title = (text + String(repeating: "·", count: 40)).prefix(80)
    let content = try? Content(parsing: Array("{\"title\":\"\(title)\",\"read\":false}".utf8))
    return Cell(
      id: id,
      component: AnyComponent(StoredComponent(type: "FeedItem", content: content))
    )
  }

  static func list(_ count: Int) -> List {
    var section = Section(id: "feed")
    section.cells = (0..<count).map { cell(id($0), "cell \($0)") }
    return List(sections: [section])
  }

  /// Returns a list of `count` sections of one cell.
  static func list(sections count: Int) -> List {
    List(
      sections: (0..<count).map { number in
        Section(id: Section.ID("section-\(number)")) {
          cell(id(number), "\(number)")
        }
      }
    )
  }

  static func withFolder(in folder: String, _ body: (String) throws -> Void) throws {
    let path = folder + "/liststore-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  /// A commit of one cell.
  enum Edit: CaseIterable {
    case update
    case insert
    case move
    case delete

    /// Returns the edit, with its values made in advance.
    func prepared(
      _ first: Int,
      _ second: Int,
      _ name: String
    ) -> (inout ListDraft) throws -> Void {
      let (cell, other) = (StoreBenchmark.id(first), StoreBenchmark.id(second))
      let inserted = Cell.ID("inserted-\(name)")
      switch self {
      case .update:
        let new = StoreBenchmark.cell(cell, "new \(name)")
        return { try $0.updateCell(new) }
      case .insert:
        let new = StoreBenchmark.cell(inserted, "inserted")
        return { try $0.insertCell(new, .after(cell)) }
      case .move:
        return { try $0.moveCell(cell, .before(other)) }
      case .delete:
        return { try $0.deleteCell(inserted) }
      }
    }

    /// Returns the rows of such a commit for a program in C.
    func prepared(
      _ first: Int,
      _ second: Int,
      _ name: String,
      for peer: CommitPeer
    ) -> PreparedCommit {
      switch self {
      case .update: peer.update(first)
      case .insert: peer.insert("inserted-\(name)", into: first)
      case .move: peer.move("cell-\(first)", from: first, to: second)
      case .delete: peer.delete("inserted-\(name)", near: first)
      }
    }
  }
}
