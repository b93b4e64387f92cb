/// How a pager loads.
///
/// All times are milliseconds. A number that is out of range becomes the nearest one in range, in
/// the initializer and whenever a property is set, so every configuration is valid.
public struct PagerConfiguration: Hashable, Sendable {
  /// How many items a page has, 1 to 1,000,000.
  public var pageSize: Int { didSet { pageSize = Self.clamped(pageSize, from: 1) } }
  /// How many items the first page and the page of a refresh have, 1 to 1,000,000.
  public var initialLoadSize: Int {
    didSet { initialLoadSize = Self.clamped(initialLoadSize, from: 1) }
  }
  /// A page is loaded when fewer cells than this are left beyond the cells on screen, 0 to 1,000,000.
  ///
  /// With 0 or 1, a page is loaded when the last cell is on screen. With `nil`, only
  /// ``Pager/reached(_:)`` starts a load.
  public var prefetchDistance: Int? {
    didSet { prefetchDistance = prefetchDistance.map { Self.clamped($0, from: 0) } }
  }
  /// The key where the list begins; `nil` for its start.
  public var initialKey: PageKey?
  /// How many cells are shown at most, if that is possible; `nil` for all.
  ///
  /// More cells may be stored. A page and twice the prefetch distance (a page, if that is `nil`)
  /// always have room, also if this number is smaller. The pager has to be told which cells are on
  /// screen: it drops nothing near them.
  public var maxSize: Int? { didSet { maxSize = maxSize.map { Self.clamped($0, from: 1) } } }
  /// How far from the loaded cells a user who looks at placeholders has to be for a page to be loaded
  /// right there, in items, at least 1; with `nil`, never: all pages on the way are loaded.
  ///
  /// The remote has to find items by their index: see ``RemoteSource/key(ofItemAt:size:)``.
  public var jumpThreshold: Int? {
    didSet { jumpThreshold = jumpThreshold.map { Self.clamped($0, from: 1) } }
  }
  /// What a refresh does with the old list.
  public var refreshMode = RefreshMode.merge
  /// Whether a failed request is sent again by itself; `nil` if the user has to.
  public var retry: Retry?
  /// How many pages in a row may have nothing new, 1 to 1,000,000.
  public var maxEmptyPages = 3 {
    didSet { maxEmptyPages = Self.clamped(maxEmptyPages, from: 1) }
  }
  /// How many pages in a row may have no cell that the app shows, 1 to 1,000,000; see
  /// ``Pager/shown(_:as:)``.
  public var maxHiddenPages = 10 {
    didSet { maxHiddenPages = Self.clamped(maxHiddenPages, from: 1) }
  }
  /// How many items before the key are read again, after the last cell and in gaps, to notice that
  /// items have shifted, 0 to 1,000,000.
  public var overlap = 0 { didSet { overlap = Self.clamped(overlap, from: 0) } }
  /// What happens when the key of the next page has expired.
  public var onCursorExpired = CursorExpiry.rewalk
  /// Whether the list is refreshed when the pager starts.
  public var start = StartPolicy.refreshIfEmpty
  /// When the list is refreshed by itself while it is in use.
  public var refetch = Refetch()
  /// How much of the list stays stored.
  ///
  /// Cells that are on screen, or near it, stay. So without ``maxSize``, this limits the shown cells,
  /// too: what is not stored cannot be shown.
  public var retention = Retention.keepAll
  /// The seed of the jitter of retries.
  public var seed: UInt64 = 0

  /// What a refresh does with the old list.
  public enum RefreshMode: String, Hashable, Sendable {
    /// The new page replaces the cells that it covers; the cells after them stay; if the two have
    /// no cell in common, a gap is between them.
    case merge
    /// The new page is the whole list.
    case replace
  }

  /// What happens when the key of the next page has expired.
  public enum CursorExpiry: String, Hashable, Sendable {
    /// Pages are read from the start until the last cell is found.
    case rewalk
    /// The list is replaced by its first page.
    case restart
  }

