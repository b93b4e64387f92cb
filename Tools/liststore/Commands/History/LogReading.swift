import GRDB
import ListDiff
import ListModel
import ListStorage

/// Reads the versions of a list for its log, newest first, and knows which of them are wanted.
struct LogReading {
  /// The names that a log is about; each kind is empty if it does not matter.
  struct Names {
    var cells: [String] = []
    var sections: [String] = []
    /// Parts of authors.
    var authors: [String] = []
    /// Parts of messages.
    var texts: [String] = []
  }

  /// Which events are read.
  enum Events {
    /// All that are wanted.
    case wanted
    /// Those that are needed to know which versions are wanted.
    case needed
  }

  /// The part of each change that is wanted.
  let filter: ChangeFilter
  private let list: List.ID
  private let store: ListStore
  private let names: Names
  /// The cells that each name stands for.
  private let cells: [String: Set<Cell.ID>]
  private let read: () throws -> LogEntry?
  private var seenCells: Set<Cell.ID> = []
  private var seenSections: Set<Section.ID> = []
  private var hasSeenAuthor = false

  /// Begins with a version, or with the newest one.
  init(
    of list: List.ID,
    in store: ListStore,
    from newest: Int?,
    names: Names,
    events: Events
  ) throws {
    (self.list, self.store, self.names) = (list, store, names)
    let newest = try newest ?? store.info(of: list).version
    cells = try Dictionary(
      names.cells.map { ($0, try store.cells(named: $0, in: list)) },
      uniquingKeysWith: { first, _ in first }
    )
    let ids = cells.values.reduce(into: Set()) { $0.formUnion($1) }
    filter =
      names.cells.isEmpty && names.sections.isEmpty
      ? .all : .of(cells: ids, sections: Set(names.sections.map { Section.ID($0) }))
    read = try Self.entries(of: list, in: store, from: newest, filter, events)
  }

  /// Returns the next version, whether it is wanted or not.
  mutating func next() throws -> LogEntry? { try read() }

  /// Returns whether a version is wanted.
  mutating func isWanted(_ entry: LogEntry) -> Bool {
    let isByAuthor = entry.author.map { $0.contains(anyOf: names.authors) } ?? names.authors.isEmpty
    if isByAuthor { hasSeenAuthor = true }
    guard filter != .all else { return isByAuthor && isAboutText(entry) }
    for event in entry.events ?? [] {
      switch event.subject {
      case .section(let id): seenSections.insert(id)
      case .cell(let id, let before, let after):
        seenCells.insert(id)
        seenSections.formUnion([before, after].compactMap(\.self))
      }
    }
    return isByAuthor && isAboutText(entry) && entry.events?.isEmpty == false
  }

  private func isAboutText(_ entry: LogEntry) -> Bool {
    entry.message.map { $0.contains(anyOf: names.texts) } ?? names.texts.isEmpty
  }

  /// Returns a reader of the versions from `newest` on, newest first.
  private static func entries(
    of list: List.ID,
    in store: ListStore,
    from newest: Int,
    _ filter: ChangeFilter,
    _ events: Events
  ) throws -> () throws -> LogEntry? {
    // The list and its changesets are read only if they are needed.
    if filter == .all, events == .needed {
      var walk: VersionWalk<ChangeSummary> = try .init(of: list, in: store, from: newest)
      return { try walk.next().map { LogEntry($0) } }
    }
    try store.requireHead(of: list)
    var way = SectionsOnTheirWayBack(try store.outline(of: list, at: newest))
    if case .of(let cells, let sections) = filter, sections.isEmpty {
      var walk: VersionWalk<ChangeSummary> = try .init(
        of: list,
        in: store,
        from: newest,
        cells: Array(cells)
      )
      return {
        try walk.next().map {
          let step = try way.goBack($0.part ?? Changeset(), from: $0.version)
          return LogEntry($0, events: step.events(filter))
        }
      }
    }
    var walk: VersionWalk<Change> = try .init(of: list, in: store, from: newest)
    return {
      try walk.next().map {
        let step = try way.goBack($0.changeset, from: $0.version)
        return LogEntry($0, events: step.events(filter))
      }
    }
  }
}

extension String {
  /// Returns whether one of some texts is a part of this one, in any case; true if there are none.
  fileprivate func contains(anyOf parts: [String]) -> Bool {
    let text = lowercased()
    return parts.isEmpty || parts.contains { text.contains($0.lowercased()) }
  }
}

// MARK: - Names that never were

