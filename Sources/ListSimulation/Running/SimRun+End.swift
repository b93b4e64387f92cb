import Foundation
import ListAdapter
import ListLayout
import ListModel
import ListPaging
import ListStorage

// The end of a run: faults are switched off, and the user looks at everything.

extension SimRun {
  /// Switches all faults off and lets the user scroll to the end: everything must settle.
  func finish() throws {
    isFinishing = true
    disarm()
    try relaunchIfDown()
    screen?.view.isInWindow = true
    try settle()
    if settings.isShared { try tellStoreChanged() }
    try settle()
    if ownServer != nil { try noteTruth() }
    if violation == nil, settings.loadsEverything {
      try loadEverything()
      requestCount = ownServer?.requestCount ?? traffic.serials
      if violation == nil, rules != nil { checkContent(extent(endAfter: 0)) }
      var limit = 0
      if screen?.handlesRefresh == true {
        limit = truth.count()
        pull()
        try settle()
        try loadEverything()
      } else {
        blindSpots.insert("what a refresh brings in the end: the list cannot be pulled")
      }
      if violation == nil { checkContent(extent(endAfter: limit)) }
      if violation == nil, showsPart { try visitStart() }
      if violation == nil { checkEverythingLoaded() }
    }
    if violation == nil { checkStoredPages() }
    if violation == nil { checkStore() }
    if violation == nil, startsOver { try startOver() }
    seeBlindSpots()
  }

  /// Lets the user scroll to the ends, tap what offers to go on, and fill gaps, until nothing is new.
  private func loadEverything() throws {
    var last = screen?.ids ?? []
    var idle = 0
    var fruitless = 0
    for _ in 0..<Self.roundLimit {
      guard violation == nil, let screen else { return }
      traffic.forgetRepetitions()
      let requests = traffic.serials
      if offer(screen) != nil {
        let offered = offer(screen).flatMap { screen.list.cell(at: $0)?.id.rawValue } ?? "a cell"
        // A tap that leads to nothing, again and again, leads to nothing.
        fruitless += 1
        if fruitless > Self.tapLimit {
          return violate(
            .eventuallyLoads,
            "\(offered) offers to go on, was tapped \(Self.tapLimit) times, and nothing was asked for"
          )
        }
        acts = true
        try act()
        try settle()
        acts = false
        // What others have loaded meanwhile need not be asked for.
        let isSame =
          self.screen.flatMap { screen in
            offer(screen).flatMap { screen.list.cell(at: $0)?.id.rawValue }
          } == offered
        if rules != nil, traffic.serials == requests, violation == nil, isSame {
          return violate(
            .eventuallyLoads,
            "\(offered) was tapped, and nothing was asked for"
          )
        }
      } else if screen.ids.allSatisfy({ !truth.knows($0) }), !truth.items.isEmpty {
        pull()
      } else {
        try jump(to: .end)
      }
      try settle()
      // A part of a list is elsewhere after that.
      if settings.startsInMiddle || idle > 0, !showsPart {
        try jump(to: .start)
        try settle()
        try jump(to: .end)
        try settle()
      }
      check()
      let ids = self.screen?.ids ?? []
      idle = ids == last && self.screen.map({ offer($0) == nil }) ?? true ? idle + 1 : 0
      if ids != last || traffic.serials > requests { fruitless = 0 }
      last = ids
      if idle == 2 { break }
    }
    if violation == nil, rules != nil, let screen, let path = offer(screen),
      let cell = screen.list.cell(at: path)
    {
      violate(.eventuallyLoads, "\(cell.id) still offers to go on, whatever the user does")
    }
  }

  static let tapLimit = 8

  /// Lets the user scroll to the start of a list that has only a part of the remote's: it comes back.
  private func visitStart() throws {
    var last: [Cell.ID] = []
    for _ in 0..<Self.roundLimit {
      guard violation == nil, let screen else { return }
      if offer(screen) != nil { try act() }
      try jump(to: .start)
      try settle()
      let ids = self.screen?.ids ?? []
      if ids == last { break }
      last = ids
    }
    checkStart()
    if violation == nil { try loadEverything() }
  }

  /// Whether the list shows or stores a part of the remote's only.
  private var showsPart: Bool { settings.keepsPart || screen?.shownLimit != nil }

  /// Whether the list must be loaded once more, as on a new device.
  private var startsOver: Bool {
    settings.loadsEverything && !settings.keepsPart && screen != nil && screen?.shownLimit == nil
      && (settings.seed.isMultiple(of: 4) || ownServer != nil)
  }

  /// Opens the app with nothing stored: the list must show exactly what the remote holds.
  private func startOver() throws {
    try end()
    switch settings.storage {
    case .file: path.map(Self.remove)
    case .memory: store = try ListStore.inMemory()
    case .model: model = ModelStore()
    }
    lastWindow = nil
    try launch()
    try settle()
    try loadEverything()
    if violation == nil { checkNewDevice() }
  }

  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-lock", ".lock"] { unlink(path + suffix) }
  }

  private static let roundLimit = 400
}
