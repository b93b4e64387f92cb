public import ListModel

/// The cells at some rows of a list or section, as they are at one version.
public struct ListWindow: Equatable, Sendable {
  /// The list.
  public var list: List.ID
  /// The version.
  public var version: Int
  /// The fingerprint of the whole list at that version.
  public var fingerprint: Fingerprint
  /// Where the window is.
  package var extent: WindowExtent
  /// The cells at the rows, in order; fewer where the list or section ends.
  public var cells: [Cell]

  /// The number of cells before the window.
  public var before: Int { extent.before }
  /// The number of cells after the window.
  public var after: Int { extent.after }
}

/// A change that does not fit the window it was applied to; the window is as it was.
package struct WindowDivergence: Error, Equatable, Sendable, CustomStringConvertible {
  /// The version the change makes.
  package let version: Int
  /// Why it does not fit.
  package let reason: String

  /// One sentence for people.
  package var description: String { "version \(version): \(reason)" }
}

extension ListWindow {
  /// Applies the next change.
  ///
  /// - Throws: ``WindowDivergence`` when it starts at another version or list, or an operation does
  ///   not fit.
  /// - Complexity: O(cells of the window).
  package mutating func apply(_ change: WindowChange) throws(WindowDivergence) {
    guard change.list == list, change.parent == version, change.parentFingerprint == fingerprint
    else {
      throw WindowDivergence(
        version: change.version,
        reason: "it starts at version \(change.parent) of list \"\(change.list)\", "
          + "the window has version \(version) of list \"\(list)\""
      )
    }
    guard let cells = change.cells(after: cells) else {
      throw WindowDivergence(version: change.version, reason: "an operation does not fit")
    }
    self.cells = cells
    version = change.version
    fingerprint = change.fingerprint
    extent = change.extent
  }
}

extension WindowChange {
  /// Returns the cells of a window after the change; `nil` when it does not fit.
  fileprivate func cells(after old: [Cell]) -> [Cell]? {
    guard let staying = staying(in: old), let arriving = arriving(from: old) else { return nil }
    let count = staying.count + arriving.count
    guard count == extent.rows.count else { return nil }
    var rest = staying[...]
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for index in 0..<count {
      guard let cell = arriving[index] ?? rest.popFirst() else { return nil }
      cells.append(cell)
    }
    for update in updated {
      guard cells.indices.contains(update.at), cells[update.at].id == update.cell.id else {
        return nil
      }
      cells[update.at] = update.cell
    }
    return cells
  }

  private func staying(in old: [Cell]) -> [Cell]? {
    var stays = Array(repeating: true, count: old.count)
    for index in removed.map(\.at) + moved.map(\.from) {
      guard stays.indices.contains(index), stays[index] else { return nil }
      stays[index] = false
    }
    return old.indices.filter { stays[$0] }.map { old[$0] }
  }

  private func arriving(from old: [Cell]) -> [Int: Cell]? {
    let pairs = inserted.map { ($0.at, $0.cell) } + moved.map { ($0.to, old[$0.from]) }
    let arriving = Dictionary(pairs) { first, _ in first }
    return arriving.count == pairs.count ? arriving : nil
  }
}
