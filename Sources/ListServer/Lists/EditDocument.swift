import ListModel
import ListStorage

/// Edits as JSON: what `PATCH` sends.
///
/// ```json
/// {"edits":[
///   {"insert":{"id":"a9","type":"Post","content":{"title":"Nine"}},"end":"feed"},
///   {"set":{"id":"a3","type":"Post","content":{"title":"Three"}}},
///   {"move":"a4","before":"a1"},
///   {"delete":"a2"},
///   {"insertSection":{"id":"news","cells":[]},"after":"feed"},
///   {"moveSection":"news","before":"feed"},
///   {"deleteSection":"old"}
/// ]}
/// ```
///
/// A place is one of `start` and `end` (of a section), `before` and `after` (a cell); for sections, `before`
/// and `after` (a section), or none for the end. Edits apply one after another, all or none.
struct EditDocument: Sendable {
  private let edits: [Edit]

  /// Reads the document.
  ///
  /// - Throws: `InvalidDocument`, which names the path of the fault.
  init(document: [UInt8]) throws(InvalidDocument) {
    do {
      edits = try JSONReader.read(document) { reader throws(JSONFault) in try reader.readEdits() }
    } catch {
      throw InvalidDocument(error, in: document)
    }
  }

  /// Applies the edits.
  ///
  /// - Throws: `ListStoreError.invalidEdit` for one that does not fit.
  func apply(to draft: inout ListDraft) throws {
    for edit in edits { try edit.apply(to: &draft) }
  }
}

/// One edit.
private enum Edit: Sendable {
  case insert(Cell, CellPlacement)
  case set(Cell)
  case move(Cell.ID, CellPlacement)
  case delete(Cell.ID)
  case insertSection(Section, SectionPlacement)
  case moveSection(Section.ID, SectionPlacement)
  case deleteSection(Section.ID)

  func apply(to draft: inout ListDraft) throws {
    switch self {
    case .insert(let cell, let place): try draft.insertCell(cell, place)
    case .set(let cell): try draft.updateCell(cell)
    case .move(let cell, let place): try draft.moveCell(cell, place)
    case .delete(let cell): try draft.deleteCell(cell)
    case .insertSection(let section, let place): try draft.insertSection(section, place)
    case .moveSection(let section, let place): try draft.moveSection(section, place)
    case .deleteSection(let section): try draft.deleteSection(section)
    }
  }
}

private enum DocumentMember: String, CaseIterable, Sendable {
  case edits
}

private enum EditMember: String, CaseIterable, Sendable {
  case insert, set, move, delete, insertSection, moveSection, deleteSection
  case start, end, before, after

  var isPlace: Bool { [.start, .end, .before, .after].contains(self) }
}

private let documentMembers = JSONMembers(DocumentMember.self)
private let editMembers = JSONMembers(EditMember.self)

/// What an edit does, before its place is known.
private enum Action {
  case insert(Cell)
  case set(Cell)
  case move(Cell.ID)
  case delete(Cell.ID)
  case insertSection(Section)
  case moveSection(Section.ID)
  case deleteSection(Section.ID)
}

extension JSONReader {
  fileprivate mutating func readEdits() throws(JSONFault) -> [Edit] {
    var edits: [Edit]?
    var object = try startObject()
    while try nextMember(of: &object, among: documentMembers) != nil {
      var array = try startArray()
      var read: [Edit] = []
      while try nextElement(of: &array) { read.append(try readEdit()) }
      edits = read
    }
    guard let edits else { throw missing("edits", in: object) }
    return edits
  }

  private mutating func readEdit() throws(JSONFault) -> Edit {
    let start = position
    var action: Action?
    var place: (member: EditMember, id: String)?
    var object = try startObject()
    while let member = try nextMember(of: &object, among: editMembers) {
      let here = position
      if member.isPlace {
        guard place == nil else { throw JSONFault(at: here, "an edit has one place") }
        let id: Cell.ID = try readIdentifier()
        place = (member, id.rawValue)
      } else {
        guard action == nil else { throw JSONFault(at: here, "an edit does one thing") }
        action = try readAction(member)
      }
    }
    guard let action else {
      throw JSONFault(
        at: start,
        "expected one of insert, set, move, delete, insertSection, moveSection and deleteSection"
      )
    }
    return try edit(action, place, at: start)
  }

  private mutating func readAction(_ member: EditMember) throws(JSONFault) -> Action? {
    switch member {
    case .insert: .insert(try readCell())
    case .set: .set(try readCell())
    case .move: .move(try readIdentifier())
    case .delete: .delete(try readIdentifier())
    case .insertSection: .insertSection(try readSection())
    case .moveSection: .moveSection(try readIdentifier())
    case .deleteSection: .deleteSection(try readIdentifier())
    case .start, .end, .before, .after: nil
    }
  }

  private func edit(
    _ action: Action,
    _ place: (member: EditMember, id: String)?,
    at start: Int
  ) throws(JSONFault) -> Edit {
    switch action {
    case .insert(let cell): return .insert(cell, try cellPlace(place, at: start))
    case .move(let cell): return .move(cell, try cellPlace(place, at: start))
    case .insertSection(let section):
      return .insertSection(section, try sectionPlace(place, at: start))
    case .moveSection(let section): return .moveSection(section, try sectionPlace(place, at: start))
    case .set, .delete, .deleteSection: break
    }
    if let place {
      throw JSONFault(at: start, member: place.member.rawValue, "this edit has no place")
    }
    switch action {
    case .set(let cell): return .set(cell)
    case .delete(let cell): return .delete(cell)
    case .deleteSection(let section): return .deleteSection(section)
    default: throw JSONFault(at: start, "this edit has no place")
    }
  }

  private func cellPlace(
    _ place: (member: EditMember, id: String)?,
    at start: Int
  ) throws(JSONFault) -> CellPlacement {
    switch place?.member {
    case .start?: return .start(of: Section.ID(place?.id ?? ""))
    case .end?: return .end(of: Section.ID(place?.id ?? ""))
    case .before?: return .before(Cell.ID(place?.id ?? ""))
    case .after?: return .after(Cell.ID(place?.id ?? ""))
    default:
      throw JSONFault(
        at: start,
        "expected a place: start or end of a section, before or after a cell"
      )
    }
  }

  private func sectionPlace(
    _ place: (member: EditMember, id: String)?,
    at start: Int
  ) throws(JSONFault) -> SectionPlacement {
    guard let place else { return .end }
    switch place.member {
    case .before: return .before(Section.ID(place.id))
    case .after: return .after(Section.ID(place.id))
    default:
      throw JSONFault(
        at: start,
        member: place.member.rawValue,
        "expected before or after a section"
      )
    }
  }
}
