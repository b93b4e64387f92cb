package import ListModel
import ListStorage

/// The files of a repository as a list, updated from revision to revision.
///
/// A directory that holds files is a section, in path order, the root first; a file is a cell, in the
/// order of names. A cell's id is the path at which the file first appeared, and it stays when git
/// reports a rename. If the id is still in use by a file that was renamed, or was until this revision,
/// the new file's id is the path followed by `//2`, `//3` …, because no path contains two slashes in a
/// row.
package struct GitTree {
  /// The files as a list.
  package private(set) var list = List()
  /// The edits that led to the list from the one before the last revision.
  package private(set) var edits: [ListEdit] = []
  /// The directory of each section.
  private var directories: [GitPath] = []
  /// For each section, the names of its cells.
  private var names: [[GitPath]] = []
  private var identifiers: Set<Cell.ID> = []

  package init() {}

  /// The id of the section of files in the root directory; no directory can have this name.
  package static let root = Section.ID(".")

  /// Updates the list by one revision.
  ///
  /// - Parameters:
  ///   - revision: The revision that follows the present one.
  ///   - sizes: The sizes of blobs by their ids.
  /// - Throws: ``GitFailure/unknownFile(path:revision:)`` if the revision does not fit the tree.
  package mutating func apply(
    _ revision: GitRevision,
    sizes: [String: Int] = [:]
  ) throws(GitFailure) {
    edits = []
    // Deletions come first, so that insertions find their places free.
    var arrivals: [(path: GitPath, id: Cell.ID?, entry: GitRevision.Entry)] = []
    var freed: Set<Cell.ID> = []
    for change in revision.changes {
      switch change {
      case .deleted(let path):
        let id = try remove(path, revision)
        freed.insert(id)
        edits.append(.deleteCell(id))
      case .renamed(let source, let target, let entry):
        arrivals.append((target, try remove(source, revision), entry))
      case .added(let path, let entry):
        arrivals.append((path, nil, entry))
      case .modified(let path, let entry):
        try update(path, Self.component(path, entry, sizes), revision)
      }
    }
    for arrival in arrivals {
      let id = arrival.id ?? newIdentifier(for: arrival.path)
      let component = Self.component(arrival.path, arrival.entry, sizes)
      let cell = Cell(id: id, component: component)
      let placement = insert(arrival.path, cell)
      edits.append(
        arrival.id == nil ? .insertCell(cell, placement) : .moveCell(cell, placement)
      )
    }
    identifiers.subtract(freed)
    dropEmptyDirectories()
  }

  private static func component(
    _ path: GitPath,
    _ entry: GitRevision.Entry,
    _ sizes: [String: Int]
  ) -> GitFile {
    GitFile(
      viewModel: .init(
        name: path.name.text,
        mode: entry.mode,
        blob: entry.blob,
        size: entry.isSubmodule ? nil : sizes[entry.blob]
      )
    )
  }

  /// Returns an id that no file has now or had before this revision.
  private mutating func newIdentifier(for path: GitPath) -> Cell.ID {
    var id = Cell.ID(path.identifier)
    var number = 2
    while !identifiers.insert(id).inserted {
      id = Cell.ID("\(path.identifier)//\(number)")
      number += 1
    }
    return id
  }

  // MARK: Places

  /// Inserts a cell at the place of its path.
  ///
  /// - Returns: That place, relative to a cell or section, so that it stays right while other cells
  ///   still have to be deleted.
  private mutating func insert(_ path: GitPath, _ cell: Cell) -> CellPlacement {
    let directory = path.directory
    let section = place(of: directory, in: directories)
    if !section.isFound {
      let id = directory.bytes.isEmpty ? Self.root : Section.ID(directory.identifier)
      directories.insert(directory, at: section.index)
      names.insert([], at: section.index)
      let placement: SectionPlacement =
        section.index == 0 ? .start : .after(list.sections[section.index - 1].id)
      edits.append(.insertSection(id, placement))
      list.sections.insert(Section(id: id), at: section.index)
    }
    let item = place(of: path.name, in: names[section.index])
    names[section.index].insert(path.name, at: item.index)
    let placement: CellPlacement =
      item.index == 0
      ? .start(of: list.sections[section.index].id)
      : .after(list.sections[section.index].cells[item.index - 1].id)
    list.sections[section.index].cells.insert(cell, at: item.index)
    return placement
  }

  private mutating func update(
    _ path: GitPath,
    _ component: GitFile,
    _ revision: GitRevision
  ) throws(GitFailure) {
    let cell = try find(path, revision)
    list.sections[cell.section].cells[cell.item].component = AnyComponent(component)
    edits.append(.updateCell(list.sections[cell.section].cells[cell.item]))
  }

  private mutating func remove(
    _ path: GitPath,
    _ revision: GitRevision
  ) throws(GitFailure) -> Cell.ID {
    let cell = try find(path, revision)
    names[cell.section].remove(at: cell.item)
    return list.sections[cell.section].cells.remove(at: cell.item).id
  }

  private func find(_ path: GitPath, _ revision: GitRevision) throws(GitFailure) -> CellPath {
    let section = place(of: path.directory, in: directories)
    if section.isFound {
      let item = place(of: path.name, in: names[section.index])
      if item.isFound { return CellPath(section: section.index, item: item.index) }
    }
    throw GitFailure.unknownFile(path: path.text, revision: revision.hash)
  }

  private mutating func dropEmptyDirectories() {
    for index in directories.indices.reversed() where names[index].isEmpty {
      directories.remove(at: index)
      names.remove(at: index)
      edits.append(.deleteSection(list.sections.remove(at: index).id))
    }
  }
}

