import ListDiff
import ListLayout
import ListModel
import ListTestSupport
import Testing

@testable import ListAdapter

/// What is on screen, found by asking for every place there is of a new layout.
private struct NaiveScreen {
  /// The frames of what is on screen for certain: more than a rounding error of it.
  var certain: [String: LayoutRect] = [:]
  /// The frames of what touches the screen.
  var possible: [String: LayoutRect] = [:]
  /// The frames of all cells.
  var cells: [CellPath: LayoutRect] = [:]
  var layout: CompositionalLayout
  var state: LayoutScrollState

  init(_ fixture: AdapterFixture) throws {
    let view = fixture.view
    let list = try #require(fixture.adapter.snapshot())
    let known = try #require(view.geometry).layout
    let viewport = view.viewport
    layout = try CompositionalLayout(
      sections: try list.sections.map { section in
        LayoutSectionContent(
          layout: try section.layout?.known() ?? .vertical(),
          itemCount: section.cells.count,
          supplementaries: [("header", .top, section.header), ("footer", .bottom, section.footer)]
            .compactMap { kind, alignment, view in
              view.map { _ in .init(kind: kind, alignment: alignment) }
            },
          estimatedHeights: .init(
            cell: viewport.cellHeight,
            supplementaryView: viewport.supplementaryHeight
          )
        )
      },
      environment: LayoutEnvironment(
        container: LayoutContainer(
          contentSize: LayoutExtent(width: viewport.width, height: viewport.height)
        ),
        displayScale: viewport.displayScale
      )
    )
    var offsets: [Int: Double] = [:]
    for (section, model) in list.sections.enumerated() {
      for item in model.cells.indices {
        let path = CellPath(section: section, item: item)
        layout.setMeasuredSize(known.measuredSize(ofItemAt: path), ofItemAt: path)
      }
      for kind in ["header", "footer"] {
        let size = known.measuredSize(ofSupplementaryViewsOfKind: kind, inSection: section)
        layout.setMeasuredSize(size, ofSupplementaryViewsOfKind: kind, inSection: section)
      }
      offsets[section] = view.orthogonalOffset(ofSection: section)
    }
    state = LayoutScrollState(
      contentOffset: LayoutPoint(x: 0, y: view.contentOffset),
      orthogonalOffsets: offsets
    )
    for (section, model) in list.sections.enumerated() {
      for (item, cell) in model.cells.enumerated() {
        let path = CellPath(section: section, item: item)
        guard let frame = layout.layoutAttributes(for: .cell(path), at: state)?.frame else {
          continue
        }
        cells[path] = frame
        add(cell.id.rawValue, frame, viewport)
      }
      for kind in ["header", "footer"] {
        let path = CellPath(section: section, item: 0)
        let element = LayoutElement.boundarySupplementary(kind: kind, path)
        guard let frame = layout.layoutAttributes(for: element, at: state)?.frame else { continue }
        add("\(kind) of \(model.id)", frame, viewport)
      }
    }
  }

  private mutating func add(_ name: String, _ frame: LayoutRect, _ viewport: SimulatedViewport) {
    guard frame.width > 0, frame.height > 0 else { return }
    let top = viewport.contentOffset
    let overlap = min(
      min(frame.maxY, top + viewport.height) - max(frame.y, top),
      min(frame.maxX, viewport.width) - max(frame.x, 0)
    )
    if overlap > 1e-6 { certain[name] = frame }
    if overlap > -1e-6 { possible[name] = frame }
  }
}

/// The simulated view's geometry against a new one, for random lists, layouts and
/// people.
@Suite struct GeometryPropertyTests {
  /// What of the random actions said anything.
  private struct Tally {
    var actions = 0
    /// Steps by which something appeared or went.
    var differences = 0
    /// Steps by which the content got longer or shorter.
    var corrections = 0
    /// Steps through which something could be followed.
    var anchored = 0
    var orthogonal = 0
    var batches = 0

    mutating func add(_ other: Tally) {
      actions += other.actions
      differences += other.differences
      corrections += other.corrections
      anchored += other.anchored
      orthogonal += other.orthogonal
      batches += other.batches
    }
  }

  private struct Run {
    var screens: RandomScreens
    let fixture: AdapterFixture
    let log: DisplayLog
    var tally = Tally()
    var shown: Set<String> = []
    var lastLength = 0.0

