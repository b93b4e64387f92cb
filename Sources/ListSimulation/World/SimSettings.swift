/// The world of a run: the screen, the remote, the store, and the order of jobs.
public struct SimSettings: Hashable, Sendable, Codable {
  /// How a remote names pages.
  public enum Paging: String, Hashable, Sendable, Codable, CaseIterable {
    /// By the place of an item; inserted and deleted items shift nothing.
    case keyset
    /// By the index of an item.
    case offset
    /// By page number; items are neither inserted nor deleted, because some would be lost unnoticed.
    case pageNumber
  }

  /// Where the store is.
  public enum Storage: String, Hashable, Sendable, Codable, CaseIterable {
    /// As a value that does what the store does, without a database; the second run of a seed uses
    /// ``memory``, and must do the same.
    case model
    /// In memory: it outlives the app, not the run.
    case memory
    /// In a file of its own, which is opened again after each end of the app.
    case file
  }

  /// The order of jobs that are ready at the same time.
  public enum Schedule: String, Hashable, Sendable, Codable, CaseIterable {
    /// First come, first served.
    case inOrder
    /// As the seed shuffles them.
    case shuffled
  }

  /// The seed of everything that is random.
  public var seed: UInt64 = 0
  /// How many items the remote has at first.
  public var itemCount = 100
  /// How the remote names pages.
  public var paging = Paging.keyset
  /// How many items a page has.
  public var pageSize = 20
  /// How long the remote takes for an answer, in milliseconds.
  public var latency = 100
  /// Whether the list begins in the middle of the remote's.
  public var startsInMiddle = false
  /// Where the list begins then, in thousandths of the remote's list; above 1000, the remote knows
  /// nothing there.
  public var startPlace = 500
  /// The width of the screen, in points.
  public var width = 390.0
  /// The height of the screen, in points.
  public var height = 640.0
  /// The height of a cell, in points.
  public var cellHeight = 44.0
  /// How long a change of the list is animated, in milliseconds; 0 for not at all.
  public var animation = 0
  /// Where the store is.
  public var storage = Storage.memory
  /// How long the store takes for a commit, in milliseconds.
  public var commitTime = 0
  /// The order of jobs.
  public var schedule = Schedule.inOrder
  /// Whether the list comes to rest when no user does anything; `false` if it polls.
  package var comesToRest = true
  /// Whether the end of the list has to be reached by scrolling, with every item of the remote shown.
  package var loadsEverything = true

  /// Whether the pager of a ``PagedFeed`` shows a part of the list only (`maxSize`).
  package var showsPart = false
  /// Whether the pager of a ``PagedFeed`` stores a part of the list only (`retention`).
  package var keepsPart = false
  /// Whether other devices store the list too.
  package var isShared = false
  /// Whether a keyset remote names the key of the end, from which later items are read.
  package var namesEnd = true
  /// Whether a remote of offsets or numbered pages says how many items there are: the list of a
  /// ``PagedFeed`` then has placeholders for those that are not loaded, and jumps.
  public var counts = false
  /// Whether the faults of the list under test happen (``SimSubject/fault(_:percent:)``).
  package var hasOwnFaults = true

  /// The invariants that are not checked, because they are known not to hold.
  public var unchecked: [SimInvariant] = []

  /// Creates the settings of an ordinary world.
  public init(seed: UInt64 = 0) { self.seed = seed }
}

extension SimSettings {
  /// The first seeds, which short explorations run: their worlds and users are the ordinary ones.
  ///
  /// What is rare comes in long explorations, more often there.
  static let ordinarySeeds: Range<UInt64> = 0..<32

