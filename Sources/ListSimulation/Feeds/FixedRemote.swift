public import ListModel
public import ListPaging

/// A remote that always has the same items, and never fails; Paging 3's `asPagingSourceFactory`.
///
/// Its keys are indices.
public struct FixedRemote: RemoteSource {
  /// The items, as cells.
  public let cells: [Cell]

  /// Creates a remote of cells.
  public init(cells: [Cell]) { self.cells = cells }

  /// Creates a remote of empty cells with these ids.
  public init(ids: some Sequence<Cell.ID>) {
    cells = ids.map { Cell(id: $0, component: AnyComponent(StoredComponent(type: "SimItem"))) }
  }

  /// Reads a page.
  ///
  /// - Throws: `RemoteFailure` for a key that is not an index.
  public func load(_ request: RemoteRequest) async throws -> RemotePage {
    let cells = cells
    return try await OffsetSource { index, size in
      let start = min(index, cells.count)
      let end = min(cells.count, start + max(0, size))
      return NumberedPage(
        cells: Array(cells[start..<end]),
        isLast: end == cells.count,
        total: cells.count
      )
    }
    .load(request)
  }

  /// Returns the index of an item as a key.
  public func key(ofItemAt index: Int, size: Int) -> PageKey? { PageKey(max(0, index)) }
}