    init(seed: UInt64) {
      log = DisplayLog()
      screens = RandomScreens(seed: seed, log: log)
      var configuration = CollectionViewAdapterConfiguration()
      configuration.enablesReconfigureItems = screens.isOneIn(2)
      configuration.batchMode = screens.isOneIn(2) ? .single : .staged
      fixture = AdapterFixture(
        configuration,
        showing: screens.list(),
        viewport: SimulatedViewport(
          width: screens.points(300...500),
          height: screens.points(150...700)
        )
      )
    }

    var view: SimulatedCollectionView { fixture.view }

    mutating func act() throws -> (name: String, isOneStep: Bool) {
      let view = view
      let sections = view.numberOfItemsInSections.indices.filter {
        view.orthogonalScroller(inSection: $0) != nil
      }
      tally.actions += 1
      switch screens.number(0...11) {
      case 0, 1, 2:
        let before = try NaiveScreen(fixture)
        let offset = view.contentOffset + screens.points(-300...300)
        try view.scroll(to: offset)
        try checkAnchor(before, offset)
        return ("scroll to \(offset)", true)
      case 3:
        try view.fling(by: screens.points(-50...50), velocity: screens.points(-30...30) / 10)
        return ("fling", false)
      case 4, 5:
        guard let section = sections.randomElement(using: &screens.generator) else { fallthrough }
        tally.orthogonal += 1
        let offset = view.orthogonalOffset(ofSection: section) + screens.points(-200...400)
        try view.scrollSection(section, to: offset)
        return ("scroll section \(section) to \(offset)", true)
      case 6:
        guard let section = sections.randomElement(using: &screens.generator) else { fallthrough }
        tally.orthogonal += 1
        let velocity = screens.points(-20...20) / 10
        try view.flingSection(section, by: screens.points(-50...50), velocity: velocity)
        return ("fling section \(section)", false)
      case 7:
        let size = LayoutExtent(
          width: screens.points(300...500),
          height: screens.points(150...700)
        )
        try view.resize(to: size)
        return ("resize to \(size)", false)
      case 8:
        let paths = view.numberOfItemsInSections.enumerated().flatMap { section, count in
          (0..<count).map { CellPath(section: section, item: $0) }
        }
        guard let path = paths.randomElement(using: &screens.generator) else { fallthrough }
        try view.scrollToItem(at: path, at: screens.isOneIn(2) ? .top : .centeredVertically)
        return ("scroll to item \(path)", false)
      default:
        let next = screens.successor(of: fixture.adapter.snapshot() ?? List())
        fixture.apply("next", next)
        view.flush()
        guard case .applied = fixture.answers.last?.outcome else {
          Issue.record("\(String(describing: fixture.answers.last))")
          return ("apply", false)
        }
        if case .batches = fixture.adapter.lastPresentation { tally.batches += 1 }
        return ("apply", false)
      }
    }

    /// What was on screen and still is has moved by as much as the finger.
    private mutating func checkAnchor(_ before: NaiveScreen, _ offset: Double) throws {
      let after = try NaiveScreen(fixture)
      let range = after.layout.contentOffsetRange(after.state)
      guard range.lowerBound < view.contentOffset, view.contentOffset < range.upperBound,
        before.layout.contentOffsetRange(before.state).contains(offset)
      else { return }
      let start = before.state.contentOffset.y
      let anchor = before.cells.keys.sorted().first { path in
        guard let frame = before.cells[path], frame.width > 0, frame.height > 0 else {
          return false
        }
        let wasSeen =
          frame.maxY > start && frame.y < start + view.viewport.height
          && frame.maxX > 0 && frame.x < view.viewport.width
        let isSeen = frame.maxY > offset && frame.y < offset + view.viewport.height
        return wasSeen && isSeen
      }
      guard let anchor, let frame = before.cells[anchor], let moved = after.cells[anchor] else {
        return
      }
      tally.anchored += 1
      let expected = frame.y - offset
      #expect(abs(moved.y - view.contentOffset - expected) < 1e-6, "\(anchor)")
    }

