public import ListModel

/// A remote whose pages have numbers.
public struct PageNumberSource: RemoteSource {
  private let first: Int
  private let read: @Sendable (_ page: Int, _ size: Int) async throws -> NumberedPage

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - first: The number of the first page.
  ///   - read: Reads a page.
  public init(
    first: Int = 1,
    _ read: @escaping @Sendable (_ page: Int, _ size: Int) async throws -> NumberedPage
  ) {
    self.first = first
    self.read = read
  }

  /// Reads a page.
  ///
  /// - Throws: ``RemoteFailure`` for a key that is not a page number; an error of the closure.
  public func load(_ request: RemoteRequest) async throws -> RemotePage {
    let page = try request.key.map { try $0.counted(from: first) } ?? first
    let found = try await read(page, request.size)
    let pages = page.subtractingReportingOverflow(first)
    let before = pages.partialValue.multipliedReportingOverflow(by: request.size)
    let isKnown = found.total != nil && !pages.overflow && !before.overflow
    let itemsBefore = isKnown ? before.partialValue : nil
    return RemotePage(
      cells: found.cells,
      next: found.isLast || page == .max ? nil : PageKey(page + 1),
      previous: page > first ? PageKey(page - 1) : nil,
      end: found.isLast ? PageKey(page) : nil,
      total: found.total,
      itemsBefore: itemsBefore,
      itemsAfter: found.after(itemsBefore)
    )
  }

  /// Returns the number of the page with an item; all pages have to have one size.
  public func key(ofItemAt index: Int, size: Int) -> PageKey? {
    let (page, overflow) = first.addingReportingOverflow(max(0, index) / max(1, size))
    return overflow ? nil : PageKey(page)
  }
}

/// A remote that reads items from an index on.
///
/// Items that are added or removed before the index shift all items after it. Set
/// ``PagerConfiguration/overlap`` to notice that.
public struct OffsetSource: RemoteSource {
  private let read: @Sendable (_ index: Int, _ size: Int) async throws -> NumberedPage

  /// Creates a source.
  ///
  /// - Parameter read: Reads a number of items from an index on.
  public init(_ read: @escaping @Sendable (_ index: Int, _ size: Int) async throws -> NumberedPage)
  {
    self.read = read
  }

  /// Reads a page.
  ///
  /// - Throws: ``RemoteFailure`` for a key that is not an index; an error of the closure.
  public func load(_ request: RemoteRequest) async throws -> RemotePage {
    let key = try request.key.map { try $0.counted(from: 0) } ?? 0
    let isPrepend = request.kind == .prepend
    let start = isPrepend ? max(0, key - request.size) : max(0, key - request.overlap)
    let size = isPrepend ? key - start : request.size + (key - start)
    let found = try await read(start, size)
    let end = start.addingReportingOverflow(found.cells.count)
    guard !end.overflow else {
      throw RemoteFailure(.unavailable, reason: "index \(start) is too large")
    }
    return RemotePage(
      cells: found.cells,
      next: found.isLast ? nil : PageKey(end.partialValue),
      previous: start > 0 ? PageKey(start) : nil,
      end: found.isLast ? PageKey(end.partialValue) : nil,
      total: found.total,
      itemsBefore: found.total == nil ? nil : start,
      itemsAfter: found.after(start)
    )
  }

  /// Returns the index of an item as a key.
  public func key(ofItemAt index: Int, size: Int) -> PageKey? { PageKey(max(0, index)) }
}

/// A page of a remote that counts pages or items.
public struct NumberedPage: Sendable {
  /// The items, first to last, as cells.
  public var cells: [Cell]
  /// Whether nothing follows.
  public var isLast: Bool
  /// How many items there are in all, if the remote says so: then placeholders can stand for those
  /// that are not loaded.
  public var total: Int?

  /// Creates a page.
  public init(cells: [Cell], isLast: Bool, total: Int? = nil) {
    self.cells = cells
    self.isLast = isLast
    self.total = total
  }

  /// How many items come after a page that has so many before it.
  fileprivate func after(_ before: Int?) -> Int? {
    guard let total, let before else { return nil }
    let (end, overflow) = before.addingReportingOverflow(cells.count)
    return overflow ? nil : max(0, max(0, total) - end)
  }
}

extension PageKey {
  fileprivate func counted(from first: Int) throws -> Int {
    guard let number, number >= first else {
      throw RemoteFailure(
        .unavailable,
        reason: "the key \"\(rawValue)\" is no number from \(first) on"
      )
    }
    return number
  }
}
