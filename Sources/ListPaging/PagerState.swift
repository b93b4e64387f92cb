public import ListModel

/// What a direction of a pager is doing; Paging 3's `LoadState`.
public enum LoadState: Hashable, Sendable {
  /// Nothing; `endOfPaginationReached` if there is nothing more either.
  case notLoading(endOfPaginationReached: Bool)
  /// A page is being loaded.
  case loading
  /// A page will be requested again at this time of the pager's clock, in milliseconds.
  case waiting(until: Int)
  /// Loading has failed, and waits for the user.
  case error(PagerError)

  /// Whether a page is being loaded, or will be.
  public var isLoading: Bool {
    switch self {
    case .loading, .waiting: true
    case .notLoading, .error: false
    }
  }

  /// The error, if loading has failed.
  public var error: PagerError? {
    if case .error(let error) = self { error } else { nil }
  }
}

/// What a pager is doing, as of a version of its list; Paging 3's `CombinedLoadStates`.
///
/// A state is reported only after the version it belongs to was shown.
public struct PagerState: Hashable, Sendable {
  /// Loading the page that the list begins with.
  public var refresh = LoadState.notLoading(endOfPaginationReached: false)
  /// Loading the cells after the last one.
  public var append = LoadState.notLoading(endOfPaginationReached: false)
  /// Loading the cells before the first one.
  public var prepend = LoadState.notLoading(endOfPaginationReached: false)
  /// Filling each gap.
  public var gaps: [Cell.ID: LoadState] = [:]
  /// The version of the list.
  public var asOf = 0
  /// The number of cells that are stored, gaps included.
  public var storedCount = 0
  /// How many items there are at the remote, if it has said so.
  public var total: Int?

  /// Whether the stored list was read.
  var hasBegun = false

  /// Creates the state of a pager that has not begun.
  package init() {}

  /// What the whole screen shows.
  public enum Screen: String, Hashable, Sendable {
    /// Nothing yet.
    case initialLoading
    /// The list.
    case content
    /// A message that the list is empty.
    case empty
    /// A message that the list could not be loaded.
    case error
  }

  /// What the whole screen shows.
  public var screen: Screen {
    if storedCount > 0 { return .content }
    let loads = [refresh, append, prepend]
    if loads.contains(where: { $0.error != nil }) { return .error }
    if loads.contains(where: \.isLoading) { return .initialLoading }
    // Nothing will come unless the user asks.
    return hasBegun ? .empty : .initialLoading
  }

  /// The header above the list.
  public var header: PagerHeader {
    guard storedCount > 0 else { return .none }
    switch prepend {
    case .notLoading: return .none
    case .loading, .waiting: return .loading
    case .error(let error): return .failed(reason: "\(error)")
    }
  }

  /// The footer below the list.
  public var footer: PagerFooter {
    guard storedCount > 0 else { return .none }
    switch append {
    case .notLoading(let isEnded): return isEnded ? .ended : .none
    case .loading, .waiting: return .loading
    case .error(let error): return .failed(reason: "\(error)")
    }
  }
}

/// The header above a paged list that begins in the middle of the remote's list.
public enum PagerHeader: Hashable, Sendable {
  /// Nothing.
  case none
  /// Earlier cells are being loaded.
  case loading
  /// Loading earlier cells has failed, and can be retried.
  case failed(reason: String)

  /// The section of a header, which belongs to the pager.
  public static let sectionID: Section.ID = "pager-header"
  /// The cell of a header.
  public static let cellID: Cell.ID = "pager-header"
  /// The component type of a header.
  public static let componentType = "PagerHeader"

  /// The name of the case.
  public var name: String {
    switch self {
    case .none: "none"
    case .loading: "loading"
    case .failed: "failed"
    }
  }
}

/// The footer below a paged list.
public enum PagerFooter: Hashable, Sendable {
  /// Nothing.
  case none
  /// More cells are being loaded.
  case loading
  /// Loading more cells has failed, and can be retried.
  case failed(reason: String)
  /// There are no more cells.
  case ended

  /// The section of a footer, which belongs to the pager.
  public static let sectionID: Section.ID = "pager-footer"
  /// The cell of a footer.
  public static let cellID: Cell.ID = "pager-footer"
  /// The component type of a footer.
  public static let componentType = "PagerFooter"

  /// The name of the case.
  public var name: String {
    switch self {
    case .none: "none"
    case .loading: "loading"
    case .failed: "failed"
    case .ended: "ended"
    }
  }
}

extension List {
  /// Returns the list with a pager's header above it: a section of the pager with one cell, whose
  /// ids never change.
  ///
  /// The cell's component is of type ``PagerHeader/componentType``; its content is `{"state":"loading"}`,
  /// or `failed` with a `reason`. It is shown only, not stored.
  public func withHeader(of state: PagerState) -> List {
    var copy = self
    copy.sections.removeAll { $0.id == PagerHeader.sectionID }
    let header = state.header
    guard header != .none else { return copy }
    var members = ["state": header.name]
    if case .failed(let reason) = header { members["reason"] = reason }
    let cell = Cell(id: PagerHeader.cellID, showing: members, as: PagerHeader.componentType)
    copy.sections.insert(Section(id: PagerHeader.sectionID, cells: [cell]), at: 0)
    return copy
  }

  /// Returns the list with a pager's footer below it: a section of the pager with one cell, whose
  /// ids never change.
  ///
  /// The cell's component is of type ``PagerFooter/componentType``; its content is
  /// `{"state":"loading"}`, `failed` with a `reason`, or `ended`. It is shown only, not stored.
  public func withFooter(of state: PagerState) -> List {
    var copy = self
    copy.sections.removeAll { $0.id == PagerFooter.sectionID }
    let footer = state.footer
    guard footer != .none else { return copy }
    var members = ["state": footer.name]
    if case .failed(let reason) = footer { members["reason"] = reason }
    let cell = Cell(id: PagerFooter.cellID, showing: members, as: PagerFooter.componentType)
    copy.sections.append(Section(id: PagerFooter.sectionID, cells: [cell]))
    return copy
  }
}

extension Cell {
  /// Creates a cell that shows what a pager is doing.
  fileprivate init(id: Cell.ID, showing members: [String: String], as type: String) {
    let component = StoredComponent(type: type, content: try? Content(encoding: members))
    self.init(id: id, component: AnyComponent(component))
  }
}