  /// Draws a world from a seed.
  public static func random(seed: UInt64) -> SimSettings {
    var random = SimRandom(seed: seed, stream: "settings")
    var settings = SimSettings(seed: seed)
    settings.itemCount = random.pick([0, 1, 5, 30, 30, 60, 60, 90]) ?? 60
    settings.paging = random.pick([.keyset, .keyset, .keyset, .offset, .pageNumber]) ?? .keyset
    settings.pageSize = random.pick([3, 7, 10, 20]) ?? 10
    settings.latency = random.pick([0, 50, 100, 100, 400]) ?? 100
    settings.startsInMiddle = settings.paging == .keyset && random.happens(15)
    settings.height = random.pick([320, 640, 640, 844, 1_200]) ?? 640
    settings.cellHeight = random.pick([44, 44, 80, 120, 300]) ?? 44
    settings.animation = random.pick([0, 0, 100, 350]) ?? 0
    settings.storage = random.happens(4) ? .file : .model
    settings.schedule = random.happens(30) ? .shuffled : .inOrder
    settings.showsPart = random.happens(15)
    settings.keepsPart = settings.paging == .keyset && random.happens(10)
    settings.isShared = random.happens(15)
    settings.namesEnd = random.happens(60)
    // A part is kept only of what is not shown.
    settings.showsPart = settings.showsPart || settings.keepsPart
    var more = SimRandom(seed: seed, stream: "settings/more")
    settings.commitTime = more.pick([0, 0, 0, 4, 40, 150]) ?? 0
    settings.startPlace = more.pick([500, 500, 0, 0, 1_000, 2_000]) ?? 500
    settings.isShared = settings.isShared || more.happens(10)
    settings.counts = settings.paging != .keyset && more.happens(40)
    guard !ordinarySeeds.contains(seed) else { return settings }
    if settings.paging == .keyset, !settings.startsInMiddle {
      settings.startsInMiddle = more.happens(12)
    }
    // Removed pages and places far from the loaded ones are seen in long lists only.
    if settings.keepsPart || settings.counts {
      settings.itemCount = max(settings.itemCount, more.pick([60, 120, 120, 180]) ?? 120)
    }
    return settings
  }

  /// Reads settings; a setting that is left out has its value from ``init(seed:)``.
  ///
  /// - Throws: `DecodingError` when a setting is of another kind than it should be.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    try read(.seed, &seed)
    try read(.itemCount, &itemCount)
    try read(.paging, &paging)
    try read(.pageSize, &pageSize)
    try read(.latency, &latency)
    try read(.startsInMiddle, &startsInMiddle)
    try read(.startPlace, &startPlace)
    try read(.commitTime, &commitTime)
    try read(.width, &width)
    try read(.height, &height)
    try read(.cellHeight, &cellHeight)
    try read(.animation, &animation)
    try read(.storage, &storage)
    try read(.schedule, &schedule)
    try read(.comesToRest, &comesToRest)
    try read(.loadsEverything, &loadsEverything)
    try read(.showsPart, &showsPart)
    try read(.keepsPart, &keepsPart)
    try read(.isShared, &isShared)
    try read(.namesEnd, &namesEnd)
    try read(.counts, &counts)
    try read(.hasOwnFaults, &hasOwnFaults)
    try read(.unchecked, &unchecked)
  }

  /// Says what is wrong with a setting; `nil` if all are valid.
  var fault: String? {
    if !(0...100_000).contains(itemCount) {
      return "itemCount is \(itemCount); expected 0 to 100000"
    }
    if !(1...10_000).contains(pageSize) { return "pageSize is \(pageSize); expected 1 to 10000" }
    if !(0...600_000).contains(latency) { return "latency is \(latency); expected 0 to 600000 ms" }
    if !(0...60_000).contains(commitTime) {
      return "commitTime is \(commitTime); expected 0 to 60000 ms"
    }
    if !(0...60_000).contains(animation) {
      return "animation is \(animation); expected 0 to 60000 ms"
    }
    for (name, length) in [("width", width), ("height", height), ("cellHeight", cellHeight)]
    where !(1...100_000).contains(length) {
      return "\(name) is \(length); expected 1 to 100000 points"
    }
    return nil
  }
}