  /// Whether the list is refreshed when the pager starts.
  public enum StartPolicy: Hashable, Sendable {
    /// Only if nothing is stored.
    case refreshIfEmpty
    /// If nothing is stored, or the last refresh is at least so many milliseconds ago.
    case refreshIfOlder(than: Int)
    /// Always.
    case always
    /// Never: the first page is loaded when the user refreshes.
    case never
  }

  /// When a list is refreshed by itself while it is in use: at intervals, and when its user returns.
  public struct Refetch: Hashable, Sendable {
    /// How many milliseconds after the start of a refresh the next one begins; `nil` for never.
    ///
    /// In the background no refresh begins; one that was due begins on return.
    public var interval: Int?
    /// Whether the list is refreshed when its user looks at it again.
    public var onReturn = Return.never

    /// Creates a rule; without arguments, a list is never refreshed by itself.
    public init(interval: Int? = nil, onReturn: Return = .never) {
      self.interval = interval
      self.onReturn = onReturn
    }

    /// Whether a list is refreshed when its user looks at it again.
    public enum Return: Hashable, Sendable {
      /// Never.
      case never
      /// If the last refresh is at least so many milliseconds ago.
      case ifOlder(than: Int)
      /// Always.
      case always
    }
  }

  /// How much of the list stays stored.
  public enum Retention: Hashable, Sendable {
    /// Everything.
    case keepAll
    /// The last pages of the list, as they were loaded; earlier pages are loaded again when the
    /// user scrolls to them.
    case lastPages(Int)
  }

  /// How a failed request is sent again by itself.
  public struct Retry: Hashable, Sendable {
    /// How often a request is sent again at most.
    public var limit: Int
    /// The length of the first wait.
    public var base: Int
    /// The factor by which each wait is longer than the one before.
    public var factor: Double
    /// The longest wait.
    public var longest: Int
    /// The share of a wait that is random, 0 to 1.
    public var jitter: Double

    /// Creates a rule.
    public init(
      limit: Int,
      base: Int = 1_000,
      factor: Double = 2,
      longest: Int = 60_000,
      jitter: Double = 0
    ) {
      self.limit = limit
      self.base = base
      self.factor = factor
      self.longest = longest
      self.jitter = jitter
    }
  }

  /// Creates a configuration; a number out of range becomes the nearest one in range.
  ///
  /// - Parameters:
  ///   - pageSize: How many items a page has.
  ///   - initialLoadSize: How many the first page has; three pages if `nil`, as in Paging 3.
  ///   - prefetchDistance: With fewer cells than this beyond those on screen, a page is loaded.
  ///   - initialKey: The key where the list begins.
  ///   - maxSize: How many cells are shown at most; at least a page and twice the prefetch distance.
  public init(
    pageSize: Int = 20,
    initialLoadSize: Int? = nil,
    prefetchDistance: Int? = 10,
    initialKey: PageKey? = nil,
    maxSize: Int? = nil
  ) {
    self.pageSize = Self.clamped(pageSize, from: 1)
    self.initialLoadSize = Self.clamped(initialLoadSize ?? self.pageSize * 3, from: 1)
    let distance = prefetchDistance.map { Self.clamped($0, from: 0) }
    self.prefetchDistance = distance
    self.initialKey = initialKey
    self.maxSize = maxSize.map { max($0, self.pageSize + 2 * (distance ?? 0)) }
  }

  private static func clamped(_ number: Int, from least: Int) -> Int {
    min(max(least, number), 1_000_000)
  }

  /// The prefetch distance as it is compared: fewer than one cell are left when the last is on screen.
  var lookahead: Int? { prefetchDistance.map { max(1, $0) } }

  /// How many cells stay in the window beyond those on screen: stored pages come back in time, also
  /// if only an end that is reached starts a load.
  var windowMargin: Int { lookahead ?? pageSize }

  /// The largest window, in cells.
  var windowLimit: Int? {
    var limit = maxSize
    if limit == nil, case .lastPages(let pages) = retention {
      limit = min(max(1, pages), 1_000_000) * pageSize
    }
    return limit.map { max($0, pageSize + 2 * windowMargin) }
  }
}