// MARK: - From a list

extension GitTree {
  /// Creates a tree from a list that a tree has made; `nil` for any other list, and for one with paths
  /// too long to be kept whole.
  package init?(_ list: List) {
    self.list = list
    for section in list.sections {
      guard section.attributes == Section.Attributes(), !section.cells.isEmpty,
        let directory = section.id == Self.root
          ? GitPath([]) : GitPath(text: section.id.rawValue),
        directories.last.map({ $0 < directory }) ?? true
      else { return nil }
      var names: [GitPath] = []
      for cell in section.cells {
        guard cell.views.isEmpty, let file = try? cell.as(GitFile.self).viewModel,
          let name = GitPath(text: file.name), names.last.map({ $0 < name }) ?? true
        else { return nil }
        names.append(name)
        identifiers.insert(cell.id)
      }
      directories.append(directory)
      self.names.append(names)
    }
  }

  /// Returns whether these are the files of `git ls-tree -r -z`: `MODE TYPE BLOB\tPATH` for each.
  package func isEqual(toFiles records: [[UInt8]]) -> Bool {
    var entries: [GitPath: GitRevision.Entry] = [:]
    for (section, directory) in directories.enumerated() {
      for (item, name) in names[section].enumerated() {
        guard let file = try? list.sections[section].cells[item].as(GitFile.self).viewModel else {
          return false
        }
        let slash = directory.bytes.isEmpty ? [] : [UInt8(ascii: "/")]
        entries[GitPath(directory.bytes + slash + name.bytes)] = .init(
          mode: file.mode,
          blob: file.blob
        )
      }
    }
    guard entries.count == records.count else { return false }
    return records.allSatisfy { record in
      let parts = record.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      guard parts.count == 2 else { return false }
      let fields = String(decoding: parts[0], as: UTF8.self).split(separator: " ").map(String.init)
      return fields.count == 3
        && entries[GitPath(parts[1])] == .init(mode: fields[0], blob: fields[2])
    }
  }
}

/// Returns the index of `path` in sorted paths or, if it is not there, the index where it belongs.
private func place(of path: GitPath, in paths: [GitPath]) -> (index: Int, isFound: Bool) {
  let index = paths.partitioningIndex { $0 >= path }
  return (index, index < paths.count && paths[index] == path)
}
