import ListModel

extension ListStore {
  /// Checks that the log of a list, or of every list, has not lost its end.
  ///
  /// The newest version of a list is the last one in its log: a log whose last entries are gone does not
  /// tell. The rows of the cells do, as they are those of a later version.
  ///
  /// - Parameter list: The name of the list; `nil` for all lists.
  /// - Throws: ``ListStoreError/corrupted(reason:)``.
  /// - Complexity: O(cells); contents are not read.
  package func requireEnd(of list: List.ID?) throws {
    // One transaction for each list: the store may be large, and each proof stands by itself.
    for name in try list.map({ [$0] }) ?? lists().map(\.id) {
      try database.read { database in
        _ = try StoredCells(of: ListRows.require(name, in: database), in: database)
      }
    }
  }
}