    /// Whether everything is as it should be.
    mutating func check(_ action: String, isOneStep: Bool) throws -> Bool {
      let naive = try NaiveScreen(fixture)
      let view = view
      let events = log.take()
      let range = naive.layout.contentOffsetRange(naive.state)
      var faults: [String] = []
      func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
        if !condition { faults.append(fault()) }
      }
      let length = naive.layout.contentSize.height
      expect(abs(length - view.contentLength) < 1e-6, "length \(view.contentLength), not \(length)")
      expect(
        range.lowerBound - 1e-6 <= view.contentOffset
          && view.contentOffset <= range.upperBound + 1e-6,
        "offset \(view.contentOffset) outside \(range)"
      )
      for section in view.numberOfItemsInSections.indices {
        let offset = view.orthogonalOffset(ofSection: section)
        guard let scroller = naive.layout.orthogonalScroller(inSection: section) else {
          expect(offset == 0, "section \(section) is scrolled to \(offset)")
          continue
        }
        let end = max(scroller.minimumOffset, scroller.maximumOffset)
        expect(
          scroller.minimumOffset - 1e-6 <= offset && offset <= end + 1e-6,
          "section \(section) at \(offset) outside \(scroller.minimumOffset)...\(end)"
        )
      }
      for (path, frame) in naive.cells {
        let found = view.frame(ofItemAt: path)
        expect(found.map { frame.isNear($0) } ?? false, "\(path): \(found as Any), not \(frame)")
      }
      let list = fixture.adapter.snapshot() ?? List()
      var displayed = Set(
        view.pathsForVisibleItems.map { list.sections[$0.section].cells[$0.item].id.rawValue }
      )
      for (index, section) in list.sections.enumerated() {
        for (kind, name) in [(SupplementaryKind.header, "header"), (.footer, "footer")]
        where view.visibleSupplementaryView(ofKind: kind, at: CellPath(section: index, item: 0))
          != nil
        {
          displayed.insert("\(name) of \(section.id)")
        }
      }
      let missing = Set(naive.certain.keys).subtracting(displayed)
      let extra = displayed.subtracting(naive.possible.keys)
      expect(missing.isEmpty, "not displayed: \(missing.sorted())")
      expect(extra.isEmpty, "displayed off screen: \(extra.sorted())")
      expect(
        Set(events.shown.keys) == displayed && events.shown.values.allSatisfy { $0 == 1 },
        "told of \(events.shown.filter { $0.value != 1 || !displayed.contains($0.key) })"
      )
      if isOneStep {
        tally.corrections += lastLength == view.contentLength ? 0 : 1
        tally.differences += events.appeared.isEmpty && events.disappeared.isEmpty ? 0 : 1
        expect(
          events.appeared.sorted() == displayed.subtracting(shown).sorted(),
          "appeared: \(events.appeared.sorted()), not \(displayed.subtracting(shown).sorted())"
        )
        expect(
          events.disappeared.sorted() == shown.subtracting(displayed).sorted(),
          "went: \(events.disappeared.sorted()), not \(shown.subtracting(displayed).sorted())"
        )
      }
      shown = displayed
      lastLength = view.contentLength
      #expect(faults.isEmpty, "after \(action):\n\(faults.prefix(6).joined(separator: "\n"))")
      return faults.isEmpty
    }
  }

  @Test(arguments: 0..<Soak.count(1, soak: 4))
  func `what is displayed is what a new layout has on screen`(_ part: Int) throws {
    var total = Tally()
    for seed in 0..<12 {
      var run = Run(seed: UInt64(part * 12 + seed))
      run.view.flush()
      guard try run.check("the first list", isOneStep: false) else { return }
      for step in 0..<25 {
        let (name, isOneStep) = try run.act()
        guard
          try run.check("part \(part), seed \(seed), step \(step): \(name)", isOneStep: isOneStep)
        else { return }
      }
      total.add(run.tally)
    }
    #expect(total.actions == 300)
    #expect(total.differences > 30)
    #expect(total.corrections >= 10)
    #expect(total.anchored > 25)
    #expect(total.orthogonal > 30)
    #expect(total.batches > 40)
  }
}

extension LayoutRect {
  fileprivate func isNear(_ other: LayoutRect) -> Bool {
    abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6 && abs(width - other.width) < 1e-6
      && abs(height - other.height) < 1e-6
  }
}