extension LogReading {
  /// Refuses names of cells, sections and authors that no version of the list has.
  ///
  /// Names that were seen are known. For the others, everything is read.
  ///
  /// - Throws: ``NeverThere``, and `ListStoreError`.
  func requireKnownNames() throws {
    let cells = try names.cells.filter { name in
      let ids = self.cells[name] ?? []
      return try ids.isDisjoint(with: seenCells) && !store.hasCell(ids, in: list)
    }
    let present = filter == .all ? [] : Set(try store.outline(of: list).sections.map(\.id))
    let sections = names.sections.filter {
      !seenSections.contains(Section.ID($0)) && !present.contains(Section.ID($0))
    }
    if !cells.isEmpty || !sections.isEmpty { try requireKnown(cells, sections) }
    if !hasSeenAuthor, !names.authors.isEmpty { try requireKnownAuthor() }
  }

  private func requireKnown(_ cells: [String], _ sections: [String]) throws {
    var (knownCells, knownSections): (Set<String>, Set<String>) = ([], [])
    var walk: VersionWalk<Change> = try .init(
      of: list,
      in: store,
      from: try store.info(of: list).version
    )
    while let changes = try walk.next()?.changeset {
      knownCells.formUnion(changes.insertedCells.map(\.id.rawValue))
      knownCells.formUnion(changes.deletedCells.map(\.id.rawValue))
      knownSections.formUnion(changes.insertedSections.map(\.id.rawValue))
      knownSections.formUnion(changes.deletedSections.map(\.id.rawValue))
    }
    for (kind, names, known) in [
      ("cell", cells, knownCells), ("section", sections, knownSections),
    ] {
      guard let name = names.first(where: { !known.contains($0) }) else { continue }
      throw try NeverThere(kind, name, of: list, in: store, among: known)
    }
  }

  private func requireKnownAuthor() throws {
    var authors: Set<String> = []
    var walk: VersionWalk<ChangeSummary> = try .init(
      of: list,
      in: store,
      from: try store.info(of: list).version
    )
    while let summary = try walk.next() {
      guard let author = summary.author else { continue }
      if author.contains(anyOf: names.authors) { return }
      authors.insert(author)
    }
    throw try NeverThere("author", names.authors[0], of: list, in: store, among: authors)
  }
}

/// The error of a name that no version of a list has, as far as they are kept.
struct NeverThere: Error, CustomStringConvertible {
  let kind: String
  let name: String
  let list: List.ID
  /// Whether older versions, which may have had it, are not kept any more.
  let isCompacted: Bool
  /// A name that may have been meant.
  let nearest: String?

  init(
    _ kind: String,
    _ name: String,
    of list: List.ID,
    in store: ListStore,
    among known: Set<String>
  ) throws {
    (self.kind, self.name, self.list) = (kind, name, list)
    isCompacted = try store.oldestVersion(of: list) > 0
    // Of a path, often only the end is known. Comparing very many names takes long.
    let names = known.sorted()
    nearest =
      names.first { $0.hasSuffix("/\(name)") }
      ?? (names.count > 20_000
        ? nil : Suggestion.nearest(to: name, inAnyCaseAmong: names))
  }

  /// One sentence for people.
  var description: String {
    let article = kind == "author" ? "an" : "a"
    let sentence =
      isCompacted
      ? "has no \(kind) \"\(name)\" in any version that it keeps"
      : "never had \(article) \(kind) \"\(name)\""
    return "list \"\(list)\" \(sentence)" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}

extension ListStore {
  /// Returns the cells that a name stands for: the cell with that id, and the file of a git repository
  /// that is at that path now.
  fileprivate func cells(named name: String, in list: List.ID) throws -> Set<Cell.ID> {
    let components = name.split(separator: "/", omittingEmptySubsequences: false)
    let directory = components.count > 1 ? components.dropLast().joined(separator: "/") : "."
    let ids: Set = [Cell.ID(name)]
    // Most lists do not come from git, and need not be searched.
    guard let file = components.last,
      try outline(of: list).sections.contains(where: { $0.id.rawValue == directory })
    else { return ids }
    let rows = try query(
      """
      SELECT id FROM cells
      WHERE list = ? AND section = ? AND type = ? AND content ->> 'name' = ?
      """,
      arguments: [list.rawValue, directory, GitFile.componentType, String(file)]
    )
    return ids.union(rows.compactMap { $0[0] }.map { Cell.ID($0) })
  }

  /// Returns whether the newest version has one of some cells.
  fileprivate func hasCell(_ ids: Set<Cell.ID>, in list: List.ID) throws -> Bool {
    try ids.contains { id in
      try !query(
        "SELECT id FROM cells WHERE list = ? AND id = ? LIMIT 1",
        arguments: [list.rawValue, id.rawValue]
      ).isEmpty
    }
  }
}
