import ListDiff
import ListModel

/// A changeset of cells, as a program would declare it to encode it with Foundation's JSON coder.
struct PlainChangeset: Codable {
  struct Component: Codable {
    var type: String
    var content: String
  }

  struct Operation: Codable {
    var id: String
    var from: [Int]?
    var at: [Int]
    var old: Component?
    var new: Component?
  }

  var deleted: [Operation]
  var inserted: [Operation]
  var moved: [Operation]
  var updated: [Operation]

  var operationCount: Int { deleted.count + inserted.count + moved.count + updated.count }

  init(_ changeset: Changeset) throws {
    deleted = try changeset.deletedCells.map {
      Operation(id: $0.id.rawValue, at: Self.path($0.at), old: try Component($0.component))
    }
    inserted = try changeset.insertedCells.map {
      Operation(id: $0.id.rawValue, at: Self.path($0.at), new: try Component($0.component))
    }
    moved = changeset.movedCells.map {
      Operation(id: $0.id.rawValue, from: Self.path($0.from), at: Self.path($0.to))
    }
    updated = try changeset.updatedCells.map {
      Operation(
        id: $0.id.rawValue,
        from: Self.path($0.from),
        at: Self.path($0.at),
        old: try Component($0.old),
        new: try Component($0.new)
      )
    }
  }

  private static func path(_ path: CellPath) -> [Int] { [path.section, path.item] }
}

extension PlainChangeset.Component {
  init(_ component: AnyComponent) throws {
    let stored = try component.stored()
    self.init(type: stored.type, content: stored.content?.text ?? "")
  }
}
