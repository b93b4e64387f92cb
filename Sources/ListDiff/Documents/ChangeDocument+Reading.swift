import Foundation
import ListModel

extension JSONReader {
  private enum ChangeMember: String, CaseIterable, Sendable {
    case list, version, parent, sequence, time, author, key, message, parentFingerprint, fingerprint
    case sections, cells
  }

  private enum KindMember: String, CaseIterable, Sendable {
    case deleted, inserted, moved, updated
  }

  private static let changeMembers = JSONMembers(ChangeMember.self)
  private static let kindMembers = JSONMembers(KindMember.self)

  private static var versions: ClosedRange<Int> { 0...Change.lastVersion }

  /// Reads the next value as a change document; replaced values that it lacks are taken from
  /// `list`.
  mutating func readChange(changing list: List?) throws(JSONFault) -> Change {
    var change = Change(
      list: "",
      version: -1,
      parent: -1,
      parentFingerprint: .empty,
      fingerprint: .empty,
      changeset: Changeset()
    )
    var parentFingerprint: Fingerprint?
    var fingerprint: Fingerprint?
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.changeMembers) {
      switch member {
      case .list: change.list = try readIdentifier()
      case .version: change.version = try readInteger(Self.versions)
      case .parent: change.parent = try readInteger(Self.versions)
      case .sequence: change.sequence = try readInteger(Self.versions)
      case .time: change.time = try readTime()
      case .author: change.author = try readString()
      case .key: change.key = try readString()
      case .message: change.message = try readString()
      case .parentFingerprint: parentFingerprint = try readFingerprint()
      case .fingerprint: fingerprint = try readFingerprint()
      case .sections: try readSections(into: &change.changeset, changing: list)
      case .cells: try readCells(into: &change.changeset, changing: list)
      }
    }
    guard !change.list.rawValue.isEmpty else { throw missing("list", in: object) }
    guard change.version >= 0 else { throw missing("version", in: object) }
    guard change.parent >= 0 else { throw missing("parent", in: object) }
    guard let parentFingerprint else { throw missing("parentFingerprint", in: object) }
    guard let fingerprint else { throw missing("fingerprint", in: object) }
    change.parentFingerprint = parentFingerprint
    change.fingerprint = fingerprint
    return change
  }

  /// Reads the next value as an array of change documents that hold the values they replace.
  mutating func readChanges() throws(JSONFault) -> [Change] {
    try readArray { reader throws(JSONFault) in try reader.readChange(changing: nil) }
  }

  private enum ChangesetMember: String, CaseIterable, Sendable {
    case sections, cells
  }

  private static let changesetMembers = JSONMembers(ChangesetMember.self)

  /// Reads the next value as a changeset document.
  mutating func readChangeset() throws(JSONFault) -> Changeset {
    var changeset = Changeset()
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.changesetMembers) {
      switch member {
      case .sections: try readSections(into: &changeset, changing: nil)
      case .cells: try readCells(into: &changeset, changing: nil)
      }
    }
    return changeset
  }

  private mutating func readTime() throws(JSONFault) -> Date {
    let start = position
    guard let time = Timestamp(try readString()) else {
      throw JSONFault(at: start, "expected a UTC time such as 2026-11-21T09:30:00.123Z")
    }
    return time.date
  }

  private mutating func readFingerprint() throws(JSONFault) -> Fingerprint {
    let start = position
    let text = try readString()
    guard let fingerprint = Fingerprint(text), fingerprint.description == text else {
      throw JSONFault(at: start, "expected 32 lower-case hexadecimal digits")
    }
    return fingerprint
  }

  // MARK: Operations

  private mutating func readSections(
    into changeset: inout Changeset,
    changing list: List?
  ) throws(JSONFault) {
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.kindMembers) {
      switch member {
      case .deleted:
        changeset.deletedSections = try readArray { reader throws(JSONFault) in
          try reader.readSectionDeletion(from: list)
        }
      case .inserted:
        changeset.insertedSections = try readArray { reader throws(JSONFault) in
          try reader.readSectionInsertion()
        }
      case .moved:
        changeset.movedSections = try readArray { reader throws(JSONFault) in
          try reader.readSectionMove()
        }
      case .updated:
        changeset.updatedSections = try readArray { reader throws(JSONFault) in
          try reader.readSectionUpdate(of: list)
        }
      }
    }
  }

  private mutating func readCells(
    into changeset: inout Changeset,
    changing list: List?
  ) throws(JSONFault) {
    var object = try startObject()
    while let member = try nextMember(of: &object, among: Self.kindMembers) {
      switch member {
      case .deleted:
        changeset.deletedCells = try readArray { reader throws(JSONFault) in
          try reader.readCellDeletion(from: list)
        }
      case .inserted:
        changeset.insertedCells = try readArray { reader throws(JSONFault) in
          try reader.readCellInsertion()
        }
      case .moved:
        changeset.movedCells = try readArray { reader throws(JSONFault) in
          try reader.readCellMove()
        }
      case .updated:
        changeset.updatedCells = try readArray { reader throws(JSONFault) in
          try reader.readCellUpdate(of: list)
        }
      }
    }
  }

  private mutating func readArray<Element>(
    _ element: (inout JSONReader) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    var elements: [Element] = []
    var array = try startArray()
    while try nextElement(of: &array) { elements.append(try element(&self)) }
    return elements
  }
}
