import GRDB
import ListModel

/// The head version of a list as a commit needs it: ids, digests and rows, but no payloads.
struct ListState: Sendable {
  let id: List.ID
  /// The list's row; `nil` before the first commit.
  var row: Int64?
  var version = 0
  var fingerprint = Fingerprint.empty
  var sections: [SectionState] = []

  init(id: List.ID) {
    self.id = id
  }
}

/// A section of a head version.
struct SectionState: Sendable {
  var id: Section.ID
  var row: Int64
  var position: Int64
  /// The digest of header, footer and layout.
  var attributes: Digest
  var cells: [CellState] = []
  /// How the cells are cut into chunks: their counts add up to `cells.count`.
  var chunks: [ChunkState] = []
  /// The section's part of the list's fingerprint.
  var terms: UInt128 = 0

  /// Recomputes `terms`.
  mutating func updateTerms() {
    let own = Digest(section: id)
    let digests = cells.map { Digest(cell: $0.id) }
    terms = FingerprintTerm.order(of: digests, in: own)
    terms &+= FingerprintTerm.attributes(attributes, of: own)
    for (cell, digest) in zip(cells, digests) {
      terms &+= FingerprintTerm.component(cell.component, of: digest)
    }
  }
}

/// A cell of a head version.
struct CellState: Sendable {
  var id: Cell.ID
  var row: Int64
  /// The digest of type and content.
  var component: Digest
}

/// A stored run of at most 128 cells of a section.
struct ChunkState: Sendable {
  var row: Int64
  var position: Int64
  var count: Int
}

extension ListState {
  /// The fingerprint of the sections as they are, from each section's terms.
  var computedFingerprint: Fingerprint {
    var sum = FingerprintTerm.order(of: sections.map { Digest(section: $0.id) })
    for section in sections { sum &+= section.terms }
    return Fingerprint(value: sum)
  }

  /// Reads the state of a list's head, or confirms that a cached one is still it.
  ///
  /// - Returns: `nil` when there is no such list.
  static func load(
    _ id: List.ID,
    in database: Database,
    reusing cached: ListState?
  ) throws -> ListState? {
    guard let head = try ListRows.find(id, in: database) else { return nil }
    if let cached, cached.row == head.row, cached.version == head.version,
      cached.fingerprint == head.fingerprint
    {
      return cached
    }
    var state = ListState(id: id)
    state.row = head.row
    state.version = head.version
    state.fingerprint = head.fingerprint
    state.sections = try ListRows.sectionStates(of: head.row, in: database)
    return state
  }
}

/// The most recently committed lists' states, so that a series of commits reads its list once.
struct HeadCache: Sendable {
  /// The most lists kept.
  static let capacity = 64

  private var states: [List.ID: (state: ListState, use: UInt64)] = [:]
  private var clock: UInt64 = 0

  subscript(id: List.ID) -> ListState? {
    states[id]?.state
  }

  /// Keeps a state, in place of the least recently committed one when there are too many.
  mutating func insert(_ state: ListState) {
    clock += 1
    states[state.id] = (state, clock)
    guard states.count > Self.capacity,
      let oldest = states.min(by: { $0.value.use < $1.value.use })
    else { return }
    states[oldest.key] = nil
  }
}
