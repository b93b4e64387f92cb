package import ListModel

/// The files of a repository as a list, carried from revision to revision.
///
/// A directory that holds files is a section, in path order, the root first; a file is a cell, in
/// the order of names. A cell's id is the path at which the file first appeared, and it stays when
/// git says that the file was renamed. If that path's id is still in use by a file that moved
/// away, or was until this very revision, the new file's id is the path followed by `//2`, `//3`
/// …: no path contains two slashes in a row.
package struct GitTree {
  /// The files as a list.
  package private(set) var list = List()
  /// The directory of each section.
  private var directories: [GitPath] = []
  /// For each section, the names of its cells.
  private var names: [[GitPath]] = []
  private var identifiers: Set<Cell.ID> = []

  package init() {}

  /// The id of the section of files that are in no directory: a directory cannot have this name.
  package static let root = Section.ID(".")

  /// Carries the list over one revision.
  ///
  /// - Parameters:
  ///   - revision: The revision that follows the one the tree is at.
  ///   - sizes: The sizes of blobs by their ids.
  /// - Throws: ``GitFailure/unknownFile(path:revision:)`` when the revision does not fit the tree.
  package mutating func apply(
    _ revision: GitRevision,
    sizes: [String: Int] = [:]
  ) throws(GitFailure) {
    // What leaves goes first, so that what arrives finds its place free.
    var arrivals: [(path: GitPath, id: Cell.ID?, entry: GitRevision.Entry)] = []
    var freed: Set<Cell.ID> = []
    for change in revision.changes {
      switch change {
      case .deleted(let path):
        freed.insert(try remove(path, revision))
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
      insert(arrival.path, id, Self.component(arrival.path, arrival.entry, sizes))
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

  /// An id that no file has now, or had before this revision.
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

  private mutating func insert(_ path: GitPath, _ id: Cell.ID, _ component: GitFile) {
    let directory = path.directory
    let section = place(of: directory, in: directories)
    if !section.isFound {
      let id = directory.bytes.isEmpty ? Self.root : Section.ID(directory.identifier)
      directories.insert(directory, at: section.index)
      names.insert([], at: section.index)
      list.sections.insert(Section(id: id), at: section.index)
    }
    let item = place(of: path.name, in: names[section.index])
    names[section.index].insert(path.name, at: item.index)
    list.sections[section.index].cells.insert(Cell(id: id, component: component), at: item.index)
  }

  private mutating func update(
    _ path: GitPath,
    _ component: GitFile,
    _ revision: GitRevision
  ) throws(GitFailure) {
    let cell = try find(path, revision)
    list.sections[cell.section].cells[cell.item].component = AnyComponent(component)
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
      list.sections.remove(at: index)
    }
  }
}

/// Where `path` is in sorted paths or, if it is not there, where it belongs.
private func place(of path: GitPath, in paths: [GitPath]) -> (index: Int, isFound: Bool) {
  var low = 0
  var high = paths.count
  while low < high {
    let middle = (low + high) / 2
    if paths[middle] < path { low = middle + 1 } else { high = middle }
  }
  return (low, low < paths.count && paths[low] == path)
}
